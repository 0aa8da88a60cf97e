import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSuburb, listPublicSuburbs } from '#contract/v1/suburbs.ts'
import { type CalendarRow, comingWeeks } from '#domain/calendar.ts'
import { fortnightWeeks } from '#domain/cycle.ts'
import type { Day } from '#domain/dates.ts'
import { postcodeWarning } from '#domain/postcodes.ts'
import { weekFiveWarning } from '#domain/week-five.ts'
import type { StateOfAustralia } from '#domain/words.ts'
import type { CountedSuburb, SuburbRow } from './suburbs-reads.ts'

type Suburb = AnswerOf<typeof getSuburb>

export function presentSuburb(row: CountedSuburb): Suburb {
  const state = row.state as StateOfAustralia
  const warnings = [postcodeWarning(row.postCode, state), weekFiveWarning(row.weekNumber)]
  return {
    ...row,
    state,
    warnings: warnings.filter((warning) => warning !== null),
  }
}

const WEEKS_SHOWN = 3

type PublicSuburb = AnswerOf<typeof listPublicSuburbs>['items'][number]

/** @param calendar the weeks that have not ended; suburbs with the same week share the computed next weeks */
export function presentPublicSuburbs(
  rows: readonly SuburbRow[],
  calendar: readonly CalendarRow[],
  today: Day,
): PublicSuburb[] {
  const byWeek = new Map<number | null, Pick<PublicSuburb, 'nextWeeks' | 'nextFortnights'>>()
  const coming = (weekNumbers: readonly number[]) => comingWeeks(calendar, weekNumbers, today, WEEKS_SHOWN)
  const weeksOf = (weekNumber: number | null) => {
    const known = byWeek.get(weekNumber)
    if (known) return known
    const weeks = {
      nextWeeks: weekNumber === null ? [] : coming([weekNumber]),
      nextFortnights: weekNumber === null ? [] : coming(fortnightWeeks(weekNumber)),
    }
    byWeek.set(weekNumber, weeks)
    return weeks
  }
  return rows.map((row) => ({
    ...row,
    postcode: row.postCode,
    state: row.state as StateOfAustralia,
    ...weeksOf(row.weekNumber),
  }))
}
