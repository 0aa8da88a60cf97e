import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedStops, mergeProgress, newerRun } from '#client/features/runs/page/merge-run.ts'
import type { RunStop } from '#client/features/runs/page/run-types.ts'
import { madeStop, madeProgress, madeRun, stopID } from '../../fixtures/answers/run-page.ts'

const versions = fc.array(
  fc.record({ stop: fc.integer({ min: 1, max: 5 }), version: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 20 },
)

test('In whatever order the changes of a run come, each stop ends with its newest version', () => {
  fc.assert(
    fc.property(versions, fc.array(fc.nat(), { maxLength: 20 }), (told, shuffle) => {
      const run = madeRun({ status: 'active' })
      const news = told.map(({ stop, version }) => ({ ...run.jobs[stop - 1]!, version, pu: version }))
      const shuffled = news.map((stop, at) => ({ stop, at: shuffle[at] ?? 0 })).sort((a, b) => a.at - b.at)
      const merged = (order: readonly RunStop[]) =>
        order.reduce((held, stop) => mergeProgress(held, madeProgress(run, { jobs: [stop] })), run)
      const one = merged(news)
      expect(merged(shuffled.map(({ stop }) => stop))).toEqual(one)
      for (const stop of one.jobs)
        expect(stop.version).toBe(
          Math.max(
            1,
            ...news.filter(({ assignmentID }) => assignmentID === stop.assignmentID).map(({ version }) => version),
          ),
        )
      // The same progress a second time changes nothing: no row is rendered again.
      expect(mergeProgress(one, madeProgress(run, { jobs: news }))).toBe(one)
    }),
  )
})

test('An answer requested before an edit neither removes nor brings back a stop', () => {
  const run = madeRun({ version: 8, jobs: [madeStop(1), madeStop(6)] })
  const before = madeProgress(madeRun({ version: 7 }), {
    whole: true,
    jobs: [madeStop(1, { version: 2, pu: 3 }), madeStop(2)],
    assignmentIDs: [stopID(1), stopID(2)],
  })
  const merged = mergeProgress(run, before)
  expect(merged.jobs.map(({ assignmentID }) => assignmentID)).toEqual([stopID(1), stopID(6)])
  expect(merged.jobs[0]).toMatchObject({ version: 2, pu: 3 })
  expect(merged.version).toBe(8)
})

test('A stop that another admin removed from a draft goes, and an added one comes, in its place', () => {
  const run = madeRun()
  const merged = mergeProgress(
    run,
    madeProgress(
      { ...run, version: 8 },
      { jobs: [madeStop(9, { stopOrder: 2 })], assignmentIDs: [1, 3, 4, 5, 9].map(stopID) },
    ),
  )
  expect(merged.jobs.map(({ assignmentID }) => assignmentID)).toEqual([1, 9, 3, 4, 5].map(stopID))
  expect(changedStops(run, merged)).toEqual([stopID(9)])
})

test('An exception is shown though the version of its stop is the same', () => {
  const event = {
    eventID: 'e',
    assignmentID: stopID(1),
    deviceID: 'd',
    seq: 1,
    type: 'done',
    payload: {},
    payloadBytes: null,
    actorID: 'a',
    actor: 'Tom',
    occurredAt: null,
    receivedAt: '2026-11-09T00:00:00Z',
    clockOffset: 0,
    countedAt: null,
    appBuild: null,
    result: 'review',
    code: null,
    decision: 'open',
  } as const
  const run = madeRun()
  const merged = mergeProgress(run, madeProgress(run, { jobs: [madeStop(1, { events: [event] })] }))
  expect(merged.jobs[0]!.events).toHaveLength(1)
  expect(mergeProgress(merged, madeProgress(run, { jobs: [madeStop(1)] }))).toBe(merged)
})

test('A complete answer that is older than later changes undoes none of them', () => {
  const heard = madeRun({ jobs: [madeStop(1, { version: 5, outcome: 'COLLECTED', pu: 2 }), madeStop(2)] })
  const late = madeRun({ jobs: [madeStop(1), madeStop(2)] })
  expect(newerRun(heard, late)).toBe(heard)
  expect(newerRun(undefined, late)).toBe(late)
  expect(
    newerRun(heard, madeRun({ version: 9, jobs: [madeStop(2)] })).jobs.map(({ assignmentID }) => assignmentID),
  ).toEqual([stopID(2)])
})
