import { and, asc, eq, gte, or } from 'drizzle-orm'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { cutoffOf, highestMonths } from '#domain/calendar.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { customerSchedule, type ScheduledStop, type ScheduleEntry } from '#domain/schedules.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { photos } from '../../../db/tables/events.ts'
import { customers } from '../../../db/tables/customers.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import { Refused } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import { businessToday, settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { calendarRows } from '../../calendar/public.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { plannedCustomers } from '../planning/planned-reads.ts'

type StopOfSchedule = ScheduledStop &
  Pick<
    StopRow,
    'assignmentID' | 'runOrderID' | 'pu' | 'reason' | 'photoIDs' | 'shiftedYear' | 'shiftedMonth' | 'shiftedWeek'
  >
type NoPickupRow = typeof noPickups.$inferSelect
type Entry = ScheduleEntry<StopOfSchedule, NoPickupRow>

/** Maximum age of a stop that the schedule shows, with room for a week that started earlier. */
const DAYS_BACK = 400

/** The customer's collections of the past and the next year, as this user may see them. */
export async function customerWeeks(
  db: Queryable,
  actor: Pick<Actor, 'role'>,
  customerID: string,
  now: Date,
): Promise<ScheduledWeek[]> {
  const [planned] = await plannedCustomers(db, eq(customers.customerID, customerID))
  if (!planned) throw new Refused('not_found')
  const today = await businessToday(db, now)
  const calendar = await calendarRows(db)
  const entries = customerSchedule({
    ...planned,
    jobs: await stopsOf(db, customerID, today),
    noPickups: await db.select().from(noPickups).where(eq(noPickups.customerID, customerID)),
    calendar,
    highestMonthOf: highestMonths(calendar),
    today,
  })
  const takenAt = await photosOf(db, entries)
  const settings = await settingsInForce(db)
  return entries.map((entry) => present(entry, settings, takenAt, actor.role === 'ADMIN'))
}

/** Oldest first, by creation. */
async function stopsOf(db: Queryable, customerID: string, today: Day): Promise<StopOfSchedule[]> {
  const rows = await db
    .select({ stop: jobs, run: runs })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        eq(jobs.customerID, customerID),
        or(gte(runs.toDate, addDays(today, -DAYS_BACK)), eq(runs.status, 'draft'), eq(runs.status, 'active')),
      ),
    )
    .orderBy(asc(jobs.createdAt), asc(jobs.assignmentID))
  return rows.map(({ stop, run }) => ({
    ...stop,
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
    to: run.toDate,
    customerCancelled: stop.customerCancelledAt !== null,
    isOpen: run.status === 'draft' || run.status === 'active',
  }))
}

async function photosOf(db: Queryable, entries: readonly Entry[]): Promise<Map<string, Date | null>> {
  const ids = entries.flatMap(({ stop }) => stop?.photoIDs ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(among(photos.photoID, ids))
  return new Map(rows.map(({ photoID, takenAt }) => [photoID, takenAt]))
}

function present(
  { row, state, stop, noPickup }: Entry,
  settings: SettingsInForce,
  takenAt: ReadonlyMap<string, Date | null>,
  isOffice: boolean,
): ScheduledWeek {
  const links = (stop?.photoIDs ?? [])
    .filter((photoID) => takenAt.has(photoID))
    .map((photoID) => ({ photoID, url: `/v1/photos/${photoID}`, takenAt: takenAt.get(photoID)?.toISOString() ?? null }))
  // The office's reason for shifting or removing a stop is shown to the office only.
  const reason = noPickup?.reason ?? (isOffice ? stop?.reason : null)
  const { shiftedYear = null, shiftedMonth = null, shiftedWeek = null } = stop ?? {}
  return {
    yearNumber: row.yearNumber,
    monthNumber: row.monthNumber,
    weekNumber: row.weekNumber,
    from: row.from,
    to: row.to,
    cutoff: cutoffOf(row, settings['business.timeZone'], settings['noPickup.cutoff']).toISOString(),
    state,
    ...(stop?.outcome ? { outcome: stop.outcome, pu: stop.pu } : {}),
    ...(reason ? { reason } : {}),
    ...(shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
      ? { shiftedTo: { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek } }
      : {}),
    ...(links.length > 0 ? { photos: links } : {}),
    ...(noPickup ? { noPickupID: noPickup.noPickupID } : {}),
    ...(stop ? { assignmentID: stop.assignmentID } : {}),
    ...(isOffice && stop ? { runOrderID: stop.runOrderID } : {}),
  }
}
