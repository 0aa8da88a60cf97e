import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPriceChange, listPriceChangeCustomers, listPriceChanges } from '#contract/v1/price-changes.ts'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { toDollars } from '#domain/money.ts'
import { earliestDay, PRICE_LEFT_OUT, type PriceLeftOut, priceLeftOutWords } from '#domain/price-changes.ts'
import type { Queryable } from '../../db/database.ts'
import { businessToday, settingsInForce } from '../settings/public.ts'
import { type PlannedPrice, planPriceChange } from './price-change-plan.ts'
import { type NamedPriceChange, priceChangeByID, stateOf } from './price-changes-reads.ts'
import { isToPrint, isToUnsay, isWaiting, type PriceRow, priceRowsOf } from './price-rows-reads.ts'

type Shown = AnswerOf<typeof getPriceChange>
type Row = AnswerOf<typeof listPriceChangeCustomers>['items'][number]

export function presentListed(row: NamedPriceChange, today: Day): AnswerOf<typeof listPriceChanges>['items'][number] {
  const { kind, value } = row
  return {
    ...row,
    state: stateOf(row, today),
    to: kind === 'to' ? value : null,
    by: kind === 'by' ? value : null,
    percent: kind === 'percent' ? toDollars(value) : null,
  }
}

/** A draft as announcing it now would have it; an announced one as it was fixed. */
export async function priceChangeShown(db: Queryable, priceChangeID: string, now: Date): Promise<Shown> {
  const change = await priceChangeByID(db, priceChangeID)
  const today = await businessToday(db, now)
  const settings = await settingsInForce(db)
  const listed = presentListed(change, today)
  const noticeDays = change.noticeDays ?? settings['price.noticeDays']
  const stored = await priceRowsOf(db, priceChangeID)
  if (listed.state === 'draft') {
    const plan = await planPriceChange(db, change, now)
    const taken = plan.rows.filter(({ reason }) => reason === null)
    const letters = taken.filter(({ notice }) => notice === 'letter').length
    const mails = taken.filter(({ notice }) => notice === 'email').length
    return {
      ...listed,
      packagePrice: plan.packagePrice,
      ...sumsOf(plan.rows, taken),
      mails,
      letters,
      waiting: mails + letters,
      toPrint: letters,
      firstDay: firstOf(taken.map(({ day }) => day)),
      lastDay: lastOf(taken.map(({ day }) => day)),
      earliest: earliestDay(today, mails + letters > 0, noticeDays),
      noticeDays,
      toAdd: 0,
    }
  }
  const isOver = listed.state === 'cancelled' || listed.state === 'dropped'
  const told = stored.filter(({ state }) => state !== 'left_out')
  // One that is over is shown as it was announced.
  const taken = isOver ? told : told.filter(({ state }) => state !== 'dropped')
  const days = isOver ? [] : taken.flatMap(({ fromDay }) => fromDay ?? [])
  return {
    ...listed,
    packagePrice:
      change.packageOld === null || change.packageNew === null
        ? null
        : { before: change.packageOld, after: change.packageNew, isDropped: change.packageState === 'dropped' },
    ...sumsOf(stored, taken),
    dropped: told.filter(({ state }) => state === 'dropped').length,
    mails: taken.filter(({ notice }) => notice === 'email').length,
    letters: taken.filter(({ notice }) => notice === 'letter').length,
    waiting: taken.filter(isWaiting).length,
    toPrint: taken.filter(listed.state === 'cancelled' ? isToUnsay : isToPrint).length,
    firstDay: firstOf(days),
    lastDay: lastOf(days),
    earliest: earliestDay(today, true, noticeDays),
    noticeDays,
    toAdd: isOver ? 0 : await toAdd(db, change, stored, now),
  }
}

/** Customers who would be in the change if it were announced now. */
async function toAdd(db: Queryable, change: NamedPriceChange, stored: readonly PriceRow[], now: Date): Promise<number> {
  const there = new Set(stored.flatMap(({ customerID, state }) => (state === 'left_out' ? [] : [customerID])))
  const { rows } = await planPriceChange(db, change, now, change.packageOld)
  return rows.filter(({ customerID, reason }) => reason === null && !there.has(customerID)).length
}

function sumsOf(
  all: readonly { readonly reason: PriceLeftOut | null }[],
  taken: readonly { readonly yearly: number }[],
) {
  const reasons = byKey(all, ({ reason }) => reason)
  return {
    customers: taken.length,
    leftOut: all.filter(({ reason }) => reason !== null).length,
    leftOutFor: PRICE_LEFT_OUT.flatMap((reason) => {
      const count = reasons.get(reason)?.length ?? 0
      return count === 0 ? [] : [{ reason, message: priceLeftOutWords[reason], count }]
    }),
    yearly: taken.reduce((sum, { yearly }) => sum + yearly, 0),
  }
}

const firstOf = (days: readonly Day[]) => days.toSorted().at(0) ?? null
const lastOf = (days: readonly Day[]) => days.toSorted().at(-1) ?? null

/** The rows of the list, before it is cut into pages. */
export async function priceRowsShown(
  db: Queryable,
  priceChangeID: string,
  now: Date,
  leftOut: boolean | undefined,
): Promise<Row[]> {
  const change = await priceChangeByID(db, priceChangeID)
  const isDraft = stateOf(change, await businessToday(db, now)) === 'draft'
  const rows = isDraft
    ? (await planPriceChange(db, change, now)).rows.map(presentPlanned)
    : (await priceRowsOf(db, priceChangeID)).map(presentStored)
  return leftOut === undefined ? rows : rows.filter(({ reason }) => (reason !== null) === leftOut)
}

const presentPlanned = (row: PlannedPrice): Row => ({
  ...row,
  refId: String(row.refNumber),
  message: row.reason && priceLeftOutWords[row.reason],
  state: row.reason === null ? 'draft' : 'left_out',
  noticedOn: null,
  from: row.reason === null ? row.day : null,
})

const presentStored = (row: PriceRow): Row => ({
  ...row,
  refId: String(row.refNumber),
  message: row.reason && priceLeftOutWords[row.reason],
  from: row.state === 'dropped' || row.state === 'cancelled' ? null : row.fromDay,
})
