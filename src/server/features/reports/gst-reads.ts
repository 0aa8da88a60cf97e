import { eq } from 'drizzle-orm'
import { type Day, dayOf } from '#domain/dates.ts'
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
import type { Queryable } from '../../db/database.ts'
import { settings } from '../../db/tables/settings.ts'
import type { SettingsInForce } from '../settings/public.ts'
import type { Fact, FactsPage, Place } from './facts-reads.ts'
import { touchedAccounts } from './gst-accounts-reads.ts'

export type GstBasis = (typeof GST_BASES)[number]

export const basisOf = (inForce: SettingsInForce): GstBasis => (inForce['gst.basis'] === 'ACCRUAL' ? 'ACCRUAL' : 'CASH')

/** The day on which the office last set the basis; null: the default was never changed. */
export async function basisChangedOn(db: Queryable, timeZone: string): Promise<Day | null> {
  const [row] = await db.select({ at: settings.updatedAt }).from(settings).where(eq(settings.key, 'gst.basis'))
  return row === undefined ? null : dayOf(row.at, timeZone)
}

/** Computes both bases from one reading of the ledgers. */
export async function gstByBasis(
  db: Queryable,
  period: Period,
  openingIncludesGst: boolean,
): Promise<{ basis: GstBasis; figures: GstFigures }[]> {
  let found = GST_BASES.map((basis) => ({ basis, figures: NO_GST }))
  for await (const { account } of touchedAccounts(db, period))
    found = found.map(({ basis, figures }) => {
      const { sales, badDebts } = rowsOf(account, basis, openingIncludesGst)
      const inPeriod = (rows: readonly GstRow[]) => rows.filter(({ day }) => isIn(period, day))
      return { basis, figures: gstFigures({ sales: inPeriod(sales), badDebts: inPeriod(badDebts) }, figures) }
    })
  return found
}

/**
 * One page of the rows behind a figure, by day and customer. The first reading counts the rows of each day, the second
 * finds those of the page's days, so that no more than the page is kept in memory.
 */
export async function gstPage(
  db: Queryable,
  { basis, figure, ...period }: Period & { basis: GstBasis; figure: 'gst' | 'bad-debts' },
  openingIncludesGst: boolean,
  { limit, offset }: Place,
): Promise<FactsPage> {
  const rowsShown = (account: GstAccount) =>
    rowsOf(account, basis, openingIncludesGst)[figure === 'gst' ? 'sales' : 'badDebts']
  const ofDay = new Map<Day, number>()
  const sums = { total: 0, amount: 0, gst: 0, bags: 0 }
  for await (const { account } of touchedAccounts(db, period)) {
    for (const { day, amount, gst } of rowsShown(account)) {
      if (!isIn(period, day)) continue
      ofDay.set(day, (ofDay.get(day) ?? 0) + 1)
      sums.total += 1
      sums.amount += amount
      sums.gst += gst
    }
  }
  /** The position of the next row of each of the page's days, from the page's first row. */
  const places = new Map<Day, number>()
  let before = 0
  for (const [day, rows] of [...ofDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (before < offset + limit && before + rows > offset) places.set(day, before - offset)
    before += rows
  }
  const found: { place: number; fact: Fact }[] = []
  const [from, to] = [[...places.keys()].at(0), [...places.keys()].at(-1)]
  if (from !== undefined && to !== undefined) {
    for await (const { customerID, account } of touchedAccounts(db, { from, to })) {
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

const rowsOf = (account: GstAccount, basis: GstBasis, openingIncludesGst: boolean): GstRows =>
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
