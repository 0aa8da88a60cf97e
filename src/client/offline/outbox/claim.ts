import type { Device } from '../store/device.ts'
import { readMetas } from '../store/meta.ts'
import { unsentInDatabase, rowsOf } from '../store/queries.ts'
import { isUnsent, unsentInMemory } from '../store/records.ts'
import type { StoredEvent, StoredPhoto } from '../store/schema.ts'
import { dueAt, NO_WAIT } from './backoff.ts'
import { type Outbox, type Plan, plan } from './plan.ts'

export interface Batch {
  runOrderID: string
  events: StoredEvent[]
  /** The photos of its photo events, by photoID. */
  photos: ReadonlyMap<string, StoredPhoto>
  /** Nothing else is due after this batch, photo uploads included. */
  last: boolean
}

export interface Claim {
  /** Null: nothing is due; `waits`: the send queue's waiting time has not ended. */
  batch: Batch | null | 'waits'
  /** Bytes of photos are due or being uploaded. */
  photosWait: boolean
}

export interface Upload {
  event: Plan['uploads'][number]
  photo: StoredPhoto
}

interface ReadOutbox extends Outbox {
  photos: ReadonlyMap<string, StoredPhoto>
}

/**
 * Reads everything `plan` looks at. @param use called before the transaction ends, so that what it takes is in flight
 * before any answer is stored
 */
export function withOutbox<T>({ db, inFlight }: Device, use: (outbox: ReadOutbox) => T): Promise<T> {
  return db.transaction('r', db.events, db.photos, db.meta, async () => {
    const { lane, photoLane } = await readMetas(db, 'lane', 'photoLane')
    const events = await unsentInDatabase(db)
    const ids = events.flatMap((event) => (event.type === 'photo' ? [event.payload.photoID] : []))
    const found = await rowsOf(db.photos, ids)
    const photos = new Map(found.flatMap((photo) => (photo ? [[photo.photoID, photo]] : [])))
    return use({ events, photos, lane, photoLane, inFlight })
  })
}

/** The same of memory, while the database fails. Photos' bytes can't be read then. */
async function withMemory<T>(device: Device, use: (outbox: ReadOutbox) => T): Promise<T> {
  const { lane, rows } = device.memory
  const events = unsentInMemory(device).map((event) => {
    // Refusals before the failure are in the rows last read.
    const row = rows?.events.get(event.eventID)
    return row && row.attempts > event.attempts ? row : event
  })
  return use({ events: events.filter(isUnsent), photos: new Map(), lane, inFlight: device.inFlight })
}

/**
 * Takes the next batch; its events are in flight until `noLongerInFlight`. Without Web Locks another tab may send the
 * same events, which the server stores once.
 * @param photosToo false: no batch begins with a photo event
 */
export function claimBatch(device: Device, { photosToo = true, fromMemory = false } = {}): Promise<Claim> {
  return (fromMemory ? withMemory : withOutbox)(device, (outbox): Claim => {
    const now = device.ports.now().getTime()
    if (dueAt(outbox.lane ?? NO_WAIT, now) > 0) return { batch: 'waits', photosWait: false }
    const { batch: events, more, uploadsDue } = plan(outbox, now, { photosToo })
    const [first] = events
    if (first === undefined) return { batch: null, photosWait: uploadsDue }
    take(device, events)
    const last = !more && !uploadsDue
    return {
      batch: { runOrderID: first.runOrderID, events, photos: outbox.photos, last },
      photosWait: uploadsDue,
    }
  })
}

export function claimUploads(device: Device, most: number): Promise<Upload[]> {
  return withOutbox(device, (outbox) => {
    const { uploads } = plan(outbox, device.ports.now().getTime())
    const claimed = uploads.slice(0, most)
    take(device, claimed)
    return claimed.flatMap((event) => {
      const photo = outbox.photos.get(event.payload.photoID)
      return photo === undefined ? [] : [{ event, photo }]
    })
  })
}

function take(device: Device, events: readonly StoredEvent[]): void {
  for (const event of events) device.inFlight.add(event.eventID)
}

/** Makes events claimable again after their request has ended or was never made. */
export function noLongerInFlight(device: Device, events: readonly StoredEvent[]): void {
  for (const event of events) device.inFlight.delete(event.eventID)
}
