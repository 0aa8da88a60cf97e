import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedStops, mergeProgress, newerRun } from '#client/features/runs/page/merge-run.ts'
import type { RunJob } from '#client/features/runs/page/run-types.ts'
import { madeJob, madeProgress, madeRun, stopID } from './run-page-fixture.ts'

const versions = fc.array(
  fc.record({ stop: fc.integer({ min: 1, max: 5 }), version: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 20 },
)

test('Whatever order the news of a run come in, each stop ends as its newest self', () => {
  fc.assert(
    fc.property(versions, fc.array(fc.nat(), { maxLength: 20 }), (told, shuffle) => {
      const run = madeRun({ status: 'active' })
      const news = told.map(({ stop, version }) => ({ ...run.jobs[stop - 1]!, version, pu: version }))
      const shuffled = news.map((job, at) => ({ job, at: shuffle[at] ?? 0 })).sort((a, b) => a.at - b.at)
      const merged = (order: readonly RunJob[]) =>
        order.reduce((held, job) => mergeProgress(held, madeProgress(run, { jobs: [job] })), run)
      const one = merged(news)
      expect(merged(shuffled.map(({ job }) => job))).toEqual(one)
      for (const job of one.jobs)
        expect(job.version).toBe(
          Math.max(
            1,
            ...news.filter(({ assignmentID }) => assignmentID === job.assignmentID).map(({ version }) => version),
          ),
        )
      // The same progress a second time changes nothing: no row is rendered again.
      expect(mergeProgress(one, madeProgress(run, { jobs: news }))).toBe(one)
    }),
  )
})

test('An answer that was asked for before an edit neither takes away nor brings back a stop', () => {
  const run = madeRun({ version: 8, jobs: [madeJob(1), madeJob(6)] })
  const before = madeProgress(madeRun({ version: 7 }), {
    whole: true,
    jobs: [madeJob(1, { version: 2, pu: 3 }), madeJob(2)],
    assignmentIDs: [stopID(1), stopID(2)],
  })
  const merged = mergeProgress(run, before)
  expect(merged.jobs.map(({ assignmentID }) => assignmentID)).toEqual([stopID(1), stopID(6)])
  expect(merged.jobs[0]).toMatchObject({ version: 2, pu: 3 })
  expect(merged.version).toBe(8)
})

test('A stop taken off a draft by somebody else goes, one that was added comes, in its place', () => {
  const run = madeRun()
  const merged = mergeProgress(
    run,
    madeProgress(
      { ...run, version: 8 },
      { jobs: [madeJob(9, { stopOrder: 2 })], assignmentIDs: [1, 3, 4, 5, 9].map(stopID) },
    ),
  )
  expect(merged.jobs.map(({ assignmentID }) => assignmentID)).toEqual([1, 9, 3, 4, 5].map(stopID))
  expect(changedStops(run, merged)).toEqual([stopID(9)])
})

test('A record that waits for a decision is shown though the stop is of the same version', () => {
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
    appBuild: null,
    result: 'review',
    code: null,
    decision: 'open',
  } as const
  const run = madeRun()
  const merged = mergeProgress(run, madeProgress(run, { jobs: [madeJob(1, { events: [event] })] }))
  expect(merged.jobs[0]!.events).toHaveLength(1)
  expect(mergeProgress(merged, madeProgress(run, { jobs: [madeJob(1)] }))).toBe(merged)
})

test('A whole answer that is older than what was heard meanwhile takes nothing of it back', () => {
  const heard = madeRun({ jobs: [madeJob(1, { version: 5, outcome: 'COLLECTED', pu: 2 }), madeJob(2)] })
  const late = madeRun({ jobs: [madeJob(1), madeJob(2)] })
  expect(newerRun(heard, late)).toBe(heard)
  expect(newerRun(undefined, late)).toBe(late)
  expect(
    newerRun(heard, madeRun({ version: 9, jobs: [madeJob(2)] })).jobs.map(({ assignmentID }) => assignmentID),
  ).toEqual([stopID(2)])
})
