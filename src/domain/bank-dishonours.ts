import type { FilePayments } from './bank-file-payments.ts'
import { type BankIndex, type EarlierPayment, type Entry, textWords } from './bank-index.ts'
import { nameFit } from './bank-names.ts'
import { PROPOSALS_MAX } from './bank-proposals.ts'
import { addDays, type Day, formatDay } from './dates.ts'
import type { Cents } from './money.ts'

/** An earlier payment that a bank line takes back: a booked one, or an exact line of the same file. */
export interface ReversalProposal {
  readonly customerID: string
  /** Either a payment in the ledger, or a line of the file. */
  readonly transactionID?: string
  readonly line?: number
  readonly amount: Cents
  readonly reason: string
  readonly score: number
}

/** A cheque is dishonoured within days, a disputed debit within two months. */
export const DISHONOUR_DAYS_MAX = 62

interface Line {
  readonly day: Day
  readonly amount: Cents
  readonly text: string
}

/** The payments of the same amount in the weeks before: those of named customers first, then the newest. */
export function reversalsFor(
  line: Line,
  named: readonly Entry[],
  index: BankIndex,
  paid: FilePayments,
): ReversalProposal[] {
  const amount = 0 - line.amount
  const words = new Set(textWords(line.text))
  const from = addDays(line.day, -DISHONOUR_DAYS_MAX)
  const referred = new Set(named.map(({ payer }) => payer.customerID))
  const fitting = [...words].flatMap((word) => index.byName.get(word) ?? [])
  const called = new Set(fitting.flatMap((entry) => (nameFit(entry, words) === null ? [] : entry.payer.customerID)))
  const byReference: Earlier[] = []
  const byName: Earlier[] = []
  const others: Earlier[] = []
  // A firm has thousands of payments of one amount, so each is only looked up in two small sets.
  for (const payment of [
    ...paid.lines.filter((one) => one.amount === amount),
    ...(index.paymentsByAmount.get(amount) ?? []),
  ]) {
    if (payment.day < from || payment.day > line.day) continue
    if (referred.has(payment.customerID)) byReference.push(payment)
    else if (called.has(payment.customerID)) byName.push(payment)
    else if (others.length < PROPOSALS_MAX) others.push(payment)
  }
  return [
    ...byReference.map(proposing(90, 'amount and reference fit')),
    ...byName.map(proposing(75, 'amount and name fit')),
    ...others.map(proposing(40, 'the amount fits')),
  ].slice(0, PROPOSALS_MAX)
}

type Earlier = EarlierPayment | FilePayments['lines'][number]

const proposing =
  (score: number, fits: string) =>
  (payment: Earlier): ReversalProposal => ({
    customerID: payment.customerID,
    ...('line' in payment ? { line: payment.line } : { transactionID: payment.transactionID }),
    amount: payment.amount,
    reason: `Payment of ${formatDay(payment.day)}: ${fits}.`,
    score,
  })
