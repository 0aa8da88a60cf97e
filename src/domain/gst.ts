import { byKey } from './by-key.ts'
import type { Day } from './dates.ts'
import type { InvoiceKind, Purpose } from './ledger.ts'
import { type Cents, gstOf, roundHalfAway } from './money.ts'
import type { TransactionType } from './money-words.ts'

/**
 * The rows of the GST report (domain.md 11, M17), from the rows of a ledger: G1 is sales including GST, 1A the GST of
 * it. The sum of rows over any days is that period's figure.
 */

export interface GstInvoice {
  readonly invoiceID: string
  readonly kind: InvoiceKind
  readonly issueDate: Day
  readonly issuedAmount: Cents
  readonly issuedGst: Cents
  /** Whether the firm was registered at issue; what it sold before is in no report. */
  readonly gstRegistered: boolean
}

export interface GstAdjustment {
  readonly adjustmentID: string
  readonly invoiceID: string
  readonly day: Day
  readonly difference: Cents
  readonly gstDifference: Cents
  readonly createdAt: Date
}

export interface GstTransaction {
  readonly transactionID: string
  /** Rises with each row. */
  readonly refNumber: number
  readonly type: TransactionType
  readonly purpose: Purpose
  readonly amount: Cents
  readonly reverses: string | null
  readonly linkedTo: string | null
  readonly createdAt: Date
}

export interface GstAllocation {
  readonly transactionID: string
  readonly invoiceID: string
  readonly amount: Cents
  readonly day: Day
}

export interface GstAccount {
  readonly invoices: readonly GstInvoice[]
  readonly adjustments: readonly GstAdjustment[]
  readonly transactions: readonly GstTransaction[]
  readonly allocations: readonly GstAllocation[]
}

export interface GstRow {
  readonly day: Day
  readonly invoiceID: string
  /** What made the row; null: the invoice itself. */
  readonly transactionID: string | null
  readonly adjustmentID: string | null
  /** Including GST. */
  readonly amount: Cents
  readonly gst: Cents
}

export interface GstRows {
  /** Rows of G1 and 1A. */
  readonly sales: readonly GstRow[]
  /** ACCRUAL: what was written off, and the GST in it, which is claimed in 1B (GST Act s 21-5). */
  readonly badDebts: readonly GstRow[]
}

/**
 * The rows by the accrual basis: invoices count by issue date, adjustments by theirs. Debts from the old program were
 * reported there. The GST of a recovered debt is added to 1A and its amount to nothing, because G1 has counted the sale
 * (GST Act s 21-10).
 */
export function accrualRows({ invoices, adjustments, ...account }: GstAccount): GstRows {
  const counted = new Map(
    invoices
      .filter(({ kind, gstRegistered }) => kind === 'invoice' && gstRegistered)
      .map((invoice) => [invoice.invoiceID, invoice]),
  )
  const issued = [...counted.values()].map(({ invoiceID, issueDate, issuedAmount, issuedGst }) =>
    row({ day: issueDate, invoiceID, amount: issuedAmount, gst: issuedGst }),
  )
  const adjusted = adjustments
    .filter(({ invoiceID }) => counted.has(invoiceID))
    .map(({ day, invoiceID, adjustmentID, difference, gstDifference }) =>
      row({ day, invoiceID, adjustmentID, amount: difference, gst: gstDifference }),
    )
  const writtenOff = follow(
    { invoices, adjustments, ...account },
    ({ kind, gstRegistered }) => kind === 'invoice' && gstRegistered,
    (share) => share.writtenOff,
  )
  const recovered = recoveries(account)
  const isRecovery = ({ amount, invoiceID, transactionID }: GstRow) =>
    amount < 0 && recovered.has(`${transactionID} ${invoiceID}`)
  return {
    sales: [
      ...issued,
      ...adjusted,
      ...writtenOff.filter(isRecovery).map((one) => ({ ...one, amount: 0, gst: -one.gst })),
    ],
    badDebts: writtenOff.filter((one) => !isRecovery(one)),
  }
}

/**
 * What takes a write-off back because money came: the same act paid the invoice. A reversed write-off and an adjusted
 * invoice are corrections of the write-off.
 */
function recoveries({ transactions, allocations }: Pick<GstAccount, 'transactions' | 'allocations'>): Set<string> {
  const actOf = new Map(transactions.map(({ transactionID, createdAt }) => [transactionID, createdAt.getTime()]))
  const inAct = ({ transactionID, invoiceID }: GstAllocation) => `${actOf.get(transactionID)} ${invoiceID}`
  const paid = new Set(allocations.filter(({ amount }) => amount > 0).map(inAct))
  return new Set(
    allocations
      .filter((one) => one.amount < 0 && paid.has(inAct(one)))
      .map(({ transactionID, invoiceID }) => `${transactionID} ${invoiceID}`),
  )
}

/**
 * The rows by the cash basis: they count by the day of the money. The GST of an invoice counts in proportion to the
 * money that has paid it, so that the last part brings the rest.
 * @param openingIncludesGst the setting: debts from the old program count when they are paid
 */
export function cashRows(account: GstAccount, openingIncludesGst: boolean): GstRows {
  const sales = follow(
    account,
    ({ kind, gstRegistered }) => (kind === 'opening' ? openingIncludesGst : kind === 'invoice' && gstRegistered),
    (share) => share.money,
  )
  return { sales, badDebts: [] }
}

/** The parts of an allocation. */
interface Share {
  readonly money: Cents
  readonly writtenOff: Cents
}

/** Invoices as they stand after each row, in the order in which the rows were made. */
function follow(
  { invoices, adjustments, transactions, allocations }: GstAccount,
  counts: (invoice: GstInvoice) => boolean,
  part: (share: Share) => Cents,
): GstRow[] {
  const open = new Map(
    invoices.filter(counts).map((invoice) => [
      invoice.invoiceID,
      {
        amount: invoice.issuedAmount,
        gst: invoice.kind === 'opening' ? gstOf(invoice.issuedAmount) : invoice.issuedGst,
        isOpening: invoice.kind === 'opening',
        paid: 0,
        counted: 0,
      },
    ]),
  )
  const rows: GstRow[] = []
  const count = (day: Day, invoiceID: string, amount: Cents, by: Partial<GstRow>) => {
    const invoice = open.get(invoiceID)
    if (!invoice) return
    invoice.paid += amount
    const due = invoice.amount === 0 ? 0 : roundHalfAway((invoice.gst * invoice.paid) / invoice.amount)
    const gst = due - invoice.counted
    invoice.counted = due
    if (amount !== 0 || gst !== 0) rows.push(row({ day, invoiceID, amount, gst, ...by }))
  }
  const adjust = ({ day, invoiceID, adjustmentID, difference, gstDifference }: GstAdjustment) => {
    const invoice = open.get(invoiceID)
    if (!invoice) return
    invoice.amount += difference
    invoice.gst = invoice.isOpening ? gstOf(invoice.amount) : invoice.gst + gstDifference
    count(day, invoiceID, 0, { adjustmentID })
  }
  const waiting = adjustments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const allocated = byKey(allocations, ({ transactionID }) => transactionID)
  const shareOf = shares()
  for (const transaction of transactions.toSorted((a, b) => a.refNumber - b.refNumber)) {
    while (waiting[0] && waiting[0].createdAt <= transaction.createdAt) adjust(waiting.shift()!)
    const share = shareOf(transaction)
    for (const { day, invoiceID, amount } of allocated.get(transaction.transactionID) ?? [])
      count(day, invoiceID, part(share(amount)), { transactionID: transaction.transactionID })
  }
  for (const adjustment of waiting) adjust(adjustment)
  return rows
}

/**
 * A part of the credit: money that was received, or credit given without money (goodwill, brought from the old
 * program).
 */
interface Lot {
  readonly isMoney: boolean
  amount: Cents
}

/**
 * Computes for each transaction, in order, the parts of its allocations. Credit is used oldest first, by a refund its
 * money first; what is released was used last.
 */
function shares(): (transaction: GstTransaction) => (allocated: Cents) => Share {
  let credit: Lot[] = []
  const usedBy = new Map<string, Lot[]>()
  const writeOffs = new Set<string>()

  return ({ transactionID, type, purpose, amount, reverses, linkedTo }) => {
    if (type === 'CUSTOMER_INBOUND') return (allocated) => ({ money: allocated, writtenOff: 0 })
    // A write-off's own deposit and deduction do not touch the credit.
    if (purpose === 'write_off' || writeOffs.has(linkedTo ?? '')) {
      writeOffs.add(transactionID)
      return (allocated) => ({ money: 0, writtenOff: allocated })
    }
    let money = 0
    if (type === 'CUSTOMER_CREDIT_DEPOSIT') {
      const isMoney = purpose !== 'goodwill' && purpose !== 'opening'
      if (amount > 0) credit.push({ isMoney, amount })
      else credit = without(credit, -amount, isMoney)
    } else if (amount > 0) {
      // What is paid back is money, as far as there is any: a gift that stays must not count as money later.
      const used = taken(purpose === 'refund' ? moneyFirst(credit) : [...credit], amount)
      credit = credit.filter((lot) => lot.amount > 0)
      usedBy.set(transactionID, used)
      money = moneyIn(used)
    } else {
      const used = usedBy.get(linkedTo ?? reverses ?? '') ?? []
      const back = taken(used.reverse(), -amount)
      used.reverse()
      credit.unshift(...back.toReversed())
      money = -moneyIn(back)
    }
    return () => ({ money, writtenOff: 0 })
  }
}

function taken(lots: Lot[], amount: Cents): Lot[] {
  const parts: Lot[] = []
  let left = amount
  while (left > 0 && lots[0]) {
    const part = Math.min(left, lots[0].amount)
    parts.push({ isMoney: lots[0].isMoney, amount: part })
    lots[0].amount -= part
    left -= part
    if (lots[0].amount === 0) lots.shift()
  }
  return parts
}

const moneyFirst = (lots: readonly Lot[]): Lot[] => lots.toSorted((a, b) => Number(b.isMoney) - Number(a.isMoney))

/** Takes back a deposit: the newest lots of its own kind first, then any others. */
function without(lots: readonly Lot[], amount: Cents, isMoney: boolean): Lot[] {
  const newest = lots.toReversed().toSorted((a, b) => Number(b.isMoney === isMoney) - Number(a.isMoney === isMoney))
  taken(newest, amount)
  return lots.filter((lot) => lot.amount > 0)
}

const moneyIn = (lots: readonly Lot[]): Cents =>
  lots.reduce((all, { isMoney, amount }) => all + (isMoney ? amount : 0), 0)

const row = (fields: Pick<GstRow, 'day' | 'invoiceID' | 'amount' | 'gst'> & Partial<GstRow>): GstRow => ({
  transactionID: null,
  adjustmentID: null,
  ...fields,
})

export interface GstFigures {
  /** Total sales, including GST. */
  readonly g1: Cents
  readonly oneA: Cents
  readonly badDebts: Cents
  readonly badDebtsGst: Cents
}

export const NO_GST: GstFigures = { g1: 0, oneA: 0, badDebts: 0, badDebtsGst: 0 }

/** @param before the figures of other rows, to which these are added: many accounts are summed in parts of any size */
export function gstFigures({ sales, badDebts }: GstRows, before: GstFigures = NO_GST): GstFigures {
  const sum = (rows: readonly GstRow[], of: 'amount' | 'gst') => rows.reduce((all, each) => all + each[of], 0)
  return {
    g1: before.g1 + sum(sales, 'amount'),
    oneA: before.oneA + sum(sales, 'gst'),
    badDebts: before.badDebts + sum(badDebts, 'amount'),
    badDebtsGst: before.badDebtsGst + sum(badDebts, 'gst'),
  }
}
