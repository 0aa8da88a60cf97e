import { parseAddress } from './addresses.ts'
import type { CalendarRow, WeekRef } from './calendar.ts'
import type { Day } from './dates.ts'
import type { Warning } from './warnings.ts'
import type { JobState, Outcome, RunStatus } from './words.ts'

/** A weekly run: what may be done to it, the order of its stops, who drives (domain.md 4). */

export const RUN_ACTIONS = ['describe', 'add', 'remove', 'assign', 'order', 'edit', 'shift', 'record', 'activate', 'complete', 'archive', 'delete'] as const
export type RunAction = (typeof RUN_ACTIONS)[number]

const ACTIONS: Readonly<Record<RunStatus, readonly RunAction[]>> = {
  draft: ['describe', 'add', 'remove', 'assign', 'order', 'edit', 'shift', 'activate', 'delete'],
  // 'add': somebody who was forgotten rings while the truck is out.
  active: ['describe', 'add', 'remove', 'assign', 'order', 'edit', 'shift', 'record', 'complete'],
  completed: ['describe', 'archive'],
  archived: [],
}

/** The state -> allowed actions table of phone, office and server. jobActions says it of one stop. */
export function runActions(status: RunStatus): readonly RunAction[] {
  return ACTIONS[status]
}

export type RunTransition = 'activate' | 'complete' | 'archive'

/** The status each transition leads to. */
export const TRANSITION_TARGET: Readonly<Record<RunTransition, RunStatus>> = { activate: 'active', complete: 'completed', archive: 'archived' }

/** 'already': answer as if it had just happened and change nothing, because the first answer may have been lost on its way. */
export function transition(status: RunStatus, action: RunTransition): 'go' | 'already' | 'wrong_state' {
  if (status === TRANSITION_TARGET[action]) return 'already'
  return runActions(status).includes(action) ? 'go' : 'wrong_state'
}

export interface OrderedJob {
  runNumber: number
  stopOrder: number | null
  suburb: string
  address: string
  refId: string
}

/** For sort(): round, place in the round (those without one last), suburb, street, house number, refId. */
export function jobOrder(a: OrderedJob, b: OrderedJob): number {
  const one = parseAddress(a.address)
  const other = parseAddress(b.address)
  return (
    a.runNumber - b.runNumber ||
    compareNumbers(a.stopOrder ?? Infinity, b.stopOrder ?? Infinity) ||
    compareWords(a.suburb, b.suburb) ||
    compareWords(one.street, other.street) ||
    one.number - other.number ||
    compareWords(one.suffix, other.suffix) ||
    compareMixed(one.unit, other.unit) ||
    compareMixed(a.refId, b.refId)
  )
}

export interface DriverChoice {
  driverID: string
  weekNumbers: readonly number[]
  employmentStartDate: Day
  employmentEndDate: Day | null
}

/** Employed on at least one day of the week. */
export function isEmployedIn(driver: Omit<DriverChoice, 'driverID' | 'weekNumbers'>, week: Pick<CalendarRow, 'from' | 'to'>): boolean {
  return driver.employmentStartDate <= week.to && (driver.employmentEndDate === null || driver.employmentEndDate >= week.from)
}

/** A round's driver: named in the request; else who had it in that week last time; else the only one who works that week and is employed then; else nobody. */
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

/** A job outside a driver's weeks is allowed after a word (domain.md 2). */
export function driverWarnings(driver: { name: string; weekNumbers: readonly number[] }, week: Pick<WeekRef, 'weekNumber'>): Warning[] {
  if (driver.weekNumbers.includes(week.weekNumber)) return []
  return [{ code: 'driver_week', message: `${driver.name} does not work in week ${week.weekNumber}.` }]
}

export function totalBags(jobs: readonly { pu: number }[]): number {
  return jobs.reduce((sum, { pu }) => sum + pu, 0)
}

/** True once every stop that is still on the run has an outcome, and there is one. */
export function isFieldWorkDone(jobs: readonly { state: JobState; outcome: Outcome | null }[]): boolean {
  const onTheRun = jobs.filter(({ state }) => state !== 'shifted' && state !== 'cancelled')
  return onTheRun.length > 0 && onTheRun.every(({ outcome }) => outcome !== null)
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Plain code points, not a locale's rules: every device and both databases must agree. */
function compareWords(a: string, b: string): number {
  const one = a.trim().toLowerCase()
  const other = b.trim().toLowerCase()
  return one === other ? 0 : one < other ? -1 : 1
}

/** "9" before "10", "2" before "2a". */
function compareMixed(a: string, b: string): number {
  return (parseInt(a, 10) || 0) - (parseInt(b, 10) || 0) || compareWords(a, b)
}
