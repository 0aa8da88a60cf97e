import type { Device } from '../store/device.ts'
import { FREE, type Meta, type QueueState, readMetas } from '../store/meta.ts'
import { isUnsent, unsentInMemory } from '../store/records.ts'
import { type PhotoEvent, rowsOf, type StoredEvent, type StoredPhoto, unsentInDatabase } from '../store/schema.ts'
import { dueAt, isDue } from './waits.ts'

/** Decides what may leave the phone, and when. Pure; sender, watchdog and screen all ask it (offline.md, "Sending"). */

/** Why an event has not been sent; the screen chooses the words. */
export type WaitingWhy = 'not-sent-yet' | 'sending' | 'trying-again' | 'behind-another' | 'needs-attention'

export interface Outbox {
  /** All events that are neither acknowledged nor discarded, in any order. */
  events: readonly StoredEvent[]
  /** The photos of its photo events, by photoID. A photo event without its photo's row is never sent. */
  photos: ReadonlyMap<string, Pick<StoredPhoto, 'key'>>
  lane?: QueueState | undefined
  photoLane?: QueueState | undefined
  /** The eventIDs of the requests under way. */
  inFlight: ReadonlySet<string>
}

export interface Plan {
  /**
   * The next request: events of one run and one deviceID, oldest first, at most `batchLimit`; empty: no event may be
   * sent now.
   */
  batch: StoredEvent[]
  more: boolean
  /** Photo events whose bytes may be uploaded now, oldest first. */
  uploads: PhotoEvent[]
  /** Bytes are due or being uploaded, so this batch is not the last request. */
  uploadsDue: boolean
  /** The whole outbox, oldest first. */
  waiting: { event: StoredEvent; why: WaitingWhy }[]
  /** Epoch ms; null: nothing is due before the driver acts or a request under way ends. */
  nextAt: number | null
}

interface Turn {
  event: StoredEvent
  why: WaitingWhy
  /** When it may be sent, epoch ms, not before now; Infinity: only after the driver acts or a request ends. */
  at: number
  /** An earlier event of the same stop must be answered first. */
  isHeld: boolean
  /** The office does not have the bytes of this photo event. */
  needsUpload: boolean
}

/**
 * Plans one request for one run, oldest first and in order per stop: a stop is held back while an earlier event of it
 * needs attention, waits, is being sent or travels alone; other stops go on. Photo events are sent once the office has
 * their bytes and nothing else may be sent, and bytes are uploaded only while events may be sent.
 * @param now epoch ms
 * @param options.photosToo false: no batch of photo events
 */
export function plan(outbox: Outbox, now: number, { photosToo = true } = {}): Plan {
  const turns = turnsOf(outbox, now)
  const isNow = ({ at, isHeld }: Turn) => at <= now && !isHeld
  const ready = turns.filter((turn) => isNow(turn) && !turn.needsUpload).map(({ event }) => event)
  const uploads = turns.filter((turn) => isNow(turn) && turn.needsUpload).map(({ event }) => event as PhotoEvent)
  const batch = batchOf(ready, photosToo, (outbox.lane ?? FREE).batchLimit)
  const nextAt = Math.min(...turns.map(({ at }) => at))
  return {
    batch,
    more: batch.length > 0 && ready.length > batch.length,
    uploads,
    uploadsDue: uploads.length > 0 || turns.some(({ needsUpload, why }) => needsUpload && why === 'sending'),
    waiting: turns.map(({ event, why }) => ({ event, why })),
    nextAt: Number.isFinite(nextAt) ? nextAt : null,
  }
}

function turnsOf({ events, photos, lane = FREE, photoLane = FREE, inFlight }: Outbox, now: number): Turn[] {
  const laneAt = dueAt(lane, now)
  const photosAt = Math.max(laneAt, dueAt(photoLane, now))
  /** What the earlier events of each stop mean for its later ones. */
  const stops = new Map<string, { at: number; isHeld: boolean; isStuck: boolean }>()
  return [...events]
    .sort((a, b) => a.seq - b.seq)
    .map((event): Turn => {
      const isStuck = event.state === 'needs-attention'
      const isUnderWay = inFlight.has(event.eventID)
      const own = isStuck || isUnderWay ? Infinity : isDue(event.nextAttemptAt, now) ? now : event.nextAttemptAt
      const whyAlone = isStuck
        ? 'needs-attention'
        : isUnderWay
          ? 'sending'
          : event.attempts > 0
            ? 'trying-again'
            : 'not-sent-yet'
      if (event.type === 'photo') {
        const key = photos.get(event.payload.photoID)?.key
        const at = Math.max(own, key === undefined ? Infinity : key === null ? photosAt : laneAt)
        return { event, why: whyAlone, at, isHeld: false, needsUpload: key === null }
      }
      const before = stops.get(event.assignmentID) ?? { at: now, isHeld: false, isStuck: false }
      const inTurn = Math.max(own, before.at)
      stops.set(event.assignmentID, {
        at: inTurn,
        isHeld: before.isHeld || inTurn > now || travelsAlone(event),
        isStuck: before.isStuck || isStuck,
      })
      const why = !isStuck && before.isStuck ? 'behind-another' : whyAlone
      return { event, why, at: Math.max(inTurn, laneAt), isHeld: before.isHeld, needsUpload: false }
    })
}

function batchOf(all: readonly StoredEvent[], photosToo: boolean, limit: number): StoredEvent[] {
  // A photo's event has no verdict while the server can't reach the photo store, which must not delay an outcome.
  const others = all.filter(({ type }) => type !== 'photo')
  const ready = photosToo && others.length === 0 ? all : others
  const [first] = ready
  if (first === undefined) return []
  if (travelsAlone(first)) return [first]
  const isInSameRequest = (event: StoredEvent) =>
    event.runOrderID === first.runOrderID && event.deviceID === first.deviceID && !travelsAlone(event)
  return ready.filter(isInSameRequest).slice(0, limit)
}

/** An event whose batch was refused is sent alone, so that the answer is about it only. */
const travelsAlone = ({ refusals }: StoredEvent): boolean => refusals > 0

/**
 * An event as it is sent: the payload's fields beside `type`, in the current envelope version (there is one so far);
 * without actor, run and delivery columns. An event of a newer build, left by a roll-back, is sent as stored: the
 * office stores what it can't read for review.
 * @param photo the photo of a photo event, with the address of the uploaded bytes
 */
export function toWire(event: StoredEvent, photo: Pick<StoredPhoto, 'key'> | null): Record<string, unknown> {
  const { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, payload } = event
  const wire = { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, ...payload }
  return type === 'photo' ? { ...wire, key: photo?.key ?? '' } : wire
}

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
 * @param photosToo false: no batch of photo events
 */
export function claimBatch(device: Device, { photosToo = true, fromMemory = false } = {}): Promise<Claim> {
  return (fromMemory ? withMemory : withOutbox)(device, (outbox): Claim => {
    const now = device.ports.now().getTime()
    if (dueAt(outbox.lane ?? FREE, now) > 0) return { batch: 'waits', photosWait: false }
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

export interface SyncState extends Partial<Pick<Meta, 'revoked' | 'pause' | 'lastPullAt' | 'pullLane' | 'link'>> {
  /** When the next attempt of anything is due, epoch ms; null: nothing until the driver acts. */
  due: number | null
}

/** All is read in one transaction, instead of one per query. */
export function readSyncState(device: Device): Promise<SyncState> {
  const { db, ports } = device
  return db.transaction('r', db.events, db.photos, db.meta, async () => {
    const metas = await readMetas(db, 'revoked', 'pause', 'lastPullAt', 'link', 'pullLane')
    if (metas.pause) return { ...metas, due: null }
    return { ...metas, due: await withOutbox(device, (outbox) => plan(outbox, ports.now().getTime()).nextAt) }
  })
}
