import { type MailSender, senderLines } from '#domain/mails/mail-sender-details.ts'

/** The HTML of a mail, made from its text when it is sent; the office writes text only. */

export interface MailPage {
  readonly subject: string
  /** Empty lines separate paragraphs; lines that begin with "- " are a list. */
  readonly text: string
  readonly sender: MailSender
  /** Links to this origin become buttons. */
  readonly publicUrl: string
  /** Addresses of the firm's logo and of a photo, such as `cid:logo`; null: none. */
  readonly logo: string | null
  readonly photo: string | null
  readonly unsubscribeUrl: string | null
}

/** The words on a button, by the path that it opens. */
const BUTTONS: readonly (readonly [path: string, label: string])[] = [
  ['/recover', 'Choose a password'],
  ['/forgot-password', 'Choose a new password'],
  ['/quotation', 'See and accept the offer'],
  ['/pay', 'Pay online'],
  ['/skip', 'No pickup'],
  ['/register/confirm', 'Confirm email'],
  ['/confirm-email', 'Confirm email'],
  ['/cases', 'Open the case'],
  ['/schedules', 'Your collections'],
  ['/invoices', 'Your invoices'],
  ['/login', 'Log in'],
]
/** A longer text before a link is a sentence, not the label of a button. */
const LABEL_MAX = 30
const URL = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/

export function mailHtml(page: MailPage): string {
  const { subject, text, sender, logo, photo, unsubscribeUrl } = page
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) =>
    paragraphHtml(
      paragraph.split('\n').map((line) => line.trimEnd()),
      page.publicUrl,
    ),
  )
  const name = escaped(sender.name)
  const head = logo === null ? name : `<img src="${logo}" alt="" height="48" class="logo"><br>${name}`
  if (photo !== null)
    paragraphs.splice(2, 0, `<img src="${photo}" alt="Photo of your collection" width="536" class="photo">`)
  const foot = senderLines(sender).map((line) => `<p class="foot">${unbroken(escaped(line))}</p>`)
  const leave =
    unsubscribeUrl === null
      ? []
      : [`<p class="foot"><a class="link" href="${escaped(unsubscribeUrl)}">Stop collection reminders</a></p>`]
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="around">
<table role="presentation" class="card" align="center" width="600" cellpadding="0" cellspacing="0" border="0">
<tr><td class="head">${head}</td></tr>
<tr><td class="body">
${paragraphs.join('\n')}
</td></tr>
</table>
<table role="presentation" class="below" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td class="feet">
${[...foot, ...leave].join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function paragraphHtml(lines: readonly string[], publicUrl: string): string {
  const parts: { kind: 'list' | 'button' | 'text'; html: string[] }[] = []
  const add = (kind: 'list' | 'button' | 'text', html: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind && kind !== 'button') last.html.push(html)
    else parts.push({ kind, html: [html] })
  }
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const button = buttonOf(line, publicUrl)
    if (button !== null) {
      if (button.before !== '') add('text', escaped(button.before))
      add('button', buttonHtml(button.url, button.label))
    } else if (line.startsWith('- ')) add('list', `<li>${linked(line.slice(2))}</li>`)
    else add('text', linked(line))
  }
  return parts
    .map(({ kind, html }) =>
      kind === 'list' ? `<ul>${html.join('')}</ul>` : kind === 'text' ? `<p>${html.join('<br>\n')}</p>` : html.join(''),
    )
    .join('\n')
}

/** A line that ends with a link to the product, such as "Pay online: https://…", or the link alone. */
function buttonOf(line: string, publicUrl: string): { before: string; url: string; label: string } | null {
  const at = line.indexOf(`${publicUrl}/`)
  if (at < 0) return null
  const url = line.slice(at)
  if (/[\s<>"]/.test(url)) return null
  const before = line.slice(0, at).trim()
  const named = before.replace(/:$/, '')
  if (before.endsWith(':') && named.length <= LABEL_MAX) return { before: '', url, label: named }
  const path = url.slice(publicUrl.length)
  return { before, url, label: BUTTONS.find(([start]) => path.startsWith(start))?.[1] ?? 'Open' }
}

/** A table, because Outlook ignores the padding of a link. */
const buttonHtml = (url: string, label: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="press"><tr><td class="go" bgcolor="#0b5d3b"><a class="button" href="${escaped(url)}">${escaped(label)}</a></td></tr></table>`

/** The text with its addresses as links that show where they lead. */
function linked(line: string): string {
  const found = URL.exec(line)
  if (found === null) return escaped(line)
  const [url] = found
  const rest = line.slice(found.index + url.length)
  return `${escaped(line.slice(0, found.index))}<a class="link" href="${escaped(url)}">${escaped(url)}</a>${linked(rest)}`
}

/** Escapes braces too, so that a name can't look like a placeholder that is filled in later. */
function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Keeps the groups of an ABN or a phone number on one line, and puts no dot at the beginning or end of a line. */
const unbroken = (line: string) =>
  line
    .replaceAll(/(?<=ABN|\d) (?=\d)/g, '&nbsp;')
    .split(' · ')
    .map((part) => `<span class="part">${part}</span>`)
    .join(' ')

/** Colours of the product's themes (ui/core/colours.ts); each text colour has a contrast of 4.5:1. */
const STYLE = `
body { margin: 0; padding: 0; background: #f4f6f3; -webkit-text-size-adjust: 100%; }
.ground { background: #f4f6f3; }
.around { padding: 16px 8px 32px; }
.card { width: 100%; max-width: 600px; margin: 0 auto; background: #ffffff; border: 1px solid #d5dcd7; border-radius: 12px; border-collapse: separate; }
.below { width: 100%; max-width: 600px; margin: 0 auto; }
td { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #0e1a14; text-align: left; }
.head { padding: 20px 24px 16px; border-bottom: 1px solid #d5dcd7; font-size: 18px; font-weight: 700; }
.logo { height: 48px; width: auto; max-width: 240px; border: 0; display: inline-block; margin-bottom: 8px; background: #ffffff; border-radius: 6px; }
.body { padding: 20px 24px 24px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
ul { margin: 0 0 16px; padding: 0 0 0 24px; }
.press { margin: 0 0 16px; }
.go { background: #0b5d3b; border-radius: 8px; text-align: center; }
.button { display: inline-block; padding: 12px 24px; color: #ffffff; font-weight: 700; text-decoration: none; }
.link { color: #0b5d3b; }
.photo { display: block; margin: 0 0 16px; width: 100%; max-width: 536px; height: auto; border-radius: 8px; }
.feet { padding: 16px 24px 0; }
.foot { margin: 0 0 4px; font-size: 14px; color: #3d4a43; }
.part { display: inline-block; padding: 0 12px 0 0; }
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0c120f !important; }
  .card { background: #161e1a !important; border-color: #2c3832 !important; }
  .head { border-color: #2c3832 !important; }
  td { color: #f1f6f3 !important; }
  .foot { color: #b9c6bf !important; }
  .link { color: #4fd28f !important; }
  .go { background: #4fd28f !important; }
  .button { color: #06251a !important; }
}
`
