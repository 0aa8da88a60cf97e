import type { StopState, RunStatus } from './words.ts'

/** The actions allowed on one stop (domain.md 4), for phone, office and server. */

export const STOP_ACTIONS = ['edit', 'order', 'assign', 'shift', 'remove', 'record'] as const
export type StopAction = (typeof STOP_ACTIONS)[number]

/** Neither shifted away nor removed. */
export const isOnTheRun = ({ state }: { state: StopState }): boolean => state !== 'shifted' && state !== 'cancelled'

const IN_DRAFT: readonly StopAction[] = ['edit', 'order', 'assign', 'shift', 'remove']
const TO_DO: readonly StopAction[] = ['edit', 'order', 'assign', 'shift', 'remove', 'record']
/** The driver may correct a stop with an outcome, but it can no longer be moved or removed. */
const HAPPENED: readonly StopAction[] = ['edit', 'order', 'assign', 'record']
const HAPPENED_IN_DRAFT: readonly StopAction[] = ['edit', 'order', 'assign']

/** `record`: the driver's outcome and its corrections, until the run is completed. */
export function stopActions(state: StopState, hasOutcome: boolean, runStatus: RunStatus): readonly StopAction[] {
  if (state !== 'planned' && state !== 'done') return []
  const happened = state === 'done' || hasOutcome
  if (runStatus === 'draft') return happened ? HAPPENED_IN_DRAFT : IN_DRAFT
  if (runStatus === 'active') return happened ? HAPPENED : TO_DO
  return []
}
