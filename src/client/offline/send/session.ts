import * as z from 'zod/mini'
import { instantText } from '#contract/shapes.ts'
import { type DoneAnswer, doneAnswer, eventVerdict } from '#contract/v1/done.ts'
import { type Answer, isVerdict } from '../../api/answers.ts'
import { type Call, createCall, exchange } from '../../api/call.ts'
import { SILENCE_LIMIT_MS } from '../outbox/waits.ts'
import { type SignIn, currentSignIn, rememberDenied } from '../store/device-database.ts'
import { type Device, pauseNow } from '../store/device.ts'
import type { LastAnswer } from '../store/schema.ts'
import { type Link, type Pause, readMeta, writeMeta } from '../store/meta.ts'

export const DEVICE_REVOKED = 'device_revoked'

/** Notes that the office revoked this phone; the next look sends what is unsent and deletes the rest. */
export async function noteRevoked({ db, ports }: Pick<Device, 'db' | 'ports'>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (!(await readMeta(db, 'revoked'))) await writeMeta(db, 'revoked', { at: ports.now().toISOString(), of: null })
  })
}

export async function noteAllowed({ db }: Pick<Device, 'db'>): Promise<void> {
  if (await readMeta(db, 'revoked')) await db.meta.delete('revoked')
}

/** One sign-in, fixed for the duration of a drain or a pull. */
export interface Pinned {
  readonly signInID: string
  /**
   * Calls the API as this user; aborted after 30 s without a byte. Answers `stopped` once another user is signed in.
   */
  readonly call: Call
  isStill(): Promise<boolean>
  /** The bytes of a photo the office stores; null: this one can't be fetched; `stop`: none can be fetched now. */
  fetchPhoto(url: string): Promise<{ bytes: ArrayBuffer; contentType: string } | null | 'stop'>
}

/**
 * The sign-in to send under; null while the queue is paused.
 * @param probe the driver asked to send now, so a server that refused this version is asked once more
 */
export async function pin(device: Device, { probe = false } = {}): Promise<Pinned | null> {
  const { signIn, pause } = await pauseNow(device)
  if (pause && !(probe && pause.kind === 'update-needed')) return null
  if (signIn?.userID !== device.userID) return null
  return pinned(device, signIn, async () => {
    const now = await currentSignIn(device.deviceDb)
    return now?.userID === device.userID && now.signInID === signIn.signInID
  })
}

/** The sign-in this window could last send under, while the database fails. */
export function pinInMemory(device: Device): Pinned | null {
  const { signIn } = device.memory
  return signIn && pinned(device, signIn, () => Promise.resolve(device.memory.signIn === signIn))
}

function pinned(device: Device, signIn: SignIn, isStill: () => Promise<boolean>): Pinned {
  const { xsrf, base, appBuild, timers } = device.ports
  const pinnedCall: Call = (endpoint, input, options) => {
    const stop = new AbortController()
    // Checked before each request, because a stale XSRF cookie turns one call into several.
    const fetch: Device['ports']['fetch'] = async (url, init) => {
      if (!(await isStill())) stop.abort()
      stop.signal.throwIfAborted()
      return device.ports.fetch(url, init)
    }
    const call = createCall({
      fetch,
      xsrf,
      base,
      appBuild,
      timers,
      deviceID: device.deviceID,
      token: () => signIn.token,
    })
    return call(endpoint, input, { timeLimitMs: SILENCE_LIMIT_MS, ...options, signal: stop.signal })
  }
  const fetchPhoto: Pinned['fetchPhoto'] = async (url) => {
    if (!(await isStill())) return 'stop'
    // A signed address contains its own proof; a plain one is ours and needs the token.
    const headers: Record<string, string> = url.includes('?')
      ? {}
      : { Authorization: `Bearer ${signIn.token}`, 'X-Device-ID': device.deviceID }
    const answer = await exchange(device.ports, url, { method: 'GET', headers }, { timeLimitMs: SILENCE_LIMIT_MS })
    if ('kind' in answer) return 'stop'
    const contentType = answer.headers.get('Content-Type') ?? ''
    if (answer.status !== 200 || answer.bytes === null || !contentType.startsWith('image/')) return null
    return { bytes: answer.bytes.buffer, contentType }
  }
  return { signInID: signIn.signInID, call: pinnedCall, isStill, fetchPhoto }
}

/** What a refusal of our server means for the whole queue: sign in again, update, or nothing. */
export function pauseOf(answer: Answer<unknown>): Pause['kind'] | null {
  if (answer.kind !== 'refused') return null
  if (answer.status === 401 || answer.status === 403) return 'sign-in'
  return answer.status === 426 ? 'update-needed' : null
}

export async function endUpdatePause(device: Device): Promise<void> {
  await device.db.transaction('rw', device.db.meta, async () => {
    if ((await readMeta(device.db, 'pause'))?.kind === 'update-needed') await device.db.meta.delete('pause')
  })
}

export async function pauseQueue(
  device: Device,
  pinned: Pinned,
  kind: Pause['kind'],
  answer: Answer<unknown>,
): Promise<void> {
  const refusal = answer.kind === 'refused' ? answer : null
  if (refusal?.problem.code === DEVICE_REVOKED) await noteRevoked(device)
  // The answer is about a sign-in that is over.
  if (kind === 'sign-in' && !(await pinned.isStill())) return
  // A user who got a 403 has no access any more and may not go on offline.
  if (refusal?.status === 403) await rememberDenied(device.deviceDb, device.userID)
  await writeMeta(device.db, 'pause', pauseBy(device, answer, kind, kind === 'sign-in' ? pinned.signInID : null))
}

/** The same while the database fails: nothing is sent under this sign-in any more, and the driver is asked for another. */
export function pauseMemory(device: Device, pinned: Pinned, answer: Answer<unknown>): void {
  const { memory } = device
  if (memory.signIn?.signInID !== pinned.signInID) return
  memory.signIn = null
  memory.pause = pauseBy(device, answer, 'sign-in', pinned.signInID)
  for (const wake of device.onEnqueued) wake()
}

/** @param signInID null: the build was refused */
function pauseBy({ ports }: Device, answer: Answer<unknown>, kind: Pause['kind'], signInID: string | null): Pause {
  const problem = answer.kind === 'refused' ? answer.problem : null
  return {
    kind,
    at: ports.now().toISOString(),
    code: problem?.code ?? null,
    message: problem?.message ?? null,
    of: signInID ?? ports.appBuild,
  }
}

/**
 * Runs one task of a kind at a time over all tabs and the service worker; returns `busy` if another runs. Without Web
 * Locks it runs at once, and two tabs may send the same events, which the server stores once.
 */
export async function oneAtATime<T>(device: Device, kind: string, stop: () => Promise<T>): Promise<T | 'busy'> {
  const { locks } = device.ports
  if (!locks) return stop()
  return locks.request(`rr-${kind}-${device.userID}`, { ifAvailable: true }, async (lock): Promise<T | 'busy'> =>
    lock === null ? 'busy' : stop(),
  )
}

/** What an answer to a batch of events means. Pure. */
export type BatchVerdict =
  | { kind: 'judged'; answer: JudgedAnswer }
  | { kind: 'pause'; pause: Pause['kind'] }
  /** 413: fewer events must be sent. */
  | { kind: 'smaller' }
  | Failure

/** What an answer without the wanted result means. */
export type Failure =
  /** Our server refused the request as a whole; one of its events or photos may be the cause. */
  | { kind: 'refused'; lastAnswer: LastAnswerFields }
  | NoVerdict
  /** Another user is signed in now, and nothing was sent. */
  | { kind: 'stopped' }

export interface NoVerdict {
  kind: 'none'
  lastAnswer: LastAnswerFields
  link: Link['state']
  retryAfterMs: number | null
  /** An event of the batch may be the cause. */
  suspect: boolean
}

export type LastAnswerFields = Omit<LastAnswer, 'at'>
/** Only the results are required: an acknowledgement must not fail because this build can't read the run. */
export type JudgedAnswer = Pick<DoneAnswer, 'results'> & Partial<DoneAnswer>

export function judgeBatch(answer: Answer<DoneAnswer>, eventIDs: readonly string[]): BatchVerdict {
  const pause = pauseOf(answer)
  if (pause) return { kind: 'pause', pause }
  if (answer.kind === 'ok') return echoed(answer.value, eventIDs)
  if (answer.kind === 'foreign' && answer.why === 'shape' && answer.status === 200) {
    const readable = z.safeParse(essential, answer.body)
    if (readable.success) return echoed(readable.data, eventIDs)
  }
  if ('status' in answer && answer.status === 413 && eventIDs.length > 1) return { kind: 'smaller' }
  return judgeFailure(answer)
}

export function judgeFailure(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Failure {
  switch (answer.kind) {
    case 'offline':
      return answer.why === 'stopped' ? { kind: 'stopped' } : noVerdict('no-answer', null, 'offline')
    case 'not-modified':
      return noVerdict('foreign', 304, 'ok')
    case 'foreign': {
      const { status, retryAfterMs, why } = answer
      return { ...noVerdict('foreign', status, linkOf(answer)), retryAfterMs, suspect: why === 'shape' }
    }
    case 'refused': {
      const { status, problem, retryAfterMs } = answer
      const lastAnswer: LastAnswerFields = { kind: 'refused', status, code: problem.code, message: problem.message }
      // A stale XSRF cookie says nothing about an event, however often it occurs.
      if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return { kind: 'refused', lastAnswer }
      const busy = { ...lastAnswer, kind: 'busy' } as const
      return { kind: 'none', lastAnswer: busy, link: 'ok', retryAfterMs, suspect: status === 500 }
    }
  }
}

const essential = z.object({
  results: z.array(eventVerdict),
  dataEpoch: z.optional(doneAnswer.shape.dataEpoch),
  backedUpThrough: z.optional(z.nullable(instantText)),
  receivedAt: z.optional(instantText),
})

/** An answer that does not name every event of the batch is not a verdict. */
function echoed(answer: JudgedAnswer, eventIDs: readonly string[]): BatchVerdict {
  const named = new Set(answer.results.map((result) => result.eventID))
  if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }
  return { ...noVerdict('foreign', 200, 'ok'), suspect: true }
}

export function noVerdict(kind: LastAnswer['kind'], status: number | null, link: Link['state']): NoVerdict {
  const lastAnswer = { kind, status, code: null, message: null }
  return { kind: 'none', lastAnswer, link, retryAfterMs: null, suspect: false }
}

/** What an answer without a verdict says about the connection. */
export function linkOf(answer: Answer<unknown>): Link['state'] {
  if (answer.kind === 'offline') return 'offline'
  if (answer.kind !== 'foreign' || answer.why === 'shape') return 'ok'
  // A single 5xx comes from a proxy without its server. Anything else that answers in our place is a captive portal
  // that wants a click.
  return answer.status >= 500 || answer.why === 'truncated' ? 'offline' : 'captive'
}
