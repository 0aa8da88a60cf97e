import type { Run } from '#contract/v1/runs.ts'
import { inOrder, isOnTheRun, type RunChange, type RunStop } from './run-types.ts'

/**
 * The run with a change applied, shown until the answer replaces it. Values that only the server can compute stay
 * unchanged.
 */
export function applyChange(
  run: Run,
  { description, trrNotes, jobs: change = {} }: RunChange,
  driverName: (driverID: string) => string | null,
): Run {
  const removed = new Set(change.remove)
  const edits = new Map(change.edit?.map((edit) => [edit.assignmentID, edit]))
  const drivers = new Map(
    change.assign?.flatMap(({ assignmentIDs, driverID }) =>
      assignmentIDs.map((assignmentID) => [assignmentID, driverID] as const),
    ),
  )
  const touched = run.jobs.flatMap((stop): RunStop[] => {
    if (removed.has(stop.assignmentID)) return run.status === 'draft' ? [] : [{ ...stop, state: 'cancelled' }]
    const { assignmentID: _, ...edit } = edits.get(stop.assignmentID) ?? { assignmentID: '' }
    const driverID = drivers.get(stop.assignmentID)
    if (Object.keys(edit).length === 0 && driverID === undefined) return [stop]
    return [
      {
        ...stop,
        ...edit,
        ...(driverID === undefined ? {} : { driverID, driver: driverID === null ? null : driverName(driverID) }),
      },
    ]
  })
  return {
    ...run,
    ...(description === undefined ? {} : { description }),
    ...(trrNotes === undefined ? {} : { trrNotes }),
    jobs: change.order === undefined ? (edits.size > 0 ? inOrder(touched) : touched) : numbered(touched, change.order),
  }
}

/**
 * The named stops first, in that order, then the others in theirs, renumbered within each round as the server does it.
 */
function numbered(stops: readonly RunStop[], order: readonly string[]): RunStop[] {
  const byID = new Map(stops.map((stop) => [stop.assignmentID, stop]))
  const first = order.flatMap((assignmentID) => byID.get(assignmentID) ?? [])
  const named = new Set(order)
  const places = new Map<number, number>()
  const placed = [...first, ...inOrder(stops).filter(({ assignmentID }) => !named.has(assignmentID))].map((stop) => {
    const stopOrder = (places.get(stop.runNumber) ?? 0) + 1
    places.set(stop.runNumber, stopOrder)
    return stop.stopOrder === stopOrder ? stop : { ...stop, stopOrder }
  })
  return inOrder(placed)
}

/** Whether the change only removes stops that are already removed, so that nothing is left to send. */
export function isDoneAlready({ jobs: change = {}, ...texts }: RunChange, now: Run): boolean {
  const { remove, ...others } = change
  const still = new Set(now.jobs.filter(isOnTheRun).map(({ assignmentID }) => assignmentID))
  return (
    remove !== undefined &&
    Object.keys({ ...texts, ...others }).length === 0 &&
    !remove.some((assignmentID) => still.has(assignmentID))
  )
}

/**
 * Whether the values the change was based on are unchanged, so that it can be sent again after another user's change
 * without asking.
 */
export function stillFits({ description, trrNotes, jobs: change = {} }: RunChange, before: Run, now: Run): boolean {
  if (description !== undefined && now.description !== before.description) return false
  if (trrNotes !== undefined && now.trrNotes !== before.trrNotes) return false
  const was = new Map(before.jobs.map((stop) => [stop.assignmentID, stop]))
  const is = new Map(now.jobs.map((stop) => [stop.assignmentID, stop]))
  const alike = (assignmentID: string, fields: readonly (keyof RunStop)[]) => {
    const one = was.get(assignmentID)
    const other = is.get(assignmentID)
    return (
      one !== undefined &&
      other !== undefined &&
      isOnTheRun(other) &&
      fields.every((field) => one[field] === other[field])
    )
  }
  if (change.edit?.some(({ assignmentID, ...edit }) => !alike(assignmentID, Object.keys(edit) as (keyof RunStop)[])))
    return false
  if (change.remove?.some((assignmentID) => !alike(assignmentID, ['state', 'outcome']))) return false
  if (
    change.assign?.some(({ assignmentIDs }) => assignmentIDs.some((assignmentID) => !alike(assignmentID, ['driverID'])))
  )
    return false
  if (change.order === undefined && change.orderFrom === undefined) return true
  const rounds = change.orderFrom === undefined ? roundsOf(change, was) : null
  return sequence(before, rounds) === sequence(now, rounds)
}

function roundsOf(change: NonNullable<RunChange['jobs']>, was: ReadonlyMap<string, RunStop>): ReadonlySet<number> {
  const named = [...(change.order ?? []), ...(change.edit ?? []).map(({ assignmentID }) => assignmentID)].flatMap(
    (assignmentID) => was.get(assignmentID)?.runNumber ?? [],
  )
  return new Set([...named, ...(change.edit ?? []).flatMap(({ runNumber }) => runNumber ?? [])])
}

/** The order of the stops of these rounds; null: of all. */
function sequence(run: Run, rounds: ReadonlySet<number> | null): string {
  return inOrder(run.jobs.filter((stop) => isOnTheRun(stop) && (rounds?.has(stop.runNumber) ?? true)))
    .map(({ assignmentID, runNumber }) => `${runNumber} ${assignmentID}`)
    .join()
}
