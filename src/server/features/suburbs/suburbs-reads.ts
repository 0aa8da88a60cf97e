import { and, asc, count, eq, gte, isNull, ne, type SQL } from 'drizzle-orm'
import type { CalendarRow } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { calendarRowsAsked } from '../calendar/public.ts'
import { type StreetInput, streetsIn } from './streets-commands.ts'

export type SuburbRow = typeof suburbs.$inferSelect
export interface CountedSuburb extends SuburbRow {
  customers: number
  streets: StreetInput[]
}

export async function suburbByID(db: Queryable, suburbID: string): Promise<SuburbRow | null> {
  const [row] = await db.select().from(suburbs).where(eq(suburbs.suburbID, suburbID))
  return row ?? null
}

export async function countedSuburb(db: Queryable, suburbID: string): Promise<CountedSuburb | null> {
  const [row] = await countedSuburbs(db, { where: eq(suburbs.suburbID, suburbID), orderBy: [], limit: 1, offset: 0 })
  return row ?? null
}

interface PageQuery {
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

export function suburbsPage(db: Queryable, { where, orderBy, limit, offset }: PageQuery): Promise<SuburbRow[]> {
  return db
    .select()
    .from(suburbs)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** The calendar's weeks that have not ended. */
export function comingCalendar(db: Queryable, today: Day): Promise<CalendarRow[]> {
  return calendarRowsAsked(db, gte(calendarSettings.to, today), [asc(calendarSettings.from)])
}

export async function countedSuburbs(db: Queryable, query: PageQuery): Promise<CountedSuburb[]> {
  const rows = await suburbsPage(db, query)
  if (rows.length === 0) return []
  // Customers are counted only for the page: joining every suburb of Australia with its customers takes longer than the
  // rest of the query.
  const counted = await db
    .select({ suburbID: customers.suburbID, customers: count() })
    .from(customers)
    .where(
      and(
        among(
          customers.suburbID,
          rows.map(({ suburbID }) => suburbID),
        ),
        isNull(customers.hiddenAt),
        // Requests are not in the list of customers that the number leads to.
        ne(customers.status, 'PENDING'),
      ),
    )
    .groupBy(customers.suburbID)
  const byID = new Map(counted.map((row) => [row.suburbID, row.customers]))
  const streets = await streetsIn(
    db,
    rows.map(({ suburbID }) => suburbID),
  )
  return rows.map((row) => ({
    ...row,
    customers: byID.get(row.suburbID) ?? 0,
    streets: streets.get(row.suburbID) ?? [],
  }))
}

export async function countSuburbs(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(suburbs).where(where)
  return row!.total
}
