import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addPeriods,
  CALENDAR_MODES,
  type CalendarRow,
  calendarWarnings,
  comparePeriods,
  compareWeeks,
  cutoffOf,
  highestMonths,
  isCutoff,
  makeYear,
  movedWeeks,
  overlaps,
  rowOfWeek,
  weekContaining,
} from '#domain/calendar.ts'
import { addDays, daysBetween, weekdayOf } from '#domain/dates.ts'

const years = fc.integer({ min: 1990, max: 2090 })
const modes = fc.constantFrom(...CALENDAR_MODES)

describe('a year of weeks', () => {
  it('has five weeks in March, June, August and November 2026', () => {
    expect(
      makeYear(2026, 'MONTHS')
        .filter(({ weekNumber }) => weekNumber === 5)
        .map(({ monthNumber }) => monthNumber),
    ).toEqual([3, 6, 8, 11])
  })

  it('gives a week to the month of its Monday', () => {
    const rows = makeYear(2026, 'MONTHS')
    expect(rows[0]).toEqual({ yearNumber: 2026, monthNumber: 1, weekNumber: 1, from: '2026-01-05', to: '2026-01-11' })
    expect(rows.at(-1)).toEqual({
      yearNumber: 2026,
      monthNumber: 12,
      weekNumber: 4,
      from: '2026-12-28',
      to: '2027-01-03',
    })
    expect(rows).toHaveLength(52)
  })

  it('has 13 periods of four weeks when it is four-weekly', () => {
    const rows = makeYear(2026, 'FOUR_WEEKLY', '2025-12-29')
    expect(rows).toHaveLength(52)
    expect(rows[0]).toEqual({ yearNumber: 2026, monthNumber: 1, weekNumber: 1, from: '2025-12-29', to: '2026-01-04' })
    expect(rows.at(-1)).toEqual({
      yearNumber: 2026,
      monthNumber: 13,
      weekNumber: 4,
      from: '2026-12-21',
      to: '2026-12-27',
    })
    expect(makeYear(2026, 'FOUR_WEEKLY')[0]?.from).toBe('2026-01-05')
  })

  it('goes from week to week without a gap or an overlap, Monday to Sunday, each name once', () => {
    fc.assert(
      fc.property(years, modes, (year, mode) => {
        const rows = makeYear(year, mode)
        rows.forEach((row, i) => {
          expect([weekdayOf(row.from), daysBetween(row.from, row.to), calendarWarnings(row)]).toEqual([1, 6, []])
          const next = rows[i + 1]
          if (!next) return
          expect(next.from).toBe(addDays(row.to, 1))
          expect(compareWeeks(row, next)).toBeLessThan(0)
          expect(overlaps(row, next)).toBe(false)
        })
        expect(rows.every(({ weekNumber }) => weekNumber >= 1 && weekNumber <= (mode === 'MONTHS' ? 5 : 4))).toBe(true)
      }),
    )
  })

  it('by months ends the day before the next year by months begins', () => {
    fc.assert(
      fc.property(
        years,
        (year) => makeYear(year + 1, 'MONTHS')[0]?.from === addDays(makeYear(year, 'MONTHS').at(-1)?.to ?? '', 1),
      ),
    )
  })

  it('may begin at a date within the year', () => {
    const rows = makeYear(2026, 'MONTHS', '2026-03-11')
    expect(rows[0]).toEqual({ yearNumber: 2026, monthNumber: 3, weekNumber: 2, from: '2026-03-09', to: '2026-03-15' })
    expect(rows).toEqual(makeYear(2026, 'MONTHS').filter(({ from }) => from >= '2026-03-09'))
  })

  it('warns of dates that are not Monday to Sunday', () => {
    expect(calendarWarnings({ from: '2026-01-06', to: '2026-01-11' })).toEqual([
      { code: 'not_monday_sunday', message: '06/01/2026 to 11/01/2026 isn’t one week from Monday to Sunday.' },
    ])
    expect(calendarWarnings({ from: '2026-01-05', to: '2026-01-18' })).toHaveLength(1)
  })

  it('finds the week of a day', () => {
    const rows = makeYear(2026, 'MONTHS')
    expect(weekContaining(rows, '2026-11-15')).toMatchObject({ monthNumber: 11, weekNumber: 2 })
    expect(weekContaining(rows, '2026-01-04')).toBeNull()
  })

  it('calls two weeks overlapping when they share a day', () => {
    const range = fc
      .tuple(fc.nat(40), fc.nat(10))
      .map(([start, length]) => ({ from: addDays('2026-01-01', start), to: addDays('2026-01-01', start + length) }))
    const daysOf = ({ from, to }: { from: string; to: string }) =>
      Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i))
    fc.assert(fc.property(range, range, (a, b) => overlaps(a, b) === daysOf(a).some((day) => daysOf(b).includes(day))))
  })
})

describe('the row of a week', () => {
  const rows = [...makeYear(2026, 'MONTHS'), ...makeYear(2027, 'MONTHS')]

  it('is that week, or the next with its number where the month has none', () => {
    expect(rowOfWeek({ yearNumber: 2026, monthNumber: 12, weekNumber: 4 }, rows)).toMatchObject({ from: '2026-12-28' })
    expect(rowOfWeek({ yearNumber: 2026, monthNumber: 12, weekNumber: 5 }, rows)).toMatchObject({ from: '2027-03-29' })
  })

  it('is unknown beyond the calendar', () => {
    expect(rowOfWeek({ yearNumber: 2028, monthNumber: 1, weekNumber: 1 }, rows)).toBeNull()
    expect(rowOfWeek({ yearNumber: 2027, monthNumber: 12, weekNumber: 5 }, rows)).toBeNull()
  })
})

describe('periods', () => {
  it('wrap at the highest month of their own year', () => {
    const highest = highestMonths([...makeYear(2026, 'FOUR_WEEKLY'), ...makeYear(2027, 'MONTHS')])
    expect(addPeriods({ yearNumber: 2026, monthNumber: 12 }, 1, highest)).toEqual({ yearNumber: 2026, monthNumber: 13 })
    expect(addPeriods({ yearNumber: 2026, monthNumber: 12 }, 3, highest)).toEqual({ yearNumber: 2027, monthNumber: 2 })
    expect(addPeriods({ yearNumber: 2027, monthNumber: 12 }, 1, highest)).toEqual({ yearNumber: 2028, monthNumber: 1 })
    expect(addPeriods({ yearNumber: 2028, monthNumber: 11 }, 2, highest)).toEqual({ yearNumber: 2029, monthNumber: 1 })
  })

  it('end at December in a year whose calendar is only begun', () => {
    expect(highestMonths([{ yearNumber: 2026, monthNumber: 3 }])(2026)).toBe(12)
  })

  it('can be added step by step, and grow with each step', () => {
    fc.assert(
      fc.property(
        fc.record({ yearNumber: years, monthNumber: fc.integer({ min: 1, max: 12 }) }),
        fc.nat(30),
        fc.nat(30),
        fc.constantFrom(12, 13),
        (start, a, b, months) => {
          const at = (n: number) => addPeriods(start, n, () => months)
          expect(addPeriods(at(a), b, () => months)).toEqual(at(a + b))
          expect(Math.sign(comparePeriods(at(a), at(b)))).toBe(Math.sign(a - b))
        },
      ),
    )
  })
})

describe('the cut-off', () => {
  it('is the end of Sunday before the week, business time', () => {
    expect(cutoffOf({ from: '2026-11-09' }, 'Australia/Sydney').toISOString()).toBe('2026-11-08T13:00:00.000Z')
    expect(cutoffOf({ from: '2026-11-11' }, 'Australia/Sydney').toISOString()).toBe('2026-11-08T13:00:00.000Z')
  })

  it('follows daylight saving time', () => {
    expect(cutoffOf({ from: '2026-10-05' }, 'Australia/Sydney').toISOString()).toBe('2026-10-04T13:00:00.000Z')
    expect(cutoffOf({ from: '2026-09-28' }, 'Australia/Sydney').toISOString()).toBe('2026-09-27T14:00:00.000Z')
    expect(cutoffOf({ from: '2027-04-05' }, 'Australia/Sydney').toISOString()).toBe('2027-04-04T14:00:00.000Z')
  })

  it('may be set to another weekday and hour before the week', () => {
    expect(cutoffOf({ from: '2026-11-09' }, 'Australia/Sydney', 'FRI 16:59').toISOString()).toBe(
      '2026-11-06T06:00:00.000Z',
    )
    expect(cutoffOf({ from: '2026-11-09' }, 'Australia/Sydney', 'MON 09:00').toISOString()).toBe(
      '2026-11-01T22:01:00.000Z',
    )
    expect(['SUN 23:59', 'FRI 16:00', 'sun 23:59', 'SUN 24:00', 'SUN', ''].map(isCutoff)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a week that moves', () => {
  const weeks = makeYear(2026, 'MONTHS').slice(40)
  const [first, second] = weeks as [CalendarRow, CalendarRow]
  const by = (row: CalendarRow, days: number) => ({ from: addDays(row.from, days), to: addDays(row.to, days) })
  const without = (...gone: CalendarRow[]) => weeks.filter((row) => !gone.includes(row))

  it('overlaps the week after it when it moves alone', () => {
    expect(movedWeeks(first, by(first, 7), without(first), false)).toEqual({
      moves: [{ row: first, after: by(first, 7) }],
      overlap: second,
    })
  })

  it('moves the weeks after it by as many days, up to the first gap', () => {
    const last = weeks[5] as CalendarRow
    const { moves, overlap } = movedWeeks(first, by(first, 7), without(first, last), true)
    expect(overlap).toBeNull()
    expect(moves).toEqual(weeks.slice(0, 5).map((row) => ({ row, after: by(row, 7) })))
  })

  it('goes alone into a gap', () => {
    expect(movedWeeks(first, by(first, 7), without(first, second), true)).toEqual({
      moves: [{ row: first, after: by(first, 7) }],
      overlap: null,
    })
    expect(movedWeeks(second, by(second, -7), without(first, second), true)).toEqual({
      moves: [{ row: second, after: by(second, -7) }],
      overlap: null,
    })
  })

  it('never moves weeks before it: the week before is an overlap', () => {
    expect(movedWeeks(second, by(second, -3), without(second), true)).toEqual({
      moves: [{ row: second, after: by(second, -3) }],
      overlap: first,
    })
  })

  it('that becomes longer moves the weeks after it by the days it has grown', () => {
    const { moves } = movedWeeks(first, { from: first.from, to: addDays(first.to, 2) }, without(first), true)
    expect(moves[1]).toEqual({ row: second, after: by(second, 2) })
    expect(moves).toHaveLength(weeks.length)
  })

  it('keeps the order and length of the weeks it moves, lets none overlap, and moves no more than needed', () => {
    const calendars = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 }))), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => {
        let day = '2026-01-05'
        return parts.map(([length, gap]) => {
          const row = { from: day, to: addDays(day, length - 1) }
          day = addDays(row.to, 1 + gap)
          return row
        })
      })
    const moved = calendars.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.nat(rows.length - 1),
        fc.integer({ min: -20, max: 40 }),
        fc.integer({ min: -5, max: 12 }),
      ),
    )
    fc.assert(
      fc.property(moved, fc.boolean(), ([rows, at, days, grown], push) => {
        const row = rows[at]!
        const from = addDays(row.from, days)
        const to = addDays(row.to, days + grown)
        fc.pre(from <= to)
        const others = rows.filter((other) => other !== row)
        const { moves, overlap } = movedWeeks(row, { from, to }, others, push)
        const now = rows.map((one) => ({ before: one, after: moves.find((move) => move.row === one)?.after ?? one }))
        const clashes = now.filter((one) => now.some((other) => other !== one && overlaps(one.after, other.after)))
        expect(clashes.length > 0).toBe(overlap !== null)
        const pushed = moves.slice(1)
        if (!push) expect(pushed).toEqual([])
        for (const { row: before, after } of pushed)
          expect([daysBetween(before.from, after.from), daysBetween(before.from, before.to)]).toEqual([
            daysBetween(row.to, to),
            daysBetween(after.from, after.to),
          ])
        // Each week that was moved on would otherwise overlap with the week before it.
        for (const [i, { row: before }] of pushed.entries()) expect(before.from <= moves[i]!.after.to).toBe(true)
        if (push && overlap === null && days + grown >= 0)
          expect(now.slice(at).every((one, i, all) => i === 0 || all[i - 1]!.after.to < one.after.from)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
