import { type CalendarRow, type HighestMonthOf, highestMonths } from '#domain/calendar.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarRows, settingsInForce } from './settings-reads.ts'

/** What the calendar and the settings say to every customer's cycle: asked once, however many are judged by it. */
export interface CycleFacts {
  readonly calendar: readonly CalendarRow[]
  readonly highestMonthOf: HighestMonthOf
  /** `start.leadDays` */
  readonly leadDays: number
}

export async function cycleFacts(db: Queryable): Promise<CycleFacts> {
  const calendar = await calendarRows(db)
  return { calendar, highestMonthOf: highestMonths(calendar), leadDays: (await settingsInForce(db))['start.leadDays'] }
}
