import { recordDone as putDone } from '#contract/v1/done.ts'
import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { createCall } from '../../api/call.ts'
import { dueAt, failed, NO_WAIT, SILENCE_LIMIT_MS, type Wait } from '../outbox/backoff.ts'
import { toWire } from '../outbox/envelope.ts'
import type { Device } from '../store/device.ts'
import { hold, unsentInMemory } from '../store/records.ts'
import type { StoredEvent } from '../store/schema.ts'
import { alone } from './alone.ts'
import { acknowledged } from './settle.ts'
import { judgeBatch } from './verdict.ts'

/** The waiting time and batch size, which the database can't store while it fails. */
interface Sending {
  wait: Wait
  /** Events per request; halved when the office refuses or crashes on a batch, until the cause is sent alone. */
  limit: number
  /** The eventIDs the office refused; they wait for the database, where the driver can decide. */
  refused: Set<string>
}

const sendings = new WeakMap<Device, Sending>()

/**
 * Sends the journal's records from memory while the database fails, in order, one run per call. A receipt stays in
 * memory until the database takes it; after a kill the record is sent again and counts once.
 * @param atOnce ends the waiting time after a failure
 */
export async function sendFromJournal(device: Device, atOnce: boolean): Promise<void> {
  const sending = sendings.get(device)
  if (sending && atOnce) sending.wait = NO_WAIT
  await alone(device, 'drain', () => sendAlone(device))
}

async function sendAlone(device: Device): Promise<void> {
  const { ports, memory, records } = device
  const now = ports.now()
  const sending = sendings.get(device) ?? { wait: NO_WAIT, limit: EVENTS_PER_REQUEST, refused: new Set<string>() }
  sendings.set(device, sending)
  const isToSend = ({ eventID, state, type }: StoredEvent) =>
    state === 'queued' && type !== 'photo' && !sending.refused.has(eventID)
  const [first, ...others] = unsentInMemory(device)
    .filter(isToSend)
    .sort((a, b) => a.seq - b.seq)
  if (first === undefined || memory.signIn === null || dueAt(sending.wait, now.getTime()) > 0) return
  const { token } = memory.signIn
  // Records of a lost database have its deviceID and are sent separately.
  const isBeside = ({ runOrderID, deviceID }: StoredEvent) =>
    runOrderID === first.runOrderID && deviceID === first.deviceID
  const events = [first, ...others.filter(isBeside)].slice(0, sending.limit)
  const call = createCall({ ...ports, deviceID: device.deviceID, token: () => token })
  const answer = await call(
    putDone,
    {
      runOrderID: first.runOrderID,
      sentAt: now.toISOString(),
      deviceID: first.deviceID,
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
    return [acknowledged(event, result, stored, stored.dataEpoch ?? null, ports.now())]
  })
  for (const event of receipts) {
    const held = records.get(event.eventID)
    if (held) hold(device, event, 'unsure', held.isFound)
  }
  const isWhole =
    verdict.kind === 'refused' || verdict.kind === 'smaller' || (verdict.kind === 'none' && verdict.suspect)
  if (isWhole && events.length > 1) sending.limit = Math.ceil(events.length / 2)
  else if (stored !== null) sending.limit = Math.min(EVENTS_PER_REQUEST, sending.limit * 2)
  for (const { eventID } of events)
    if (results.get(eventID)?.result === 'rejected' || (verdict.kind === 'refused' && events.length === 1))
      sending.refused.add(eventID)
  // After a verdict, or with a smaller batch, the next request follows at once.
  const { link = 'ok', retryAfterMs = null } = verdict.kind === 'none' ? verdict : {}
  const goesOn = stored !== null || verdict.kind === 'refused' || verdict.kind === 'smaller'
  sending.wait = goesOn ? NO_WAIT : failed(sending.wait, ports.now().getTime(), ports.random, { link, retryAfterMs })
  for (const event of receipts) for (const wake of device.onEnqueued) wake(event)
}
