import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrivalsOf, arrivalWindow, HEARD_WITHIN, type StopAhead } from '#domain/arrivals.ts'

const MINUTE = 60_000
const TEN = Date.parse('2026-11-30T23:00:00Z')
const travel = { speed: 39, atStop: 2 }
/** 500 m apart are a minute of driving at 39 km/h. */
const stop = (stopOrder: number, doneAt: number | null, metres: number | null = stopOrder * 500): StopAhead => ({
  assignmentID: `stop ${stopOrder}`,
  suburb: 'Hornsby',
  address: `${stopOrder} High St`,
  point: metres === null ? null : { latitude: -33.7 + metres / 111_195, longitude: 151.1 },
  runNumber: 1,
  stopOrder,
  isOpen: doneAt === null,
  doneAt,
})
const minutes = (stops: readonly StopAhead[], now = TEN, ownOrder: readonly string[] = []) =>
  [...arrivalsOf(stops, ownOrder, travel, now)].map(([id, at]) => `${id} ${Math.round((at - TEN) / MINUTE)}`)

describe('When a driver arrives (domain.md 18)', () => {
  test('is reckoned from the last record, in the office’s order, with the time at each stop', () => {
    expect(minutes([stop(3, null), stop(1, TEN), stop(2, null)])).toEqual(['stop 2 1', 'stop 3 4'])
  })

  test('is now where the driver should have been there already, and later after it by as much', () => {
    expect(minutes([stop(1, TEN), stop(2, null), stop(3, null)], TEN + 20 * MINUTE)).toEqual(['stop 2 20', 'stop 3 23'])
  })

  test('is not said before the first record, nor an hour after the last', () => {
    expect(minutes([stop(1, null), stop(2, null)])).toEqual([])
    expect(minutes([stop(1, TEN), stop(2, null)], TEN + HEARD_WITHIN + 1)).toEqual([])
  })

  test('follows the driver’s own order where the phone has told it', () => {
    const stops = [stop(1, null), stop(2, null), stop(3, null), stop(4, TEN)]
    const own = ['stop 4', 'stop 3', 'stop 2', 'stop 1']
    expect(minutes(stops, TEN, own)).toEqual(['stop 3 1', 'stop 2 4', 'stop 1 7'])
  })

  /** The stops 1 to 9 with records at these, the last one at ten, each six minutes after the one before. */
  const driven = (...done: readonly number[]) =>
    Array.from({ length: 9 }, (_, at) => {
      const behind = done.length - 1 - done.indexOf(at + 1)
      return stop(at + 1, done.includes(at + 1) ? TEN - behind * 6 * MINUTE : null)
    })
  const said = (...done: readonly number[]) => minutes(driven(...done)).map((text) => text.split(' ')[1])

  test('is not said where the driver drives in an order that nobody has told', () => {
    expect(said(9)).toEqual([])
    expect(said(9, 8, 7, 6)).toEqual([])
    expect(said(1, 7, 2)).toEqual([])
  })

  test('is said again once three records follow the order', () => {
    expect(said(1, 6, 7)).toEqual([])
    expect(said(1, 5, 6, 7, 8)).toEqual(['9'])
  })

  test('is said where neighbours are done the other way round', () => {
    expect(said(1, 3, 2)).toEqual(['4', '5', '6', '7', '8', '9'])
  })

  test('is not changed by what the office recorded, which says nothing of where the driver is', () => {
    const byOffice = { ...stop(5, null), isOpen: false }
    const stops = [stop(1, TEN), stop(2, null), stop(3, null), stop(4, null), byOffice, stop(6, null)]
    expect(minutes(stops)).toEqual(['stop 2 1', 'stop 3 4', 'stop 4 7', 'stop 6 11'])
  })

  test('is not said of a stop that was left out, until nothing else is ahead', () => {
    expect(said(1, 2, 4, 5)).toEqual(['6', '7', '8', '9'])
    expect(said(1, 2, 4, 5, 6, 7, 8, 9)).toEqual(['3'])
  })

  test('follows today’s pace where places are not known', () => {
    const stops = [stop(1, TEN - 12 * MINUTE, null), stop(2, TEN - 6 * MINUTE, null), stop(3, TEN, null)]
    expect(minutes([...stops, stop(4, null, null)])).toEqual(['stop 4 4'])
  })

  test('is told as an hour to whole ten minutes, which contains it and has not passed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 150 * MINUTE }),
        fc.integer({ min: 0, max: 60 * MINUTE }),
        (ahead, late) => {
          const now = TEN + late
          const window = arrivalWindow(now + ahead, now)
          expect(window === null).toBe(ahead > 120 * MINUTE)
          if (window === null) return
          expect([window.from % (10 * MINUTE), window.to - window.from]).toEqual([0, 60 * MINUTE])
          expect(window.from).toBeLessThanOrEqual(now + ahead)
          expect(window.to).toBeGreaterThan(now + ahead)
        },
      ),
    )
  })

  test('never goes backwards along the order', () => {
    const some = fc.array(fc.tuple(fc.option(fc.nat(3_000), { nil: null }), fc.option(fc.nat(50), { nil: null })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(some, (all) => {
        const stops = all.map(([metres, ago], at) => stop(at + 1, ago === null ? null : TEN - ago * MINUTE, metres))
        const found = [...arrivalsOf(stops, [], travel, TEN).values()]
        expect(found).toEqual(found.toSorted((a, b) => a - b))
        for (const at of found) expect(at).toBeGreaterThanOrEqual(TEN)
      }),
    )
  })
})
