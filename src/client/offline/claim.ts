import { isDue } from './backoff.ts'
import { unsentEvents } from './events-in.ts'
import { FREE, queueDueAt } from './send-queue.ts'
import { LEASE_MS, isLeased } from './lease.ts'
import { readMetas } from './meta.ts'
import type { Device } from './device.ts'
import { rowsOf } from './rows-of.ts'
import type { StoredEvent, StoredPhoto } from './stored.ts'

/** The content of one request. */
export interface Batch {
  runOrderID: string
  events: StoredEvent[]
  /** The photos of its photo events, by photoID. */
  photos: Map<string, StoredPhoto>
  /** More events are ready to be sent after this batch. */
  more: boolean
  /** Nothing else is due after this batch, photo uploads included. */
  last: boolean
}

/** What can be sent now. */
export interface Claim {
  /** null: nothing is due; `waits`: the send queue's waiting time has not ended. */
  batch: Batch | null | 'waits'
  /** The photo queue's waiting time has ended and it may contain something due. */
  photosWait: boolean
}

/**
 * Claims the next batch under a lease: one run, oldest first, FIFO per stop. A stop is held back while an earlier event
 * of it needs attention, waits or is being sent; other stops go on. A photo event is sent as soon as its bytes are
 * stored at the office.
 * @param photosToo false: photo events are left out
 */
export async function claimBatch(device: Device, { photosToo = true } = {}): Promise<Claim> {
  const { db } = device
  return db.transaction('rw', db.events, db.photos, db.meta, async () => {
    const now = device.ports.now().getTime()
    const { lane: queue = FREE, photoLane: photoQueue = FREE } = await readMetas(db, 'lane', 'photoLane')
    if (queueDueAt(queue, now) > 0) return { batch: 'waits', photosWait: false }
    const pending = await unsentEvents(db)
    const photos = await photosIn(device, pending)
    const photosWait = queueDueAt(photoQueue, now) === 0 && pending.some((event) => waitsForUpload(event, photos, now))
    const ready = sendable(device, pending, photos, now)
    const [first] = photosToo ? ready : ready.filter((event) => event.type !== 'photo')
    if (!first) return { batch: null, photosWait }
    // An event whose batch was refused is sent alone, so that the answer is about that event only.
    const chosen = travelsAlone(first)
      ? [first]
      : ready
          .filter((event) => event.runOrderID === first.runOrderID && !travelsAlone(event))
          .slice(0, queue.batchLimit)
    const events = chosen.map((event) => leased(device, event, now))
    await db.events.bulkPut(events)
    for (const event of events) device.inFlight.add(event.eventID)
    const more = ready.length > events.length
    return { batch: { runOrderID: first.runOrderID, events, photos, more, last: !more && !photosWait }, photosWait }
  })
}

function sendable(
  device: Device,
  pending: readonly StoredEvent[],
  photos: ReadonlyMap<string, StoredPhoto>,
  now: number,
): StoredEvent[] {
  const blocked = new Set<string>()
  const ready: StoredEvent[] = []
  for (const event of [...pending].sort((a, b) => a.seq - b.seq)) {
    const waits = event.state === 'needs-attention' || isLeased(device, event, now) || !isDue(event.nextAttemptAt, now)
    if (event.type === 'photo') {
      if (!waits && (photos.get(event.payload.photoID)?.key ?? null) !== null) ready.push(event)
      continue
    }
    if (blocked.has(event.assignmentID)) continue
    if (!waits) ready.push(event)
    // An event that is sent alone gets its verdict before the next event of its stop is sent.
    if (waits || travelsAlone(event)) blocked.add(event.assignmentID)
  }
  return ready
}

function waitsForUpload(event: StoredEvent, photos: ReadonlyMap<string, StoredPhoto>, now: number): boolean {
  return (
    event.type === 'photo' &&
    event.state !== 'needs-attention' &&
    isDue(event.nextAttemptAt, now) &&
    photos.get(event.payload.photoID)?.key === null
  )
}

function travelsAlone(event: StoredEvent): boolean {
  return event.refusals > 0
}

export function leased(device: Device, event: StoredEvent, now: number): StoredEvent {
  return {
    ...event,
    state: 'sending',
    attempts: event.attempts + 1,
    leaseUntil: now + LEASE_MS,
    leaseBoot: device.bootID,
  }
}

async function photosIn({ db }: Device, events: readonly StoredEvent[]): Promise<Map<string, StoredPhoto>> {
  const ids = events.flatMap((event) => (event.type === 'photo' ? [event.payload.photoID] : []))
  const found = await rowsOf(db.photos, ids)
  return new Map(found.flatMap((photo) => (photo ? [[photo.photoID, photo]] : [])))
}
