import { and, asc, type Column, eq, gte, lt, max, type SQL } from 'drizzle-orm'
import { highestMonths, type CalendarRow, type HighestMonthOf } from '#domain/calendar.ts'
import { dayOf, type Day, endOfDayExclusive, startOfDay } from '#domain/dates.ts'
import { readSetting, SETTINGS, type SettingKey, type SettingValue } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { calendarSettings } from '../../db/tables/settings.ts'

/** The current value of every setting. Money is in AUD dollars here: fromDollars converts to cents. */
export type SettingsInForce = { readonly [K in SettingKey]: SettingValue<K> }

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export async function settingsInForce(db: Queryable): Promise<SettingsInForce> {
  const values = await settingValues(db)
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(values, key)])) as unknown as SettingsInForce
}

/** The firm's name; the product's name until one is set. */
export function businessNameOf(settings: SettingsInForce): string {
  return settings['business.name'] || 'Bagrun'
}

/** "Today" is in the business time zone, not the server's (domain.md 1). */
export async function businessToday(db: Queryable, now: Date): Promise<Day> {
  return dayOf(now, (await settingsInForce(db))['business.timeZone'])
}

export interface KeptCalendarRow extends CalendarRow {
  calendarSettingID: string
  version: number
}

const calendarColumns = {
  calendarSettingID: calendarSettings.calendarSettingID,
  yearNumber: calendarSettings.yearNumber,
  monthNumber: calendarSettings.monthNumber,
  weekNumber: calendarSettings.weekNumber,
  from: calendarSettings.from,
  to: calendarSettings.to,
  version: calendarSettings.version,
}

/** The working week of that name, or null when the calendar does not contain it. */
export async function calendarWeek(
  db: Queryable,
  yearNumber: number,
  monthNumber: number,
  weekNumber: number,
): Promise<KeptCalendarRow | null> {
  const [row] = await db
    .select(calendarColumns)
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
export async function calendarRows(db: Queryable): Promise<KeptCalendarRow[]> {
  return calendarRowsAsked(db, undefined, [asc(calendarSettings.from)])
}

/** The last day of the calendar's last week; null when the calendar is empty. */
export async function lastCalendarDay(db: Queryable): Promise<Day | null> {
  const [row] = await db.select({ day: max(calendarSettings.to) }).from(calendarSettings)
  return row?.day ?? null
}

export async function calendarRowsAsked(
  db: Queryable,
  where: SQL | undefined,
  orderBy: SQL[],
): Promise<KeptCalendarRow[]> {
  return db
    .select(calendarColumns)
    .from(calendarSettings)
    .where(where)
    .orderBy(...orderBy, asc(calendarSettings.from))
}

export async function calendarRowByID(db: Queryable, calendarSettingID: string): Promise<KeptCalendarRow | null> {
  const [row] = await db
    .select(calendarColumns)
    .from(calendarSettings)
    .where(eq(calendarSettings.calendarSettingID, calendarSettingID))
  return row ?? null
}

/** What the cycle rules need from the calendar: a year's highest month, 12 or 13. */
export async function highestMonthOf(db: Queryable): Promise<HighestMonthOf> {
  const periods = await db
    .selectDistinct({ yearNumber: calendarSettings.yearNumber, monthNumber: calendarSettings.monthNumber })
    .from(calendarSettings)
  return highestMonths(periods)
}

/** The list filters `from` and `to`: days in the business time zone, both inclusive (api.md, "Lists"). */
export async function createdBetween(
  db: Queryable,
  column: Column,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): Promise<SQL | undefined> {
  if (from === undefined && to === undefined) return undefined
  const timeZone = (await settingsInForce(db))['business.timeZone']
  return and(
    from === undefined ? undefined : gte(column, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(column, endOfDayExclusive(to, timeZone)),
  )
}
