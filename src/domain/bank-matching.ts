import { type ReversalProposal, reversalsFor } from './bank-dishonours.ts'
import { fitOf, type FilePayments, noPayments, pay } from './bank-file-payments.ts'
import { type BankIndex, type Entry, type OpenInvoice, textWords } from './bank-index.ts'
import type { BankLine } from './bank-lines.ts'
import { nameFit } from './bank-names.ts'
import { type PayoutProposal, payoutsFor } from './bank-payouts.ts'
import { type Proposal, proposalsFor } from './bank-proposals.ts'
import { type FoundReferences, readReferences } from './bank-references.ts'
import { saysMoneyOut } from './bank-signs.ts'
import { splitFor, type SplitPart } from './bank-split.ts'
import { type Day, formatDay } from './dates.ts'
import { type Cents, showMoney } from './money.ts'
import { onItsWaySentence } from './payment-effect.ts'
import type { Steps } from './steps.ts'

/** Finds the customer of a bank line (domain.md 12, Matching; M18 of domain.md 11). */

export type Match =
  /** The line is booked without a person. */
  | {
      readonly kind: 'exact'
      readonly customerID: string
      /** The invoices it pays in full: one, or all that are open. */
      readonly invoiceIDs: readonly string[]
      readonly amount: Cents
      readonly reason: string
    }
  /** Best proposal first. */
  | {
      readonly kind: 'near'
      readonly proposals: readonly Proposal[]
      /** All named customers, if what they owe adds up to the line. */
      readonly split?: readonly SplitPart[]
      /** Payouts of the amount, where the text is more likely a customer's. */
      readonly payouts?: readonly PayoutProposal[]
    }
  /** Money that the bank took back. Without proposals no earlier payment fits. */
  | { readonly kind: 'dishonour'; readonly proposals: readonly ReversalProposal[] }
  /** A payout of the payment provider, whose payments are booked one by one; a person chooses which. Never empty. */
  | { readonly kind: 'payout'; readonly proposals: readonly PayoutProposal[] }
  /** The line is the provider's, and none of its payouts is known here. */
  | { readonly kind: 'clearing'; readonly provider: 'stripe' }
  | { readonly kind: 'none' }

type Line = Pick<BankLine, 'line' | 'day' | 'amount' | 'text' | 'type' | 'balance' | 'fitid'>

const TAKEN_BACK =
  /\b(?:dishon\w*|returned|return(?= (?:item|payment|of|cheque))|revers\w+|rejected|recall\w*|chargeback)\b/i
const REFUND = /\brefund\w*\b/i
const STRIPE = /\bstripe\b/i

/**
 * @param paid what other lines of the same file have paid already
 * @param doubt why a person has to decide the line; empty: it may be booked
 */
export function matchLine(line: Line, index: BankIndex, paid: FilePayments = noPayments(), doubt = ''): Match {
  const lineWords = `${line.text} ${line.type}`
  const found = readReferences(line.text)
  const named = namedBy(found, index)
  const ofProvider = STRIPE.test(lineWords)
  const payouts = ofProvider || (line.amount > 0 && named.length === 0) ? payoutsFor(line, index.payoutsByAmount) : []
  if (ofProvider && payouts.length > 0) return { kind: 'payout', proposals: payouts }
  if (line.amount <= 0) {
    if (ofProvider) return { kind: 'clearing', provider: 'stripe' }
    return line.amount < 0 && TAKEN_BACK.test(lineWords)
      ? { kind: 'dishonour', proposals: reversalsFor(line, named, index, paid) }
      : { kind: 'none' }
  }
  if (ofProvider && named.length === 0)
    return index.knowsPayouts ? { kind: 'none' } : { kind: 'clearing', provider: 'stripe' }
  const doubts =
    doubt ||
    (ofProvider ? 'The text names Stripe.' : '') ||
    (saysMoneyOut(line) ? 'The bank’s text says that money went out.' : '') ||
    (TAKEN_BACK.test(lineWords) || REFUND.test(lineWords) ? 'The text says that money was returned.' : '')
  const exact = exactMatch(line, found, named, index, paid)
  const twice = exact ? twiceWords(line, exact.customerID, index) : ''
  if (exact && doubts === '' && twice === '') return exact
  const certain: Proposal | null = exact && {
    customerID: exact.customerID,
    ...(exact.invoiceIDs.length === 1 ? { invoiceID: exact.invoiceIDs[0]! } : {}),
    amount: exact.amount,
    reason: `${doubts} ${exact.reason}`.trim(),
    score: 90,
  }
  const proposals = proposalsFor({ amount: line.amount, text: line.text, found, named, index, paid, certain }).map(
    (one) => ({ ...one, reason: `${one.reason}${twiceWords(line, one.customerID, index)}` }),
  )
  const split = splitFor(line, mentionedBy(named, found, index), found, index, paid)
  if (proposals.length > 0)
    return { kind: 'near', proposals, ...(split && { split }), ...(payouts.length > 0 && { payouts }) }
  return payouts.length > 0 ? { kind: 'payout', proposals: payouts } : { kind: 'none' }
}

/**
 * Why the customer may have paid this already: such a payment was typed in before the bank's file came, or money of
 * theirs is on its way. Empty: nothing says so.
 */
function twiceWords({ day, amount }: Line, customerID: string, { paymentsByAmount, byID }: BankIndex): string {
  const isRecorded = paymentsByAmount.get(amount)?.some((one) => one.customerID === customerID && one.day === day)
  if (isRecorded === true)
    return ` Recorded already? A payment of ${showMoney(amount)} on ${formatDay(day)} is in this account.`
  const onItsWay = byID.get(customerID)?.payer.onItsWay ?? 0
  return onItsWay > 0 ? ` ${onItsWaySentence(onItsWay)}` : ''
}

/** Customers named by a whole reference or the number of an open invoice, each once. */
function namedBy(found: FoundReferences, index: BankIndex): Entry[] {
  const byReference = found.whole.flatMap((digits) => index.byReference.get(digits) ?? [])
  const byInvoice = found.invoices.flatMap((digits) => index.byInvoice.get(digits)?.entry ?? [])
  return [...new Set([...byReference, ...byInvoice])]
}

/**
 * Those, and customers whose references are joined to other digits ("100735 100636"). Only for a split, which a person
 * accepts: they are meant if what they owe together is the line's amount.
 */
function mentionedBy(named: readonly Entry[], found: FoundReferences, index: BankIndex): Entry[] {
  return [...new Set([...named, ...found.attached.flatMap((digits) => index.byReference.get(digits) ?? [])])]
}

/** A shorter customer number books a line only if the text names the customer too. */
const SURE_LENGTH = 4

type Exact = Extract<Match, { kind: 'exact' }>

function exactMatch(
  { amount, text }: Line,
  found: FoundReferences,
  named: readonly Entry[],
  index: BankIndex,
  paid: FilePayments,
): Exact | null {
  const [entry] = named
  if (!entry || named.length > 1) return null
  const { customerID, refId, invoices } = entry.payer
  // Four digits are too often something else, such as a house or a terminal.
  const short = refId.length < SURE_LENGTH && found.invoices.length === 0
  if (short && nameFit(entry, new Set(textWords(text))) === null) return null
  // Another customer's reference, or an invoice that isn't open, contradicts.
  const references = [...found.attached, ...found.bank, ...found.invoices].map((digits) =>
    index.byReference.get(digits),
  )
  if (references.some((other) => other && other !== entry)) return null
  const numbered = found.invoices.map((digits) => index.byInvoice.get(digits)?.invoice)
  if (numbered.some((invoice) => invoice === undefined || paid.byInvoice.has(invoice.invoiceID))) return null
  const exact = (paying: readonly OpenInvoice[], reason: string): Exact => ({
    kind: 'exact',
    customerID,
    invoiceIDs: paying.map(({ invoiceID }) => invoiceID),
    amount,
    reason,
  })
  const [one] = numbered
  const fit = fitOf(entry.payer, amount, paid, numbered.length === 0 ? undefined : numbered.length === 1 ? one : null)
  if (fit === null) return null
  return fit === 'total'
    ? exact(
        invoices.filter(({ invoiceID }) => !paid.byInvoice.has(invoiceID)),
        'Reference and total owing match.',
      )
    : exact([fit], `Reference and amount match ${fit.number}.`)
}

/**
 * Why a line must not be booked without a person, in a sentence; empty: it may.
 * @param today in business time
 * @param lockedThrough the books are closed up to this day (M16 of domain.md 11)
 */
export function bankDoubt(
  { day, perhapsKnown }: { readonly day: Day; readonly perhapsKnown: boolean },
  { today, lockedThrough }: { readonly today: Day; readonly lockedThrough: Day },
): string {
  if (perhapsKnown) return 'Perhaps imported before, from another file.'
  if (day <= lockedThrough) return 'The books are closed for this date.'
  return day > today ? 'This date is in the future.' : ''
}

/**
 * Matches a file's lines; the result is in their order. An invoice is matched exactly once. Payments are applied by
 * date, so the order of the lines has no influence. It stops after each line, so that a server may do other work.
 * @param doubts by the line's index: why a person has to decide it; empty: it may be booked
 */
export function* matchLines(lines: readonly Line[], index: BankIndex, doubts: readonly string[] = []): Steps<Match[]> {
  const paid = noPayments()
  const matches: Match[] = []
  const order = lines.map((_, at) => at).sort((a, b) => compare(lines[a]!, lines[b]!))
  for (const at of order) {
    const match = matchLine(lines[at]!, index, paid, doubts[at] ?? '')
    matches[at] = match
    if (match.kind === 'exact') pay(paid, match, lines[at]!)
    yield
  }
  return matches
}

/** Money in comes before money out, so that a dishonour finds its payment; then date and content decide. */
function compare(a: Line, b: Line): number {
  return (
    Number(a.amount <= 0) - Number(b.amount <= 0) ||
    order(a.day, b.day) ||
    a.amount - b.amount ||
    order(a.text, b.text) ||
    (a.balance ?? 0) - (b.balance ?? 0) ||
    order(a.fitid ?? '', b.fitid ?? '') ||
    a.line - b.line
  )
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
