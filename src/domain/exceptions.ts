import type { EventType, StopState, Outcome, Role, RunStatus } from './words.ts'

/**
 * A record of what happened at the stop is never refused. One that no longer fits the plan goes to the office
 * (domain.md 5).
 */

export const REVIEW_CODES = [
  'envelope_unknown',
  'job_unknown',
  'run_unknown',
  'job_foreign',
  'run_not_active',
  'run_archived',
  'job_removed',
  'job_skipped',
  'job_shifted',
  'job_completed',
] as const
export type ReviewCode = (typeof REVIEW_CODES)[number]

/** The event counts, and the office is notified. */
export type FlagCode = 'customer_cancelled' | 'contradicts'

export const exceptionWords: Readonly<Record<ReviewCode | FlagCode, string>> = {
  envelope_unknown: 'The phone’s app is newer than this server.',
  job_unknown: 'Unknown stop.',
  run_unknown: 'Unknown run.',
  job_foreign: 'The stop was given to another driver.',
  run_not_active: 'The run wasn’t active yet.',
  run_archived: 'The run was archived.',
  job_removed: 'The stop was removed from the run.',
  job_skipped: 'The customer said “no pickup”, and the stop was off the run.',
  job_shifted: 'The stop was shifted to another week.',
  job_completed: 'The run was already completed.',
  customer_cancelled: 'The customer said “no pickup”.',
  contradicts: 'Two phones recorded different things at this stop.',
}

export interface EventSituation {
  /** False for a `v`, type or field that this server does not know. */
  envelopeKnown: boolean
  event: { type: EventType; outcome?: Outcome | null }
  actor: { userID: string; role: Role }
  /** The run that the record was sent to. Null: there is no such run, or the stop is not in it. */
  run: { status: RunStatus } | null
  /** Null: there is no such stop. customerCancelled: a no pickup arrived for it while the run was active. */
  stop: { state: StopState; driverID: string | null; customerCancelled: boolean } | null
}

export type Judgement = { effect: 'counts'; code?: FlagCode } | { effect: 'review'; code: ReviewCode }

/**
 * Whether the event counts or goes to the office's Exceptions, judged when first received, in the transaction that
 * stores it.
 */
export function judgeEvent(situation: EventSituation): Judgement {
  const code = reviewCode(situation)
  if (code) return { effect: 'review', code }
  return situation.stop?.customerCancelled && saysHeWasThere(situation.event)
    ? { effect: 'counts', code: 'customer_cancelled' }
    : { effect: 'counts' }
}

function reviewCode({ envelopeKnown, actor, run, stop }: EventSituation): ReviewCode | null {
  if (!envelopeKnown) return 'envelope_unknown'
  if (!run) return 'run_unknown'
  if (!stop) return 'job_unknown'
  // Checked before the states, because the state of another driver's stop must not be disclosed.
  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'
  if (run.status === 'archived') return 'run_archived'
  if (stop.state === 'cancelled') return 'job_removed'
  if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'
  if (stop.state === 'completed' || run.status === 'completed') return 'job_completed'
  return run.status === 'draft' ? 'run_not_active' : null
}

/**
 * Outcomes that claim the driver was at the stop. "The customer cancelled", photos and notes contradict no
 * cancellation.
 */
function saysHeWasThere({ type, outcome }: EventSituation['event']): boolean {
  return type === 'done' || type === 'bag-mt' || (type === 'not-collected' && outcome !== 'CUSTOMER_CANCELLED')
}
