import type { CalendarSetting } from '#contract/v1/settings.ts'
import { calendarWarnings } from '#domain/calendar.ts'
import type { StoredCalendarRow } from './calendar-reads.ts'

export function presentCalendarWeek(row: StoredCalendarRow): CalendarSetting {
  return { ...row, warnings: calendarWarnings(row) }
}
