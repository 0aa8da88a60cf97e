import { sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { newID } from '#domain/identifiers.ts'
import { toDollars } from '#domain/money.ts'
import { creditOf, type Entries, type InvoiceKind, sums, writtenOffTakenBack } from '#domain/ledger.ts'
import { noteWebhooks } from '../../db/webhook-outbox.ts'
import { nextNumbers } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { allocations, customerAccounts, transactions } from '../../db/tables/ledger.ts'
import { refusing } from '../../http/refusing.ts'
import { whenCollectingChanges } from './collecting-follower.ts'
import { adjustmentPapers, invoicePapers, type ToDocument } from './issued-documents.ts'

/** Who adds to a ledger; null: the server, for example for a payment that the provider reports. */
export interface Booker {
  readonly userID: string | null
  readonly now: Date
}

export interface Booking {
  readonly customerID: string
  readonly entries: Entries
  /** The caller's key of the first transaction: the same key twice is one payment. */
  readonly clientKey?: string | undefined
}

export type NewInvoice = Omit<
  typeof invoices.$inferInsert,
  'kind' | 'number' | 'amount' | 'gst' | 'createdAt' | 'createdBy' | 'document' | 'billToName' | 'billToEmail'
> &
  Pick<ToDocument, 'lines' | 'account' | 'runNames'>

/**
 * Stores the rows of any number of acts, and the new totals of each invoice and account, with one statement of each
 * kind. The caller has locked the accounts.
 */
export async function storeEntries(tx: Queryable, booker: Booker, bookings: readonly Booking[]): Promise<void> {
  await storeDebits(tx, booker, bookings)
  await storeTransactions(tx, booker, bookings)
  const parts = bookings.flatMap(({ entries }) => {
    const dayOf = new Map(entries.transactions.map(({ transactionID, datePaid }) => [transactionID, datePaid]))
    const fallback = entries.transactions[0]?.datePaid ?? ''
    return entries.allocations.map((row) => ({ ...row, day: dayOf.get(row.transactionID) ?? fallback }))
  })
  await insertRows(
    tx,
    allocations,
    parts.map((row, sequence) => ({ ...row, allocationID: newID(), sequence, createdAt: booker.now })),
  )
  await storeAdjustments(tx, booker, bookings)
  await followInvoices(tx, booker, bookings, parts)
  await followAccounts(tx, bookings)
  await whenCollectingChanges(
    tx,
    bookings.map(({ customerID }) => customerID),
    booker.now,
  )
}

async function storeDebits(tx: Queryable, booker: Booker, bookings: readonly Booking[]): Promise<void> {
  const debits = bookings.flatMap(({ customerID, entries }) =>
    entries.debits.map(({ invoiceID, day, amount, description }) => ({
      invoiceID,
      customerID,
      issueDate: day,
      dueDate: day,
      issuedAmount: amount,
      issuedGst: 0,
      gstRegistered: false,
      runRefs: [],
      remindNotes: description,
    })),
  )
  await storeInvoices(tx, booker, 'debit', 1, debits)
}

/**
 * Numbers the invoices without gaps from a counter's row, which stays locked to the end of the transaction, so it is
 * called late. Each invoice is stored with its addressee and the snapshot of its PDF.
 * @returns their numbers, in the order given
 */
export async function storeInvoices(
  tx: Queryable,
  booker: Booker,
  kind: InvoiceKind,
  first: number,
  rows: readonly NewInvoice[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const paperOf = await invoicePapers(tx, kind, rows)
  const number = await nextNumbers(tx, kind === 'invoice' ? 'invoice' : `invoice.${kind}`, first, rows.length)
  await insertRows(
    tx,
    invoices,
    rows.map((row, at) => {
      const { lines: _lines, account: _account, runNames: _runNames, ...columns } = row
      return {
        ...columns,
        ...paperOf(row, number + at),
        kind,
        number: number + at,
        amount: row.issuedAmount,
        gst: row.issuedGst,
        createdAt: booker.now,
        createdBy: booker.userID,
      }
    }),
  )
  await addToAccounts(
    tx,
    rows.map(({ customerID, issuedAmount }) => ({
      customerID,
      credit: 0,
      owing: issuedAmount,
      totalSales: kind === 'invoice' ? issuedAmount : 0,
      prepaid: 0,
    })),
  )
  if (kind === 'invoice')
    await noteWebhooks(
      tx,
      'invoice.issued',
      rows.map(({ invoiceID, customerID, issuedAmount }) => ({
        invoiceID,
        customerID,
        amount: toDollars(issuedAmount),
      })),
      booker.now,
    )
  return rows.map((_, at) => number + at)
}

async function storeTransactions(tx: Queryable, booker: Booker, bookings: readonly Booking[]): Promise<void> {
  const rows = bookings.flatMap(({ customerID, entries, clientKey }) =>
    entries.transactions.map((row, at) => ({
      ...row,
      customerID,
      clientKey: at === 0 ? (clientKey ?? null) : null,
    })),
  )
  if (rows.length === 0) return
  const number = await nextNumbers(tx, 'transaction', 1, rows.length)
  const booked = rows.map((row, at) => ({
    ...row,
    refNumber: number + at,
    sequence: at,
    createdAt: booker.now,
    createdBy: booker.userID,
  }))
  await refusing(() => insertRows(tx, transactions, booked), {
    unique: { transactions_reversed_once: 'reversed_already' },
  })
  await noteWebhooks(
    tx,
    'payment.booked',
    booked
      .filter(({ purpose }) => purpose === 'payment')
      .map(({ transactionID, customerID, amount, datePaid }) => ({
        transactionID,
        customerID,
        amount: toDollars(amount),
        datePaid,
      })),
    booker.now,
  )
}

async function storeAdjustments(tx: Queryable, booker: Booker, bookings: readonly Booking[]): Promise<void> {
  const rows = bookings.flatMap(({ customerID, entries }) => {
    const takenBack = writtenOffTakenBack(entries)
    return entries.adjustments.map((row, at) => ({ ...row, customerID, writtenOff: takenBack[at] ?? 0 }))
  })
  if (rows.length === 0) return
  const documentOf = await adjustmentPapers(tx, rows)
  const number = await nextNumbers(tx, 'adjustment', 1, rows.length)
  await insertRows(
    tx,
    adjustments,
    rows.map(({ writtenOff, ...row }, at) => ({
      ...row,
      document: documentOf({ ...row, writtenOff }, number + at),
      number: number + at,
      sequence: at,
      createdAt: booker.now,
      createdBy: booker.userID,
    })),
  )
}

/**
 * Updates amount, GST and allocated part of each invoice, the day on which it was paid in full, and that it was
 * reopened: paid in full before, and money is taken off it.
 */
async function followInvoices(
  tx: Queryable,
  { now }: Booker,
  bookings: readonly Booking[],
  parts: readonly { invoiceID: string; amount: number; day: string }[],
): Promise<void> {
  const changes = bookings.flatMap(({ entries }) => entries.adjustments)
  const allocated = sums(parts, 'invoiceID', ({ amount }) => amount)
  const amount = sums(changes, 'invoiceID', ({ difference }) => difference)
  const gst = sums(changes, 'invoiceID', ({ gstDifference }) => gstDifference)
  // What pays an invoice decides the day on which it is paid, and not a write-off that is taken back by it.
  const paying = parts.filter(({ amount }) => amount > 0)
  const dayOf = new Map([...changes, ...parts, ...paying].map(({ invoiceID, day }) => [invoiceID, day]))
  const rows = [...dayOf].map(([id, day]) => ({
    id,
    day,
    allocated: allocated.get(id) ?? 0,
    amount: amount.get(id) ?? 0,
    gst: gst.get(id) ?? 0,
  }))
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${invoices} set
      amount_cents = amount_cents + given.amount, gst_cents = gst_cents + given.gst,
      allocated_cents = allocated_cents + given.allocated, version = version + 1,
      paid_day = case when amount_cents + given.amount > allocated_cents + given.allocated then null
        else coalesce(paid_day, given.day) end,
      reopened_at = case when amount_cents + given.amount <= allocated_cents + given.allocated then null
        when amount_cents <= allocated_cents and given.allocated < 0 then ${now.toISOString()}::timestamptz
        else reopened_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, day date, allocated bigint, amount bigint, gst bigint)
    where ${invoices.invoiceID} = given.id`)
}

async function followAccounts(tx: Queryable, bookings: readonly Booking[]): Promise<void> {
  await addToAccounts(
    tx,
    bookings.map(({ customerID, entries }) => {
      const adjusted = entries.adjustments.reduce((all, { difference }) => all + difference, 0)
      const sales = entries.adjustments.filter(({ isSale }) => isSale)
      return {
        customerID,
        credit: entries.transactions.reduce((all, row) => all + creditOf(row), 0),
        owing: adjusted - entries.allocations.reduce((all, { amount }) => all + amount, 0),
        totalSales: sales.reduce((all, { difference }) => all + difference, 0),
        prepaid: 0,
      }
    }),
  )
}

export interface AccountChange {
  customerID: string
  credit: number
  owing: number
  totalSales: number
  prepaid: number
}

export async function addToAccounts(tx: Queryable, changes: readonly AccountChange[]): Promise<void> {
  const rows = [...byKey(changes, ({ customerID }) => customerID).values()].map((same) =>
    same.reduce((sum, change) => ({
      customerID: sum.customerID,
      credit: sum.credit + change.credit,
      owing: sum.owing + change.owing,
      totalSales: sum.totalSales + change.totalSales,
      prepaid: sum.prepaid + change.prepaid,
    })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${customerAccounts} set
      credit_cents = credit_cents + given.credit, owing_cents = owing_cents + given.owing,
      total_sales_cents = total_sales_cents + given."totalSales", prepaid_left = prepaid_left + given.prepaid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("customerID" uuid, credit bigint, owing bigint, "totalSales" bigint, prepaid integer)
    where ${customerAccounts.customerID} = given."customerID"`)
}
