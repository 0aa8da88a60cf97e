import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeYear, type WeekRef } from '#domain/calendar.ts'
import {
  afterNoPickup,
  afterOutcome,
  afterShift,
  afterShiftUndone,
  compareDue,
  type Cycle,
  firstDue,
  fortnightWeeks,
  intervalOf,
  nextDue,
  shiftDefault,
} from '#domain/cycle.ts'
import { COLLECTION_SCHEMES, OUTCOMES } from '#domain/words.ts'

const december = () => 12
const at = (monthNumber: number, weekNumber: number, yearNumber = 2026): WeekRef => ({
  yearNumber,
  monthNumber,
  weekNumber,
})
const cycle = (collectionScheme: Cycle['collectionScheme'], weekNumber: number, due: Cycle['due'] = null): Cycle => ({
  collectionScheme,
  weekNumber,
  due,
})

describe('the next due period', () => {
  it('lies one interval after a collection', () => {
    expect(nextDue(cycle('MONTHLY', 2), at(5, 2), december)).toEqual({ yearNumber: 2026, monthNumber: 6 })
    expect(nextDue(cycle('SECOND_MONTHLY', 2), at(11, 2), december)).toEqual({ yearNumber: 2027, monthNumber: 1 })
    expect(nextDue(cycle('QUARTERLY', 2), at(11, 2), december)).toEqual({ yearNumber: 2027, monthNumber: 2 })
    expect(nextDue(cycle('QUARTERLY', 2), at(11, 2), () => 13)).toEqual({ yearNumber: 2027, monthNumber: 1 })
  })

  it('counts from the stop’s own period, also for a missed customer and for a week 5', () => {
    expect(nextDue(cycle('SECOND_MONTHLY', 2, { yearNumber: 2026, monthNumber: 1 }), at(3, 2), december)).toEqual({
      yearNumber: 2026,
      monthNumber: 5,
    })
    expect(nextDue(cycle('SECOND_MONTHLY', 2, { yearNumber: 2026, monthNumber: 6 }), at(6, 5), december)).toEqual({
      yearNumber: 2026,
      monthNumber: 8,
    })
  })

  it('goes from w to w + 2 to the next period’s w for a fortnightly customer', () => {
    expect(nextDue(cycle('FORTNIGHTLY', 3), at(5, 1), december)).toEqual(at(5, 3))
    expect(nextDue(cycle('FORTNIGHTLY', 3), at(5, 3), december)).toEqual(at(6, 1))
    expect(nextDue(cycle('FORTNIGHTLY', 4), at(12, 4), december)).toEqual(at(1, 2, 2027))
    expect(nextDue(cycle('FORTNIGHTLY', 1), at(6, 5), december)).toEqual(at(7, 1))
  })

  it('is the next period, same week, after a "no pickup"; a fortnightly customer’s the next fortnight', () => {
    expect(afterNoPickup(cycle('SECOND_MONTHLY', 2, { yearNumber: 2026, monthNumber: 5 }), at(5, 2), december)).toEqual(
      { yearNumber: 2026, monthNumber: 6 },
    )
    expect(afterNoPickup(cycle('FORTNIGHTLY', 2), at(5, 2), december)).toEqual(at(5, 4))
  })

  it.each(OUTCOMES)(
    'after %s is one interval later, or the next period when the customer was not served for no fault of theirs',
    (outcome) => {
      const stays = ['UNSAFE', 'OVERWEIGHT', 'CONTAMINATED', 'OTHER'].includes(outcome)
      expect(afterOutcome(cycle('QUARTERLY', 2), at(5, 2), outcome, december)).toEqual({
        yearNumber: 2026,
        monthNumber: stays ? 6 : 8,
      })
    },
  )

  it('counts from the stop’s own period when a shifted job was done after all, whatever week it was shifted to', () => {
    const weeks = fc.record({
      yearNumber: fc.constant(2026),
      monthNumber: fc.integer({ min: 1, max: 12 }),
      weekNumber: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...COLLECTION_SCHEMES),
        fc.integer({ min: 1, max: 5 }),
        weeks,
        fc.option(weeks),
        fc.constantFrom(...OUTCOMES),
        (scheme, week, stop, named, outcome) => {
          const unshifted = cycle(
            scheme,
            week,
            intervalOf(scheme) === null && scheme !== 'FORTNIGHTLY' ? null : afterShift(cycle(scheme, week), stop),
          )
          const to = named ?? shiftDefault(unshifted, stop, december)
          const shifted = {
            ...unshifted,
            due: named ? afterShift(unshifted, to) : afterNoPickup(unshifted, stop, december),
          }
          const back = { ...shifted, due: afterShiftUndone(shifted, stop, to) }
          expect(back).toEqual(unshifted)
          expect(afterOutcome(back, stop, outcome, december)).toEqual(afterOutcome(unshifted, stop, outcome, december))
        },
      ),
    )
    const movedOn = { yearNumber: 2026, monthNumber: 10 }
    expect(afterShiftUndone(cycle('MONTHLY', 2, movedOn), at(5, 2), at(9, 2))).toEqual(movedOn)
  })

  it('is never moved back by a run that is completed late', () => {
    const due = { yearNumber: 2026, monthNumber: 9 }
    expect(afterOutcome(cycle('MONTHLY', 2, due), at(5, 2), 'COLLECTED', december)).toEqual(due)
    expect(afterNoPickup(cycle('MONTHLY', 2, due), at(5, 2), december)).toEqual(due)
    const weeks = fc.record({
      yearNumber: fc.constant(2026),
      monthNumber: fc.integer({ min: 1, max: 12 }),
      weekNumber: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...COLLECTION_SCHEMES),
        fc.integer({ min: 1, max: 5 }),
        weeks,
        weeks,
        fc.constantFrom(...OUTCOMES),
        (scheme, week, due, stop, outcome) => {
          const next = afterOutcome(cycle(scheme, week, due), stop, outcome, december)
          expect(next && compareDue(next, due)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('does not exist for a customer who is collected on request', () => {
    for (const scheme of ['FLEXIBLE', 'ONE_OFF'] as const) {
      expect(intervalOf(scheme)).toBeNull()
      expect([
        nextDue(cycle(scheme, 2), at(5, 2), december),
        afterNoPickup(cycle(scheme, 2), at(5, 2), december),
        afterShift(cycle(scheme, 2), at(6, 5)),
      ]).toEqual([null, null, null])
      expect(firstDue(cycle(scheme, 2), '2026-01-01', 3, makeYear(2026, 'MONTHS'))).toBeNull()
    }
  })
})

describe('a fortnightly customer', () => {
  it('has weeks 1 and 3 where the suburb’s week is odd, else 2 and 4, never 5', () => {
    expect([1, 2, 3, 4, 5].map(fortnightWeeks)).toEqual([
      [1, 3],
      [2, 4],
      [1, 3],
      [2, 4],
      [1, 3],
    ])
  })
})

describe('a shifted stop', () => {
  it('goes to the next period, same week, unless a week is named', () => {
    expect(shiftDefault(cycle('MONTHLY', 2), at(12, 2), december)).toEqual(at(1, 2, 2027))
    expect(shiftDefault(cycle('MONTHLY', 2), at(6, 5), december)).toEqual(at(7, 2))
    expect(shiftDefault(cycle('FORTNIGHTLY', 1), at(5, 1), december)).toEqual(at(5, 3))
    expect(shiftDefault(cycle('FORTNIGHTLY', 1), at(5, 3), december)).toEqual(at(6, 1))
    expect([
      shiftDefault(cycle('FLEXIBLE', 0), at(5, 3), december),
      shiftDefault(cycle('FLEXIBLE', 0), at(6, 5), december),
    ]).toEqual([at(6, 3), at(7, 4)])
    expect(afterShift(cycle('MONTHLY', 2), at(6, 5))).toEqual({ yearNumber: 2026, monthNumber: 6 })
    expect(afterShift(cycle('FORTNIGHTLY', 1), at(6, 5))).toEqual(at(6, 5))
  })
})

describe('a new customer', () => {
  const rows = makeYear(2026, 'MONTHS')

  it('is first due in the first week of theirs that begins at least three days after their start', () => {
    expect(firstDue(cycle('SECOND_MONTHLY', 2), '2026-01-09', 3, rows)).toEqual({ yearNumber: 2026, monthNumber: 1 })
    expect(firstDue(cycle('SECOND_MONTHLY', 2), '2026-01-10', 3, rows)).toEqual({ yearNumber: 2026, monthNumber: 2 })
    expect(firstDue(cycle('FORTNIGHTLY', 4), '2026-01-10', 3, rows)).toEqual(at(1, 4))
    expect(firstDue(cycle('MONTHLY', 2), '2026-12-20', 3, rows)).toBeNull()
  })

  it('does not depend on the order of the calendar’s rows', () => {
    expect(firstDue(cycle('MONTHLY', 2), '2026-01-10', 3, rows.toReversed())).toEqual({
      yearNumber: 2026,
      monthNumber: 2,
    })
  })
})
