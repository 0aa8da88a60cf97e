import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  daysBetween,
  endOfDayExclusive,
  formatDay,
  instantAt,
  isDay,
  isTimeZone,
  mondayOf,
  showWeekOf,
  startOfDay,
  weekdayOf,
} from '#domain/dates.ts'

const SYDNEY = 'Australia/Sydney'
const ZONES = [
  SYDNEY,
  'Australia/Lord_Howe',
  'Australia/Perth',
  'UTC',
  'America/Los_Angeles',
  'Asia/Beirut',
  'Pacific/Auckland',
  'America/St_Johns',
]
const day = fc.integer({ min: 0, max: 60_000 }).map((n) => addDays('1950-01-01', n))
const recentDay = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('1990-01-01', n))
const hours = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 3_600_000

describe('days', () => {
  it('are calendar dates and nothing else', () => {
    expect(['2026-01-12', '2028-02-29', '0001-01-01', '9999-12-31'].map(isDay)).toEqual([true, true, true, true])
    expect(
      [
        '2026-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-1-1',
        '12/01/2026',
        '2026-01-12T00:00',
        '',
        '0000-01-01',
        '2026-04-31',
      ].map(isDay),
    ).toEqual(Array(9).fill(false))
  })

  it('can be added and subtracted', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -5000, max: 5000 }),
        (from, n) => daysBetween(from, addDays(from, n)) === n && addDays(addDays(from, n), -n) === from,
      ),
    )
    expect([
      addDays('2026-02-28', 1),
      addDays('2028-02-28', 1),
      addDays('2026-12-31', 1),
      addDays('2026-10-04', 1),
    ]).toEqual(['2026-03-01', '2028-02-29', '2027-01-01', '2026-10-05'])
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
  })

  it('sort as text', () => {
    fc.assert(fc.property(day, day, (a, b) => a < b === daysBetween(a, b) > 0))
  })

  it('know their weekday and the Monday of their week', () => {
    expect([
      weekdayOf('2026-01-12'),
      weekdayOf('2026-01-18'),
      weekdayOf('1950-01-01'),
      weekdayOf('1970-01-01'),
    ]).toEqual([1, 7, 7, 4])
    fc.assert(fc.property(day, (d) => weekdayOf(mondayOf(d)) === 1 && daysBetween(mondayOf(d), d) === weekdayOf(d) - 1))
  })

  it('are shown dd/MM/yyyy, a week by its first day', () => {
    expect(formatDay('2026-11-09')).toBe('09/11/2026')
    expect(showWeekOf('2026-11-09')).toBe('week of Mon 09/11/2026')
  })
})

describe('days in the business time zone', () => {
  it('have 23 hours on 04/10/2026, 25 on 04/04/2027 and 24 on others in Sydney', () => {
    const length = (d: string) => hours(startOfDay(d, SYDNEY), endOfDayExclusive(d, SYDNEY))
    expect([
      length('2026-10-04'),
      length('2027-04-04'),
      length('2026-10-03'),
      length('2026-10-05'),
      length('2027-04-03'),
    ]).toEqual([23, 25, 24, 24, 24])
  })

  it('begin at midnight there, whatever the time zone of the machine', () => {
    expect(startOfDay('2026-01-12', SYDNEY).toISOString()).toBe('2026-01-11T13:00:00.000Z')
    expect(startOfDay('2026-07-12', SYDNEY).toISOString()).toBe('2026-07-11T14:00:00.000Z')
    expect(startOfDay('2026-10-05', SYDNEY).toISOString()).toBe('2026-10-04T13:00:00.000Z')
  })

  it('begin after the gap where midnight is skipped (Beirut, 29/03/2026)', () => {
    expect(startOfDay('2026-03-29', 'Asia/Beirut').toISOString()).toBe('2026-03-28T22:00:00.000Z')
    expect(dayOf(new Date('2026-03-28T21:59:59.999Z'), 'Asia/Beirut')).toBe('2026-03-28')
  })

  it('begin once where the clocks go back from midnight to eleven (Beirut, 25/10/2026)', () => {
    expect(startOfDay('2026-10-25', 'Asia/Beirut').toISOString()).toBe('2026-10-24T22:00:00.000Z')
    expect(hours(startOfDay('2026-10-24', 'Asia/Beirut'), endOfDayExclusive('2026-10-24', 'Asia/Beirut'))).toBe(25)
  })

  it('contain exactly the instants from their first one on, in every time zone and season', () => {
    fc.assert(
      fc.property(recentDay, fc.constantFrom(...ZONES), (d, zone) => {
        const start = startOfDay(d, zone).getTime()
        expect(dayOf(new Date(start), zone)).toBe(d)
        expect(dayOf(new Date(start - 1), zone)).toBe(addDays(d, -1))
        expect(endOfDayExclusive(d, zone)).toEqual(startOfDay(addDays(d, 1), zone))
      }),
    )
  })

  it('give an instant for a time of day, the earlier of two, and one for a time the clocks skip', () => {
    expect(instantAt('2026-11-04', '09:00', SYDNEY).toISOString()).toBe('2026-11-03T22:00:00.000Z')
    expect(instantAt('2027-04-04', '02:30', SYDNEY).toISOString()).toBe('2027-04-03T15:30:00.000Z')
    expect(instantAt('2026-10-04', '02:30', SYDNEY).toISOString()).toBe('2026-10-03T16:30:00.000Z')
  })

  it('are found again from any instant within them', () => {
    fc.assert(
      fc.property(
        recentDay,
        fc.integer({ min: 0, max: 82_799_999 }),
        fc.constantFrom(...ZONES),
        (d, within, zone) => dayOf(new Date(startOfDay(d, zone).getTime() + within), zone) === d,
      ),
    )
  })

  it('accept the names of time zones and refuse other words', () => {
    expect([isTimeZone(SYDNEY), isTimeZone('Australia/Woop_Woop'), isTimeZone('')]).toEqual([true, false, false])
  })
})
