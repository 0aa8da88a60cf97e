import type { EventType, JobState, Outcome, Role, RunStatus } from './words.ts'

/** What happened at the kerb is never refused; what the plan no longer fits goes to the office (domain.md 5). */

export const REVIEW_CODES = [
  'envelope_unknown',
  'job_unknown',
  'run_unknown',
  'job_foreign',
  'run_not_active',
  'run_archived',
  'job_removed',
  'job_shifted',
  'job_completed',
] as const
export type ReviewCode = (typeof REVIEW_CODES)[number]

/** Counts, and the office is told. */
export type FlagCode = 'customer_cancelled'

export const exceptionWords: Readonly<Record<ReviewCode | FlagCode, string>> = {
  envelope_unknown: 'The phone’s app is newer than this server.',
  job_unknown: 'Unknown stop.',
  run_unknown: 'Unknown run.',
  job_foreign: 'The stop was given to another driver.',
  run_not_active: 'The run wasn’t active yet.',
  run_archived: 'The run was archived.',
  job_removed: 'The stop was removed from the run.',
  job_shifted: 'The stop was shifted to another week.',
  job_completed: 'The run was already completed.',
  customer_cancelled: 'The customer said “no pickup”.',
}

export interface EventSituation {
  /** False for a `v`, type or field this server does not know. */
  envelopeKnown: boolean
  event: { type: EventType; outcome?: Outcome | null }
  actor: { userID: string; role: Role }
  /** The run the record was sent to. Null: there is none, or the job is not one of its. */
  run: { status: RunStatus } | null
  /** Null: there is none. customerCancelled: a "no pickup" came for it after the cut-off. */
  job: { state: JobState; driverID: string | null; customerCancelled: boolean } | null
}

export type Judgement = { effect: 'counts'; code?: FlagCode } | { effect: 'review'; code: ReviewCode }

/** Does the event count, or does it go to the office's Exceptions? Judged at first receipt, in the transaction that stores it. */
export function judgeEvent(situation: EventSituation): Judgement {
  const code = reviewCode(situation)
  if (code) return { effect: 'review', code }
  return situation.job?.customerCancelled && saysHeWasThere(situation.event)
    ? { effect: 'counts', code: 'customer_cancelled' }
    : { effect: 'counts' }
}

function reviewCode({ envelopeKnown, actor, run, job }: EventSituation): ReviewCode | null {
  if (!envelopeKnown) return 'envelope_unknown'
  if (!run) return 'run_unknown'
  if (!job) return 'job_unknown'
  // Before the states: what became of somebody else's stop is not his to learn.
  if (actor.role !== 'ADMIN' && job.driverID !== actor.userID) return 'job_foreign'
  if (run.status === 'archived') return 'run_archived'
  if (job.state === 'cancelled') return 'job_removed'
  if (job.state === 'shifted') return 'job_shifted'
  if (job.state === 'completed' || run.status === 'completed') return 'job_completed'
  return run.status === 'draft' ? 'run_not_active' : null
}

/** "The customer cancelled", photos and notes contradict nobody. */
function saysHeWasThere({ type, outcome }: EventSituation['event']): boolean {
  return type === 'done' || type === 'bag-mt' || (type === 'not-collected' && outcome !== 'CUSTOMER_CANCELLED')
}
