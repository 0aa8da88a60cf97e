import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { FREE, type Link, type QueueState, readMeta, readMetas, writeMeta } from '../store/meta.ts'
import type { Device } from '../store/device.ts'
import { type StoredEvent, type UserDatabase, eventsIn } from '../store/schema.ts'

/** The waiting times after attempts without a verdict (offline.md, "Sending"). Pure. */

/** Times are epoch ms. */
type Wait = Pick<QueueState, 'failures' | 'nextAttemptAt' | 'holdUntil'>

export const BACKOFF_MIN_MS = 2_000
export const BACKOFF_MAX_MS = 5 * 60_000
/** A background request is aborted after this long without a byte. */
export const SILENCE_LIMIT_MS = 30_000
/** Longest wait after a captive portal's answer, ms: signing in to Wi-Fi happens in another app and fires no event. */
const CAPTIVE_AGAIN_MS = 2_000
/**
 * A tap plans the next attempt at most this long after the last one, ms, so that quick taps without signal do not each
 * cause one.
 */
const SOONEST_AFTER_TAP_MS = 10_000

/**
 * A random wait (full jitter) of up to 2 s, 4 s, 8 s ... 5 min, so that thirty phones do not retry at the same time.
 * There is no last attempt.
 */
export function backoffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(20, Math.max(0, failures - 1)))
  return Math.max(250, Math.floor(random() * ceiling))
}

interface FailedAttempt {
  link: Link['state']
  /** The Retry-After of the answer; null: none. */
  retryAfterMs: number | null
  batchLimit?: number | undefined
}

/** The queue after one more attempt without a verdict. @param now epoch ms */
export function failed(
  before: QueueState,
  now: number,
  random: () => number,
  { link, retryAfterMs, batchLimit = before.batchLimit }: FailedAttempt,
): QueueState {
  const failures = before.failures + 1
  const ms = Math.min(link === 'captive' ? CAPTIVE_AGAIN_MS : Infinity, backoffMs(failures, random))
  const holdUntil = heldUntil(before, now, retryAfterMs)
  return { failures, nextAttemptAt: now + ms, holdUntil, lastAttemptAt: now, batchLimit }
}

/**
 * The queue after a verdict. A Retry-After stays in force: the verdict may be on an earlier request.
 * @param now epoch ms
 */
export function worked(
  before: QueueState,
  now: number,
  batchLimit = Math.min(EVENTS_PER_REQUEST, before.batchLimit * 2),
): QueueState {
  return { ...FREE, holdUntil: heldUntil(before, now, null), batchLimit, lastAttemptAt: now }
}

/** The time before which no request is made, epoch ms: the later of the stored Retry-After and a new one. */
export function heldUntil(before: Wait, now: number, retryAfterMs: number | null): number {
  const held = isHeld(before, now) ? before.holdUntil : 0
  return retryAfterMs === null ? held : Math.max(held, now + Math.min(retryAfterMs, BACKOFF_MAX_MS))
}

/** Whether a Retry-After of the office is in force. */
export function isHeld({ holdUntil }: Wait, now: number): boolean {
  return !isDue(holdUntil, now)
}

/** The attempt after a tap, epoch ms; null: the planned one is sooner. */
export function soonerAfterTap({ nextAttemptAt, lastAttemptAt }: QueueState): number | null {
  const soon = lastAttemptAt + SOONEST_AFTER_TAP_MS
  return nextAttemptAt <= soon ? null : soon
}

/**
 * The own waiting time of an event that the server crashed on when it was sent alone, so that other stops go on.
 * @returns epoch ms
 */
export function ownWait(attempts: number, now: number, random: () => number): number {
  return now + Math.max(BACKOFF_MIN_MS, backoffMs(attempts, random))
}

export function dueAt({ nextAttemptAt, holdUntil }: Wait, now: number): number {
  return Math.max(0, ...[nextAttemptAt, holdUntil].filter((at) => !isDue(at, now)))
}

/**
 * Whether the time has come. A time more than 5 minutes ahead counts as come, because a clock that was set back must
 * not delay an attempt for days.
 */
export function isDue(at: number, now: number): boolean {
  return at <= now || at > now + BACKOFF_MAX_MS + 1_000
}

/** Waiting times after attempts without a verdict, one per send queue: events, photos and the pull. */
export const QUEUES = ['lane', 'photoLane', 'pullLane'] as const
export type QueueName = (typeof QUEUES)[number]

async function readQueue(db: UserDatabase, name: QueueName): Promise<QueueState> {
  return (await readMeta(db, name)) ?? FREE
}

/** Stores the Retry-After of an answer to a request without events, which is not a failed attempt at sending one. */
export async function holdQueue({ db, ports }: Device, name: QueueName, retryAfterMs: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const queue = await readQueue(db, name)
    await writeMeta(db, name, { ...queue, holdUntil: heldUntil(queue, ports.now().getTime(), retryAfterMs) })
  })
}

/** Lengthens the wait after an attempt without a verdict. Call inside a transaction on meta. */
export async function queueFailed(device: Device, name: QueueName, attempt: FailedAttempt): Promise<QueueState> {
  const { db, ports } = device
  const after = failed(await readQueue(db, name), ports.now().getTime(), ports.random, attempt)
  await writeMeta(db, name, after)
  return after
}

/**
 * Makes the waiting events due after a verdict, because the connection works. Call inside a transaction on events and
 * meta.
 */
export async function queueWorked({ db, ports }: Device, name: QueueName, batchLimit?: number): Promise<void> {
  const queue = await readQueue(db, name)
  await writeMeta(db, name, worked(queue, ports.now().getTime(), batchLimit))
  if (queue.failures > 0) await endWaits(db, 0, (event) => !isSuspect(event))
}

/** The queue with everything due now, except for a Retry-After. */
export function withoutDelay(queue: QueueState): QueueState {
  return { ...queue, failures: 0, nextAttemptAt: 0 }
}

/** Makes everything due, except for a Retry-After: signal came back, the app came to the front, or the driver asked. */
export async function endDelay(db: UserDatabase): Promise<void> {
  await db.transaction('rw', db.events, db.meta, async () => {
    const queues = await readMetas(db, ...QUEUES)
    for (const name of QUEUES) {
      const queue = queues[name]
      if (queue && (queue.failures > 0 || queue.nextAttemptAt > 0)) await writeMeta(db, name, withoutDelay(queue))
    }
    await endWaits(db, 0, () => true)
  })
}

/** Brings the next attempt forward after a tap without signal, but not to now. */
export async function hasten(device: Device): Promise<void> {
  const { db } = device
  await db.transaction('rw', db.events, db.meta, async () => {
    const queue = await readMeta(db, 'lane')
    const soon = queue === undefined ? null : soonerAfterTap(queue)
    if (!queue || soon === null) return
    await writeMeta(db, 'lane', { ...queue, nextAttemptAt: soon })
    await endWaits(db, soon, (event) => !isSuspect(event))
  })
}

async function endWaits(db: UserDatabase, at: number, which: (event: StoredEvent) => boolean): Promise<void> {
  const queued = await eventsIn(db, 'queued')
  const waiting = queued.filter((event) => event.nextAttemptAt > at && which(event))
  if (waiting.length === 0) return
  await db.events.bulkPut(waiting.map((event) => ({ ...event, nextAttemptAt: at })))
}

/** Whether the server crashed on this event: it keeps its own waiting time when others succeed. */
function isSuspect({ lastAnswer }: StoredEvent): boolean {
  return lastAnswer?.kind === 'busy' && lastAnswer.status === 500
}

/** Stores the state of the connection to the office. Call inside a transaction on meta. */
export async function heard(device: Device, state: Link['state']): Promise<void> {
  await writeMeta(device.db, 'link', linkNow(device, state))
}

export function linkNow({ ports }: Device, state: Link['state']): Link {
  return { state, at: ports.now().toISOString() }
}
