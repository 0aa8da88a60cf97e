import { sql } from 'drizzle-orm'
import type { CalendarRow } from '#domain/calendar.ts'
import { dayOf } from '#domain/dates.ts'
import { readSetting } from '#domain/settings.ts'
import type { Database } from '../../db/database.ts'
import { SnapshotCache, SNAPSHOT } from '../../db/snapshot-cache.ts'
import { calendarSettings, settings } from '../../db/tables/settings.ts'
import { PreparedQuery } from '../../db/prepared-query.ts'

/** What every list needs from settings and calendar, cached in this process (db/snapshot-cache.ts). */
export interface Facts {
  readonly timeZone: string
  readonly calendar: readonly CalendarRow[]
}

const cache = new SnapshotCache<Facts>()

const week = sql`json_build_object('yearNumber', ${calendarSettings.yearNumber}, 'monthNumber', ${calendarSettings.monthNumber}, 'weekNumber', ${calendarSettings.weekNumber},
  'from', ${calendarSettings.from}, 'to', ${calendarSettings.to})`
const everything = new PreparedQuery<{
  settings: Record<string, unknown> | null
  calendar: CalendarRow[] | null
  snapshot: string
}>(sql`
  select (select json_object_agg(${settings.key}, ${settings.value}) from ${settings}) as settings, (select json_agg(${week}) from ${calendarSettings}) as calendar, ${SNAPSHOT} as snapshot`)

/**
 * An entry that may still be current: include `isCurrentSince('settings', …)` of its snapshot in the next statement.
 */
export const cachedFacts = (db: Database) => cache.get(db, '')

export async function readFacts(db: Database): Promise<Facts> {
  const [row] = await everything.ask(db, {})
  const { settings: values, calendar, snapshot } = row!
  const facts = { timeZone: readSetting(values ?? {}, 'business.timeZone'), calendar: calendar ?? [] }
  cache.set(db, '', facts, snapshot)
  return facts
}

/** The weeks that have not ended, in the business time zone. */
export function weeksToCome({ timeZone, calendar }: Facts, now: Date): CalendarRow[] {
  const today = dayOf(now, timeZone)
  return calendar.filter(({ to }) => to >= today)
}
