import { expect, test } from 'vitest'
import { showLongDay } from '#domain/clock-words.ts'

test('A day names its year where it lies more than two months ahead', () => {
  expect(showLongDay('2026-12-14')).toBe('Monday 14 December')
  expect(showLongDay('2027-01-11', '2026-12-06')).toBe('Monday 11 January')
  expect(showLongDay('2027-03-29', '2026-12-06')).toBe('Monday 29 March 2027')
})
