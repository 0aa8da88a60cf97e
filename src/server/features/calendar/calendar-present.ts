import type { CalendarSetting } from '#contract/v1/settings.ts'
import { calendarWarnings } from '#domain/calendar.ts'
import type { KeptCalendarRow } from './calendar-reads.ts'

export function presentCalendarWeek(row: KeptCalendarRow): CalendarSetting {
  const { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to, version } = row
  return { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to, version, warnings: calendarWarnings(row) }
}
