import type { Run } from '#contract/v1/runs.ts'
import { inOrder, type Progress, type RunJob } from './run-types.ts'

type News = Pick<Progress, 'run' | 'jobs' | 'whole' | 'assignmentIDs' | 'attemptFee'>

/**
 * Merges progress into the page's copy: each stop by its version, whatever order the answers came in. An unchanged stop
 * stays the same object, so that its row is not rendered again; so does an unchanged run.
 */
export function mergeProgress(held: Run, news: News): Run {
  // The progress was requested before an edit whose answer is here already: its stops may be newer than ours, but its
  // list of stops is older.
  const overtaken = news.run.version < held.version
  const there = news.whole
    ? new Set(news.jobs.map(({ assignmentID }) => assignmentID))
    : news.assignmentIDs === null
      ? null
      : new Set(news.assignmentIDs)
  const arrived = byID(news.jobs)
  const known = byID(held.jobs)
  const kept = held.jobs.filter(
    ({ assignmentID }) => overtaken || there === null || there.has(assignmentID) || arrived.has(assignmentID),
  )
  const fresh = overtaken ? [] : news.jobs.filter(({ assignmentID }) => !known.has(assignmentID))
  const jobs = [...kept.map((job) => newerJob(job, arrived.get(job.assignmentID))), ...fresh]
  return sameOr(held, overtaken ? held : { ...held, ...news.run, attemptFee: news.attemptFee }, jobs)
}

/** Merges a complete answer: the run of the newer one, each stop in its newer version. */
export function newerRun(held: Run | undefined, arrived: Run): Run {
  if (held === undefined || held.runOrderID !== arrived.runOrderID) return arrived
  const known = byID(held.jobs)
  if (arrived.version >= held.version)
    return sameOr(
      held,
      arrived,
      arrived.jobs.map((job) => newerJob(known.get(job.assignmentID) ?? job, job)),
    )
  const late = byID(arrived.jobs)
  const jobs = held.jobs.map((job) => {
    const other = late.get(job.assignmentID)
    return other !== undefined && other.version > job.version ? other : job
  })
  return sameOr(held, held, jobs)
}

/** The stops that changed or were added. */
export function changedStops(before: Run, after: Run): string[] {
  if (before === after) return []
  const known = byID(before.jobs)
  return after.jobs.filter((job) => known.get(job.assignmentID) !== job).map(({ assignmentID }) => assignmentID)
}

function newerJob(held: RunJob, arrived: RunJob | undefined): RunJob {
  if (arrived === undefined || arrived.version < held.version) return held
  // An exception does not change the stop's version: of two copies the one with more events is the newer.
  if (arrived.version === held.version && (arrived.events.length < held.events.length || same(held, arrived)))
    return held
  return arrived
}

function sameOr(held: Run, row: Run, jobs: readonly RunJob[]): Run {
  const sorted = inOrder(jobs)
  const sameJobs = sorted.length === held.jobs.length && sorted.every((job, at) => job === held.jobs[at])
  const next = { ...row, jobs: sameJobs ? held.jobs : sorted }
  const { jobs: _, ...nextRow } = next
  const { jobs: __, ...heldRow } = held
  return sameJobs && same(heldRow, nextRow) ? held : next
}

const byID = (jobs: readonly RunJob[]): Map<string, RunJob> => new Map(jobs.map((job) => [job.assignmentID, job]))
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
