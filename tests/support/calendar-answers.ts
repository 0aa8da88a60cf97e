import type { Answer } from '#client/api/answers.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { newID } from '#domain/identifiers.ts'
import { pageOfRows, type Sent } from './office-screen.tsx'

/** A year that has not begun, whenever the test runs. */
export const NEXT_YEAR = new Date().getFullYear() + 1
/** The only week of that year in these calendars. */
export const COMING = {
  yearNumber: NEXT_YEAR,
  monthNumber: 12,
  weekNumber: 2,
  from: `${NEXT_YEAR}-12-08`,
  to: `${NEXT_YEAR}-12-14`,
}
/** As a person reads it. */
export const COMING_WORDS = new RegExp(`08/12/${NEXT_YEAR} \\(${NEXT_YEAR}-12-W2\\)`)

/** As it is shown in a row of a list. */
export const COMING_IN_LIST = new RegExp(`^Week 2 · [A-Z][a-z]{2} 8/12/${NEXT_YEAR}$`)

/** Answers calendar requests with these calendars, and all other requests with the test's own answers. */
export function calendarOr(otherwise: (sent: Sent) => Answer<unknown>): (sent: Sent) => Answer<unknown> {
  return (sent) => {
    if (sent.endpoint !== listCalendar) return otherwise(sent)
    return pageOfRows(
      sent.input['yearNumber'] === NEXT_YEAR ? [{ ...COMING, calendarSettingID: newID(), version: 1 }] : [],
    )
  }
}
