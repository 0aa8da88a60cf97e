import { expect, test } from 'vitest'
import { dueInWords } from '#client/shells/due-pick.tsx'
import { newID } from '#domain/identifiers.ts'

const week = (yearNumber: number, monthNumber: number, weekNumber: number, from: string, to: string) => ({
  calendarSettingID: newID(),
  yearNumber,
  monthNumber,
  weekNumber,
  from,
  to,
  version: 1,
})
const WEEKS = [
  week(2026, 12, 1, '2026-12-07', '2026-12-13'),
  week(2026, 12, 4, '2026-12-28', '2027-01-03'),
  week(2027, 3, 5, '2027-03-29', '2027-04-04'),
]

test('A period that lacks the customer’s week is due in the next one of that number, as the next collection says', () => {
  expect(dueInWords({ yearNumber: 2026, monthNumber: 12 }, 'MONTHLY', 4, WEEKS)).toMatch(/^Week 4, December · 28 Dec/)
  expect(dueInWords({ yearNumber: 2026, monthNumber: 12 }, 'MONTHLY', 5, WEEKS)).toMatch(/^Week 5, March · 29 Mar/)
})

test('A period that the calendar lacks is said in words', () => {
  expect(dueInWords({ yearNumber: 2026, monthNumber: 8 }, 'MONTHLY', 4, WEEKS)).toBe('August 2026')
  expect(dueInWords({ yearNumber: 2026, monthNumber: 8, weekNumber: 3 }, 'FORTNIGHTLY', 1, WEEKS)).toBe(
    'Week 3, August 2026',
  )
})
