/**
 * The pages behind a mail's unsubscribe link. They have no scripts, so that they work in any browser and mail program.
 */

export type UnsubscribePage = 'ask' | 'stopped' | 'resumed' | 'invalid'

interface Firm {
  readonly name: string
  /** Empty: none. */
  readonly phone: string
  readonly email: string
}

export function unsubscribePage(page: UnsubscribePage, firm: Firm): string {
  const name = escaped(firm.name)
  const contact = [firm.phone, firm.email].filter((part) => part !== '').map(escaped)
  const { title, body } = {
    ask: {
      title: 'Stop collection reminders?',
      body: `<p>${name} then sends you no more emails before a collection. Nothing else changes.</p>${form('List-Unsubscribe', 'One-Click', 'Stop reminders')}`,
    },
    stopped: {
      title: 'Reminders are stopped',
      body: `<p>${name} won’t email you before collections any more. Nothing else changes.</p>${form('undo', '1', 'Send reminders again')}`,
    },
    resumed: {
      title: 'Reminders are on again',
      body: `<p>${name} may remind you by email again when you have a collection coming.</p>${form('List-Unsubscribe', 'One-Click', 'Stop reminders')}`,
    },
    invalid: {
      title: 'This link doesn’t work any more',
      body: `<p>Use the link in a newer reminder, or ask ${name} to stop them.</p>`,
    },
  }[page]
  const foot = contact.length === 0 ? '' : `<footer>${name} · ${contact.join(' · ')}</footer>`
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main><h1>${title}</h1>${body}</main>
${foot}
</body>
</html>
`
}

const form = (name: string, value: string, label: string) =>
  `<form method="post"><button name="${name}" value="${value}">${label}</button></form>`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Colours of the product's themes (ui/core/colours.ts). */
const STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f3; --card: #ffffff; --ink: #0e1a14; --soft: #3d4a43; --line: #d5dcd7; --go: #0b5d3b; --go-ink: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ground: #0c120f; --card: #161e1a; --ink: #f1f6f3; --soft: #b9c6bf; --line: #2c3832; --go: #4fd28f; --go-ink: #06251a; } }
body { margin: 0; padding: 24px 12px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 20px; overflow-wrap: anywhere; }
button { min-height: 48px; padding: 0 24px; border: 0; border-radius: 8px; background: var(--go); color: var(--go-ink); font: inherit; font-weight: 700; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
footer { max-width: 480px; margin: 16px auto 0; padding: 0 24px; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
`
