import { createHash } from 'node:crypto'
import type { SandboxSession } from './objects.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Delivery } from './stored-tasks.ts'

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** Allows no script, file or frame. A form may lead back to the product, whose address a session names. */
export function policyFor({ success_url, cancel_url }: Pick<SandboxSession, 'success_url' | 'cancel_url'>): string {
  const targets = [success_url, cancel_url].filter((url) => url !== null).map((url) => new URL(url).origin)
  const forms = ["'self'", ...new Set(targets)].join(' ')
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

const DELIVERY_TEXTS: Record<Delivery, string> = {
  usual: 'At once',
  twice: 'Twice',
  late: 'A minute late',
  reversed: 'Out of order (bank debit)',
  never: 'Never',
}

/** Under "Advanced": how the webhook arrives. */
export const deliveryChoice = () => `<label for="delivery">The office hears about it</label>
<select id="delivery" name="delivery">${Object.entries(DELIVERY_TEXTS)
  .map(([value, text]) => `<option value="${value}">${text}</option>`)
  .join('')}</select>`

export const backLink = ({ id, success_url }: SandboxSession) =>
  `<a class="back" href="${escaped(success_url.replaceAll(ID_PLACE, id))}">Back</a>`

/** Replaced by the checkout's id in addresses of the order. */
export const ID_PLACE = '{CHECKOUT_SESSION_ID}'

export const button = (act: string, text: string, kind = '') =>
  `<button name="act" value="${act}"${kind && ` class="${kind}"`}>${text}</button>`

export function whole(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} (sandbox)</title><style>${PAGE_STYLE}</style></head>
<body><main><p class="sandbox">This is a sandbox. No money moves.</p>
${content}
</main></body></html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
