import { expect, test } from 'vitest'
import { makeYear } from '#domain/calendar.ts'
import { isDueOver } from '#domain/cycle.ts'
import { addDays } from '#domain/dates.ts'
import { SET_UP_DAYS_AGO } from '#server/demo/story.ts'
import { demoWeeks, firstDue, periodBefore } from '#server/demo/weeks.ts'

test('On whatever day the demo runs, none of its customers begins in a week that is over', () => {
  const rows = [2025, 2026, 2027, 2028].flatMap((year) => makeYear(year, 'MONTHS'))
  for (let today = '2026-01-01'; today < '2028-01-01'; today = addDays(today, 1)) {
    const { past, current, next } = demoWeeks(rows, today)
    for (const worked of [...past, current, next]) {
      const missed = { ...worked, ...periodBefore(worked) }
      const { yearNumber, monthNumber, weekNumber } = missed
      const madeOn = addDays(today, -SET_UP_DAYS_AGO)
      expect([
        today,
        isDueOver({ collectionScheme: 'MONTHLY', weekNumber }, { yearNumber, monthNumber }, madeOn, rows),
      ]).toEqual([today, false])
      expect([
        today,
        isDueOver(
          { collectionScheme: 'FORTNIGHTLY', weekNumber },
          { yearNumber, monthNumber, weekNumber },
          madeOn,
          rows,
        ),
      ]).toEqual([today, false])
    }
  }
})

test('On whatever day the demo runs, somebody is due in each week that was worked, and nobody in a fortnight’s fifth week', () => {
  const rows = [2025, 2026, 2027, 2028].flatMap((year) => makeYear(year, 'MONTHS'))
  for (let today = '2026-01-01'; today < '2028-01-01'; today = addDays(today, 1)) {
    const weeks = demoWeeks(rows, today)
    for (const { from, weekNumber } of [...weeks.past, weeks.current]) {
      if (weekNumber === 5 && weeks.current.weekNumber !== 5) continue
      expect([today, from, firstDue(weeks, weekNumber, 'MONTHLY').from <= from]).toEqual([today, from, true])
      expect([today, firstDue(weeks, weekNumber, 'FORTNIGHTLY').weekNumber]).not.toEqual([today, 5])
    }
  }
})
