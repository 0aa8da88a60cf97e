import type { InputOf } from '#contract/endpoint.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { updateRows } from '../../../db/update-rows.ts'
import { type Author, changes } from '../../../http/changes.ts'
import type { Driver } from '../planning/drivers-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { namedStops } from './named-stops-reads.ts'
import { followRecords } from '../recording/follow-commands.ts'
import { roundDriver } from '../planning/rounds-reads.ts'
import { requireStopAction } from '../core/runs-policy.ts'
import type { RunRow } from '../core/runs-reads.ts'
import { lastPlace, rememberDrivers } from '../core/stops-commands.ts'

type Wishes = NonNullable<NonNullable<InputOf<typeof updateRun>['jobs']>['edit']>
type Columns = Pick<
  StopRow,
  | 'assignmentID'
  | 'amount'
  | 'amountTyped'
  | 'adminNotes'
  | 'runNumber'
  | 'stopOrder'
  | 'driverID'
  | 'capturedDriverName'
  | 'version'
>

/**
 * Changes price, notes and round of stops in one statement.
 * @param assigned stops whose driver the same request says, so that a round they move to gives them none
 * @returns whether one changed
 */
export async function editStops(
  tx: Queryable,
  author: Author,
  run: RunRow,
  wishes: Wishes,
  staff: readonly Driver[],
  assigned: ReadonlySet<string>,
): Promise<boolean> {
  const stops = new Map(
    (
      await namedStops(
        tx,
        run,
        'edit',
        wishes.map(({ assignmentID }) => assignmentID),
      )
    ).map((stop) => [stop.assignmentID, stop]),
  )
  const wanted = new Map<string, Columns>()
  const rounds = openRounds(tx, run, staff)
  for (const { assignmentID, amount, adminNotes, runNumber } of wishes) {
    const stop = stops.get(assignmentID)!
    requireStopAction(run, stop, 'edit')
    const before = wanted.get(assignmentID) ?? columnsOf(stop)
    wanted.set(assignmentID, {
      ...before,
      ...(amount === undefined ? {} : { amount, amountTyped: before.amountTyped || amount !== before.amount }),
      ...(adminNotes === undefined ? {} : { adminNotes }),
      ...(runNumber === undefined || runNumber === before.runNumber
        ? {}
        : await rounds.enter(runNumber, before.driverID !== null || assigned.has(assignmentID))),
    })
  }
  const changed = [...wanted.values()].filter((columns) => changes(stops.get(columns.assignmentID)!, columns))
  await updateRows(
    tx,
    jobs,
    jobs.assignmentID,
    changed.map((columns) => ({ ...columns, version: columns.version + 1 })),
  )
  await rememberDrivers(
    tx,
    changed
      .filter(({ assignmentID, driverID }) => driverID !== stops.get(assignmentID)!.driverID)
      .map(({ assignmentID }) => assignmentID),
    author.now,
  )
  // The income of a rubbish removal is a share of its price, and what the office recorded pays the stop's driver.
  const paidOtherwise = changed.filter(({ assignmentID, amount, driverID }) => {
    const before = stops.get(assignmentID)!
    return before.outcome !== null && (before.amount !== amount || before.driverID !== driverID)
  })
  await followRecords(
    tx,
    run,
    paidOtherwise.map(({ assignmentID }) => assignmentID),
    author.now,
  )
  return changed.length > 0
}

function columnsOf({
  assignmentID,
  amount,
  amountTyped,
  adminNotes,
  runNumber,
  stopOrder,
  driverID,
  capturedDriverName,
  version,
}: StopRow): Columns {
  return { assignmentID, amount, amountTyped, adminNotes, runNumber, stopOrder, driverID, capturedDriverName, version }
}

/** The rounds that stops move to. A stop goes to the end with its own driver, or the round's if it is to have one. */
function openRounds(tx: Queryable, run: RunRow, staff: readonly Driver[]) {
  const known = new Map<number, { last: number; driver: Driver | null }>()
  return {
    enter: async (runNumber: number, keepsDriver: boolean): Promise<Partial<Columns>> => {
      const round = known.get(runNumber) ?? {
        last: await lastPlace(tx, run.runOrderID, runNumber),
        driver: await roundDriver(tx, run, runNumber, staff),
      }
      known.set(runNumber, round)
      round.last += 1
      const { last: stopOrder, driver } = round
      return {
        runNumber,
        stopOrder,
        ...(!keepsDriver && driver ? { driverID: driver.driverID, capturedDriverName: driver.name } : {}),
      }
    },
  }
}
