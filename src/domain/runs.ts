import type { CalendarRow, WeekRef } from './calendar.ts'
import type { Day } from './dates.ts'
import { isOnTheRun } from './stop-actions.ts'
import type { Warning } from './warnings.ts'
import type { StopState, Outcome, RunStatus } from './words.ts'

/** Weekly runs: the allowed actions, and the choice of drivers (domain.md 4). */

export const RUN_ACTIONS = [
  'describe',
  'add',
  'remove',
  'assign',
  'order',
  'edit',
  'shift',
  'record',
  'activate',
  'complete',
  'archive',
  'delete',
] as const
export type RunAction = (typeof RUN_ACTIONS)[number]

const ACTIONS: Readonly<Record<RunStatus, readonly RunAction[]>> = {
  draft: ['describe', 'add', 'remove', 'assign', 'order', 'edit', 'shift', 'activate', 'delete'],
  // 'add': for a customer who was left out and calls while the run is active.
  active: ['describe', 'add', 'remove', 'assign', 'order', 'edit', 'shift', 'record', 'complete'],
  completed: ['describe', 'archive'],
  archived: [],
}

/** The actions allowed in each status, for phone, office and server. `stopActions` does the same for one stop. */
export function runActions(status: RunStatus): readonly RunAction[] {
  return ACTIONS[status]
}

export type RunTransition = 'activate' | 'complete' | 'archive'

export const TRANSITION_TARGET: Readonly<Record<RunTransition, RunStatus>> = {
  activate: 'active',
  complete: 'completed',
  archive: 'archived',
}

/**
 * 'already': answer as if the transition had just happened and change nothing, because the first answer may have been
 * lost.
 */
export function transition(status: RunStatus, action: RunTransition): 'go' | 'already' | 'wrong_state' {
  if (status === TRANSITION_TARGET[action]) return 'already'
  return runActions(status).includes(action) ? 'go' : 'wrong_state'
}

export interface DriverChoice {
  driverID: string
  weekNumbers: readonly number[]
  employmentStartDate: Day
  employmentEndDate: Day | null
}

/** Whether employed on at least one day of the week. */
export function isEmployedIn(
  driver: Omit<DriverChoice, 'driverID' | 'weekNumbers'>,
  week: Pick<CalendarRow, 'from' | 'to'>,
): boolean {
  return (
    driver.employmentStartDate <= week.to &&
    (driver.employmentEndDate === null || driver.employmentEndDate >= week.from)
  )
}

/**
 * The proposed driver of a round: the one in the request; else the driver of that round in that week last time; else
 * the only driver who works that week and is employed then; else none.
 */
export function proposeDriver(round: {
  runNumber: number
  week: CalendarRow
  named: readonly { runNumber: number; driverID: string }[]
  lastDriverID: string | null
  drivers: readonly DriverChoice[]
}): string | null {
  const named = round.named.find(({ runNumber }) => runNumber === round.runNumber)
  if (named) return named.driverID
  const employed = round.drivers.filter((driver) => isEmployedIn(driver, round.week))
  if (employed.some(({ driverID }) => driverID === round.lastDriverID)) return round.lastDriverID
  const working = employed.filter(({ weekNumbers }) => weekNumbers.includes(round.week.weekNumber))
  return working.length === 1 ? (working[0]?.driverID ?? null) : null
}

/** A stop outside a driver's weeks is allowed with a warning (domain.md 2). */
export function driverWarnings(
  driver: { name: string; weekNumbers: readonly number[] },
  week: Pick<WeekRef, 'weekNumber'>,
): Warning[] {
  if (driver.weekNumbers.includes(week.weekNumber)) return []
  return [{ code: 'driver_week', message: `${driver.name} doesn’t work in week ${week.weekNumber}.` }]
}

/** Whether every stop still on the run has an outcome, and there is at least one. */
export function isFieldWorkDone(stops: readonly { state: StopState; outcome: Outcome | null }[]): boolean {
  const onTheRun = stops.filter(isOnTheRun)
  return onTheRun.length > 0 && onTheRun.every(({ outcome }) => outcome !== null)
}
