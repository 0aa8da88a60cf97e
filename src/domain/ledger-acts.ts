import { byKey } from './by-key.ts'
import { type Day, latestDay } from './dates.ts'
import {
  type Account,
  type Allocation,
  creditSince,
  type Entries,
  gstDifference,
  joined,
  type LedgerInvoice,
  type LedgerTransaction,
  NO_ENTRIES,
  owingOf,
  post,
  type Purpose,
  sums,
} from './ledger.ts'
import type { Cents } from './money.ts'
import type { RefusalCode } from './refusals.ts'
import type { PaymentType } from './money-words.ts'

/**
 * What each act adds to a customer's ledger (domain.md 7 and 11). Pure functions take the account before and return the
 * rows to add; the caller stores them in one transaction.
 */

export interface ActContext {
  readonly newID: () => string
  /** The setting `credit.autoApply`: new credit pays open invoices at once (M11). */
  readonly autoApply: boolean
  /** The effective date of the rows. */
  readonly day: Day
}

/** Refused by a rule of the ledger, which the code names. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

export interface Payment {
  readonly transactionID: string
  readonly amount: Cents
  readonly paymentType: PaymentType
  readonly notes: string | null
  /** Null: oldest due date first (M11). */
  readonly invoiceID: string | null
  /** With `invoiceID` null: only these, oldest due date first. */
  readonly invoiceIDs?: readonly string[]
}

/** Maximum rounding of a cash payment, in cents (M12). */
export const ROUNDING_MAX = 2

/** Money in is allocated to invoices, and the rest becomes credit. */
export function pay(account: Account, payment: Payment, context: ActContext): Entries {
  const open =
    payment.invoiceID === null
      ? openInvoices(account).filter(({ invoiceID }) => payment.invoiceIDs?.includes(invoiceID) ?? true)
      : [invoiceIn(account, payment.invoiceID)].filter(isOpen)
  const rounding = payment.paymentType === 'CASH' ? roundingOf(payment.amount, open) : 0
  const { allocations, rest } = spread(payment.transactionID, payment.amount + rounding, open)
  const inbound = transaction(context, payment.transactionID, 'CUSTOMER_INBOUND', 'payment', payment.amount, {
    rounding,
    paymentType: payment.paymentType,
    notes: payment.notes,
  })
  const excess = rest === 0 ? [] : [deposit(context, 'excess', rest, { linkedTo: payment.transactionID })]
  return thenApply(account, { ...NO_ENTRIES, transactions: [inbound, ...excess], allocations }, context)
}

/** The cents by which cash differs from the sum it settles: one invoice, or the oldest ones together. */
function roundingOf(amount: Cents, open: readonly LedgerInvoice[]): Cents {
  let sum = 0
  for (const invoice of open) {
    sum += owingOf(invoice)
    if (Math.abs(sum - amount) <= ROUNDING_MAX) return sum - amount
  }
  return 0
}

/**
 * Pays open invoices from credit, oldest due date first; at most `limit` of it. An act of an earlier day uses the credit
 * on the day from which there is so much of it, because the GST of a sale counts in the period of its money.
 */
export function applyCredit(
  account: Account,
  context: ActContext,
  { invoiceID = null, limit = account.credit }: { invoiceID?: string | null; limit?: Cents } = {},
): Entries {
  const open = invoiceID === null ? openInvoices(account) : [invoiceIn(account, invoiceID)].filter(isOpen)
  const transactions: LedgerTransaction[] = []
  const allocations: Allocation[] = []
  let left = Math.min(limit, account.credit)
  const used = open.reduce((all, invoice) => Math.min(left, all + owingOf(invoice)), 0)
  const day = latestDay(context.day, creditSince(account, used) ?? context.day)
  for (const invoice of open) {
    const amount = Math.min(left, owingOf(invoice))
    if (amount === 0) break
    const transactionID = context.newID()
    transactions.push(transaction({ ...context, day }, transactionID, 'CUSTOMER_CREDIT_DEDUCT', 'apply', amount))
    allocations.push({ transactionID, invoiceID: invoice.invoiceID, amount })
    left -= amount
  }
  return { ...NO_ENTRIES, transactions, allocations }
}

/** Credit without a payment: goodwill, or what a customer brought from the old system (M10, M15). */
export function giveCredit(
  account: Account,
  { amount, purpose, notes, transactionID }: CreditGiven,
  context: ActContext,
): Entries {
  const given = { ...deposit(context, purpose, amount, { notes }), transactionID }
  return thenApply(account, { ...NO_ENTRIES, transactions: [given] }, context)
}

export interface CreditGiven {
  readonly transactionID: string
  readonly amount: Cents
  readonly purpose: 'goodwill' | 'opening'
  readonly notes: string | null
}

/** Money paid back, at most the credit (M9). */
export function refund(
  account: Account,
  { transactionID, amount, paymentType, notes }: Omit<Payment, 'invoiceID' | 'invoiceIDs'>,
  context: ActContext,
): Entries {
  if (amount > account.credit) throw new LedgerRefusal('credit_short')
  const paid = transaction(context, transactionID, 'CUSTOMER_CREDIT_DEDUCT', 'refund', amount, { paymentType, notes })
  return { ...NO_ENTRIES, transactions: [paid] }
}

/** Writes off a bad debt: the invoice and its GST stay, and a deposit that is no money pays it (M10). */
export function writeOff(
  account: Account,
  {
    invoiceID,
    amount,
    notes,
    transactionID,
  }: { invoiceID: string; amount: Cents; notes: string; transactionID: string },
  context: ActContext,
): Entries {
  const invoice = invoiceIn(account, invoiceID)
  if (amount > owingOf(invoice)) throw new LedgerRefusal('more_than_owing')
  const given = { ...deposit(context, 'write_off', amount, { notes }), transactionID }
  const deducted = transaction(context, context.newID(), 'CUSTOMER_CREDIT_DEDUCT', 'write_off', amount, {
    linkedTo: transactionID,
  })
  return {
    ...NO_ENTRIES,
    transactions: [given, deducted],
    allocations: [{ transactionID: deducted.transactionID, invoiceID, amount }],
  }
}

/**
 * Adds an adjustment row. What was allocated above the new amount becomes credit again, the newest allocations first
 * (M1, M2), and that credit pays the other open invoices.
 */
export function adjust(
  account: Account,
  {
    invoiceID,
    amount,
    reason,
    adjustmentID,
  }: { invoiceID: string; amount: Cents; reason: string; adjustmentID: string },
  context: ActContext,
): Entries {
  const invoice = invoiceIn(account, invoiceID)
  const adjustment = {
    adjustmentID,
    invoiceID,
    day: context.day,
    reason,
    difference: amount - invoice.amount,
    gstDifference: gstDifference(invoice, invoice.amount, amount),
    isSale: invoice.kind === 'invoice',
  }
  const over = Math.max(0, invoice.allocated - amount)
  const released = over === 0 ? NO_ENTRIES : releaseFrom(account, over, context, { invoiceID })
  const entries = joined({ ...NO_ENTRIES, adjustments: [adjustment] }, released)
  return over === 0 && amount <= invoice.amount ? entries : thenApply(account, entries, context)
}

/** Applies credit, then the payment, oldest due date first (domain.md 7). */
export function settle(
  account: Account,
  payment: Omit<Payment, 'invoiceID' | 'invoiceIDs'> | null,
  context: ActContext,
): Entries {
  const applied = applyCredit(account, context)
  if (payment === null) return applied
  return joined(applied, pay(post(account, applied), { ...payment, invoiceID: null }, context))
}

/**
 * Takes `amount` of allocations back, the newest first, and makes credit of it: applied credit is given back, and a
 * part of a payment becomes a linked deposit. A write-off is no money and stays, unless the invoice itself shrinks.
 * @param of only allocations to this invoice, or of this transaction, or of transactions of this purpose
 */
export function releaseFrom(
  account: Account,
  amount: Cents,
  context: ActContext,
  of: { invoiceID?: string; transactionID?: string; purpose?: Purpose },
): Entries {
  const rows: Allocation[] = []
  const transactions: LedgerTransaction[] = []
  let left = amount
  const netted = [...byKey(account.allocations, ({ transactionID, invoiceID }) => `${transactionID} ${invoiceID}`)]
    .map(([, same]) => ({ ...same[0]!, amount: same.reduce((all, row) => all + row.amount, 0) }))
    .reverse()
  const releasedOf = sums(
    account.transactions.filter(({ purpose }) => purpose === 'release'),
    'linkedTo',
    (row) => row.amount,
  )
  for (const allocation of netted) {
    const source = account.transactions.find(({ transactionID }) => transactionID === allocation.transactionID)
    if (left === 0) break
    if (!source || source.purpose === 'release' || isReversed(account, source)) continue
    if (of.invoiceID !== undefined && allocation.invoiceID !== of.invoiceID) continue
    if (of.transactionID !== undefined && allocation.transactionID !== of.transactionID) continue
    if (of.purpose !== undefined && source.purpose !== of.purpose) continue
    const standing = allocation.amount + (releasedOf.get(source.transactionID) ?? 0)
    const taken = Math.min(left, standing)
    if (taken <= 0) continue
    left -= taken
    if (source.type === 'CUSTOMER_INBOUND') {
      rows.push({ ...allocation, amount: -taken })
      transactions.push(deposit(context, 'released', taken, { linkedTo: source.transactionID }))
    } else {
      // Money of an earlier day counts on that day, but takes back nothing that wasn't written off yet.
      const isEarlier = source.purpose === 'write_off' && context.day < source.datePaid
      const at = isEarlier ? { ...context, day: source.datePaid } : context
      const release = takenBack(at, source, taken)
      rows.push({ transactionID: release.transactionID, invoiceID: allocation.invoiceID, amount: -taken })
      transactions.push(release)
      // A write-off was no money, so what it paid does not become credit.
      if (source.purpose === 'write_off')
        transactions.push(deposit(at, 'write_off', -taken, { linkedTo: source.linkedTo }))
    }
  }
  if (left > 0) throw new LedgerRefusal('more_than_allocated')
  return { ...NO_ENTRIES, transactions, allocations: rows }
}

export function isReversed(account: Account, { transactionID }: LedgerTransaction): boolean {
  return account.transactions.some(({ reverses }) => reverses === transactionID)
}

/** Whether the provider took some of it back: by a refund, or by a dispute that was opened or lost. */
export const isRefunded = (account: Account, { transactionID }: LedgerTransaction): boolean =>
  account.transactions.some(({ purpose, linkedTo }) => purpose === 'refund' && linkedTo === transactionID)

/** A negative deduction: credit that was used is free again. */
export function takenBack(context: ActContext, source: LedgerTransaction, amount: Cents): LedgerTransaction {
  return transaction(context, context.newID(), 'CUSTOMER_CREDIT_DEDUCT', 'release', -amount, {
    linkedTo: source.transactionID,
  })
}

/** With `credit.autoApply`, credit that the entries leave pays open invoices in the same act (M11). */
export function thenApply(account: Account, entries: Entries, context: ActContext): Entries {
  return context.autoApply ? joined(entries, applyCredit(post(account, entries), context)) : entries
}

/** The order in which invoices are paid: oldest due date first, then by number. */
export const inOrderOfPayment = (
  a: Pick<LedgerInvoice, 'dueDate' | 'number'>,
  b: Pick<LedgerInvoice, 'dueDate' | 'number'>,
): number => (a.dueDate === b.dueDate ? a.number - b.number : a.dueDate < b.dueDate ? -1 : 1)

export const openInvoices = (account: Account): LedgerInvoice[] =>
  account.invoices.filter(isOpen).toSorted(inOrderOfPayment)

const isOpen = (invoice: LedgerInvoice): boolean => owingOf(invoice) > 0

export function invoiceIn(account: Account, invoiceID: string): LedgerInvoice {
  const found = account.invoices.find((invoice) => invoice.invoiceID === invoiceID)
  if (!found) throw new LedgerRefusal('not_found')
  return found
}

function spread(
  transactionID: string,
  amount: Cents,
  open: readonly LedgerInvoice[],
): { allocations: Allocation[]; rest: Cents } {
  let rest = amount
  const allocations: Allocation[] = []
  for (const invoice of open) {
    const part = Math.min(rest, owingOf(invoice))
    if (part <= 0) break
    allocations.push({ transactionID, invoiceID: invoice.invoiceID, amount: part })
    rest -= part
  }
  return { allocations, rest }
}

type Details = Partial<Pick<LedgerTransaction, 'rounding' | 'paymentType' | 'notes' | 'reverses' | 'linkedTo'>>

export function transaction(
  { day }: ActContext,
  transactionID: string,
  type: LedgerTransaction['type'],
  purpose: Purpose,
  amount: Cents,
  details: Details = {},
): LedgerTransaction {
  return {
    transactionID,
    type,
    purpose,
    amount,
    rounding: 0,
    paymentType: null,
    datePaid: day,
    notes: null,
    reverses: null,
    linkedTo: null,
    ...details,
  }
}

export function deposit(
  context: ActContext,
  purpose: Purpose,
  amount: Cents,
  details: Details = {},
): LedgerTransaction {
  return transaction(context, context.newID(), 'CUSTOMER_CREDIT_DEPOSIT', purpose, amount, details)
}
