import { expect, test } from 'vitest'
import { dayRange, shortDay, weekTitle } from '#domain/day-words.ts'

test('A day is named by weekday, day and month, with the year only where it is not the current one', () => {
  expect(shortDay('2026-11-23', '2026-11-20')).toBe('Mon 23/11')
  expect(shortDay('2027-01-04', '2026-11-20')).toBe('Mon 4/01/2027')
})

test('A week’s dates name the month once, both months across a boundary, and another year', () => {
  expect(dayRange('2026-11-16', '2026-11-22', '2026-11-20')).toBe('16–22 Nov')
  expect(dayRange('2026-11-30', '2026-12-06', '2026-11-20')).toBe('30 Nov – 6 Dec')
  expect(dayRange('2026-12-28', '2027-01-03', '2026-11-20')).toBe('28 Dec – 3 Jan 2027')
  expect(dayRange('2025-11-03', '2025-11-09', '2026-11-20')).toBe('3–9 Nov 2025')
})

test('A week is named by its month; in a year of four-weekly periods by its period', () => {
  expect(weekTitle({ monthNumber: 11, weekNumber: 3 }, '2026-11-16', '2026-11-22')).toBe('Week 3, November')
  expect(weekTitle({ monthNumber: 11, weekNumber: 5 }, '2026-11-30', '2026-12-06')).toBe('Week 5, November')
  expect(weekTitle({ monthNumber: 13, weekNumber: 4 }, '2026-12-21', '2026-12-27')).toBe('Week 4, period 13')
})
