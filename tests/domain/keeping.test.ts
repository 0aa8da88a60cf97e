import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, isDay } from '#domain/dates.ts'
import { keptFrom } from '#domain/keeping.ts'

test('Records are kept from the same day so many years ago; from 1 March where there was no 29 February', () => {
  expect([keptFrom('2034-11-20', 7), keptFrom('2028-02-29', 4), keptFrom('2028-02-29', 7)]).toEqual([
    '2027-11-20',
    '2024-02-29',
    '2021-03-01',
  ])
})

test('What was kept yesterday and is not today is a day old at most, and nothing that is given up comes back', () => {
  const days = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(days, fc.integer({ min: 2, max: 50 }), (today, years) => {
      const [before, now] = [keptFrom(today, years), keptFrom(addDays(today, 1), years)]
      expect(isDay(before)).toBe(true)
      expect([0, 1, 2]).toContain(daysBetween(before, now))
    }),
  )
})
