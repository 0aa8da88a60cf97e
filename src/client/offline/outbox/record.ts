import { isOutcomeEvent } from '#domain/events.ts'
import { ENVELOPE_VERSION, MAX_FILES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { storableText } from '#domain/texts.ts'
import type { EventType, NotCollectedOutcome } from '#domain/words.ts'
import type { Table } from 'dexie'
import { photosOf } from '../overlay.ts'
import { type Device, freshID, noteMissing } from '../store/device.ts'
import { endRecords, saveInJournalOnly, copyToJournal, openJournal } from '../store/journal.ts'
import { highestGiven, noteWaiting } from '../store/device-database.ts'
import { type Gone, goneKey, isOwn, readMetas, writeMeta } from '../store/meta.ts'
import { maybeMissing, noteMatches, putBack, type StopDraft, updateStopDraft } from '../store/records.ts'
import { type StoredEvent, type StoredPhoto, isFull, reopening } from '../store/schema.ts'
import { hasRoomFor, requireSoundDisk, reserveSpent, makeRoom } from '../store/room.ts'

export type NotSavedReason =
  'storage-full' | 'too-many-files' | 'too-large' | 'unknown-stop' | 'already-recorded' | 'database'

/** Nothing was stored, and the driver must see "Not saved". */
export class NotSaved extends Error {
  readonly reason: NotSavedReason

  constructor(reason: NotSavedReason, cause?: unknown) {
    super(`Not saved: ${reason}`, { cause })
    this.name = 'NotSaved'
    this.reason = reason
  }
}

/**
 * Records "Done". Resolves once the event is on the disk, in database and journal; throws NotSaved. @param fields.pu
 * bags, at least 1
 */
export function saveDone(
  device: Device,
  assignmentID: string,
  fields: StopDraft & { pu: number },
): Promise<StoredEvent> {
  return record(device, assignmentID, 'done', { pu: fields.pu, ...extras(fields) })
}

/** Records "Bag MT": the driver was there and the bag was empty. */
export function saveBagMT(device: Device, assignmentID: string, fields: StopDraft = {}): Promise<StoredEvent> {
  return record(device, assignmentID, 'bag-mt', extras(fields))
}

export function saveNotCollected(
  device: Device,
  assignmentID: string,
  fields: StopDraft & { outcome: NotCollectedOutcome },
): Promise<StoredEvent> {
  return record(device, assignmentID, 'not-collected', { outcome: fields.outcome, ...extras(fields) })
}

export function saveNote(device: Device, assignmentID: string, notes: string): Promise<StoredEvent> {
  return record(device, assignmentID, 'note', { notes: storableText(notes) })
}

/**
 * Records an undo of an event of this phone, or of the outcome in force at a stop. A second undo of the same event
 * records nothing and returns the first.
 */
export async function saveUndo(device: Device, eventID: string): Promise<StoredEvent> {
  const { db, memory, records } = device
  const isItsUndo = (event: StoredEvent) =>
    event.type === 'undo' && event.payload.undoes === eventID && event.state !== 'discarded'
  const find = async () => {
    // Only the office's row names an outcome of another phone, or of this one before the app was installed again.
    const undone =
      records.get(eventID)?.event ??
      (await db.events.get(eventID)) ??
      (await db.jobs.filter((stop) => stop.outcomeEventID === eventID).first())
    if (!undone || ('type' in undone && undone.type === 'undo')) throw new NotSaved('unknown-stop')
    const ofStop = await db.events.where('assignmentID').equals(undone.assignmentID).toArray()
    const stored = new Set(ofStop.map((event) => event.eventID))
    return { undone, before: ofStop.find(isItsUndo) ?? undoInMemory(stored) }
  }
  const undoInMemory = (stored?: ReadonlySet<string>) =>
    [...records.values()].map(({ event }) => event).find((event) => !stored?.has(event.eventID) && isItsUndo(event))
  const { undone, before } = await reopening(db, find).catch((error: unknown) => {
    const known = records.get(eventID)?.event ?? memory.rows?.events.get(eventID) ?? null
    if (error instanceof NotSaved || known === null) throw asNotSaved(device, error)
    return { undone: known, before: undoInMemory() }
  })
  return before ?? record(device, undone.assignmentID, 'undo', { undoes: eventID }, { runOrderID: undone.runOrderID })
}

export interface CapturedPhoto {
  bytes: ArrayBuffer
  contentType: string
  /** The phone's clock at capture, ISO; compressing removes the time from the file. */
  takenAt: string
  photoID?: string | undefined
}

/** Stores bytes, description and event in one transaction. */
export async function saveCapturedPhoto(
  device: Device,
  assignmentID: string,
  captured: CapturedPhoto,
): Promise<StoredEvent> {
  const { bytes, contentType, takenAt, photoID = freshID(device) } = captured
  const size = bytes.byteLength
  if (size > MAX_UPLOAD_BYTES) throw new NotSaved('too-large')
  if (!(await hasRoomFor(device, size))) throw new NotSaved('storage-full')
  const sha256 = await device.ports.digest(bytes)
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

interface TapDetails {
  /** Passed where it is known, because the stop's row may be deleted. */
  runOrderID?: string
  photo?: { row: Omit<StoredPhoto, 'eventID'>; bytes: ArrayBuffer }
}

async function record<T extends EventType>(
  device: Device,
  assignmentID: string,
  type: T,
  payload: Extract<StoredEvent, { type: T }>['payload'],
  details: TapDetails = {},
): Promise<StoredEvent> {
  const { db } = device
  await journalCompared(device)
  if (isOutcomeEvent({ type }) && isUnseen(device) && hasFoundOutcome(device, assignmentID))
    throw new NotSaved('already-recorded')
  const tap = { eventID: freshID(device), assignmentID, type, payload, ...details }
  let made: StoredEvent | null = null
  const save = async () => {
    await requireSoundDisk(device, type)
    return recording(device, type, () => addEvent(device, tap, (event) => (made = event)))
  }
  const withRoom = async (error: unknown) => {
    if (type === 'photo' || !isFull(error)) throw error
    await makeRoom(device)
    return save()
  }
  // A full disk is retried twice: the reserve is deleted first, then photos that the office has.
  const event = await reopening(db, save)
    .catch(withRoom)
    .catch(withRoom)
    .catch(async (error: unknown) => {
      const notSaved = asNotSaved(device, error)
      const isOfStorage = notSaved.reason === 'storage-full' || notSaved.reason === 'database'
      const saved = isOfStorage && type !== 'photo' ? await saveWithoutDatabase(device, tap, made) : null
      if (saved === null) throw notSaved
      return saved
    })
  // The journal follows the commit and is optional: the record is already in the database.
  if (!device.records.has(event.eventID)) await copyToJournal(device, event)
  // The file failed at this record. It is sent all the same, and counts once if the driver records it again.
  await requireSoundDisk(device, type).catch((error: unknown) => {
    throw asNotSaved(device, error)
  })
  noteWaiting(device, event.seq)
  for (const wake of device.onEnqueued) wake(event)
  return event
}

/** Longest time a tap right after the start waits for the journal, ms. */
const COMPARED_WITHIN_MS = 2_000

/**
 * Waits for the comparison with the journal, because a record made before it could get the number of one that is put
 * back.
 */
export async function journalCompared(device: Device): Promise<void> {
  const { timers } = device.ports
  let timer: unknown = null
  const late = new Promise<void>((resolve) => (timer = timers.set(COMPARED_WITHIN_MS, resolve)))
  await Promise.race([openJournal(device).catch(() => undefined), late])
  timers.clear(timer)
}

/** Records that were put back appear on the screen within this time, ms. */
const SEEN_WITHIN_MS = 3_000
const isUnseen = ({ journal, ports }: Device) => Math.abs(ports.now().getTime() - journal.comparedAt) < SEEN_WITHIN_MS

/** Whether the stop already has an outcome among the records of the files, which the screen may not show yet. */
function hasFoundOutcome({ records }: Device, assignmentID: string): boolean {
  const held = [...records.values()]
  const undone = new Set(held.flatMap(({ event }) => (event.type === 'undo' ? [event.payload.undoes] : [])))
  return held.some(
    ({ event, isFound }) =>
      isFound && event.assignmentID === assignmentID && isOutcomeEvent(event) && !undone.has(event.eventID),
  )
}

/**
 * Adds a record with `addEvent` in one transaction. Records of the journal alone are written first, because they have
 * the lower numbers. The transaction takes the photo tables for a photo only, so that no tap waits for a photo being
 * written.
 */
export async function recording<T>(device: Device, type: EventType, add: () => Promise<T>): Promise<T> {
  const { db } = device
  const tables: Table[] = [db.events, db.jobs, db.meta, ...(type === 'photo' ? [db.photos, db.photoBytes] : [])]
  await noteMissing(device)
  const [added, before] = await db.transaction('rw', tables, async () => {
    const before = maybeMissing(device).length > 0 && (await isOwn(device)) ? await putBack(device) : []
    return [await add(), before] as const
  })
  endRecords(device, noteMatches(device, before, true))
  return added
}

interface Tap extends TapDetails {
  eventID: string
  assignmentID: string
  type: EventType
  payload: object
}

/**
 * Takes the next seq and adds one event, inside the caller's transaction. @param onMade called before the event is
 * written
 */
export async function addEvent(
  device: Device,
  tap: Tap,
  onMade: (event: StoredEvent) => void = () => undefined,
): Promise<StoredEvent> {
  const { db } = device
  const { eventID, assignmentID, photo } = tap
  // Reads run in parallel, and writes too: each query that waits for another adds 5 ms to a tap on a slow phone.
  const [saved, stop, { deviceID, seq: last = 0 }] = await Promise.all([
    db.events.get(eventID),
    stopOf(device, assignmentID, tap.runOrderID),
    readMetas(db, 'deviceID', 'seq'),
    photo && requireRoomAtStop(device, assignmentID, eventID),
  ])
  // A repeat on a new connection may find that the first attempt was committed.
  if (saved) return saved
  // The database was lost and created again under an open page. Its numbers restart and must not be used with this
  // deviceID, and the journal may have been deleted with it.
  if (deviceID !== device.deviceID) throw new NotSaved('database')
  if (!stop) throw new NotSaved('unknown-stop')
  const event = eventOf(device, tap, stop, Math.max(last, device.journal.highestSeq, highestGiven(device)) + 1)
  onMade(event)
  await Promise.all([
    writeMeta(db, 'seq', event.seq),
    db.events.add(event),
    updateStopDraft(db, event),
    photo && db.photos.add({ ...photo.row, eventID }),
    photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),
  ])
  return event
}

function eventOf(
  { ports, userID, deviceID }: Device,
  { eventID, assignmentID, type, payload }: Tap,
  stop: { runOrderID: string; version: number | null },
  seq: number,
): StoredEvent {
  return {
    eventID,
    v: ENVELOPE_VERSION,
    seq,
    runOrderID: stop.runOrderID,
    assignmentID,
    type,
    payload,
    baseVersion: stop.version,
    actorID: userID,
    deviceID,
    appBuild: ports.appBuild,
    occurredAt: ports.now().toISOString(),
    ...UNSENT,
  } as unknown as StoredEvent
}

/**
 * Saves the record in the journal alone while the database can't be written, under the next number this window knows
 * of. Null: the journal failed too.
 */
async function saveWithoutDatabase(device: Device, tap: Tap, made: StoredEvent | null): Promise<StoredEvent | null> {
  const { journal, memory } = device
  const { assignmentID, runOrderID } = tap
  const onlyRun = runOrderID === undefined ? null : { runOrderID, version: null }
  // A database that can't be written can often still be read.
  const stop =
    memory.rows?.stops.get(assignmentID) ?? (await stopOf(device, assignmentID, runOrderID).catch(() => onlyRun))
  const seq = Math.max(journal.highestSeq, highestGiven(device)) + 1
  // Two taps whose commits fail at the same moment were made with one number.
  const event = made ? { ...made, seq: Math.max(made.seq, seq) } : stop && eventOf(device, tap, stop, seq)
  return event !== null && (await saveInJournalOnly(device, event)) ? event : null
}

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

/** The stop's run and version; null: this phone has no trace of the stop. */
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

/** @param eventID of the new photo, which a repeat after the commit must not count */
async function requireRoomAtStop({ db }: Device, assignmentID: string, eventID: string): Promise<void> {
  const stop = (await db.jobs.get(assignmentID)) ?? null
  const events = await db.events.where('assignmentID').equals(assignmentID).toArray()
  const others = events.filter((event) => event.eventID !== eventID)
  if (photosOf(stop, others).length >= MAX_FILES) throw new NotSaved('too-many-files')
}

function asNotSaved(device: Device, error: unknown): NotSaved {
  if (error instanceof NotSaved) return error
  if (isFull(error)) reserveSpent.add(device)
  // Only the first write to a full disk reports the cause; after it the database does not open and states no reason.
  const isOfRoom = reserveSpent.has(device) || device.db.isDoubted
  return new NotSaved(isOfRoom ? 'storage-full' : 'database', error)
}

function extras({ extraAmount, notes }: StopDraft): StopDraft {
  const fields: StopDraft = {}
  if (extraAmount !== undefined) fields.extraAmount = extraAmount
  const text = notes?.trim()
  // Normalised as the office stores it, so that both compare as equal.
  if (text) fields.notes = storableText(text)
  return fields
}
