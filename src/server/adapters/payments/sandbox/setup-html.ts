import { methodName } from '#domain/autopay-words.ts'
import { showMoney } from '#domain/money.ts'
import type { Behaviour, SandboxMandate, SandboxMethod } from './method-objects.ts'
import type { SandboxDispute, SandboxPayment, SandboxSession } from './objects.ts'
import { backLink, button, deliveryChoice, escaped, whole } from './page-frame.ts'

export interface SetupFacts {
  readonly firmName: string
  readonly session: SandboxSession
  /** Undefined: not saved yet. */
  readonly method: SandboxMethod | undefined
  readonly mandate: SandboxMandate | undefined
  /** The last payment of the method that succeeded. */
  readonly lastPaid: SandboxPayment | undefined
  readonly dispute: SandboxDispute | undefined
}

const BEHAVIOUR_TEXTS: Record<Behaviour, string> = {
  card_pays: 'Pays each time',
  card_soft: 'Is declined twice, then pays',
  card_hard: 'Is refused for good',
  card_authentication: 'Needs the bank’s approval each time',
  card_expires: 'Expires at the end of this month',
  debit_pays: 'Pays after 10 seconds',
  debit_fails: 'Fails after 10 seconds',
  debit_returned: 'Pays, then the bank takes it back',
  debit_cancelled: 'Pays once, then its agreement ends',
}

export function setupHtml(facts: SetupFacts): string {
  return whole(
    `Pay ${facts.firmName} automatically`,
    `<h1>${escaped(facts.firmName)}</h1>
${facts.session.status === 'open' ? openPart() : closedPart(facts)}`,
  )
}

function openPart(): string {
  const buttons = (kind: 'card_' | 'debit_') =>
    Object.entries(BEHAVIOUR_TEXTS)
      .filter(([behaviour]) => behaviour.startsWith(kind))
      .map(([behaviour, text]) => button(behaviour, text, behaviour === 'card_pays' ? 'go' : ''))
      .join('\n')
  return `<p class="ask">What does it do when it’s charged?</p>
<form method="post">
<h2>Save a card</h2>
${buttons('card_')}
<h2>Save a bank account</h2>
${buttons('debit_')}
<details><summary>Advanced</summary>
${deliveryChoice()}</details>
${button('cancel', 'Cancel', 'plain')}
</form>`
}

function closedPart({ session, method, mandate, lastPaid, dispute }: SetupFacts): string {
  if (!method) return '<p class="note bad">This page has expired. Nothing was saved.</p>'
  const { card } = method
  const name = methodName(card ? 'card' : 'debit', card?.brand ?? null, (card ?? method.au_becs_debit)?.last4 ?? null)
  const rows = [
    ['Saved', name],
    ...(card ? [['Expires', `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`]] : []),
    ['When charged', BEHAVIOUR_TEXTS[method.sandbox.behaviour]],
    ...(lastPaid ? [['Last paid', showMoney(lastPaid.amount)]] : []),
  ].map(([label, value]) => `<div><dt>${label}</dt><dd class="words">${escaped(value ?? '')}</dd></div>`)
  const attached = method.customer !== null
  const acts = [
    ...(attached && card ? [button('renew', 'Replace the card’s expiry')] : []),
    ...(attached && mandate?.status === 'active' ? [button('end_mandate', 'Cancel the debit agreement')] : []),
    ...(attached ? [button('detach', 'Remove it')] : []),
    ...(lastPaid && !dispute ? [button('dispute', 'Dispute the last payment')] : []),
    ...(dispute?.status === 'needs_response'
      ? [button('dispute_won', 'The firm wins the dispute'), button('dispute_lost', 'The firm loses the dispute')]
      : []),
    button('pay_out', 'Pay out to the firm’s bank'),
    button('again', 'Send the last webhook again'),
  ]
  return `${noteOf(attached, mandate)}
<dl>${rows.join('')}</dl>${backLink(session)}
<form method="post"><details><summary>Advanced</summary>${acts.join('\n')}</details></form>`
}

function noteOf(attached: boolean, mandate: SandboxMandate | undefined): string {
  if (!attached) return '<p class="note bad">It was removed.</p>'
  if (mandate?.status === 'inactive') return '<p class="note bad">The debit agreement was cancelled.</p>'
  return '<p class="note">It’s saved.</p>'
}
