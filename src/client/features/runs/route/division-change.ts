import type { Run } from '#contract/v1/runs.ts'
import type { Share } from '#domain/round-division.ts'
import { numbersAfter } from '#domain/round-numbers.ts'
import { byKey } from '#domain/by-key.ts'
import { inOrder, isOnTheRun, type RunChange, type RunStop } from '../page/run-types.ts'

type StopsChange = NonNullable<RunChange['jobs']>

export interface DivisionChange {
  /** Drivers, run numbers and the order in one request. */
  readonly change: RunChange
  /** Puts all of it back. */
  readonly undo: RunChange
  /** The run number of each driver from then on. */
  readonly numbers: ReadonlyMap<string, number>
  /** The run is divided and ordered like this already. */
  readonly isSame: boolean
}

/** Recorded stops keep driver, run number and place. */
export function divisionChange(run: Run, shares: readonly Share[]): DivisionChange {
  const today = inOrder(run.jobs.filter(isOnTheRun))
  const byID = new Map(today.map((stop) => [stop.assignmentID, stop]))
  const given = shares.filter(({ driverID, assignmentIDs }) => driverID !== null && assignmentIDs.length > 0)
  const numbers = numbersAfter(
    given.map(({ driverID }) => driverID!),
    today,
  )
  const moved = given.flatMap(({ driverID, assignmentIDs }) =>
    assignmentIDs.map((id) => ({ stop: byID.get(id)!, driverID, runNumber: numbers.get(driverID!)! })),
  )
  const recorded = today.filter(({ outcome }) => outcome !== null)
  const assigned = moved.filter(({ stop, driverID }) => stop.driverID !== driverID)
  const renumbered = moved.filter(({ stop, runNumber }) => stop.runNumber !== runNumber)
  const order = [...recorded, ...moved.map(({ stop }) => stop)].map(({ assignmentID }) => assignmentID)
  return {
    numbers,
    isSame: assigned.length === 0 && renumbered.length === 0 && sameOrder(today, order),
    change: { jobs: changeTo(assigned, renumbered, order) },
    undo: {
      jobs: changeTo(
        assigned.map(({ stop }) => ({ stop, driverID: stop.driverID })),
        renumbered.map(({ stop }) => ({ stop, runNumber: stop.runNumber })),
        today.map(({ assignmentID }) => assignmentID),
      ),
    },
  }
}

function changeTo(
  assigned: readonly { stop: RunStop; driverID: string | null }[],
  renumbered: readonly { stop: RunStop; runNumber: number }[],
  order: string[],
): StopsChange {
  const byDriver = byKey(assigned, ({ driverID }) => driverID)
  return {
    assign: [...byDriver].map(([driverID, stops]) => ({
      driverID,
      assignmentIDs: stops.map(({ stop }) => stop.assignmentID),
    })),
    edit: renumbered.map(({ stop, runNumber }) => ({ assignmentID: stop.assignmentID, runNumber })),
    order,
  }
}

/** Within each run number. */
function sameOrder(today: readonly RunStop[], order: readonly string[]): boolean {
  const places = new Map(order.map((id, at) => [id, at]))
  const rounds = byKey(today, ({ runNumber }) => runNumber)
  return [...rounds.values()].every((round) =>
    round.every((stop, at) => at === 0 || places.get(round[at - 1]!.assignmentID)! < places.get(stop.assignmentID)!),
  )
}
