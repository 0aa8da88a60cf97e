import { recordDone as putDone } from '#contract/v1/done.ts'
import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { createCall } from '../../api/call.ts'
import { dueAt, failed, NO_WAIT, SILENCE_LIMIT_MS, type Wait } from '../outbox/backoff.ts'
import { toWire } from '../outbox/envelope.ts'
import type { Device } from '../store/device.ts'
import type { StoredEvent } from '../store/schema.ts'
import { alone } from './alone.ts'
import { asked, lastAnswerOf, receipt } from './settle.ts'
import { judgeBatch } from './verdict.ts'

/** Waiting times while the database, which has them otherwise, fails. */
const waits = new WeakMap<Device, Wait>()

/**
 * Sends the journal's records, from memory and in order, while the database fails: one request for one run. A receipt is
 * kept in memory until the database takes it; after a kill the record is sent again, and counts once. Call when a look
 * failed.
 */
export async function sendFromJournal(device: Device): Promise<void> {
  await alone(device, 'drain', () => sendAlone(device))
}

async function sendAlone(device: Device): Promise<void> {
  const { db, ports, memory } = device
  const now = ports.now()
  const wait = waits.get(device) ?? NO_WAIT
  const [first, ...others] = [...db.live.values()]
    .filter(
      (event) =>
        event.state === 'queued' && event.deviceID === device.deviceID && !db.aside.get(event.eventID)?.acknowledgedAt,
    )
    .sort((a, b) => a.seq - b.seq)
  if (first === undefined || memory.signIn === null || dueAt(wait, now.getTime()) > 0) return
  const { token } = memory.signIn
  const events = [first, ...others.filter(({ runOrderID }) => runOrderID === first.runOrderID)].slice(
    0,
    EVENTS_PER_REQUEST,
  )
  const call = createCall({ ...ports, deviceID: device.deviceID, token: () => token })
  const answer = await call(
    putDone,
    {
      runOrderID: first.runOrderID,
      sentAt: now.toISOString(),
      deviceID: device.deviceID,
      events: events.map((event) => toWire(event, null)),
    },
    { minimal: true, timeLimitMs: SILENCE_LIMIT_MS },
  )
  const verdict = judgeBatch(
    answer,
    events.map(({ eventID }) => eventID),
  )
  const stored = verdict.kind === 'judged' ? verdict.answer : null
  const results = new Map(stored?.results.map((result) => [result.eventID, result]))
  const receipts = events.flatMap((event): StoredEvent[] => {
    const result = results.get(event.eventID)
    if (stored === null || result === undefined || result.result === 'rejected') return []
    const at = ports.now()
    return [
      {
        ...asked(event, lastAnswerOf(at, 'ok', 200, result)),
        ...receipt(result, stored, stored.dataEpoch ?? null, at),
      } as StoredEvent,
    ]
  })
  for (const event of receipts) db.aside.set(event.eventID, event)
  // What is refused, or can't be sent now, waits for the database, where the driver can decide.
  const { link = 'ok', retryAfterMs = null } = verdict.kind === 'none' ? verdict : {}
  const isDone = receipts.length === events.length
  waits.set(device, isDone ? NO_WAIT : failed(wait, ports.now().getTime(), ports.random, { link, retryAfterMs }))
  for (const event of receipts) for (const wake of device.onEnqueued) wake(event)
}
