import type { Run } from '#contract/v1/runs.ts'
import { inOrder, isOnTheRun, type RunChange, type RunStop } from './run-types.ts'
import type { Item } from './lay-out.ts'

export interface Place {
  readonly runNumber: number
  /** The stop that follows; null: the end of the round. */
  readonly beforeID: string | null
}

/** The round's stops that are on the run, in driving order. */
export function roundOf(run: Run, runNumber: number): RunStop[] {
  return inOrder(run.jobs.filter((stop) => isOnTheRun(stop) && stop.runNumber === runNumber))
}

/**
 * Moves stops together to a place, keeping their order; stops that move into another round get its driver.
 * @param mayAssign whether stops may be assigned to another driver now
 * @returns null when they are already there
 */
export function moveStops(
  run: Run,
  assignmentIDs: readonly string[],
  { runNumber, beforeID }: Place,
  mayAssign: boolean,
): RunChange | null {
  const moving = new Set(assignmentIDs)
  const moved = inOrder(run.jobs.filter((stop) => moving.has(stop.assignmentID) && isOnTheRun(stop)))
  const before = roundOf(run, runNumber)
  // If the stop to insert before is moved too, the next one that is not takes its part.
  const from = beforeID === null ? before.length : before.findIndex(({ assignmentID }) => assignmentID === beforeID)
  const next = before.slice(Math.max(from, 0)).find(({ assignmentID }) => !moving.has(assignmentID))
  const staying = before.filter(({ assignmentID }) => !moving.has(assignmentID))
  const at = from < 0 || next === undefined ? staying.length : staying.indexOf(next)
  const order = [...staying.slice(0, at), ...moved, ...staying.slice(at)].map(({ assignmentID }) => assignmentID)
  const newcomers = moved.filter((stop) => stop.runNumber !== runNumber)
  if (
    moved.length === 0 ||
    (newcomers.length === 0 && order.every((assignmentID, place) => before[place]?.assignmentID === assignmentID))
  )
    return null
  const driverID = mayAssign ? onlyDriver(staying) : null
  const handed =
    driverID === null
      ? []
      : newcomers.filter((stop) => stop.driverID !== driverID).map(({ assignmentID }) => assignmentID)
  return {
    jobs: {
      order,
      ...(newcomers.length === 0 ? {} : { edit: newcomers.map(({ assignmentID }) => ({ assignmentID, runNumber })) }),
      ...(handed.length === 0 ? {} : { assign: [{ assignmentIDs: handed, driverID }] }),
    },
  }
}

/** The driver of the whole round; null: none, or several. */
function onlyDriver(stops: readonly RunStop[]): string | null {
  const drivers = new Set(stops.map(({ driverID }) => driverID))
  return drivers.size === 1 ? ([...drivers][0] ?? null) : null
}

/** The place one step up or down, from the end of a round into the next one. @returns null at the very end */
export function step(run: Run, assignmentID: string, by: -1 | 1): Place | null {
  const stop = run.jobs.find((one) => one.assignmentID === assignmentID)
  if (stop === undefined) return null
  const round = roundOf(run, stop.runNumber)
  const at = round.findIndex((one) => one.assignmentID === assignmentID)
  if (by === -1 && at > 0) return { runNumber: stop.runNumber, beforeID: round[at - 1]!.assignmentID }
  if (by === 1 && at < round.length - 1)
    return { runNumber: stop.runNumber, beforeID: round[at + 2]?.assignmentID ?? null }
  const rounds = [...new Set(run.jobs.filter(isOnTheRun).map(({ runNumber }) => runNumber))].sort((a, b) => a - b)
  const beside = rounds[rounds.indexOf(stop.runNumber) + by]
  if (beside === undefined) return null
  return { runNumber: beside, beforeID: by === 1 ? (roundOf(run, beside)[0]?.assignmentID ?? null) : null }
}

/** The place with this number in a round, from 1, counted after the move. */
export function placeAt(run: Run, assignmentIDs: readonly string[], runNumber: number, position: number): Place {
  const others = roundOf(run, runNumber).filter(({ assignmentID }) => !assignmentIDs.includes(assignmentID))
  return { runNumber, beforeID: others[Math.max(0, position - 1)]?.assignmentID ?? null }
}

/**
 * The place of a stop dropped on another line: dragged up it takes the line's place, dragged down it comes right after
 * it. A round's heading means its first place or, for a stop dragged up, the end of the round above.
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
