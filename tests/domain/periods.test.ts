import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import {
  financialYear,
  financialYearOf,
  financialYearWords,
  monthPeriod,
  monthsIn,
  monthWords,
  quarter,
  quarterOf,
  QUARTERS,
  quarterWords,
} from '#domain/periods.ts'

const days = fc.integer({ min: 0, max: 80_000 }).map((count) => addDays('1990-01-01', count))

describe('The financial year and its quarters', () => {
  test('A year is July to June, and its quarters are those of a BAS', () => {
    expect(financialYear(2026)).toEqual({ from: '2026-07-01', to: '2027-06-30' })
    expect(QUARTERS.map((each) => quarter(2027, each))).toEqual([
      { from: '2027-07-01', to: '2027-09-30' },
      { from: '2027-10-01', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-03-31' },
      { from: '2028-04-01', to: '2028-06-30' },
    ])
    expect(QUARTERS.map((each) => quarterWords(2026, each))).toEqual([
      'Jul–Sep 2026',
      'Oct–Dec 2026',
      'Jan–Mar 2027',
      'Apr–Jun 2027',
    ])
    expect([financialYearWords(2026), financialYearWords(2099), monthWords('2026-11')]).toEqual([
      '2026–27',
      '2099–00',
      'Nov 2026',
    ])
  })

  test('Every day is in the quarter and in the year that are said to be its own, and in one month of them', () => {
    fc.assert(
      fc.property(days, (day) => {
        const year = financialYearOf(day)
        for (const { from, to } of [financialYear(year), quarter(year, quarterOf(day)), monthPeriod(day.slice(0, 7))])
          expect(from <= day && day <= to).toBe(true)
        expect(monthsIn(quarter(year, quarterOf(day)))).toHaveLength(3)
        expect(monthsIn(financialYear(year)).filter((month) => month === day.slice(0, 7))).toHaveLength(1)
      }),
    )
  })

  test('The quarters follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2200 }), (year) => {
        const parts = QUARTERS.map((each) => quarter(year, each))
        expect([parts[0]!.from, parts[3]!.to]).toEqual([financialYear(year).from, financialYear(year).to])
        for (const at of [1, 2, 3]) expect(addDays(parts[at - 1]!.to, 1)).toBe(parts[at]!.from)
      }),
    )
  })
})
