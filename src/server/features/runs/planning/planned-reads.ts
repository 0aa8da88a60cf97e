import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { compareWeeks, highestMonths, type CalendarRow, type WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { weeksAhead } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { onTheRun } from '../core/runs-reads.ts'
import { DUE_COLUMNS, dueCustomer, isOpen, notHeldBack } from './due-reads.ts'
import { stopsAsText, stopsIn, weeksAsText } from './weeks-as-text.ts'

/**
 * How many customers each of these weeks will currently collect, by `weekName`. The database counts active customers
 * who are equal in all that the rule reads, and the rule judges each such kind once.
 */
export async function plannedCounts(
  db: Queryable,
  weeks: readonly WeekRef[],
  calendar: readonly CalendarRow[],
  today: Day,
): Promise<Map<string, number>> {
  const counts = new Map(weeks.map((week) => [weekName(week), 0]))
  const last = [...weeks].sort(compareWeeks).at(-1)
  if (!last) return counts
  const coming = calendar.filter((row) => row.to >= today && compareWeeks(row, last) <= 0).sort(compareWeeks)
  const [first] = coming
  if (!first) return counts
  const highest = highestMonths(calendar)
  for (const { kind, many, ...texts } of await kindsOfActive(db, first, today)) {
    const known = {
      noPickups: stopsIn(texts.noPickups),
      requests: stopsIn(texts.requests),
      jobs: stopsIn(texts.openStops),
    }
    const customer = dueCustomer({ ...kind, suburbWeek: null, hasRequest: false })
    for (const { row } of weeksAhead(customer, coming, highest, known)) {
      const before = counts.get(weekName(row))
      if (before !== undefined) counts.set(weekName(row), before + many)
    }
  }
  return counts
}

/**
 * The kinds of active customers with their number, and their weeks as text.
 * @param first no pickups and requests of earlier weeks matter only where a stop of that week is still open
 */
async function kindsOfActive(db: Queryable, first: WeekRef, today: Day) {
  const openWeeks = await db.selectDistinct(weekOf(runs)).from(runs).where(isOpen)
  const from = [first, ...openWeeks].sort(compareWeeks)[0]!
  const since = ({ yearNumber, monthNumber, weekNumber }: typeof noPickups | typeof pickupRequests): SQL =>
    sql`(${yearNumber}, ${monthNumber}, ${weekNumber}) >= (${from.yearNumber}, ${from.monthNumber}, ${from.weekNumber})`
  const noes = db
    .select({ customerID: noPickups.customerID, weeks: weeksAsText(noPickups).as('left_weeks') })
    .from(noPickups)
    .where(since(noPickups))
    .groupBy(noPickups.customerID)
    .as('noes')
  const withRequest = db
    .select({ customerID: pickupRequests.customerID, weeks: weeksAsText(pickupRequests).as('asked_weeks') })
    .from(pickupRequests)
    .where(and(since(pickupRequests), isNull(pickupRequests.assignmentID)))
    .groupBy(pickupRequests.customerID)
    .as('asked')
  const open = db
    .select({ customerID: jobs.customerID, stops: stopsAsText.as('stops') })
    .from(runs)
    .innerJoin(jobs, eq(jobs.runOrderID, runs.runOrderID))
    .where(and(isOpen, onTheRun, notHeldBack(jobs.customerID)))
    .groupBy(jobs.customerID)
    .as('open')
  const kind = {
    status: customers.status,
    serviceType: customers.serviceType,
    // All days that have passed are equal.
    startDate: sql<Day>`greatest(${customers.startDate}, ${today}::date)::text`.as('starts'),
    collectionScheme: customers.collectionScheme,
    weekNumber: sql<number | null>`coalesce(${customers.weekNumber}, ${suburbs.weekNumber})`.as('week_collected'),
    ...DUE_COLUMNS,
  }
  const texts = {
    noPickups: sql<string>`coalesce(${noes.weeks}, '')`.as('no_pickups'),
    requests: sql<string>`coalesce(${withRequest.weeks}, '')`.as('requests'),
    openStops: sql<string>`coalesce(${open.stops}, '')`.as('open_stops'),
  }
  return db
    .select({ kind, ...texts, many: count() })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .leftJoin(noes, eq(noes.customerID, customers.customerID))
    .leftJoin(withRequest, eq(withRequest.customerID, customers.customerID))
    .leftJoin(open, eq(open.customerID, customers.customerID))
    .where(and(eq(customers.status, 'ACTIVE'), isNull(customers.hiddenAt)))
    .groupBy(...Object.values(kind), ...Object.values(texts))
}

const weekOf = ({ yearNumber, monthNumber, weekNumber }: typeof runs) => ({ yearNumber, monthNumber, weekNumber })

export const weekName = ({ yearNumber, monthNumber, weekNumber }: WeekRef) =>
  `${yearNumber}-${monthNumber}-${weekNumber}`
