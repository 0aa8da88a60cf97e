import { createHash } from 'node:crypto'
import { showMoney } from '#domain/money.ts'
import type { SandboxDispute, SandboxLine, SandboxPayment, SandboxSession } from './objects.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Delivery } from './state.ts'

export interface PageFacts {
  readonly firmName: string
  readonly session: SandboxSession
  readonly lines: readonly SandboxLine[]
  readonly payment: SandboxPayment | undefined
  readonly refunded: number
  readonly dispute: SandboxDispute | undefined
  readonly declined: boolean
}

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

export function pageHtml(facts: PageFacts): string {
  const { firmName, session, lines } = facts
  const rows = lines.map(({ text, amount }) => `<div><dt>${escaped(text)}</dt><dd>${showMoney(amount)}</dd></div>`)
  return whole(
    `Pay ${firmName}`,
    `<h1>${escaped(firmName)}</h1>
<p class="amount">${showMoney(session.amount_total)}</p>
<dl>${rows.join('')}</dl>
${session.status === 'open' ? openPart(facts) : closedPart(facts)}`,
  )
}

export function unknownPageHtml(): string {
  return whole('Payment page', '<h1>This payment page doesn’t exist.</h1>')
}

function openPart({ declined }: PageFacts): string {
  return `${declined ? '<p class="note bad" role="alert">The card was declined. Nothing was paid.</p>' : ''}
<form method="post">
${button('card', 'Pay by card', 'go')}
${button('debit_succeeds', 'Pay later by bank debit')}
${button('debit_fails', 'Bank debit that fails')}
${button('decline', 'Decline the card')}
<details><summary>Advanced</summary>
<label for="delivery">The office hears about it</label>
<select id="delivery" name="delivery">${Object.entries(DELIVERY_TEXTS)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join('')}</select></details>
${button('cancel', 'Cancel', 'plain')}
</form>`
}

function closedPart({ session, payment, refunded, dispute }: PageFacts): string {
  const back = `<a class="back" href="${escaped(session.success_url.replaceAll(ID_PLACE, session.id))}">Back</a>`
  if (session.status === 'expired') return '<p class="note bad">This payment page has expired. Nothing was paid.</p>'
  if (payment?.status === 'requires_payment_method')
    return `<p class="note bad">The bank debit failed. Nothing was paid.</p>${back}`
  if (payment?.status === 'processing') return `<p class="note">The bank debit is on its way.</p>${back}`
  const left = session.amount_total - refunded
  const acts = [
    ...(left > 1 ? [button('refund_half', `Refund ${showMoney(Math.floor(left / 2))}`)] : []),
    ...(left > 0 ? [button('refund_rest', `Refund ${showMoney(left)}`)] : []),
    ...(dispute === undefined ? [button('dispute', 'Dispute the payment')] : []),
    ...(dispute?.status === 'needs_response'
      ? [button('dispute_won', 'The firm wins the dispute'), button('dispute_lost', 'The firm loses the dispute')]
      : []),
    button('pay_out', 'Pay out to the firm’s bank'),
    button('again', 'Send the last webhook again'),
  ]
  const state = refunded > 0 ? `Paid, ${showMoney(refunded)} refunded` : 'Paid'
  return `<p class="note">${state}.</p>${back}
<form method="post"><details><summary>Advanced</summary>${acts.join('\n')}</details></form>`
}

/** Replaced by the checkout's id in addresses of the order. */
export const ID_PLACE = '{CHECKOUT_SESSION_ID}'

const button = (act: string, text: string, kind = '') =>
  `<button name="act" value="${act}"${kind && ` class="${kind}"`}>${text}</button>`

function whole(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} (sandbox)</title><style>${PAGE_STYLE}</style></head>
<body><main><p class="sandbox">This is a sandbox. No money moves.</p>
${content}
</main></body></html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
