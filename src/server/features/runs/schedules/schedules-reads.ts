import { and, asc, eq, gte, or } from 'drizzle-orm'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { highestMonths } from '#domain/calendar.ts'
import { addDays, type Day, dayOf } from '#domain/dates.ts'
import { customerSchedule, type ScheduledStop, type ScheduleEntry } from '#domain/schedules.ts'
import type { RunStatus } from '#domain/words.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { photos } from '../../../db/tables/events.ts'
import { customers } from '../../../db/tables/customers.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import { Refused } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import { settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { calendarRows, type StoredCalendarRow } from '../../calendar/public.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { plannedCustomers, type PlannedCustomer } from '../planning/planned-reads.ts'
import { presentWeek } from './schedules-present.ts'

export type StopOfSchedule = ScheduledStop & StopRow & { runStatus: RunStatus }
export type NoPickupOfSchedule = typeof noPickups.$inferSelect
export type Entry = ScheduleEntry<StopOfSchedule, NoPickupOfSchedule>

/** Maximum age of a stop that the schedule shows, with room for a week that started earlier. */
const DAYS_BACK = 400

/** Everything a customer's schedule is made from. */
export interface KnownSchedule {
  entries: Entry[]
  planned: PlannedCustomer
  /** Of the schedule's years, oldest first by creation. */
  stops: StopOfSchedule[]
  calendar: StoredCalendarRow[]
  settings: SettingsInForce
  today: Day
}

/** @param now decides what "today" is, in the business time zone */
export async function scheduleOf(db: Queryable, customerID: string, now: Date): Promise<KnownSchedule> {
  const [planned] = await plannedCustomers(db, eq(customers.customerID, customerID))
  if (!planned) throw new Refused('not_found')
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const calendar = await calendarRows(db)
  const stops = await stopsOf(db, customerID, today)
  const entries = customerSchedule({
    ...planned,
    jobs: stops,
    noPickups: await db.select().from(noPickups).where(eq(noPickups.customerID, customerID)),
    calendar,
    highestMonthOf: highestMonths(calendar),
    today,
  })
  return { entries, planned, stops, calendar, settings, today }
}

/** The customer's collections of the past and the next year, as this user may see them. */
export async function customerWeeks(
  db: Queryable,
  actor: Actor,
  customerID: string,
  now: Date,
): Promise<ScheduledWeek[]> {
  const { entries, settings } = await scheduleOf(db, customerID, now)
  const takenAt = await photosOf(db, entries)
  return entries.map((entry) => presentWeek(entry, settings, takenAt, actor.role === 'ADMIN'))
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
    runStatus: run.status,
  }))
}

/** The photos of these entries that are stored, with the time each was taken. */
export async function photosOf(db: Queryable, entries: readonly Entry[]): Promise<Map<string, Date | null>> {
  const ids = entries.flatMap(({ stop }) => stop?.photoIDs ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(among(photos.photoID, ids))
  return new Map(rows.map(({ photoID, takenAt }) => [photoID, takenAt]))
}
