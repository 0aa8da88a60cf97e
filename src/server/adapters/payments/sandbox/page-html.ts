import { showMoney } from '#domain/money.ts'
import type { SandboxDispute, SandboxPayment, SandboxSession } from './objects.ts'
import { backLink, button, deliveryChoice, escaped, whole } from './page-frame.ts'

export interface PageFacts {
  readonly firmName: string
  readonly session: SandboxSession
  readonly payment: SandboxPayment | undefined
  readonly refunded: number
  readonly dispute: SandboxDispute | undefined
  readonly declined: boolean
}

export function pageHtml(facts: PageFacts): string {
  const { firmName, session } = facts
  const rows = session.sandbox.lines.map(
    ({ text, amount }) => `<div><dt>${escaped(text)}</dt><dd>${showMoney(amount)}</dd></div>`,
  )
  return whole(
    `Pay ${firmName}`,
    `<h1>${escaped(firmName)}</h1>
<p class="amount">${showMoney(session.amount_total ?? 0)}</p>
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
${deliveryChoice()}</details>
${button('cancel', 'Cancel', 'plain')}
</form>`
}

function closedPart({ session, payment, refunded, dispute }: PageFacts): string {
  const back = backLink(session)
  if (session.status === 'expired') return '<p class="note bad">This payment page has expired. Nothing was paid.</p>'
  if (payment?.status === 'requires_payment_method')
    return `<p class="note bad">The bank debit failed. Nothing was paid.</p>${back}`
  if (payment?.status === 'processing') return `<p class="note">The bank debit is on its way.</p>${back}`
  const left = (session.amount_total ?? 0) - refunded
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
