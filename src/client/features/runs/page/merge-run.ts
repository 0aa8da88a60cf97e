import type { Run } from '#contract/v1/runs.ts'
import { inOrder, type Progress, type RunStop } from './run-types.ts'

type News = Pick<Progress, 'run' | 'jobs' | 'whole' | 'assignmentIDs' | 'attemptFee'>

/**
 * Merges progress into the page's copy: each stop by its version, whatever order the answers came in. Unchanged stops
 * and runs stay the same objects, so that they are not rendered again.
 */
export function mergeProgress(held: Run, news: News): Run {
  // The progress was requested before an edit whose answer is here: its stops may be newer than ours, its list of stops
  // is older.
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
  const stops = [...kept.map((stop) => newerStop(stop, arrived.get(stop.assignmentID))), ...fresh]
  return sameOr(held, overtaken ? held : { ...held, ...news.run, attemptFee: news.attemptFee }, stops)
}

/** Merges a complete answer: the newer run, with each stop in its newer version. */
export function newerRun(held: Run | undefined, arrived: Run): Run {
  if (held === undefined || held.runOrderID !== arrived.runOrderID) return arrived
  const known = byID(held.jobs)
  if (arrived.version >= held.version)
    return sameOr(
      held,
      arrived,
      arrived.jobs.map((stop) => newerStop(known.get(stop.assignmentID) ?? stop, stop)),
    )
  const late = byID(arrived.jobs)
  const stops = held.jobs.map((stop) => {
    const other = late.get(stop.assignmentID)
    return other !== undefined && other.version > stop.version ? other : stop
  })
  return sameOr(held, held, stops)
}

export function changedStops(before: Run, after: Run): string[] {
  if (before === after) return []
  const known = byID(before.jobs)
  return after.jobs.filter((stop) => known.get(stop.assignmentID) !== stop).map(({ assignmentID }) => assignmentID)
}

function newerStop(held: RunStop, arrived: RunStop | undefined): RunStop {
  if (arrived === undefined || arrived.version < held.version) return held
  // An exception does not change the stop's version, so of two copies the one with more events is the newer.
  if (arrived.version === held.version && (arrived.events.length < held.events.length || same(held, arrived)))
    return held
  return arrived
}

function sameOr(held: Run, row: Run, stops: readonly RunStop[]): Run {
  const sorted = inOrder(stops)
  const sameStops = sorted.length === held.jobs.length && sorted.every((stop, at) => stop === held.jobs[at])
  const next = { ...row, jobs: sameStops ? held.jobs : sorted }
  const { jobs: _, ...nextRow } = next
  const { jobs: __, ...heldRow } = held
  return sameStops && same(heldRow, nextRow) ? held : next
}

const byID = (stops: readonly RunStop[]): Map<string, RunStop> =>
  new Map(stops.map((stop) => [stop.assignmentID, stop]))
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
