import type { Difference } from './ledger-audit.ts'
import type { Day } from './dates.ts'
import { type Cents, showMoney } from './money.ts'

/** The audit of card payouts (domain.md 11, M19): what is stored of them, and what they leave with the provider. */

/** A payout of the payment provider; `failedOn`: the bank sent it back. */
export interface Payout {
  readonly payoutID: string
  readonly day: Day
  readonly gross: Cents
  readonly fee: Cents
  readonly net: Cents
  readonly failedOn: Day | null
}

export interface AuditedPayout extends Payout {
  /** The amount of its bank line; null: none yet. */
  readonly onBank: Cents | null
}

/** The first violation. */
export function auditPayouts(payouts: readonly AuditedPayout[]): Difference | null {
  for (const payout of payouts) {
    const [first] = differences(payout)
    if (first) return { refId: null, number: payout.payoutID, ...first }
  }
  return null
}

type Found = Pick<Difference, 'rule' | 'expected' | 'found'>

function* differences({ gross, fee, net, day, failedOn, onBank }: AuditedPayout): Generator<Found> {
  if (gross !== net + fee)
    yield { rule: 'what arrives + the fee', expected: showMoney(net + fee), found: showMoney(gross) }
  if (onBank !== null && onBank !== net)
    yield { rule: 'the bank line of a payout', expected: showMoney(net), found: showMoney(onBank) }
  if (failedOn !== null && failedOn < day)
    yield { rule: 'the day it was sent back, not before its own', expected: day, found: failedOn }
}

export interface CardTotals {
  /** What arrived in the bank. */
  readonly paidOut: Cents
  readonly fees: Cents
  /** Card payments less refunds that no payout has brought yet. */
  readonly left: Cents
}

/** @param received by card, less what was refunded */
export function cardTotals(payouts: readonly AuditedPayout[], received: Cents): CardTotals {
  const fees = payouts.reduce((sum, { fee }) => sum + fee, 0)
  const paidOut = payouts.reduce((sum, { net, failedOn }) => sum + (failedOn === null ? net : 0), 0)
  return { paidOut, fees, left: received - fees - paidOut }
}
