import type { EventVerdict } from '#contract/v1/done.ts'
import { readMetas, writeMeta, writeMetas } from '../store/meta.ts'
import { type EventState, type LastAnswer, type StoredEvent, eventsIn, rowsOf } from '../store/schema.ts'
import type { BatchVerdict, JudgedAnswer, LastAnswerFields, NoVerdict } from './session.ts'
import { failed, heard, linkNow, ownWait, queueFailed, queueWorked, worked } from '../outbox/waits.ts'
import type { Batch } from '../outbox/plan.ts'
import { mergeRun, noteEpoch, sendAgain, sweepAbsent } from '../store/office-rows.ts'
import { type Device, proving } from '../store/device.ts'
import { endRecords } from '../store/journal.ts'

/**
 * Each function stores the result of a batch's answer in one transaction. If it is stopped at any point, the events are
 * sent again, which is harmless.
 */

/** After this many bad uploads of one photo in a row the driver is asked. */
const BAD_UPLOADS = 3
const PHOTO_AGAIN = new Set(['photo_not_uploaded', 'photo_damaged'])

/** @param sentAt when the request was sent, epoch ms; @returns how many were acknowledged */
export async function settleJudged(
  device: Device,
  batch: Batch,
  answer: JudgedAnswer,
  sentAt: number,
): Promise<number> {
  const { db, ports } = device
  const of = batch.events[0]?.deviceID ?? device.deviceID
  const ended = await db.transaction('rw', [db.events, db.photos, db.jobs, db.runs, db.meta], async () => {
    const now = ports.now()
    const { dataEpoch, pause } = await readMetas(db, 'dataEpoch', 'pause')
    const epoch = answer.dataEpoch ?? dataEpoch ?? null
    const current = await currentOf(device, batch, ['sending', 'queued', 'needs-attention'])
    const settled = afterAnswer(current, answer, epoch, now)
    const receipts = settled.filter(({ state }) => state === 'acknowledged')
    for (const event of settled)
      if (event.type === 'photo' && event.state !== 'acknowledged')
        await db.photos.update(event.payload.photoID, { key: null })
    if (settled.length > 0) await db.events.bulkPut(settled)
    if (answer.dataEpoch !== undefined) await noteEpoch(db, answer.dataEpoch)
    if (answer.run && epoch !== null && pause?.kind !== 'sign-in') await mergeRun(db, answer.run, epoch)
    if (answer.reconcile) await reconcile(device, of, answer.reconcile, answer.receivedAt ?? now.toISOString())
    if (batch.last) await sweepAbsent(db, now)
    await writeMetas(db, {
      ...(answer.receivedAt ? { clockOffsetMs: Date.parse(answer.receivedAt) - sentAt } : {}),
      ...(answer.backedUpThrough ? { backedUpThrough: answer.backedUpThrough } : {}),
      ...(receipts.length > 0 ? { lastSentAt: answer.receivedAt ?? now.toISOString() } : {}),
      link: linkNow(device, 'ok'),
    })
    await queueWorked(device, 'lane')
    return receipts
  })
  if (answer.reconcile !== undefined && of === device.deviceID) proving(device, () => (device.memory.isCounted = true))
  endRecords(device, ended)
  return ended.length
}

/**
 * Stores the refusal of a batch as a whole: its events are then sent one by one, and one refused again alone needs
 * attention.
 */
export async function settleRefused(device: Device, batch: Batch, lastAnswer: LastAnswerFields): Promise<void> {
  const { db } = device
  const at = device.ports.now().toISOString()
  const isAlone = batch.events.length === 1
  await db.transaction('rw', db.events, db.meta, async () => {
    await db.events.bulkPut(afterRefusal(await currentOf(device, batch), isAlone, { at, ...lastAnswer }))
    await heard(device, 'ok')
    await queueWorked(device, 'lane')
  })
}

/** Halves the next batch after a 413, without waiting. */
export async function settleSmaller(device: Device, batch: Batch): Promise<void> {
  const { db } = device
  await db.transaction('rw', db.events, db.meta, async () => {
    await db.events.bulkPut((await currentOf(device, batch)).map((event) => needingAttention(event, event.lastAnswer)))
    await queueWorked(device, 'lane', half(batch))
  })
}

/**
 * Stores an attempt without a verdict: everything is tried again later. A batch the server crashed on is halved each
 * time until the cause is sent alone.
 */
export async function settleNone(device: Device, batch: Batch, verdict: NoVerdict): Promise<void> {
  const { db, ports } = device
  const now = ports.now()
  await db.transaction('rw', db.events, db.meta, async () => {
    const queue = await queueFailed(device, 'lane', {
      ...verdict,
      batchLimit: verdict.suspect ? half(batch) : undefined,
    })
    const lonely = verdict.suspect && batch.events.length === 1
    const events = (await currentOf(device, batch)).map((event) => {
      const again = needingAttention(event, { at: now.toISOString(), ...verdict.lastAnswer })
      // The server crashed on this event alone again, so it gets its own waiting time and the other stops go on.
      const own = () => ownWait(again.attempts, now.getTime(), ports.random)
      return { ...again, nextAttemptAt: lonely ? own() : queue.nextAttemptAt }
    })
    await db.events.bulkPut(events as StoredEvent[])
    await heard(device, verdict.link)
  })
}

/** The batch's rows as they are now: without locks another tab may have stored an answer to some of them. */
async function currentOf(
  { db }: Device,
  batch: Batch,
  states: readonly EventState[] = ['sending', 'queued'],
): Promise<StoredEvent[]> {
  const eventIDs = batch.events.map((event) => event.eventID)
  const rows = await rowsOf(db.events, eventIDs)
  return rows.filter((event) => event !== undefined && states.includes(event.state)) as StoredEvent[]
}

/** The event after one more request with it has ended. */
export function needingAttention(event: StoredEvent, lastAnswer: LastAnswer | null): StoredEvent {
  return { ...event, state: 'queued', attempts: event.attempts + 1, nextAttemptAt: 0, lastAnswer }
}

/** The event with its receipt. @param epoch the office's dataEpoch; null: unknown */
function acknowledged(
  event: StoredEvent,
  verdict: EventVerdict,
  answer: JudgedAnswer,
  epoch: string | null,
  now: Date,
): StoredEvent {
  return {
    ...needingAttention(event, lastAnswerOf(now, 'ok', 200, verdict)),
    ...receipt(verdict, answer, epoch, now),
  } as StoredEvent
}

export function receipt(verdict: EventVerdict, answer: JudgedAnswer, epoch: string | null, now: Date) {
  return {
    state: 'acknowledged' as const,
    // A duplicate with a code and no jobVersion is under review: it was stored earlier and that answer was lost.
    result:
      verdict.result === 'duplicate' && verdict.code !== undefined && verdict.jobVersion === undefined
        ? ('review' as const)
        : verdict.result,
    jobVersion: verdict.jobVersion ?? verdict.reviewVersion ?? null,
    acknowledgedAt: now.toISOString(),
    receivedAt: answer.receivedAt ?? now.toISOString(),
    ackEpoch: epoch,
    refusals: 0,
    badUploads: 0,
  }
}

function rejected(event: StoredEvent, verdict: EventVerdict, now: Date): StoredEvent {
  const again = {
    ...needingAttention(event, lastAnswerOf(now, 'rejected', 200, verdict)),
    badUploads: event.badUploads + 1,
  }
  const uploadAgain = event.type === 'photo' && PHOTO_AGAIN.has(verdict.code ?? '')
  return uploadAgain && again.badUploads < BAD_UPLOADS ? again : { ...again, state: 'needs-attention' }
}

/** The events after an answer that names them; those it does not name are left out. */
function afterAnswer(
  events: readonly StoredEvent[],
  answer: JudgedAnswer,
  epoch: string | null,
  now: Date,
): StoredEvent[] {
  const byID = new Map(answer.results.map((result) => [result.eventID, result]))
  return events.flatMap((event) => {
    const verdict = byID.get(event.eventID)
    if (!verdict) return []
    return verdict.result === 'rejected'
      ? rejected(event, verdict, now)
      : acknowledged(event, verdict, answer, epoch, now)
  })
}

/** The events after a refusal of their batch as a whole. */
const afterRefusal = (events: readonly StoredEvent[], isAlone: boolean, lastAnswer: LastAnswer): StoredEvent[] =>
  events.map((event) => ({
    ...needingAttention(event, lastAnswer),
    refusals: event.refusals + 1,
    ...(isAlone && event.refusals > 0 ? { state: 'needs-attention' as const } : {}),
  }))

/**
 * Notes an answer in memory while the database fails: receipts, refusals, and the queue's waiting time. The database
 * takes the receipts once it works; what else is lost with the window is found again by sending once more.
 */
export function settleInMemory(device: Device, batch: Batch, verdict: BatchVerdict): number {
  const { memory, ports, records } = device
  const { lane } = memory
  const now = ports.now()
  const events = batch.events.filter(({ eventID }) => records.has(eventID))
  const isAlone = batch.events.length === 1
  const keep = (after: readonly StoredEvent[]) => {
    for (const event of after) {
      const held = records.get(event.eventID)!
      held.event = event
      held.isInDatabase = false
    }
    for (const wake of device.onEnqueued) wake()
    return after.filter(({ state }) => state === 'acknowledged').length
  }
  switch (verdict.kind) {
    case 'judged':
      memory.lane = worked(lane, now.getTime())
      return keep(afterAnswer(events, verdict.answer, verdict.answer.dataEpoch ?? null, now))
    case 'refused':
      memory.lane = worked(lane, now.getTime())
      return keep(afterRefusal(events, isAlone, { at: now.toISOString(), ...verdict.lastAnswer }))
    case 'smaller':
      memory.lane = worked(lane, now.getTime(), half(batch))
      return 0
    default: {
      const { link = 'ok', retryAfterMs = null, suspect = false } = verdict.kind === 'none' ? verdict : {}
      const batchLimit = suspect ? half(batch) : undefined
      memory.lane = failed(lane, now.getTime(), ports.random, { link, retryAfterMs, batchLimit })
      return 0
    }
  }
}

/** Sends again what the office lost: numbers it lists as never arrived for which this phone has a receipt. */
async function reconcile(
  device: Device,
  deviceID: string,
  counts: NonNullable<JudgedAnswer['reconcile']>,
  at: string,
): Promise<void> {
  const { db } = device
  const holes = new Set(counts.holes)
  const receipts = holes.size === 0 ? [] : await eventsIn(db, 'acknowledged')
  const lost = receipts.filter((event) => event.deviceID === deviceID && holes.has(event.seq))
  const lostIDs = lost.map((event) => event.eventID)
  await sendAgain(db, lostIDs)
  // The office has imported these from a file. Sending them again returns their result, and the driver need not act.
  await sendAgain(db, counts.known ?? [], 'needs-attention')
  // What it says of a lost database's records is no news of this one's.
  if (deviceID !== device.deviceID) return
  // A database that reopened without its last commits gives no number again.
  const { seq = 0 } = await readMetas(db, 'seq')
  if ((counts.highestSeq ?? 0) > seq) await writeMeta(db, 'seq', counts.highestSeq!)
  await writeMeta(db, 'reconcile', {
    at,
    events: counts.events,
    photos: counts.photos,
    // What the office has resolved is asked for as long as a receipt may turn up, and is missing no more.
    holes: counts.holes.filter((seq) => !counts.settled?.includes(seq)),
    equal: counts.equal,
  })
}

function lastAnswerOf(now: Date, kind: LastAnswer['kind'], status: number, verdict: EventVerdict): LastAnswer {
  return { at: now.toISOString(), kind, status, code: verdict.code ?? null, message: verdict.message ?? null }
}

function half(batch: Batch): number {
  return Math.max(1, Math.ceil(batch.events.length / 2))
}
