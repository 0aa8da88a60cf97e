import { diceOf } from '../../../support/openapi/random.ts'
import type { Operation } from '../../../support/openapi/document.ts'
import { type SlowClients, rubbishClients, slowClients } from './slow-clients.ts'
import { type Large, largeRequests, type Sender } from './large-requests.ts'
import { type Answered, senderTo } from './send-request.ts'

/** A running server, and its known operations and senders. */
export interface Place {
  readonly port: number
  readonly operations: readonly Operation[]
  readonly senders: readonly Sender[]
}

export interface LoadSettings {
  /** How many large requests are sent. */
  readonly requests: number
  readonly seed: number
  /** How many begin each second, evenly; null: as many as can be answered, `AT_ONCE` under way together. */
  readonly perSecond: number | null
  readonly slow: number
  readonly rubbish: number
}

export interface LoadFindings {
  readonly answers: Record<string, number>
  /** Answers that a large request must never get. */
  readonly failures: string[]
  readonly largestAnswer: number
}

const AT_ONCE = 8
/** Connections, when requests start at a fixed rate. */
const CONNECTIONS = 64
export const SLOW_CLIENTS = 50
export const RUBBISH_CLIENTS = 1_000
/**
 * The number of different requests, sent in turn: built before the first is sent, because building takes longer than
 * sending.
 */
const DIFFERENT = 200
/** Bytes: twenty named fields with the longest names, in the widest characters. */
const LARGEST_ANSWER = 24_000

/**
 * Sends all kinds of load at once; the caller measures what runs beside it. Clients that hold their connection are
 * closed last.
 */
export async function sendLoad(place: Place, settings: LoadSettings): Promise<LoadFindings> {
  const { requests, perSecond, seed } = settings
  const large = largeRequests(place.operations, place.senders, diceOf(seed), Math.min(DIFFERENT, requests))
  const { send, close } = senderTo(place.port, perSecond === null ? AT_ONCE : CONNECTIONS)
  const answers: Record<string, number> = {}
  const failures: string[] = []
  let [next, largestAnswer] = [0, 0]
  const holding: SlowClients[] = [await slowClients(place.port, settings.slow)]
  async function sendNext(): Promise<void> {
    const one = large[next % large.length]!
    next += 1
    const answer = await send(one)
    const status = answer.status === 0 ? 'cut off' : String(answer.status)
    answers[status] = (answers[status] ?? 0) + 1
    largestAnswer = Math.max(largestAnswer, one.judgedAlone ? 0 : answer.body.length)
    failures.push(...faults(one, answer).map((fault) => `${one.name}: ${fault}`))
  }
  async function sendAll(): Promise<void> {
    if (perSecond === null) {
      const sendOn = async () => {
        while (next < requests) await sendNext()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
      return
    }
    const began = performance.now()
    const sent: Promise<void>[] = []
    while (next < requests) {
      sent.push(sendNext())
      const wait = began + (next * 1_000) / perSecond - performance.now()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
    }
    await Promise.all(sent)
  }
  try {
    const [last] = await Promise.all([rubbishClients(place.port, settings.rubbish), sendAll()])
    holding.push(last)
    return { answers, failures: [...new Set(failures)], largestAnswer }
  } finally {
    close()
    for (const client of holding) client.close()
  }
}

function faults({ over, judgedAlone }: Large, { status, type, body }: Answered): string[] {
  // A request announced as too large may be answered, and its connection closed, before all of it is sent.
  if (status === 0) return over ? [] : ['cut off without an answer']
  if (status < 400) return judgedAlone ? [] : [`answered ${status}`]
  const wrong: string[] = []
  if (status >= 500) wrong.push(`answered ${status}: ${body.slice(0, 300)}`)
  if (over && ![401, 413, 429].includes(status)) wrong.push(`breaks its bound and is answered ${status}`)
  if (!type.startsWith('application/problem+json')) wrong.push(`refused in ${type}`)
  if (body.length > LARGEST_ANSWER) wrong.push(`answered with ${body.length} bytes`)
  const { fields } = (type.includes('json') ? JSON.parse(body) : {}) as { fields?: object }
  if (Object.keys(fields ?? {}).length > 20) wrong.push(`${Object.keys(fields ?? {}).length} fields are named`)
  return wrong
}
