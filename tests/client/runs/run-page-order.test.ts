import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from '#client/features/runs/page/lay-out.ts'
import { dropPlace, moveStops, placeAt, roundOf, step } from '#client/features/runs/page/order-stops.ts'
import { applyChange, stillFits } from '#client/features/runs/page/run-change.ts'
import { madeStop, madeRun, PRIYA, stopID } from '../../fixtures/answers/run-page.ts'

const nobody = () => null
const NO_FILTER = { driver: '', state: '', suburb: '', text: '' } as const
const order = (run: ReturnType<typeof madeRun>) =>
  [1, 2].map((round) => roundOf(run, round).map(({ customer }) => Number(customer.slice(9))))

test('Moving stops loses none, leaves the others in their order and numbers each round from 1', () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 }), (stops, runNumber, position) => {
      const run = madeRun()
      const ids = stops.map(stopID)
      const change = moveStops(run, ids, placeAt(run, ids, runNumber, position), true)
      const after = change === null ? run : applyChange(run, change, nobody)
      expect(after.jobs.map(({ assignmentID }) => assignmentID).sort()).toEqual(
        run.jobs.map(({ assignmentID }) => assignmentID).sort(),
      )
      for (const round of [1, 2, 3])
        expect(roundOf(after, round).map(({ stopOrder }) => stopOrder)).toEqual(
          roundOf(after, round).map((_, at) => (change === null ? roundOf(run, round)[at]!.stopOrder : at + 1)),
        )
      const staying = (one: typeof run) =>
        one.jobs.filter(({ assignmentID }) => !ids.includes(assignmentID)).map(({ assignmentID }) => assignmentID)
      expect(staying(after)).toEqual(staying(run))
      expect(roundOf(after, runNumber).filter(({ assignmentID }) => ids.includes(assignmentID))).toHaveLength(
        ids.length,
      )
    }),
  )
})

test('One step past the end of a round moves a stop into the next round, and gives it to its driver', () => {
  const run = madeRun()
  const place = step(run, stopID(3), 1)!
  const change = moveStops(run, [stopID(3)], place, true)!
  expect(change).toEqual({
    jobs: {
      order: [3, 4, 5].map(stopID),
      edit: [{ assignmentID: stopID(3), runNumber: 2 }],
      assign: [{ assignmentIDs: [stopID(3)], driverID: PRIYA }],
    },
  })
  expect(order(applyChange(run, change, nobody))).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  expect(moveStops(run, [stopID(3)], place, false)!.jobs).not.toHaveProperty('assign')
  expect(step(run, stopID(1), -1)).toBeNull()
  expect(step(run, stopID(5), 1)).toBeNull()
})

test('A stop dropped upwards takes the row’s place, downwards the next one; on a round’s heading the first one', () => {
  const run = madeRun()
  const { items } = layOut(run, NO_FILTER, false)
  const dropped = (from: number, on: string) => {
    const change = moveStops(run, [stopID(from)], dropPlace(run, items, stopID(from), on)!, false)
    return change === null ? order(run) : order(applyChange(run, change, nobody))
  }
  expect(dropped(1, stopID(2))).toEqual([
    [2, 1, 3],
    [4, 5],
  ])
  expect(dropped(3, stopID(1))).toEqual([
    [3, 1, 2],
    [4, 5],
  ])
  expect(dropped(1, 'round 2')).toEqual([
    [2, 3],
    [1, 4, 5],
  ])
  expect(dropped(1, stopID(5))).toEqual([
    [2, 3],
    [4, 5, 1],
  ])
  expect(dropped(5, 'round 2')).toEqual([[1, 2, 3, 5], [4]])
  expect(dropped(4, 'round 1')).toEqual([[4, 1, 2, 3], [5]])
})

test('An edit still fits after another admin’s edit as long as what it changes is as it was', () => {
  const before = madeRun()
  const elsewhere = madeRun({
    version: 8,
    jobs: before.jobs.map((stop) => (stop.assignmentID === stopID(5) ? { ...stop, amount: 30 } : stop)),
  })
  const same = madeRun({
    version: 8,
    jobs: before.jobs.map((stop) => (stop.assignmentID === stopID(1) ? { ...stop, amount: 30 } : stop)),
  })
  const gone = madeRun({ version: 8, jobs: before.jobs.slice(1) })
  const amount = { jobs: { edit: [{ assignmentID: stopID(1), amount: 28 }] } }
  const sorted = { jobs: { order: [2, 1, 3].map(stopID) } }
  expect(stillFits(amount, before, elsewhere)).toBe(true)
  expect(stillFits(amount, before, same)).toBe(false)
  expect(stillFits(amount, before, gone)).toBe(false)
  expect(stillFits(sorted, before, same)).toBe(true)
  expect(stillFits(sorted, before, gone)).toBe(false)
  expect(stillFits({ description: 'ours' }, before, { ...before, description: 'theirs' })).toBe(false)
  expect(stillFits({ jobs: { add: ['x'] } }, before, gone)).toBe(true)
})

test('Totals follow the filter, and a customer who is off the run counts nowhere', () => {
  const stops = [
    madeStop(1, { outcome: 'COLLECTED', state: 'done', pu: 2, extraAmount: 5 }),
    madeStop(2, { suburb: 'Hornsby' }),
    madeStop(3, { state: 'shifted' }),
  ]
  expect(layOut({ jobs: stops }, NO_FILTER, false).totals).toEqual({
    stops: 2,
    bags: 2,
    money: { expected: 5000, recorded: 5500, billed: 0 },
    extra: 500,
  })
  expect(layOut({ jobs: stops }, { ...NO_FILTER, suburb: 'Hornsby' }, false).totals).toEqual({
    stops: 1,
    bags: 0,
    money: { expected: 2500, recorded: 0, billed: 0 },
    extra: 0,
  })
  expect(layOut({ jobs: stops }, NO_FILTER, false).items.at(-1)).toEqual({ kind: 'gone-head', key: 'gone', count: 1 })
})
