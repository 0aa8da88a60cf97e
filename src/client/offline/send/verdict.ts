import * as z from 'zod/mini'
import { type DoneAnswer, doneAnswer, eventVerdict } from '#contract/v1/done.ts'
import { type Answer, isVerdict } from '../../api/answers.ts'
import type { Link, Pause } from '../store/meta.ts'
import type { LastAnswer } from '../store/schema.ts'
import { pauseOf } from './session.ts'

/** What an answer to a batch of events means. Pure. */
export type BatchVerdict =
  | { kind: 'judged'; answer: JudgedAnswer }
  | { kind: 'pause'; pause: Pause['kind'] }
  /** 413: fewer events must be sent. */
  | { kind: 'smaller' }
  /** Our server refused the batch as a whole; one of its events may be the cause. */
  | { kind: 'refused'; lastAnswer: LastAnswerFields }
  | { kind: 'none'; lastAnswer: LastAnswerFields; link: Link['state']; retryAfterMs: number | null; suspect: boolean }
  /** Another user is signed in now, and nothing was sent. */
  | { kind: 'stopped' }

type LastAnswerFields = Omit<LastAnswer, 'at'>
/** Only the results are required: an acknowledgement must not fail because this build can't read the run. */
export type JudgedAnswer = Pick<DoneAnswer, 'results'> & Partial<DoneAnswer>

export function judgeBatch(answer: Answer<DoneAnswer>, eventIDs: readonly string[]): BatchVerdict {
  const pause = pauseOf(answer)
  if (pause) return { kind: 'pause', pause }
  switch (answer.kind) {
    case 'ok':
      return echoed(answer.value, eventIDs)
    case 'offline':
      return answer.why === 'stopped' ? { kind: 'stopped' } : none('no-answer', null, null, 'offline', null)
    case 'not-modified':
      return none('foreign', 304, null, 'ok', null)
    case 'foreign': {
      const readable = answer.why === 'shape' && answer.status === 200 ? z.safeParse(essential, answer.body) : null
      if (readable?.success) return echoed(readable.data, eventIDs)
      if (answer.status === 413 && eventIDs.length > 1) return { kind: 'smaller' }
      return {
        ...none('foreign', answer.status, null, linkOf(answer), answer.retryAfterMs),
        suspect: answer.why === 'shape',
      }
    }
    case 'refused':
      break
  }
  const { status, problem } = answer
  if (status === 413 && eventIDs.length > 1) return { kind: 'smaller' }
  const lastAnswer: LastAnswerFields = { kind: 'refused', status, code: problem.code, message: problem.message }
  // A stale XSRF cookie says nothing about an event, however often it occurs.
  if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return { kind: 'refused', lastAnswer }
  return {
    kind: 'none',
    lastAnswer: { ...lastAnswer, kind: 'busy' },
    link: 'ok',
    retryAfterMs: answer.retryAfterMs,
    suspect: status === 500,
  }
}

const essential = z.object({
  results: z.array(eventVerdict),
  dataEpoch: z.optional(doneAnswer.shape.dataEpoch),
  backedUpThrough: z.optional(doneAnswer.shape.backedUpThrough),
  receivedAt: z.optional(doneAnswer.shape.receivedAt),
})

/** An answer that does not name every event of the batch is not a verdict. */
function echoed(answer: JudgedAnswer, eventIDs: readonly string[]): BatchVerdict {
  const named = new Set(answer.results.map((result) => result.eventID))
  if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }
  return { ...none('foreign', 200, null, 'ok', null), suspect: true }
}

function none(
  kind: LastAnswer['kind'],
  status: number | null,
  code: string | null,
  link: Link['state'],
  retryAfterMs: number | null,
) {
  return {
    kind: 'none' as const,
    lastAnswer: { kind, status, code, message: null },
    link,
    retryAfterMs,
    suspect: false,
  }
}

/** What an answer without a verdict says about the connection. */
export function linkOf(answer: Answer<unknown>): Link['state'] {
  if (answer.kind === 'offline') return 'offline'
  if (answer.kind !== 'foreign' || answer.why === 'shape') return 'ok'
  // A single 5xx comes from a proxy without its server. Anything else that answers in our place is a captive portal
  // that wants a click.
  return answer.status >= 500 || answer.why === 'truncated' ? 'offline' : 'captive'
}
