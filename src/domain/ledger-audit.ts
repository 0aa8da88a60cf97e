import {
  type BilledStop,
  type BillingLine,
  correctionOf,
  givenBackOf,
  type LineKind,
  linesInForce,
  linesOfStop,
  schemeOfLines,
} from './billing.ts'
import { byKey } from './by-key.ts'
import type { Day } from './dates.ts'
import { isByProvider } from './money-words.ts'
import { adjustmentNumber, invoiceNumber, transactionRefId } from './invoicing.ts'
import {
  type Adjustment,
  type Allocation,
  brokenRule,
  creditOf,
  gstDifference,
  type LedgerInvoice,
  type LedgerTransaction,
  owingOf,
  sums,
} from './ledger.ts'
import { paidDayOf } from './paid-day.ts'
import { type Cents, gstOf, showMoney } from './money.ts'
import type { Outcome } from './words.ts'

/**
 * Recomputes one customer's ledger from its rows and compares it with everything that is stored of it (domain.md 7).
 * `npm run audit-ledger` does so for each customer.
 */

export interface AuditedInvoice extends LedgerInvoice {
  /** In the old program; null: issued here, or an opening balance. */
  readonly oldNumber: string | null
  readonly issueDate: Day
  readonly issuedAmount: Cents
  readonly issuedGst: Cents
  readonly gst: Cents
  readonly datePaid: Day | null
}

export interface AuditedAdjustment extends Omit<Adjustment, 'isSale'> {
  readonly number: number
  readonly createdAt: Date
}

export interface AuditedTransaction extends LedgerTransaction {
  readonly refNumber: number
}

export interface AuditedAllocation extends Allocation {
  readonly allocationID: string
  readonly day: Day
  readonly createdAt: Date
}

export interface AuditedLine extends Pick<BillingLine, 'price' | 'amount' | 'counts' | 'prepaid'> {
  readonly lineID: string
  readonly kind: LineKind
  readonly assignmentID: string | null
  readonly invoiceID: string | null
  readonly generation: number
  readonly replaces: string | null
}

/** A completed stop of a run that is billed here. */
export interface AuditedStop extends Omit<BilledStop, 'outcome'> {
  readonly assignmentID: string
  readonly outcome: Outcome | null
  /** The fee as it is stored with its run. */
  readonly attemptFee: Cents | null
}

/** What is stored of a customer. */
export interface AuditedLedger {
  readonly refId: string
  readonly invoices: readonly AuditedInvoice[]
  readonly adjustments: readonly AuditedAdjustment[]
  /** Oldest first. */
  readonly transactions: readonly AuditedTransaction[]
  readonly allocations: readonly AuditedAllocation[]
  readonly lines: readonly AuditedLine[]
  readonly stops: readonly AuditedStop[]
  readonly account: Sums
  /** Null: none was imported. */
  readonly openingBalance: Cents | null
}

/** The sums of the rows, and those of the account. */
export interface Sums {
  readonly credit: Cents
  readonly owing: Cents
  readonly totalSales: Cents
  readonly prepaidLeft: number
}

/** The first violation. */
export interface Difference {
  readonly refId: string | null
  /** The number of the invoice, adjustment or transaction; null: the whole ledger. */
  readonly number: string | null
  readonly rule: string
  readonly expected: string
  readonly found: string
}

type Found = Omit<Difference, 'refId'>

/** Null: every figure follows from the rows. */
export function auditLedger(ledger: AuditedLedger): Difference | null {
  const [first] = differences(ledger)
  return first ? { refId: ledger.refId, ...first } : null
}

export const differenceSentence = ({ refId, number, rule, expected, found }: Difference): string =>
  `${[refId === null ? null : `Customer ${refId}`, number].filter((part) => part !== null).join(', ')}: ${rule}: expected ${expected}, found ${found}`

function* differences(ledger: AuditedLedger): Generator<Found> {
  yield* strangers(ledger)
  const adjustmentsOf = byKey(ledger.adjustments, ({ invoiceID }) => invoiceID)
  const allocationsOf = byKey(ledger.allocations, ({ invoiceID }) => invoiceID)
  const linesOf = byKey(ledger.lines, ({ invoiceID }) => invoiceID)
  for (const invoice of ledger.invoices) {
    const adjusted = (adjustmentsOf.get(invoice.invoiceID) ?? []).toSorted((a, b) => a.number - b.number)
    yield* invoiceDifferences(invoice, adjusted)
    yield* lineDifferences(invoice, linesOf.get(invoice.invoiceID) ?? [])
    const expected = paidDayOf(invoice, adjusted, allocationsOf.get(invoice.invoiceID) ?? [])
    yield* compared(numberOf(invoice), 'the day it was paid', expected ?? 'unpaid', invoice.datePaid ?? 'unpaid')
  }
  yield* reversalDifferences(ledger.transactions)
  yield* broken(ledger)
  yield* stopDifferences(ledger)
  yield* openingDifferences(ledger)
  const is = sumsOf(ledger)
  yield* money(null, 'credit', is.credit, ledger.account.credit)
  yield* money(null, 'owing', is.owing, ledger.account.owing)
  yield* money(null, 'total sales', is.totalSales, ledger.account.totalSales)
  yield* compared(null, 'prepaid collections left', String(is.prepaidLeft), String(ledger.account.prepaidLeft))
}

export function sumsOf({ transactions, invoices, lines }: AuditedLedger): Sums {
  const total = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    credit: total(transactions, creditOf),
    owing: total(invoices, owingOf),
    totalSales: total(invoices, ({ kind, amount }) => (kind === 'invoice' ? amount : 0)),
    prepaidLeft: total(lines, ({ prepaid }) => prepaid),
  }
}

const numberOf = ({ kind, number }: Pick<LedgerInvoice, 'kind' | 'number'>) => invoiceNumber(kind, number)

function* compared(number: string | null, rule: string, expected: string, found: string): Generator<Found> {
  if (expected !== found) yield { number, rule, expected, found }
}

const money = (number: string | null, rule: string, expected: Cents, found: Cents) =>
  compared(number, rule, showMoney(expected), showMoney(found))

/** Rows that name an invoice or a transaction of another customer. */
function* strangers({ invoices, transactions, allocations, adjustments, lines }: AuditedLedger): Generator<Found> {
  const own = new Set([
    ...invoices.map(({ invoiceID }) => invoiceID),
    ...transactions.map(({ transactionID }) => transactionID),
  ])
  const numbers = new Map(transactions.map(({ transactionID, refNumber }) => [transactionID, refNumber]))
  const check = (number: string | null, rule: string, ...ids: (string | null)[]) =>
    compared(
      number,
      rule,
      'one of this customer',
      ids.every((id) => id === null || own.has(id)) ? 'one of this customer' : 'another’s',
    )
  for (const { transactionID, invoiceID } of allocations) {
    const refNumber = numbers.get(transactionID)
    const number = refNumber === undefined ? null : transactionRefId(refNumber)
    yield* check(number, 'the transaction and the invoice of an allocation', transactionID, invoiceID)
  }
  for (const { number, invoiceID } of adjustments) yield* check(adjustmentNumber(number), 'its invoice', invoiceID)
  for (const { invoiceID } of lines) yield* check(null, 'the invoice of a billing line', invoiceID)
  for (const { refNumber, reverses, linkedTo } of transactions)
    yield* check(transactionRefId(refNumber), 'the transaction it belongs to', reverses, linkedTo)
}

/** Amount and GST: at issue, after each adjustment, and now (M1). */
function* invoiceDifferences(invoice: AuditedInvoice, adjusted: readonly AuditedAdjustment[]): Generator<Found> {
  const number = numberOf(invoice)
  const { issuedAmount, issuedGst, gstRegistered } = invoice
  yield* money(number, 'GST of issue', gstRegistered ? gstOf(issuedAmount) : 0, issuedGst)
  let amount = issuedAmount
  let gst = issuedGst
  for (const each of adjusted) {
    const due = gstDifference(invoice, amount, amount + each.difference)
    yield* money(adjustmentNumber(each.number), `GST of the adjustment of ${number}`, due, each.gstDifference)
    amount += each.difference
    gst += each.gstDifference
  }
  yield* money(number, 'issued amount + adjustments', amount, invoice.amount)
  yield* money(number, 'issued GST + adjustments', gst, invoice.gst)
}

/**
 * The lines of the issue add up to the amount. Those of a later correction are attached to the invoice too; the time in
 * their IDs tells them apart.
 */
function* lineDifferences({ kind, number, invoiceID, issuedAmount }: AuditedInvoice, lines: readonly AuditedLine[]) {
  const issuedWith = lines.filter(({ lineID }) => timeIn(lineID) <= timeIn(invoiceID))
  const sum = issuedWith.reduce((all, { amount }) => all + amount, 0)
  yield* money(invoiceNumber(kind, number), 'the sum of its lines', kind === 'invoice' ? issuedAmount : 0, sum)
}

/** The milliseconds at the beginning of a UUIDv7, as hex digits. */
const timeIn = (id: string) => id.slice(0, 13)

function* broken({ account, invoices, transactions, allocations }: AuditedLedger): Generator<Found> {
  const rule = brokenRule({ credit: account.credit, invoices, transactions, allocations })
  if (!rule) return
  const invoice = invoices.find(({ invoiceID }) => invoiceID === rule.id)
  const row = transactions.find(({ transactionID }) => transactionID === rule.id)
  yield* money(
    invoice ? numberOf(invoice) : row ? transactionRefId(row.refNumber) : null,
    rule.rule,
    rule.expected,
    rule.found,
  )
}

/** A row is reversed once, by a row of its type, of at most its amount; a reversal never (M8). */
function* reversalDifferences(transactions: readonly AuditedTransaction[]): Generator<Found> {
  const byID = new Map(transactions.map((row) => [row.transactionID, row]))
  const reversed = new Set<string>()
  for (const row of transactions) {
    const before = row.reverses === null ? undefined : byID.get(row.reverses)
    if (!before) continue
    const number = transactionRefId(before.refNumber)
    yield* compared(number, 'how often it is reversed', '1', reversed.has(before.transactionID) ? '2' : '1')
    reversed.add(before.transactionID)
    yield* compared(number, 'reversals of this reversal', '0', before.reverses === null ? '0' : '1')
    yield* compared(number, 'the type of its reversal', before.type, row.type)
    const back = before.purpose === 'write_off' ? Math.min(before.amount, Math.max(0, -row.amount)) : before.amount
    yield* money(number, 'the amount of its reversal', -back, row.amount)
  }
}

/** A stop is billed once, whatever was waived: its current lines are its charge (M2 to M4). */
function* stopDifferences({ lines, stops, invoices }: AuditedLedger): Generator<Found> {
  const invoiceByID = new Map(invoices.map((invoice) => [invoice.invoiceID, invoice]))
  const byStop = byKey(lines, ({ assignmentID }) => assignmentID)
  for (const stop of stops) {
    const all = byStop.get(stop.assignmentID) ?? []
    const invoice = all.map(({ invoiceID }) => invoiceByID.get(invoiceID ?? '')).find((each) => each !== undefined)
    const number = invoice ? numberOf(invoice) : null
    const made = all.filter(({ kind }) => kind !== 'correction').map(({ kind, generation }) => `${kind} ${generation}`)
    yield* compared(number, 'lines of one stop, each once', String(new Set(made).size), String(made.length))
    const own = linesInForce(all)
    for (const { invoiceID, lineID } of all) {
      if (!all.some(({ replaces }) => replaces === lineID)) continue
      const waived = invoiceByID.get(invoiceID ?? '')
      yield* money(waived ? numberOf(waived) : null, 'an invoice whose lines were billed again', 0, waived?.amount ?? 0)
    }
    const { outcome } = stop
    const charged =
      outcome === null ? [] : linesOfStop({ ...stop, outcome }, schemeOfLines(own, 'POSTPAID'), stop.attemptFee)
    const missing = correctionOf(own, charged, true)
    const sum = own.reduce((total, { amount }) => total + amount, 0)
    if (!missing) continue
    yield* money(number, 'the lines of a stop are its charge', sum + missing.amount, sum)
    yield* compared(number, 'prepaid collections of a stop', String(missing.prepaid), '0')
  }
}

/**
 * What was imported is in the ledger once: the balance as credit or as an opening debt, each old invoice under its
 * number (M15). What was paid before for unused collections is opening credit too (M24).
 */
function* openingDifferences({ openingBalance, invoices, transactions, lines }: AuditedLedger): Generator<Found> {
  const credit = transactions
    .filter(({ purpose, reverses }) => purpose === 'opening' && reverses === null)
    .reduce((all, { amount }) => all + amount, 0)
  const debt = invoices
    .filter(({ kind, oldNumber }) => kind === 'opening' && oldNumber === null)
    .reduce((all, { issuedAmount }) => all + issuedAmount, 0)
  yield* money(null, 'opening balance', (openingBalance ?? 0) + givenBackOf(lines), credit - debt)
  const seen = new Set<string>()
  for (const invoice of invoices) {
    const { oldNumber } = invoice
    if (oldNumber === null) continue
    const times = seen.has(oldNumber) ? '2' : '1'
    yield* compared(numberOf(invoice), `how often the old invoice ${oldNumber} is here`, '1', times)
    seen.add(oldNumber)
  }
}

export interface Totals extends Sums {
  readonly customers: number
  readonly invoices: number
  readonly adjustments: number
  readonly transactions: number
  readonly allocations: number
  readonly lines: number
  /** GST of the sales, after adjustments. */
  readonly gst: Cents
  /** Payments, less those reversed. */
  readonly received: Cents
  readonly refunded: Cents
  /** The part received by card, less refunds to cards. */
  readonly byCard: Cents
  readonly writtenOff: Cents
  readonly unbilled: Cents
  /** Payments to drivers, less those reversed. */
  readonly driverPays: number
  readonly paidToDrivers: Cents
}

export const NO_TOTALS: Totals = {
  customers: 0,
  invoices: 0,
  adjustments: 0,
  transactions: 0,
  allocations: 0,
  lines: 0,
  credit: 0,
  owing: 0,
  totalSales: 0,
  prepaidLeft: 0,
  gst: 0,
  received: 0,
  refunded: 0,
  byCard: 0,
  writtenOff: 0,
  unbilled: 0,
  driverPays: 0,
  paidToDrivers: 0,
}

export function addPay(totals: Totals, { amount, reversal }: { amount: Cents; reversal: unknown }): Totals {
  if (reversal !== null) return totals
  return { ...totals, driverPays: totals.driverPays + 1, paidToDrivers: totals.paidToDrivers + amount }
}

export function addTotals(totals: Totals, ledger: AuditedLedger): Totals {
  const is = sumsOf(ledger)
  const byPurpose = sums(
    ledger.transactions.filter(({ type, purpose }) => purpose !== 'write_off' || type === 'CUSTOMER_CREDIT_DEPOSIT'),
    'purpose',
    ({ amount }) => amount,
  )
  const byCard = ledger.transactions.reduce(
    (sum, { paymentType, type, amount }) =>
      sum + (!isByProvider(paymentType) ? 0 : type === 'CUSTOMER_INBOUND' ? amount : -amount),
    0,
  )
  return {
    ...totals,
    customers: totals.customers + 1,
    invoices: totals.invoices + ledger.invoices.length,
    adjustments: totals.adjustments + ledger.adjustments.length,
    transactions: totals.transactions + ledger.transactions.length,
    allocations: totals.allocations + ledger.allocations.length,
    lines: totals.lines + ledger.lines.length,
    credit: totals.credit + is.credit,
    owing: totals.owing + is.owing,
    totalSales: totals.totalSales + is.totalSales,
    prepaidLeft: totals.prepaidLeft + is.prepaidLeft,
    gst: totals.gst + ledger.invoices.reduce((all, { gst }) => all + gst, 0),
    received: totals.received + (byPurpose.get('payment') ?? 0),
    refunded: totals.refunded + (byPurpose.get('refund') ?? 0),
    byCard: totals.byCard + byCard,
    writtenOff: totals.writtenOff + (byPurpose.get('write_off') ?? 0),
    unbilled:
      totals.unbilled + ledger.lines.reduce((all, { invoiceID, amount }) => all + (invoiceID === null ? amount : 0), 0),
  }
}
