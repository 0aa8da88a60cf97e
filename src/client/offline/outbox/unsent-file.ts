import { countUnsent, type UnsentCount, unsentTotal } from '#domain/unsent-count.ts'
import { UNSENT_FORMAT, UNSENT_VERSION, type UnsentFile } from '#domain/unsent-file.ts'
import type { OfflinePorts } from '../ports.ts'
import { driversKnown } from '../store/device-database.ts'
import { type Device, openDeviceDb } from '../store/device.ts'
import { readLocalCounts } from '../store/local-storage-counts.ts'
import { readMeta } from '../store/meta.ts'
import { unsentInDatabase } from '../store/queries.ts'
import { unsentInMemory } from '../store/records.ts'
import { type StoredEvent, UserDatabase } from '../store/schema.ts'
import { readWeek, unsentOf, weekInMemory } from '../week.ts'
import { toWire } from './envelope.ts'

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
  const exportedAt = ports.now().toISOString()
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
    fileName: `bagrun-unsent-${exportedAt.slice(0, 10)}-${deviceID.slice(-6)}.json`,
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
  // In chunks, because a photo has more bytes than a call may have arguments.
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
  /** What the office refused of it, which sending again does not help. */
  attention: UnsentCount
  /** The office refused all of it. */
  isAllRefused: boolean
}

/** What stays on this phone if the driver signs out now. */
export async function unsentBeforeSignOut(device: Device): Promise<Unsent> {
  return countOf(await unsentAnywhere(device))
}

function countOf(unsent: readonly StoredEvent[]): Unsent {
  const refused = unsent.filter((event) => event.state === 'needs-attention')
  return {
    unsent: countUnsent(unsent),
    attention: countUnsent(refused),
    isAllRefused: refused.length === unsent.length,
  }
}

/** One user's unsent work on this phone: user and counts, nothing about customers. */
export interface UnsentHere extends Unsent {
  userID: string
  /** Null: this phone does not know the name. */
  fullName: string | null
}

/**
 * The users with unsent work on this phone, signed in or not, so that it can be exported where signing in is
 * impossible.
 */
export async function unsentHere(ports: OfflinePorts): Promise<UnsentHere[]> {
  const deviceDb = openDeviceDb(ports)
  const drivers = await driversKnown(deviceDb).finally(() => deviceDb.close())
  const found = await Promise.allSettled(
    drivers.map((driver) =>
      inDatabaseOf(ports, driver.userID, async (db) => ({ ...driver, ...countOf(await unsentInDatabase(db)) })),
    ),
  )
  return found.flatMap((one) => (one.status === 'fulfilled' && unsentTotal(one.value.unsent) > 0 ? [one.value] : []))
}

/**
 * How many records of these users may be lost: those of a database that is gone or has another deviceID now, and those
 * not yet shown to a driver. The next user who signs in sees the number, because their driver may be unable to.
 * @param there the databases this browser has; undefined where it does not list them
 */
export async function lostHere(
  ports: OfflinePorts,
  userIDs: readonly string[],
  there: readonly string[] | undefined,
): Promise<number> {
  const lost = userIDs.map(async (userID) => {
    const kept = readLocalCounts({ ports, userID })
    if (kept === null || kept.unsent === 0) return kept?.lost ?? 0
    const isThere =
      there?.includes(`rr-${userID}`) !== false &&
      (await inDatabaseOf(ports, userID, (db) => readMeta(db, 'deviceID'))) === kept.deviceID
    return kept.lost + (isThere ? 0 : kept.unsent)
  })
  return (await Promise.allSettled(lost)).reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/**
 * The export file of one user. Changes nothing: the driver's next sign-in here sends the same events, and each counts
 * once.
 */
export function exportUnsentOf(ports: OfflinePorts, userID: string): Promise<Exported> {
  return inDatabaseOf(ports, userID, async (db) =>
    exportOf(
      { db, ports, userID, deviceID: (await readMeta(db, 'deviceID')) ?? 'unknown' },
      await unsentInDatabase(db),
    ),
  )
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
