import * as z from 'zod/mini'
import { doneEvent } from '#contract/v1/done.ts'
import { localDay } from '#domain/dates.ts'
import { ENVELOPE_VERSION } from '#domain/limits.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import type { EventType } from '#domain/words.ts'
import { type UnsentCount, countUnsent, unsentTotal } from '#domain/unsent-count.ts'
import { UNSENT_FORMAT, UNSENT_VERSION, type UnsentFile } from '#domain/unsent-file.ts'
import { type Device, freshID } from './store/device.ts'
import {
  type LastAnswer,
  type OfflinePorts,
  type StoredEvent,
  UserDatabase,
  reopening,
  unsentInDatabase,
} from './store/schema.ts'
import { copyToJournal, endRecords, entriesOf } from './store/journal.ts'
import { type Week, metaOf, readWeek, unsentOf, weekInMemory } from './week.ts'
import { type WaitingWhy, plan, toWire } from './outbox/plan.ts'
import { endDelay } from './outbox/waits.ts'
import { addEvent, journalCompared, recording } from './outbox/record.ts'
import { DeviceDatabase, driversKnown, missingOf, readLocalCounts } from './store/device-database.ts'
import { readMeta, readMetas } from './store/meta.ts'
import { isLost, missingIn, unsentInMemory, withoutBytes } from './store/records.ts'

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
  const isOnlyInMemory = ({ eventID }: StoredEvent) => records.get(eventID)?.isInDatabase === false
  return plan(outbox, ports.now().getTime()).waiting.map(({ event, why }) => ({
    event,
    kind: event.type,
    // This event is sent from memory, whatever waits in the database.
    why: isOnlyInMemory(event) && event.state !== 'needs-attention' ? 'not-sent-yet' : why,
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
  if (changed !== null) await copyToJournal(device, changed)
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
  if (undo !== null) await copyToJournal(device, undo)
  if (discarded !== null) endRecords(device, [discarded])
  for (const wake of device.onEnqueued) wake()
}

export interface Exported {
  fileName: string
  /** JSON. */
  text: string
  /** What the file holds. */
  unsent: UnsentCount
}

/**
 * Everything not acknowledged, to share or download. Changes nothing on the phone. While the database can't be read,
 * the file has no photos' bytes.
 */
export async function exportUnsent(device: Device): Promise<Exported> {
  return exportOf(device, await unsentAnywhere(device))
}

async function exportOf(
  { db, ports, userID, deviceID }: Pick<Device, 'db' | 'ports' | 'userID' | 'deviceID'>,
  events: readonly StoredEvent[],
): Promise<Exported> {
  const now = ports.now()
  const exportedAt = now.toISOString()
  const unsent = [...events].sort((a, b) => a.seq - b.seq)
  const file: UnsentFile = {
    format: UNSENT_FORMAT,
    v: UNSENT_VERSION,
    exportedAt,
    userID,
    deviceID,
    appBuild: ports.appBuild,
    events: [],
    photos: [],
  }
  for (const event of unsent) {
    // An event of a newer build may have another payload; it is exported as it is.
    const photoID: unknown = event.type === 'photo' ? event.payload.photoID : null
    const found = typeof photoID === 'string' ? await photoIn(db, photoID).catch(() => null) : null
    const { photo = null, stored } = found ?? {}
    file.events.push({ ...toWire(event, photo), runOrderID: event.runOrderID })
    if (!photo || !stored) continue
    const { contentType, size, sha256 } = photo
    file.photos.push({ photoID: photo.photoID, contentType, size, sha256, base64: toBase64(stored.bytes) })
  }
  return {
    fileName: `bagrun-unsent-${localDay(now)}-${deviceID.slice(-6)}.json`,
    text: JSON.stringify(file),
    unsent: countUnsent(unsent),
  }
}

async function photoIn(db: UserDatabase, photoID: string) {
  const [photo, stored] = await Promise.all([db.photos.get(photoID), db.photoBytes.get(photoID)])
  return { photo: photo ?? null, stored }
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  // The bytes are encoded in chunks, because a photo has more bytes than a call may have arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/**
 * All unsent events: of the database, and in the journal or this window's memory alone. While the database can't be
 * read, those that memory has. Rejects where memory may not have all.
 */
export async function unsentAnywhere(device: Device): Promise<StoredEvent[]> {
  const week = await readWeek(device).catch((error: unknown) => {
    if (!device.journal.isCompared) throw error
    return weekInMemory(device)
  })
  return week === null ? unsentInMemory(device) : unsentOf(week)
}

export interface Unsent {
  unsent: UnsentCount
  /** How many of its photos were lost. */
  lostPhotos: number
  /** What the office refused of it, which sending again does not help. */
  attention: UnsentCount
  /** Nothing of it can be sent: it was refused or lost. */
  hasNothingToSend: boolean
}

/** What stays on this phone if the driver signs out now. */
export async function unsentBeforeSignOut(device: Device): Promise<Unsent> {
  return countOf(await unsentAnywhere(device))
}

function countOf(unsent: readonly StoredEvent[]): Unsent {
  const lost = unsent.filter(isLost)
  const refused = unsent.filter((event) => event.state === 'needs-attention' && !isLost(event))
  return {
    unsent: countUnsent(unsent),
    lostPhotos: lost.length,
    attention: countUnsent(refused),
    hasNothingToSend: refused.length + lost.length === unsent.length,
  }
}

/** One user's unsent work on this phone: user and counts, nothing about customers. */
export interface UnsentHere extends Unsent {
  userID: string
  /** Null: this phone does not know the name. */
  fullName: string | null
}

/** What this browser shows of the drivers before anybody has signed in. */
export interface DriversHere {
  /** The drivers remembered outside the databases, which the browser may have deleted. */
  written: readonly string[]
  /** The databases there are; undefined where the browser does not list them. */
  databases: readonly string[] | undefined
}

/**
 * The users with unsent work on this phone, signed in or not, so that it can be exported where signing in is
 * impossible.
 * @param except this driver's own is not looked for
 */
export async function unsentHere(
  ports: OfflinePorts,
  { written = [], databases }: Partial<DriversHere> = {},
  except?: string,
): Promise<UnsentHere[]> {
  const known = databases?.includes('rr-device') === false ? [] : await driversOf(ports)
  const drivers = new Map(
    [...written.map((userID) => ({ userID, fullName: null })), ...known].map((one) => [one.userID, one]),
  )
  if (except !== undefined) drivers.delete(except)
  const found = await Promise.all(
    [...drivers.values()].map(async (driver) => {
      const events = await unsentOfUser(ports, driver.userID, databases).catch(() => [])
      return { ...driver, ...countOf(events) }
    }),
  )
  return found.filter(({ unsent }) => unsentTotal(unsent) > 0)
}

/**
 * How many records of these users may be lost: those of a database that is gone or has another deviceID now and that no
 * file has, the last of one that reopened without its last commits, and those not yet shown to a driver. The next user
 * who signs in sees the number, because their driver may be unable to.
 */
export async function lostHere(ports: OfflinePorts, { written, databases }: DriversHere): Promise<number> {
  const lost = written.map(async (userID) => {
    const kept = readLocalCounts({ ports, userID })
    if (kept === null || kept.unsent === 0) return kept?.lost ?? 0
    const { deviceID, seq = 0 } = mayHave(databases, userID)
      ? await inDatabaseOf(ports, userID, (db) => readMetas(db, 'deviceID', 'seq'))
      : {}
    if (deviceID !== kept.deviceID)
      return kept.lost + Math.max(0, kept.unsent - (await unsentOfUser(ports, userID, databases)).length)
    if (seq >= kept.seq) return kept.lost
    const inFiles = await entriesOf(ports, userID)
    return kept.lost + missingOf(kept, Math.max(seq, ...inFiles.map((event) => event.seq)))
  })
  return (await Promise.allSettled(lost)).reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/**
 * The export file of one user. Changes nothing: the driver's next sign-in here sends the same events, and each counts
 * once.
 */
export async function exportUnsentOf(ports: OfflinePorts, userID: string): Promise<Exported> {
  const events = await unsentOfUser(ports, userID)
  return inDatabaseOf(ports, userID, async (db) => {
    const deviceID = await readMeta(db, 'deviceID').catch(() => undefined)
    return exportOf({ db, ports, userID, deviceID: deviceID ?? events[0]?.deviceID ?? 'unknown' }, events)
  })
}

async function driversOf(ports: OfflinePorts) {
  const deviceDb = new DeviceDatabase(ports)
  return driversKnown(deviceDb).finally(() => deviceDb.close())
}

const mayHave = (databases: DriversHere['databases'], userID: string) => databases?.includes(`rr-${userID}`) !== false

/**
 * The unsent records of a user whose device is not open: those of the database, and those that only a file has, because
 * the disk was full or the browser deleted the database. The next sign-in puts these back. A database that is not there
 * is not made.
 */
async function unsentOfUser(
  ports: OfflinePorts,
  userID: string,
  databases?: DriversHere['databases'],
): Promise<StoredEvent[]> {
  const inFiles = await entriesOf(ports, userID)
  if (!mayHave(databases, userID)) return inFiles.map((event) => withoutBytes({ ports }, event))
  const read = async (db: UserDatabase) => [
    ...(await unsentInDatabase(db)),
    ...(await missingIn(db, inFiles)).map((event) => withoutBytes({ ports }, event)),
  ]
  // What can't be read may have these records; each counts once, wherever it is exported from.
  return inDatabaseOf(ports, userID, read).catch((error: unknown) => {
    if (inFiles.length === 0) throw error
    return inFiles
  })
}

async function inDatabaseOf<T>(
  ports: OfflinePorts,
  userID: string,
  work: (db: UserDatabase) => Promise<T>,
): Promise<T> {
  const db = new UserDatabase(userID, ports)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
