import { recordDone as putDone } from '#contract/v1/done.ts'
import { isHeld } from '../outbox/backoff.ts'
import { holdQueue } from '../outbox/queue-state.ts'
import type { Device } from '../store/device.ts'
import { readMetas, writeMeta } from '../store/meta.ts'
import { eventsIn, unsentInDatabase } from '../store/queries.ts'
import type { StoredEvent } from '../store/schema.ts'
import { noteAllowed, noteRevoked, type Pinned, pauseQueue, pin } from './session.ts'
import { settleJudged } from './settle.ts'
import { judgeBatch } from './verdict.ts'

export interface Reconciliation {
  highestSeq: number
  unsent: string[]
  accounted: number[]
  accountedThrough?: number
  oldestUnsentAt: string | null
  needsAttention: number
  appBuild: string
}

/**
 * The counts by which the office detects lost events (offline.md, "Reconciliation"): the highest seq of this phone, its
 * unsent events and the numbers of discarded ones. Every other number must have arrived.
 * @param batch the events in the same request; those of a lost database are counted under its deviceID
 */
export async function reconciliation(device: Device, batch: readonly StoredEvent[]): Promise<Reconciliation> {
  const { db, ports } = device
  const deviceID = batch[0]?.deviceID ?? device.deviceID
  const inBatch = new Set(batch.map((event) => event.eventID))
  // One transaction, so that all values are of one moment.
  const [pending, given, { givenUp = [], seq = 0 }] = await db.transaction('r', db.events, db.meta, () =>
    Promise.all([unsentInDatabase(db), eventsIn(db, 'discarded'), readMetas(db, 'givenUp', 'seq')]),
  )
  const isOfIt = (event: StoredEvent) => event.deviceID === deviceID
  const unsent = pending.filter((event) => isOfIt(event) && !inBatch.has(event.eventID)).sort((a, b) => a.seq - b.seq)
  const discarded = given.filter(isOfIt).map((event) => event.seq)
  const isOwn = deviceID === device.deviceID
  return {
    highestSeq: isOwn ? seq : Math.max(...[...batch, ...pending, ...given].filter(isOfIt).map((event) => event.seq)),
    unsent: unsent.slice(0, MOST_NAMED).map((event) => event.eventID),
    ...namesOf([...unsent.map((event) => event.seq), ...discarded, ...(isOwn ? givenUp : [])]),
    oldestUnsentAt: unsent[0]?.occurredAt ?? null,
    needsAttention: unsent.filter((event) => event.state === 'needs-attention').length,
    appBuild: ports.appBuild,
  }
}

/** The contract's limit for each list. */
const MOST_NAMED = 5000

/**
 * The numbers accounted for. Above the numbers of a lost database they may be more than a list holds; a run from 1
 * without a gap is then named by its last number.
 */
function namesOf(numbers: readonly number[]): Pick<Reconciliation, 'accounted' | 'accountedThrough'> {
  if (numbers.length <= MOST_NAMED) return { accounted: [...numbers] }
  const all = new Set(numbers)
  let through = 0
  while (all.has(through + 1)) through += 1
  return {
    accounted: numbers.filter((number) => number > through).slice(0, MOST_NAMED),
    ...(through > 0 && { accountedThrough: through }),
  }
}

/** A phone without changes reports after this time, ms; one with changes at most every few minutes. */
const TELL_ANYWAY_MS = 6 * 3_600_000
/**
 * A phone with events that need attention asks after this time, ms, whether the office has imported them from a file.
 */
const ASK_ANYWAY_MS = 15 * 60_000
const TELL_AGAIN_MS = 3 * 60_000

/**
 * Reports the counts when they differ from the last report, for a phone that has nothing to send and would not contact
 * the office otherwise.
 */
export async function tellOffice(device: Device): Promise<void> {
  const { db, ports } = device
  const now = ports.now()
  const { told, lane: queue } = await readMetas(db, 'told', 'lane')
  if (queue && isHeld(queue, now.getTime())) return
  const age = now.getTime() - Date.parse(told?.at ?? '')
  if (age >= 0 && age < TELL_AGAIN_MS) return
  const pinned = await pin(device)
  if (!pinned) return
  const count = await reconciliation(device, [])
  const what = JSON.stringify([
    count.unsent.length,
    count.oldestUnsentAt,
    count.needsAttention,
    count.accounted.length,
    count.appBuild,
  ])
  if (told?.what === what && age >= 0 && age < (count.needsAttention > 0 ? ASK_ANYWAY_MS : TELL_ANYWAY_MS)) return
  const answered = await speak(device, pinned, count)
  await writeMeta(db, 'told', { at: now.toISOString(), what: answered === null ? (told?.what ?? '') : what })
}

/**
 * Sends the counts in a request without events.
 * @param wiped the customers' data on this phone was deleted
 * @returns whether the office has revoked this phone; null: no answer
 */
export async function speak(
  device: Device,
  pinned: Pinned,
  count: Reconciliation,
  wiped = false,
): Promise<'revoked' | 'allowed' | null> {
  const { db, deviceID, ports } = device
  const sentAt = ports.now()
  const run = await db.runs.toCollection().first()
  const runOrderID = run?.runOrderID ?? NO_RUN
  const reconcile = wiped ? { ...count, wiped } : count
  const answer = await pinned.call(
    putDone,
    { runOrderID, sentAt: sentAt.toISOString(), deviceID, reconcile, events: [] },
    { minimal: true },
  )
  const verdict = judgeBatch(answer, [])
  if (verdict.kind === 'pause') await pauseQueue(device, pinned, verdict.pause, answer)
  if (verdict.kind === 'none' && verdict.retryAfterMs !== null) await holdQueue(device, 'lane', verdict.retryAfterMs)
  if (verdict.kind !== 'judged') return null
  await settleJudged(
    device,
    { runOrderID, events: [], photos: new Map(), last: true },
    { ...verdict.answer, run: null },
    sentAt.getTime(),
  )
  if (verdict.answer.device?.revoked) await noteRevoked(device)
  else await noteAllowed(device)
  return verdict.answer.device?.revoked ? 'revoked' : 'allowed'
}

/** Stands for the run in a request without one; the office accepts any short text. */
const NO_RUN = 'none'
