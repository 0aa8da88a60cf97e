import type { Table } from 'dexie'
import { newID } from '#domain/identifiers.ts'
import { ENVELOPE_VERSION, MAX_FILES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { storableText } from '#domain/texts.ts'
import type { EventType, NotCollectedOutcome } from '#domain/words.ts'
import { updateStopDraft } from './stop-draft.ts'
import { isFull, reopening } from './database.ts'
import { noteTap } from './local-storage-counts.ts'
import { type Gone, goneKey, readMetas, writeMeta } from './meta.ts'
import { photosOf } from './overlay.ts'
import type { Device } from './device.ts'
import { hasRoomFor, reserveSpent } from './photo-room.ts'
import type { StoredEvent, StoredPhoto } from './stored.ts'

export type NotSavedReason = 'storage-full' | 'too-many-files' | 'too-large' | 'unknown-stop' | 'database'

/** Nothing was stored: the driver must see "Not saved". */
export class NotSaved extends Error {
  readonly reason: NotSavedReason

  constructor(reason: NotSavedReason, cause?: unknown) {
    super(`Not saved: ${reason}`, { cause })
    this.name = 'NotSaved'
    this.reason = reason
  }
}

/** extraAmount in AUD dollars, as on the wire. */
interface Extras {
  extraAmount?: number
  notes?: string
}

/** "Done": pu = bags, at least 1. Resolves once the event is on the disk; throws NotSaved. */
export function saveDone(device: Device, assignmentID: string, fields: Extras & { pu: number }): Promise<StoredEvent> {
  return record(device, assignmentID, 'done', { pu: fields.pu, ...extras(fields) })
}

/** "Bag MT": the driver was there, the bag was empty. */
export function saveBagMT(device: Device, assignmentID: string, fields: Extras = {}): Promise<StoredEvent> {
  return record(device, assignmentID, 'bag-mt', extras(fields))
}

export function saveNotCollected(
  device: Device,
  assignmentID: string,
  fields: Extras & { outcome: NotCollectedOutcome },
): Promise<StoredEvent> {
  return record(device, assignmentID, 'not-collected', { outcome: fields.outcome, ...extras(fields) })
}

export function saveNote(device: Device, assignmentID: string, notes: string): Promise<StoredEvent> {
  return record(device, assignmentID, 'note', { notes: storableText(notes) })
}

/**
 * An undo is an event of its own; a second request for the same one records nothing. It names an event of this phone,
 * or the outcome in force at a stop.
 */
export async function saveUndo(device: Device, eventID: string): Promise<StoredEvent> {
  const { db } = device
  // An outcome of another phone, or of this one before the app was installed again, is known from the office's row
  // only.
  const undone =
    (await db.events.get(eventID)) ?? (await db.jobs.filter((stop) => stop.outcomeEventID === eventID).first())
  if (!undone || ('type' in undone && undone.type === 'undo')) throw new NotSaved('unknown-stop')
  const ofStop = await db.events.where('assignmentID').equals(undone.assignmentID).toArray()
  const before = ofStop.find(
    (event) => event.type === 'undo' && event.payload.undoes === eventID && event.state !== 'discarded',
  )
  return before ?? record(device, undone.assignmentID, 'undo', { undoes: eventID }, { runOrderID: undone.runOrderID })
}

export interface CapturedPhoto {
  bytes: ArrayBuffer
  contentType: string
  /** The phone's clock at capture, ISO: compressing removes it from the file. */
  takenAt: string
}

/** Stores bytes, description and event in one transaction. */
export async function saveCapturedPhoto(
  device: Device,
  assignmentID: string,
  captured: CapturedPhoto,
): Promise<StoredEvent> {
  const { bytes, contentType, takenAt } = captured
  const size = bytes.byteLength
  if (size > MAX_UPLOAD_BYTES) throw new NotSaved('too-large')
  if (!(await hasRoomFor(device, size))) throw new NotSaved('storage-full')
  const sha256 = await device.ports.digest(bytes)
  const photoID = freshID(device)
  const photo: Omit<StoredPhoto, 'eventID'> = {
    photoID,
    kind: 'taken',
    assignmentID,
    contentType,
    size,
    sha256,
    takenAt,
    key: null,
    hasBytes: true,
  }
  return record(device, assignmentID, 'photo', { photoID, sha256, size, takenAt }, { photo: { row: photo, bytes } })
}

interface Beside {
  /** Known when the stop itself may be deleted. */
  runOrderID?: string
  photo?: { row: Omit<StoredPhoto, 'eventID'>; bytes: ArrayBuffer }
}

async function record<T extends EventType>(
  device: Device,
  assignmentID: string,
  type: T,
  payload: Extract<StoredEvent, { type: T }>['payload'],
  beside: Beside = {},
): Promise<StoredEvent> {
  const { db } = device
  const eventID = freshID(device)
  const save = () =>
    db.transaction('rw', recordTables(device), () =>
      addEvent(device, { eventID, assignmentID, type, payload, ...beside }),
    )
  const withRoom = async (error: unknown) => {
    if (type === 'photo' || !isFull(error)) throw error
    const { makeRoom } = await import('./purge.ts')
    await makeRoom(device)
    return save()
  }
  // On lack of space the reserve is deleted first, then photos the office has.
  const event = await reopening(db, save)
    .catch(withRoom)
    .catch(withRoom)
    .catch((error: unknown) => {
      throw asNotSaved(device, error)
    })
  noteTap(device)
  for (const wake of device.onEnqueued) wake(event)
  return event
}

/** The tables `addEvent` needs in its transaction. */
export function recordTables({ db }: Device): Table[] {
  return [db.events, db.photos, db.photoBytes, db.jobs, db.meta]
}

/** Takes the next seq and adds one event, inside the caller's transaction. */
export async function addEvent(
  device: Device,
  tap: Beside & { eventID: string; assignmentID: string; type: EventType; payload: object },
): Promise<StoredEvent> {
  const { db, ports } = device
  const { eventID, assignmentID, type, payload, photo } = tap
  // Read in parallel, and written in parallel: each query that waits for another one adds 5 ms to a tap on a slow
  // phone.
  const [saved, stop, { deviceID, seq: last = 0 }] = await Promise.all([
    db.events.get(eventID),
    stopOf(device, assignmentID, tap.runOrderID),
    readMetas(db, 'deviceID', 'seq'),
    photo && requireRoomAtStop(device, assignmentID, eventID),
  ])
  // A repeat on a new connection may find that the first attempt was committed.
  if (saved) return saved
  if (!stop) throw new NotSaved('unknown-stop')
  // The database was lost and created again under an open page: its numbers restart and must not be used with this
  // deviceID.
  if (deviceID !== device.deviceID) throw new NotSaved('database')
  const seq = last + 1
  const event = {
    eventID,
    v: ENVELOPE_VERSION,
    seq,
    runOrderID: stop.runOrderID,
    assignmentID,
    type,
    payload,
    baseVersion: stop.version,
    actorID: device.userID,
    deviceID: device.deviceID,
    appBuild: ports.appBuild,
    occurredAt: ports.now().toISOString(),
    ...UNSENT,
  } as unknown as StoredEvent
  await Promise.all([
    writeMeta(db, 'seq', seq),
    db.events.add(event),
    updateStopDraft(db, event),
    photo && db.photos.add({ ...photo.row, eventID }),
    photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),
  ])
  return event
}

/** The delivery columns of an event before its first attempt. */
const UNSENT = {
  state: 'queued',
  attempts: 0,
  nextAttemptAt: 0,
  refusals: 0,
  badUploads: 0,
  lastAnswer: null,
  result: null,
  jobVersion: null,
  acknowledgedAt: null,
  receivedAt: null,
  ackEpoch: null,
  original: null,
} as const

/** Null: this phone has no trace of the stop. */
async function stopOf(
  { db }: Device,
  assignmentID: string,
  runOrderID: string | undefined,
): Promise<{ runOrderID: string; version: number | null } | null> {
  const stop = await db.jobs.get(assignmentID)
  if (stop) return stop
  const gone = (await db.meta.get(goneKey(assignmentID)))?.value as Gone | undefined
  if (gone) return gone
  return runOrderID === undefined ? null : { runOrderID, version: null }
}

/** @param eventID of the photo itself: on a repeat after the commit it is not counted */
async function requireRoomAtStop({ db }: Device, assignmentID: string, eventID: string): Promise<void> {
  const stop = await db.jobs.get(assignmentID)
  const events = await db.events.where('assignmentID').equals(assignmentID).toArray()
  if (
    photosOf(
      stop ?? null,
      events.filter((event) => event.eventID !== eventID),
    ).length >= MAX_FILES
  )
    throw new NotSaved('too-many-files')
}

function asNotSaved(device: Device, error: unknown): NotSaved {
  if (error instanceof NotSaved) return error
  if (isFull(error)) reserveSpent.add(device)
  // Only the first write to a full disk reports the cause: after it the database can't be opened, without a stated
  // reason.
  return new NotSaved(reserveSpent.has(device) ? 'storage-full' : 'database', error)
}

function extras({ extraAmount, notes }: Extras): Extras {
  const fields: Extras = {}
  if (extraAmount !== undefined) fields.extraAmount = extraAmount
  const text = notes?.trim()
  // Normalised as the office will store it, so that both can be compared as equal.
  if (text) fields.notes = storableText(text)
  return fields
}

export function freshID({ ports }: Device): string {
  return newID(ports.now().getTime(), ports.randomBytes(10))
}
