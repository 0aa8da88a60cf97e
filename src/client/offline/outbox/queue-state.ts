import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import type { Device } from '../store/device.ts'
import { FREE, type QueueState, type Link, readMeta, readMetas, writeMeta } from '../store/meta.ts'
import type { UserDatabase, StoredEvent } from '../store/schema.ts'
import { failed, heldUntil, soonerAfterTap } from './backoff.ts'

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

interface Failed {
  /** The Retry-After of the answer; null: none. */
  retryAfterMs: number | null
  link: Link['state']
  batchLimit?: number | undefined
}

/** Lengthens the wait after an attempt without a verdict. Call inside a transaction on meta. */
export async function queueFailed(
  device: Device,
  name: QueueName,
  { batchLimit, ...answer }: Failed,
): Promise<QueueState> {
  const now = device.ports.now().getTime()
  const queue = await readQueue(device.db, name)
  const after: QueueState = {
    ...failed(queue, now, device.ports.random, answer),
    lastAttemptAt: now,
    batchLimit: batchLimit ?? queue.batchLimit,
  }
  await writeMeta(device.db, name, after)
  return after
}

/**
 * Makes the waiting events due after a verdict, because the connection works. A Retry-After stays in force: the verdict
 * may be on an earlier request. Call inside a transaction on events and meta.
 */
export async function queueWorked(device: Device, name: QueueName, batchLimit?: number): Promise<void> {
  const { db } = device
  const now = device.ports.now().getTime()
  const queue = await readQueue(db, name)
  const grown = batchLimit ?? Math.min(EVENTS_PER_REQUEST, queue.batchLimit * 2)
  await writeMeta(db, name, { ...FREE, holdUntil: heldUntil(queue, now, null), batchLimit: grown, lastAttemptAt: now })
  if (queue.failures > 0) await endWaits(db, 0, (event) => !isSuspect(event))
}

/** Makes everything due, except for a Retry-After: signal came back, the app came to the front, or the driver asked. */
export async function endDelay(db: UserDatabase): Promise<void> {
  await db.transaction('rw', db.events, db.meta, async () => {
    const queues = await readMetas(db, ...QUEUES)
    for (const name of QUEUES) {
      const queue = queues[name]
      if (queue && (queue.failures > 0 || queue.nextAttemptAt > 0))
        await writeMeta(db, name, { ...queue, failures: 0, nextAttemptAt: 0 })
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
  const queued = await db.events.where('state').equals('queued').toArray()
  const waiting = queued.filter((event) => event.nextAttemptAt > at && which(event))
  if (waiting.length === 0) return
  await db.events.bulkPut(waiting.map((event) => ({ ...event, nextAttemptAt: at })))
}

/** Whether the server crashed on this event: it keeps its own waiting time when others succeed. */
function isSuspect({ lastAnswer }: StoredEvent): boolean {
  return lastAnswer?.kind === 'busy' && lastAnswer.status === 500
}
