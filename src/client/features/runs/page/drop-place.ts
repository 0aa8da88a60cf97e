import type { Run } from '#contract/v1/runs.ts'
import type { Item } from './lay-out.ts'
import { type Place, roundOf } from './order-stops.ts'

/**
 * Where a stop goes that is dropped on another line: upwards it takes the line's place, downwards it comes right after
 * it. The heading of a round means its first place; for a stop dragged from below, the end of the round above it.
 */
export function dropPlace(run: Run, items: readonly Item[], activeKey: string, overKey: string): Place | null {
  const from = items.findIndex(({ key }) => key === activeKey)
  const to = items.findIndex(({ key }) => key === overKey)
  const over = items[to]
  if (from < 0 || over === undefined || from === to) return null
  if (over.kind === 'stop')
    return from < to
      ? after(run, over.stop.assignmentID)
      : { runNumber: over.stop.runNumber, beforeID: over.stop.assignmentID }
  if (over.kind !== 'round') return null
  const above = items[to - 1]
  if (from > to && above?.kind === 'stop') return after(run, above.stop.assignmentID)
  const { runNumber } = over.round
  return { runNumber, beforeID: roundOf(run, runNumber)[0]?.assignmentID ?? null }
}

function after(run: Run, assignmentID: string): Place | null {
  const stop = run.jobs.find((one) => one.assignmentID === assignmentID)
  if (stop === undefined) return null
  const round = roundOf(run, stop.runNumber)
  return {
    runNumber: stop.runNumber,
    beforeID: round[round.findIndex((one) => one.assignmentID === assignmentID) + 1]?.assignmentID ?? null,
  }
}
