import { asc, eq, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import {
  accrualRows,
  cashRows,
  type GstAccount,
  gstFigures,
  type GstFigures,
  type GstRow,
  type GstRows,
  NO_GST,
} from '#domain/gst.ts'
import { GST_BASES } from '#domain/money-words.ts'
import type { Period } from '#domain/periods.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { REPORT_MS } from '../../db/postgres.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { Refused } from '../../http/refused.ts'
import type { Clock } from '../../ports.ts'
import type { SettingsInForce } from '../settings/public.ts'
import type { Fact, FactsPage, Place } from './facts-reads.ts'

export type GstBasis = (typeof GST_BASES)[number]

export const basisOf = (settings: SettingsInForce): GstBasis =>
  settings['gst.basis'] === 'ACCRUAL' ? 'ACCRUAL' : 'CASH'

/** About so many invoices and transactions are in memory at once: those of whole customers. */
const ROWS_AT_ONCE = 5_000

/** How GST is asked for. */
export interface GstReading {
  readonly openingIncludesGst: boolean
  /** Throws once the answer has taken too long. */
  readonly inTime: () => void
}

/** Each statement alone may be quick: what is read in many of them gets no longer than one statement of a report. */
export function gstReading(settings: SettingsInForce, clock: Clock): GstReading {
  const end = clock.now().getTime() + REPORT_MS
  return {
    openingIncludesGst: settings['opening.includesGst'],
    inTime() {
      if (clock.now().getTime() > end) throw new Refused('too_slow')
    },
  }
}

/** Both bases from one reading of the ledgers. */
export async function gstByBasis(
  db: Queryable,
  period: Period,
  reading: GstReading,
): Promise<{ basis: GstBasis; figures: GstFigures }[]> {
  let found = GST_BASES.map((basis) => ({ basis, figures: NO_GST }))
  for await (const { account } of touchedAccounts(db, period, reading.inTime))
    found = found.map(({ basis, figures }) => {
      const { sales, badDebts } = rowsOf(account, basis, reading)
      const inPeriod = (rows: readonly GstRow[]) => rows.filter(({ day }) => isIn(period, day))
      return { basis, figures: gstFigures({ sales: inPeriod(sales), badDebts: inPeriod(badDebts) }, figures) }
    })
  return found
}

/**
 * One page of the rows behind a figure, by day and customer. The first reading counts the rows of each day, the second
 * reads who has rows on the page's days: no more is kept than the page.
 */
export async function gstPage(
  db: Queryable,
  { basis, figure, ...period }: Period & { basis: GstBasis; figure: 'gst' | 'bad-debts' },
  reading: GstReading,
  { limit, offset }: Place,
): Promise<FactsPage> {
  const rowsShown = (account: GstAccount) => rowsOf(account, basis, reading)[figure === 'gst' ? 'sales' : 'badDebts']
  const ofDay = new Map<Day, number>()
  const sums = { total: 0, amount: 0, gst: 0, bags: 0 }
  for await (const { account } of touchedAccounts(db, period, reading.inTime)) {
    for (const { day, amount, gst } of rowsShown(account)) {
      if (!isIn(period, day)) continue
      ofDay.set(day, (ofDay.get(day) ?? 0) + 1)
      sums.total += 1
      sums.amount += amount
      sums.gst += gst
    }
  }
  /** Of the next row of each of the page's days, from the page's first row. */
  const places = new Map<Day, number>()
  let before = 0
  for (const [day, rows] of [...ofDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (before < offset + limit && before + rows > offset) places.set(day, before - offset)
    before += rows
  }
  const found: { place: number; fact: Fact }[] = []
  const [from, to] = [[...places.keys()].at(0), [...places.keys()].at(-1)]
  if (from !== undefined && to !== undefined) {
    for await (const { customerID, account } of touchedAccounts(db, { from, to }, reading.inTime)) {
      for (const [at, row] of rowsShown(account).entries()) {
        const place = places.get(row.day)
        if (place === undefined) continue
        places.set(row.day, place + 1)
        if (place >= 0 && place < limit) found.push({ place, fact: factOf(row, customerID, at) })
      }
    }
  }
  return { items: found.toSorted((a, b) => a.place - b.place).map(({ fact }) => fact), ...sums }
}

const rowsOf = (account: GstAccount, basis: GstBasis, { openingIncludesGst }: GstReading): GstRows =>
  basis === 'CASH' ? cashRows(account, openingIncludesGst) : accrualRows(account)

const isIn = ({ from, to }: Period, day: Day) => day >= from && day <= to

/** @param at among the account's rows: one transaction may pay an invoice in two parts */
const factOf = (row: GstRow, customerID: string, at: number): Fact => ({
  ...row,
  customerID,
  rowID: `${row.invoiceID}-${row.transactionID ?? row.adjustmentID ?? ''}-${at}`,
  runOrderID: null,
  runNumber: null,
  bags: 0,
})

/**
 * The accounts with anything in the period, by customer, one batch in memory at a time. Each ledger is read as a whole,
 * because what counts depends on what was before.
 */
async function* touchedAccounts(db: Queryable, period: Period, inTime: () => void) {
  for (const customerIDs of await touchedCustomers(db, period)) {
    inTime()
    yield* await accountsOf(db, customerIDs)
  }
}

/** Customers in batches of about as many rows. */
async function touchedCustomers(db: Queryable, { from, to }: Period): Promise<string[][]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    with touched as (
      select ${invoices.customerID} from ${invoices} where ${invoices.issueDate} between ${from}::date and ${to}::date
      union select ${adjustments.customerID} from ${adjustments} where ${adjustments.day} between ${from}::date and ${to}::date
      union select ${invoices.customerID} from ${allocations}
        join ${invoices} on ${invoices.invoiceID} = ${allocations.invoiceID}
        where ${allocations.day} between ${from}::date and ${to}::date
    ), counted as (
      select customer_id, (select count(*) from ${invoices} where ${invoices.customerID} = touched.customer_id)
        + (select count(*) from ${transactions} where ${transactions.customerID} = touched.customer_id) as rows
      from touched
    ), batched as (
      select customer_id, div(sum(rows) over (order by customer_id), ${ROWS_AT_ONCE}) as batch from counted
    )
    select array_agg(customer_id order by customer_id) as ids from batched group by batch order by batch`)
  return rows.map(({ ids }) => ids)
}

async function accountsOf(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<{ customerID: string; account: GstAccount }[]> {
  // One after the other: a transaction has one connection.
  const issued = byKey(
    await db
      .select({
        customerID: invoices.customerID,
        invoiceID: invoices.invoiceID,
        kind: invoices.kind,
        issueDate: invoices.issueDate,
        issuedAmount: invoices.issuedAmount,
        issuedGst: invoices.issuedGst,
        gstRegistered: invoices.gstRegistered,
      })
      .from(invoices)
      .where(among(invoices.customerID, customerIDs))
      .orderBy(asc(invoices.invoiceID)),
    ({ customerID }) => customerID,
  )
  const adjusted = byKey(
    await db
      .select({
        customerID: adjustments.customerID,
        adjustmentID: adjustments.adjustmentID,
        invoiceID: adjustments.invoiceID,
        day: adjustments.day,
        difference: adjustments.difference,
        gstDifference: adjustments.gstDifference,
        createdAt: adjustments.createdAt,
      })
      .from(adjustments)
      .where(among(adjustments.customerID, customerIDs))
      .orderBy(asc(adjustments.number)),
    ({ customerID }) => customerID,
  )
  const booked = byKey(
    await db
      .select({
        customerID: transactions.customerID,
        transactionID: transactions.transactionID,
        refNumber: transactions.refNumber,
        type: transactions.type,
        purpose: transactions.purpose,
        amount: transactions.amount,
        reverses: transactions.reverses,
        linkedTo: transactions.linkedTo,
        createdAt: transactions.createdAt,
      })
      .from(transactions)
      .where(among(transactions.customerID, customerIDs)),
    ({ customerID }) => customerID!,
  )
  const allocated = byKey(
    await db
      .select({
        customerID: invoices.customerID,
        transactionID: allocations.transactionID,
        invoiceID: allocations.invoiceID,
        amount: allocations.amount,
        day: allocations.day,
      })
      .from(allocations)
      .innerJoin(invoices, eq(invoices.invoiceID, allocations.invoiceID))
      .where(among(invoices.customerID, customerIDs))
      .orderBy(asc(allocations.createdAt), asc(allocations.sequence)),
    ({ customerID }) => customerID,
  )
  return customerIDs.map((customerID) => ({
    customerID,
    account: {
      invoices: issued.get(customerID) ?? [],
      adjustments: adjusted.get(customerID) ?? [],
      transactions: booked.get(customerID) ?? [],
      allocations: allocated.get(customerID) ?? [],
    },
  }))
}
