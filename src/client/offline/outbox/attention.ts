import * as z from 'zod/mini'
import { doneEvent } from '#contract/v1/done.ts'
import { ENVELOPE_VERSION } from '#domain/limits.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import type { EventType } from '#domain/words.ts'
import type { Device } from '../store/device.ts'
import { endRecords, journalEvent } from '../store/journal.ts'
import { type LastAnswer, reopening, type StoredEvent } from '../store/schema.ts'
import { metaOf, unsentOf, type Week } from '../week.ts'
import { toWire } from './envelope.ts'
import { endDelay } from './queue-state.ts'
import { plan, type WaitingWhy } from './plan.ts'
import { addEvent, freshID, journalCompared, recording } from './record.ts'

export interface Waiting {
  event: StoredEvent
  kind: EventType
  why: WaitingWhy
  lastAnswer: LastAnswer | null
  /** ISO; null: as soon as there is signal. */
  nextAttemptAt: string | null
  /** Whether the driver may change the payload, which is possible only for events the office refused. */
  canEdit: boolean
}

/** All unsent events, oldest first, each with its reason and the possible actions. */
export function waitingOf({ inFlight, ports, records }: Device, week: Week): Waiting[] {
  const photos = new Map(week.photos.map((photo) => [photo.photoID, photo]))
  const outbox = {
    events: unsentOf(week),
    photos,
    lane: metaOf(week, 'lane'),
    photoLane: metaOf(week, 'photoLane'),
    inFlight,
  }
  const isBeside = ({ eventID }: StoredEvent) => (records.get(eventID)?.inDatabase ?? 'yes') !== 'yes'
  return plan(outbox, ports.now().getTime()).waiting.map(({ event, why }) => ({
    event,
    kind: event.type,
    // This event is sent from memory, whatever waits in the database.
    why: isBeside(event) && event.state !== 'needs-attention' ? 'not-sent-yet' : why,
    lastAnswer: event.lastAnswer,
    nextAttemptAt: event.nextAttemptAt > 0 ? new Date(event.nextAttemptAt).toISOString() : null,
    canEdit: event.state === 'needs-attention' && event.v <= ENVELOPE_VERSION && EDITABLE.includes(event.type),
  }))
}

const EDITABLE: readonly EventType[] = ['done', 'bag-mt', 'not-collected', 'note']

/**
 * Queues a needs-attention event again. Only a photo changes: metadata that the office refuses is removed. Rejects, and
 * changes nothing, while the database fails or does not have the event.
 */
export async function retry(device: Device, eventID: string): Promise<void> {
  const cut = await reopening(device.db, () => photoCut(device, eventID))
  await requeue(
    device,
    eventID,
    (event) => ({ ...event, payload: { ...event.payload, ...cut?.file } }) as StoredEvent,
    cut,
  )
}

interface CutPhoto {
  photoID: string
  bytes: ArrayBuffer
  file: { sha256: string; size: number }
}

/**
 * Older builds stored some photos with metadata, which the office refuses. The office has not stored a refused photo,
 * so its bytes and its record may still change together.
 */
async function photoCut({ db, ports }: Device, eventID: string): Promise<CutPhoto | null | undefined> {
  const event = await db.events.get(eventID)
  if (event?.type !== 'photo') return null
  const { photoID } = event.payload
  const stored = await db.photoBytes.get(photoID)
  const cut = stored && withoutMetadata(new Uint8Array(stored.bytes))
  return cut && { photoID, bytes: cut.buffer, file: { sha256: await ports.digest(cut.buffer), size: cut.length } }
}

/** The edited payload is malformed, so the office would refuse it again. */
export class NotEditable extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'NotEditable'
  }
}

/**
 * Changes the payload of a refused event and queues it under the same eventID and seq, which is safe because the office
 * has not stored it. Throws NotEditable when the new payload is malformed; otherwise rejects as `retry` does.
 */
export async function edit(device: Device, eventID: string, payload: Record<string, unknown>): Promise<void> {
  const before = await reopening(device.db, () => storedEvent(device, eventID))
  if (before.type === 'photo' || before.type === 'undo') throw new NotEditable('This record can’t be changed.')
  const changed = { ...before, payload, original: before.original ?? before.payload } as StoredEvent
  if (!z.safeParse(doneEvent, toWire(changed, null)).success) throw new NotEditable('Please check what you entered.')
  await requeue(device, eventID, () => changed)
}

/**
 * The event's row. Throws when there is none: after the database was deleted under the open page, memory alone lists
 * the event.
 */
async function storedEvent({ db }: Device, eventID: string): Promise<StoredEvent> {
  const event = await db.events.get(eventID)
  if (event === undefined) throw new Error('The database does not have this record')
  return event
}

async function requeue(
  device: Device,
  eventID: string,
  change: (event: StoredEvent) => StoredEvent,
  cut?: CutPhoto | null,
): Promise<void> {
  const { db } = device
  let changed: StoredEvent | null = null
  const queueIt = async () => {
    const event = await storedEvent(device, eventID)
    if (event.state !== 'needs-attention') return
    const again: StoredEvent = { ...change(event), state: 'queued', nextAttemptAt: 0, refusals: 0, badUploads: 0 }
    await db.events.put(again)
    changed = again
    // The office refused the stored upload, so the bytes are uploaded again.
    if (event.type === 'photo') await db.photos.update(event.payload.photoID, { ...cut?.file, key: null })
    if (cut) await db.photoBytes.put({ photoID: cut.photoID, bytes: cut.bytes })
    await endDelay(db)
  }
  await reopening(db, () => db.transaction('rw', [db.events, db.photos, db.photoBytes, db.meta], queueIt))
  if (changed !== null) await journalEvent(device, changed)
  for (const wake of device.onEnqueued) wake()
}

/**
 * Discards an event after the driver has confirmed twice. The row stays as discarded for 14 days, and an undo event is
 * sent in case the office had stored the event after all. Rejects as `retry` does.
 */
export async function discard(device: Device, eventID: string): Promise<void> {
  const { db } = device
  const undoID = freshID(device)
  let undo: StoredEvent | null = null
  let discarded: StoredEvent | null = null
  await journalCompared(device)
  const discardIt = async () => {
    const event = await storedEvent(device, eventID)
    if (event.state !== 'needs-attention') return
    const { assignmentID, runOrderID } = event
    discarded = { ...event, state: 'discarded', acknowledgedAt: device.ports.now().toISOString() }
    await db.events.put(discarded)
    if (event.type !== 'undo')
      undo = await addEvent(device, {
        eventID: undoID,
        assignmentID,
        runOrderID,
        type: 'undo',
        payload: { undoes: eventID },
      })
  }
  await reopening(db, () => recording(device, 'undo', discardIt))
  if (undo !== null) await journalEvent(device, undo)
  if (discarded !== null) endRecords(device, [discarded])
  for (const wake of device.onEnqueued) wake()
}
