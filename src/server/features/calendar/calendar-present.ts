import type { CalendarSetting } from '#contract/v1/settings.ts'
import { calendarWarnings } from '#domain/calendar.ts'
import type { StoredCalendarRow } from './calendar-reads.ts'

export function presentCalendarWeek(row: StoredCalendarRow): CalendarSetting {
  const { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to, version } = row
  return { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to, version, warnings: calendarWarnings(row) }
}
