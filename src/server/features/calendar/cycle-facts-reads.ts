import { type CalendarRow, type HighestMonthOf, highestMonths } from '#domain/calendar.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { settingsInForce } from '../settings/public.ts'
import { calendarRows } from './calendar-reads.ts'

/** What the cycle rules need from calendar and settings, read once for any number of customers. */
export interface CycleFacts {
  readonly calendar: readonly CalendarRow[]
  readonly highestMonthOf: HighestMonthOf
  /** `start.leadDays` */
  readonly leadDays: number
  /** Today in the business time zone. */
  readonly today: Day
}

export async function cycleFacts(db: Queryable, now: Date): Promise<CycleFacts> {
  const calendar = await calendarRows(db)
  const settings = await settingsInForce(db)
  return {
    calendar,
    highestMonthOf: highestMonths(calendar),
    leadDays: settings['start.leadDays'],
    today: dayOf(now, settings['business.timeZone']),
  }
}
