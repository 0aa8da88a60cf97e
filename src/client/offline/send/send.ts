import { recordDone as putDone } from '#contract/v1/done.ts'
import { CLOCK_WARNING_MS } from '#domain/clock.ts'
import { type Device, isProven } from '../store/device.ts'
import { readMetas, writeMeta } from '../store/meta.ts'
import { type StoredEvent, eventsIn, unsentInDatabase } from '../store/schema.ts'
import { heard, holdQueue, isHeld } from '../outbox/waits.ts'
import { type Batch, claimBatch, noLongerInFlight, toWire } from '../outbox/plan.ts'
import {
  type Pinned,
  oneAtATime,
  endUpdatePause,
  noteAllowed,
  noteRevoked,
  pauseMemory,
  pauseQueue,
  pin,
  pinInMemory,
  judgeBatch,
} from './session.ts'
import { uploadPhotos } from './photos.ts'
import { settleInMemory, settleJudged, settleNone, settleRefused, settleSmaller } from './settle.ts'

export interface DrainReport {
  sent: number
  /** `idle`: nothing more is due. `busy`: another tab is sending. */
  ended: 'idle' | 'busy' | 'paused' | 'no-verdict' | 'stopped'
}

/**
 * Sends what is due, outcomes, notes and undos before photos, until nothing is due, the connection fails or the office
 * pauses the queue. Safe from any tab or the service worker, and to be stopped at any point: what has no answer is sent
 * again.
 * @param options.probe see `pin`; a request that gets through ends the pause
 * @param options.fromMemory the database fails. A receipt stays in memory until the database takes it; after a kill the
 * record is sent again and counts once
 */
export async function drain(device: Device, { probe = false, fromMemory = false } = {}): Promise<DrainReport> {
  const report = await oneAtATime(device, 'drain', () =>
    fromMemory ? drainMemory(device) : drainDatabase(device, probe),
  )
  return report === 'busy' ? { sent: 0, ended: 'busy' } : report
}

async function drainMemory(device: Device): Promise<DrainReport> {
  const pinned = pinInMemory(device)
  return pinned ? drainEvents(device, pinned, { fromMemory: true }) : { sent: 0, ended: 'paused' }
}

async function drainDatabase(device: Device, probe: boolean): Promise<DrainReport> {
  const report: DrainReport = { sent: 0, ended: 'idle' }
  const pinned = await pin(device, { probe })
  if (!pinned) return { ...report, ended: 'paused' }
  const sendEvents = async (trickle: boolean) => {
    const { sent, ended, photosWait } = await drainEvents(device, pinned, { trickle })
    report.sent += sent
    report.ended = ended
    if (probe && sent > 0) await endUpdatePause(device)
    return { idle: ended === 'idle', photosWait }
  }
  for (;;) {
    const { idle, photosWait } = await sendEvents(false)
    if (!idle || !photosWait) return report
    const { count, halt } = await uploadPhotos(device, pinned, async () => (await sendEvents(true)).idle)
    if (halt?.kind === 'events') return report
    if (halt?.kind === 'pause') await pauseQueue(device, pinned, halt.pause, halt.answer)
    if (halt?.kind === 'pause') return { ...report, ended: 'paused' }
    if (halt?.kind === 'stopped') return { ...report, ended: 'stopped' }
    // One more round of the event queue sends the photo events of uploads that finished before the connection failed.
    if (halt === null && count === 0) return report
  }
}

/**
 * @param options.trickle photos are being uploaded at the same time, so their events wait for the next batch instead of being
 * sent one by one
 */
async function drainEvents(
  device: Device,
  pinned: Pinned,
  { trickle = false, fromMemory = false },
): Promise<DrainReport & { photosWait: boolean }> {
  let sent = 0
  for (let batches = 0; ; batches += 1) {
    const { batch, photosWait } = await claimBatch(device, { photosToo: !trickle || batches === 0, fromMemory })
    if (batch === 'waits') return { sent, ended: 'no-verdict', photosWait }
    if (!batch) return { sent, ended: 'idle', photosWait }
    try {
      const step = await sendBatch(device, pinned, batch, fromMemory)
      sent += step.sent
      if (step.ended !== 'idle') return { sent, ended: step.ended, photosWait }
    } finally {
      noLongerInFlight(device, batch.events)
    }
  }
}

async function sendBatch(device: Device, pinned: Pinned, batch: Batch, fromMemory: boolean): Promise<DrainReport> {
  const sentAt = device.ports.now()
  const answer = await pinned.call(
    putDone,
    {
      runOrderID: batch.runOrderID,
      sentAt: sentAt.toISOString(),
      deviceID: batch.events[0]?.deviceID ?? device.deviceID,
      ...(batch.last && !fromMemory ? { reconcile: await reconciliation(device, batch.events) } : {}),
      events: batch.events.map((event) =>
        toWire(event, event.type === 'photo' ? (batch.photos.get(event.payload.photoID) ?? null) : null),
      ),
    },
    { minimal: fromMemory || !batch.last },
  )
  const eventIDs = batch.events.map((event) => event.eventID)
  const verdict = judgeBatch(answer, eventIDs)
  if (fromMemory && verdict.kind === 'pause' && verdict.pause === 'sign-in') {
    pauseMemory(device, pinned, answer)
    return { sent: 0, ended: 'paused' }
  }
  if (fromMemory) {
    const sent = settleInMemory(device, batch, verdict)
    return { sent, ended: sent > 0 || verdict.kind === 'refused' || verdict.kind === 'smaller' ? 'idle' : 'no-verdict' }
  }
  switch (verdict.kind) {
    case 'judged': {
      // The user may have signed out in the meantime: the receipts are stored, the run of the answer is not.
      if (verdict.answer.device?.revoked) await noteRevoked(device)
      const judged = (await pinned.isStill()) ? verdict.answer : { ...verdict.answer, run: null }
      return { sent: await settleJudged(device, batch, judged, sentAt.getTime()), ended: 'idle' }
    }
    case 'refused':
      await settleRefused(device, batch, verdict.lastAnswer)
      return { sent: 0, ended: 'idle' }
    case 'smaller':
      await settleSmaller(device, batch)
      return { sent: 0, ended: 'idle' }
    case 'none':
      await settleNone(device, batch, verdict)
      return { sent: 0, ended: 'no-verdict' }
    case 'pause':
      await pauseQueue(device, pinned, verdict.pause, answer)
      return { sent: 0, ended: 'paused' }
    case 'stopped':
      return { sent: 0, ended: 'stopped' }
  }
}

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
  const held = [...device.records.values()].map(({ event }) => event).filter(isOfIt)
  return {
    highestSeq: isOwn ? seq : Math.max(...[...batch, ...pending, ...given].filter(isOfIt).map((event) => event.seq)),
    unsent: unsent.slice(0, MOST_NAMED).map((event) => event.eventID),
    ...namesOf([...new Set([...unsent, ...held].map((event) => event.seq)), ...discarded, ...(isOwn ? givenUp : [])]),
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
  const { told, lane: queue, clockOffsetMs = 0 } = await readMetas(db, 'told', 'lane', 'clockOffsetMs')
  if (queue && isHeld(queue, now.getTime())) return
  const age = now.getTime() - Date.parse(told?.at ?? '')
  const isAsked = !isProven(device)
  if (age >= 0 && age < TELL_AGAIN_MS && !isAsked) return
  const pinned = await pin(device)
  if (!pinned) return
  const count = await reconciliation(device, [])
  const what = JSON.stringify([
    count.unsent.length,
    count.oldestUnsentAt,
    count.needsAttention,
    count.accounted.length,
    count.appBuild,
    // The office is told of a clock that was set, or has gone wrong.
    Math.round(clockOffsetMs / CLOCK_WARNING_MS),
  ])
  if (!isAsked && told?.what === what && age >= 0 && age < (count.needsAttention > 0 ? ASK_ANYWAY_MS : TELL_ANYWAY_MS))
    return
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
  if (verdict.kind === 'none') await heard(device, verdict.link)
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
