import type { Day } from './dates.ts'
import { type Cents, gstOf } from './money.ts'
import type { INVOICE_KINDS, PaymentType, TransactionType } from './money-words.ts'

/**
 * One customer's ledger (domain.md 7): its rows, their sums, and what must always be true. What an act adds is in
 * ledger-acts.ts and ledger-reversals.ts. All amounts are cents; rows are only ever added.
 */

/** Why a transaction is in the ledger. */
export const PURPOSES = [
  /** Money received. */
  'payment',
  /** The part of a payment that no invoice took, as a deposit linked to it. */
  'excess',
  /** What an adjustment or a refund took off an invoice, as a deposit linked to the original payment. */
  'released',
  'goodwill',
  'opening',
  'write_off',
  /** Credit used for an invoice. */
  'apply',
  /** Used credit that was given back: a negative deduction. */
  'release',
  /** Money paid back. */
  'refund',
  /** The deposit that a debit note makes good: credit that was spent before its payment was reversed. */
  'debit',
  /** Money paid to a driver. */
  'pay',
] as const
export type Purpose = (typeof PURPOSES)[number]

export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export interface LedgerInvoice {
  readonly invoiceID: string
  readonly kind: InvoiceKind
  /** Within its kind. */
  readonly number: number
  readonly dueDate: Day
  /** After adjustments. */
  readonly amount: Cents
  readonly allocated: Cents
  /** Whether the firm was registered for GST at issue; adjustments keep that (M1). */
  readonly gstRegistered: boolean
}

export interface LedgerTransaction {
  readonly transactionID: string
  readonly type: TransactionType
  readonly purpose: Purpose
  /** Negative in a row that reverses another. */
  readonly amount: Cents
  /** What a cash payment settles in addition to its amount, -2 to 2 (M12). */
  readonly rounding: Cents
  readonly paymentType: PaymentType | null
  readonly datePaid: Day
  readonly notes: string | null
  readonly reverses: string | null
  /** The transaction that this one is a part or a consequence of. */
  readonly linkedTo: string | null
}

export interface Allocation {
  readonly transactionID: string
  readonly invoiceID: string
  /** Negative where it takes back what was allocated. */
  readonly amount: Cents
}

export interface Adjustment {
  readonly adjustmentID: string
  readonly invoiceID: string
  readonly day: Day
  readonly reason: string
  /** New amount - old amount. */
  readonly difference: Cents
  readonly gstDifference: Cents
  /** Whether it changes the total sales, as it does not for an opening debt or a debit note. */
  readonly isSale: boolean
}

/** A debt that a reversal leaves; it becomes an invoice of kind `debit` (M8). */
export interface DebitNote {
  readonly invoiceID: string
  readonly day: Day
  readonly amount: Cents
  readonly description: string
}

/** Rows that one act adds to one ledger, in order. */
export interface Entries {
  readonly transactions: readonly LedgerTransaction[]
  readonly allocations: readonly Allocation[]
  readonly adjustments: readonly Adjustment[]
  readonly debits: readonly DebitNote[]
}

/**
 * What the acts need of a customer's ledger. Only acts that take something back read `transactions` and `allocations`;
 * for issuing and paying they may be empty.
 */
export interface Account {
  readonly credit: Cents
  readonly invoices: readonly LedgerInvoice[]
  /** Oldest first. */
  readonly transactions: readonly LedgerTransaction[]
  readonly allocations: readonly Allocation[]
}

export const NO_ENTRIES: Entries = { transactions: [], allocations: [], adjustments: [], debits: [] }
export const EMPTY_ACCOUNT: Account = { credit: 0, invoices: [], transactions: [], allocations: [] }

export const owingOf = (invoice: Pick<LedgerInvoice, 'amount' | 'allocated'>): Cents =>
  invoice.amount - invoice.allocated

export const totalOwing = (account: Pick<Account, 'invoices'>): Cents =>
  account.invoices.reduce((all, invoice) => all + owingOf(invoice), 0)

/** Negative: the customer owes. */
export const balanceOf = (account: Pick<Account, 'credit' | 'invoices'>): Cents => account.credit - totalOwing(account)

export function creditOf({ type, amount }: Pick<LedgerTransaction, 'type' | 'amount'>): Cents {
  if (type === 'CUSTOMER_CREDIT_DEPOSIT') return amount
  return type === 'CUSTOMER_CREDIT_DEDUCT' ? -amount : 0
}

/**
 * The first day on which a refund of this amount may be dated: from then on the credit, by the days of its rows, is
 * never below the amount. Null where the account has less credit than that.
 */
export function creditSince({ transactions }: Pick<Account, 'transactions'>, amount: Cents): Day | null {
  const days = transactions.toSorted((a, b) => (a.datePaid < b.datePaid ? -1 : a.datePaid > b.datePaid ? 1 : 0))
  let credit = 0
  let since: Day | null = null
  for (const [at, row] of days.entries()) {
    credit += creditOf(row)
    if (days[at + 1]?.datePaid === row.datePaid) continue
    since = credit < amount ? null : (since ?? row.datePaid)
  }
  return since
}

/** The change of GST by an adjustment: that of the new amount less that of the old (M1). */
export function gstDifference(invoice: Pick<LedgerInvoice, 'gstRegistered'>, before: Cents, after: Cents): Cents {
  return invoice.gstRegistered ? gstOf(after) - gstOf(before) : 0
}

export function post(account: Account, entries: Entries): Account {
  const allocated = sums(entries.allocations, 'invoiceID', ({ amount }) => amount)
  const adjusted = sums(entries.adjustments, 'invoiceID', ({ difference }) => difference)
  const debits = entries.debits.map(({ invoiceID, day, amount }, at) => ({
    invoiceID,
    kind: 'debit' as const,
    number: account.invoices.filter(({ kind }) => kind === 'debit').length + at + 1,
    dueDate: day,
    amount,
    allocated: 0,
    gstRegistered: false,
  }))
  return {
    credit: account.credit + entries.transactions.reduce((all, transaction) => all + creditOf(transaction), 0),
    invoices: [...account.invoices, ...debits].map((invoice) => ({
      ...invoice,
      amount: invoice.amount + (adjusted.get(invoice.invoiceID) ?? 0),
      allocated: invoice.allocated + (allocated.get(invoice.invoiceID) ?? 0),
    })),
    transactions: [...account.transactions, ...entries.transactions],
    allocations: [...account.allocations, ...entries.allocations],
  }
}

export const withInvoice = (account: Account, invoice: LedgerInvoice): Account => ({
  ...account,
  invoices: [...account.invoices, invoice],
})

export function joined(...parts: readonly Entries[]): Entries {
  return {
    transactions: parts.flatMap(({ transactions }) => transactions),
    allocations: parts.flatMap(({ allocations }) => allocations),
    adjustments: parts.flatMap(({ adjustments }) => adjustments),
    debits: parts.flatMap(({ debits }) => debits),
  }
}

/**
 * What each adjustment of an act takes back of a write-off, in the order of the adjustments. That was no money of the
 * customer's, so the balance changes by the rest of the difference only.
 */
export function writtenOffTakenBack({ adjustments, transactions, allocations }: Entries): Cents[] {
  const invoiceOf = new Map(allocations.map(({ transactionID, invoiceID }) => [transactionID, invoiceID]))
  const back = new Map<string | undefined, Cents>()
  for (const [at, { purpose, amount }] of transactions.entries()) {
    if (purpose !== 'write_off' || amount >= 0) continue
    // It follows the row that takes the use of the write-off back from the invoice.
    const invoiceID = invoiceOf.get(transactions[at - 1]?.transactionID ?? '')
    back.set(invoiceID, (back.get(invoiceID) ?? 0) - amount)
  }
  return adjustments.map(({ invoiceID }) => {
    const taken = back.get(invoiceID) ?? 0
    back.delete(invoiceID)
    return taken
  })
}

/** A rule that a ledger breaks, with the two sums that differ. */
export interface BrokenRule {
  /** The invoice or the transaction; null: the whole account. */
  readonly id: string | null
  readonly rule: string
  readonly expected: Cents
  readonly found: Cents
}

/** The first rule of domain.md 7 ("Always true") that the account breaks; null: none. Needs all its rows. */
export function brokenRule(account: Account): BrokenRule | null {
  for (const rule of rulesOf(account)) if (rule.expected !== rule.found) return rule
  return null
}

function* rulesOf({ credit, invoices, transactions, allocations }: Account): Generator<BrokenRule> {
  const sumOfCredit = transactions.reduce((all, transaction) => all + creditOf(transaction), 0)
  yield { id: null, rule: 'credit is deposits - deductions', expected: sumOfCredit, found: credit }
  yield { id: null, rule: 'credit is never below 0', expected: Math.max(0, credit), found: credit }
  const toInvoices = sums(allocations, 'invoiceID', ({ amount }) => amount)
  for (const { invoiceID: id, amount, allocated } of invoices) {
    yield { id, rule: 'what is allocated to it', expected: toInvoices.get(id) ?? 0, found: allocated }
    const expected = Math.min(Math.max(0, allocated), amount)
    yield { id, rule: 'allocated is from 0 to its amount', expected, found: allocated }
  }
  const byTransaction = sums(allocations, 'transactionID', ({ amount }) => amount)
  const deposited = sums(
    transactions.filter(({ type, linkedTo }) => type === 'CUSTOMER_CREDIT_DEPOSIT' && linkedTo !== null),
    'linkedTo',
    ({ amount }) => amount,
  )
  for (const { transactionID: id, type, purpose, amount, rounding } of transactions) {
    const found = byTransaction.get(id) ?? 0
    if (type === 'CUSTOMER_INBOUND') {
      const rule = 'a payment + rounding is its allocations + deposits'
      yield { id, rule, expected: amount + rounding, found: found + (deposited.get(id) ?? 0) }
    } else if (type === 'CUSTOMER_CREDIT_DEPOSIT')
      yield { id, rule: 'a deposit is allocated to no invoice', expected: 0, found }
    else if (type === 'CUSTOMER_CREDIT_DEDUCT' && purpose === 'refund')
      yield { id, rule: 'a refund is allocated to no invoice', expected: 0, found }
    else if (type === 'CUSTOMER_CREDIT_DEDUCT')
      yield { id, rule: 'a deduction is its allocations', expected: amount, found }
  }
}

export function sums<Row, Field extends keyof Row>(
  rows: readonly Row[],
  field: Field,
  of: (row: Row) => Cents,
): Map<Row[Field], Cents> {
  const found = new Map<Row[Field], Cents>()
  for (const row of rows) found.set(row[field], (found.get(row[field]) ?? 0) + of(row))
  return found
}
