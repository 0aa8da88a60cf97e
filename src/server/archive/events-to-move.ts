import { sql } from 'drizzle-orm'
import { type Day, dayOf, startOfDay } from '#domain/dates.ts'
import { keptFrom } from '#domain/keeping.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from '../db/database.ts'
import { settingValues } from '../db/setting-values.ts'
import { eventArchives } from '../db/tables/events.ts'

/** What `npm run archive-events` would move, and what it has moved. */
export interface EventsToMove {
  /** Records received on this day or later stay. */
  readonly before: Day
  readonly rows: number
  readonly stops: number
  /** The approximate size in the database, without indexes. */
  readonly bytes: number
  /** ISO; null: there are none. */
  readonly oldest: string | null
  readonly newest: string | null
  readonly archives: readonly { folder: string; movedAt: string; rows: number; readBackAt: string | null }[]
}

export async function lookAtEvents(db: Queryable, now: Date): Promise<EventsToMove> {
  const { before, where } = await toMove(db, now)
  const { rows } = await db.execute<Pick<EventsToMove, 'rows' | 'stops' | 'oldest' | 'newest'> & { bytes: string }>(
    sql.raw(`select count(*)::int as rows, count(distinct job_id)::int as stops, coalesce(sum(pg_column_size(events.*)), 0)::text as bytes,
      ${iso('min(received_at)')} as oldest, ${iso('max(received_at)')} as newest
      from events where ${where}`),
  )
  const archives = await db.select().from(eventArchives).orderBy(eventArchives.archiveID)
  return {
    ...rows[0]!,
    before,
    bytes: Number(rows[0]!.bytes),
    archives: archives.map(({ folder, movedAt, rows, readBackAt }) => ({
      folder,
      movedAt: movedAt.toISOString(),
      rows,
      readBackAt: readBackAt?.toISOString() ?? null,
    })),
  }
}

const iso = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The condition on `events` for records that may be moved: older than `keep.years`, nothing left to decide, and only of
 * runs that are over, because a current run may add up its records again. Of a stop all are moved or none, even of a
 * stop that no run knows, so that a phone's counts include it once.
 */
export async function toMove(db: Queryable, now: Date): Promise<{ before: Day; where: string }> {
  const values = await settingValues(db)
  const timeZone = readSetting(values, 'business.timeZone')
  const before = keptFrom(dayOf(now, timeZone), readSetting(values, 'keep.years'))
  const since = `'${startOfDay(before, timeZone).toISOString()}'::timestamptz`
  const stays = (row: string) => `(${row}.received_at >= ${since} or ${row}.decision = 'open')`
  return {
    before,
    where: `not coalesce(${stays('events')}, false) and (job_id is null and not exists (
      select from events other where other.job_id is null and other.assignment_id = events.assignment_id and ${stays('other')}
    ) or exists (
      select from jobs join runs on runs.run_order_id = jobs.run_order_id
      where jobs.assignment_id = events.job_id and runs.status in ('completed', 'archived') and runs.to_day < '${before}'
        and not exists (select from events other where other.job_id = events.job_id and ${stays('other')})))`,
  }
}
