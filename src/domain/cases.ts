import { addDays, type Day, dayOf, endOfDayExclusive } from './dates.ts'
import type { Outcome, StopState } from './words.ts'

/** Cases (domain.md 15): what a customer reports about a past collection, or asks the office, and the answers. */

/** `outcome`: about one past collection. The others are requests to the office. */
export const CASE_KINDS = ['outcome', 'address_change', 'close_account', 'other'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** What was wrong with a collection, as the customer chooses it. */
export const CASE_REASONS = ['missed', 'bags', 'damage', 'other'] as const
export type CaseReason = (typeof CASE_REASONS)[number]

/** `open`: waits for the office; `answered`: the customer may disagree; `closed`: final. */
export const CASE_STATES = ['open', 'answered', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** Kinds of messages. `record`: the automatic answer, made from the driver's record. */
export const CASE_MESSAGE_KINDS = ['opened', 'added', 'disagreed', 'record', 'answered', 'closed'] as const

/** Days after an answer on which the customer can disagree, without the day of the answer. */
export const DISAGREE_DAYS = 10

/** Maximum age of a collection in days, as in the customer's schedule. */
export const CASE_DAYS = 365

interface PastStop {
  readonly state: StopState
  readonly outcome: Outcome | null
  /** Last day of its week. */
  readonly to: Day
}

/**
 * Whether a customer can open a case about their stop: it has an outcome, or its week is over without one. A stop
 * shifted to another week has no outcome of its own.
 */
export function canBeReported({ state, outcome, to }: PastStop, today: Day): boolean {
  if (to < addDays(today, -CASE_DAYS)) return false
  return outcome !== null || (to < today && state !== 'shifted')
}

/**
 * Whether the driver's record answers the case: the customer says "missed", and the driver recorded that nothing was
 * out. Any other outcome contains a judgement that the office explains.
 */
export function recordAnswers(
  reason: CaseReason | null,
  { outcome, doneAt }: { readonly outcome: Outcome | null; readonly doneAt: Date | null },
): boolean {
  return reason === 'missed' && outcome === 'NOT_OUT' && doneAt !== null
}

export interface EarlierAnswer {
  /** The record it was made from; a later record is another statement. */
  readonly outcomeEventID: string | null
  readonly disagreed: boolean
}

/**
 * What happens to a "missed" that the driver's record answers, given the earlier automatic answers about the stop. A
 * record answers once. A customer who let the days pass can't start them again (`over`); one who disagreed is answered
 * by the office.
 */
export function automaticAnswer(
  earlier: readonly EarlierAnswer[],
  outcomeEventID: string | null,
): 'record' | 'office' | 'over' {
  const same = earlier.filter((one) => one.outcomeEventID === outcomeEventID)
  if (same.length === 0) return 'record'
  return same.some(({ disagreed }) => disagreed) ? 'office' : 'over'
}

/** The first instant at which an answer can't be disagreed with any more: the end of the tenth day after it. */
export function disagreeUntil(answeredAt: Date, timeZone: string): Date {
  return endOfDayExclusive(addDays(dayOf(answeredAt, timeZone), DISAGREE_DAYS), timeZone)
}

interface Standing {
  readonly state: CaseState
  readonly disagreeUntil: Date | null
}

/** The state at that time: an answered case closes by itself when the days to disagree are over. */
export function caseStateAt({ state, disagreeUntil: until }: Standing, now: Date): CaseState {
  return state === 'answered' && until !== null && now >= until ? 'closed' : state
}

export type CaseAct = 'add' | 'disagree' | 'answer' | 'close'

const POSSIBLE: Readonly<Record<CaseState, readonly CaseAct[]>> = {
  open: ['add', 'answer', 'close'],
  answered: ['add', 'disagree', 'answer', 'close'],
  closed: [],
}

/** Whether the act is possible in that state. `add` and `disagree` are the customer's, the others the office's. */
export const isCaseActPossible = (act: CaseAct, state: CaseState): boolean => POSSIBLE[state].includes(act)

/** The state after the act. What the customer adds to an answered case reopens it. */
export function caseStateAfter(act: CaseAct): CaseState {
  return act === 'add' || act === 'disagree' ? 'open' : act === 'answer' ? 'answered' : 'closed'
}
