import { and, asc, eq, max, type SQL } from 'drizzle-orm'
import { type CalendarRow, type HighestMonthOf, highestMonths } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarSettings } from '../../db/tables/settings.ts'

export interface StoredCalendarRow extends CalendarRow {
  calendarSettingID: string
  version: number
}

/** The working week of that name; null: the calendar does not contain it. */
export async function calendarWeek(
  db: Queryable,
  yearNumber: number,
  monthNumber: number,
  weekNumber: number,
): Promise<StoredCalendarRow | null> {
  const [row] = await db
    .select()
    .from(calendarSettings)
    .where(
      and(
        eq(calendarSettings.yearNumber, yearNumber),
        eq(calendarSettings.monthNumber, monthNumber),
        eq(calendarSettings.weekNumber, weekNumber),
      ),
    )
  return row ?? null
}

/** Every week of the calendar, earliest first. */
export async function calendarRows(db: Queryable): Promise<StoredCalendarRow[]> {
  return calendarRowsWhere(db, undefined, [asc(calendarSettings.from)])
}

export async function lastCalendarDay(db: Queryable): Promise<Day | null> {
  const [row] = await db.select({ day: max(calendarSettings.to) }).from(calendarSettings)
  return row?.day ?? null
}

export async function calendarRowsWhere(
  db: Queryable,
  where: SQL | undefined,
  orderBy: SQL[],
): Promise<StoredCalendarRow[]> {
  return db
    .select()
    .from(calendarSettings)
    .where(where)
    .orderBy(...orderBy, asc(calendarSettings.from))
}

export async function calendarRowByID(db: Queryable, calendarSettingID: string): Promise<StoredCalendarRow | null> {
  const [row] = await db
    .select()
    .from(calendarSettings)
    .where(eq(calendarSettings.calendarSettingID, calendarSettingID))
  return row ?? null
}

/** For the cycle rules: a year's highest month, 12 or 13. */
export async function highestMonthOf(db: Queryable): Promise<HighestMonthOf> {
  const periods = await db
    .selectDistinct({ yearNumber: calendarSettings.yearNumber, monthNumber: calendarSettings.monthNumber })
    .from(calendarSettings)
  return highestMonths(periods)
}
