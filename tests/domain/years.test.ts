import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeYear } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { rulesFixture } from '../support/years/rules-fixture.ts'
import { liveThrough } from '../support/years/simulate-years.ts'

const calendars = {
  MONTHS: [2026, 2027, 2028].flatMap((year) => makeYear(year, 'MONTHS')),
  FOUR_WEEKLY: [0, 1, 2].flatMap((n) => makeYear(2026 + n, 'FOUR_WEEKLY', addDays('2025-12-29', n * 364))),
  'MONTHS, then FOUR_WEEKLY': [
    ...makeYear(2026, 'MONTHS'),
    ...makeYear(2027, 'FOUR_WEEKLY', '2027-01-04'),
    ...makeYear(2028, 'MONTHS', '2028-01-03'),
  ],
}

describe.each(Object.entries(calendars))('three years of weekly runs in %s', (_, rows) => {
  it('serve every customer who is due, and none twice, whatever happens in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        expect(await liveThrough(rulesFixture(rows), rows, { seed, people: 12 })).toBeGreaterThan(100)
      }),
      { numRuns: 15 },
    )
  })
})
