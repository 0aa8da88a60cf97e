import type { EventType } from '#domain/words.ts'
import type { Device } from './device.ts'
import { readMeta } from './meta.ts'
import { type PhotoEvent, type StoredEvent, eventsIn, isFull, rowsOf } from './schema.ts'

/** Bytes reserved for events: photos are refused before an outcome is. */
export const KEPT_FOR_EVENTS = 50 * 1024 * 1024

/**
 * Free bytes by the browser's estimate; Infinity when it has none. Some browsers invent the figure, so only the reserve
 * is reliable.
 */
async function freeBytes({ ports }: Device): Promise<number> {
  const { usage, quota } = (await ports.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? Infinity : Math.max(0, quota - usage)
}

/** Phones whose reserve was deleted or found no space. What is left is for outcomes. */
export const reserveSpent = new WeakSet<Device>()

/**
 * The largest estimated room, in bytes, at which Chromium was seen to delete everything of an origin once the disk is
 * full. A disk of at most 1 GiB counts as 1 GiB (decisions/phone.md).
 */
const UNTRUSTED_BYTES = 1024 ** 3

export async function mayBeDeleted(device: Device): Promise<boolean> {
  return (await freeBytes(device)) <= UNTRUSTED_BYTES
}

/** Whether photos must be made smaller than usual, before the first one is refused. */
export async function isRoomShort(device: Device): Promise<boolean> {
  return (await freeBytes(device)) < 2 * KEPT_FOR_EVENTS
}

export async function hasRoomFor(device: Device, size: number): Promise<boolean> {
  return !reserveSpent.has(device) && (await freeBytes(device)) - size >= KEPT_FOR_EVENTS
}

/** The key of the reserve in photoBytes; it belongs to no photo. */
export const RESERVE = 'reserve'
/** Space for some thousand outcomes. */
const BYTES = 2 * 1024 * 1024
/** The most random bytes a browser returns per call. */
const AT_ONCE = 65_536

const isHere = async ({ db }: Device) => (await db.photoBytes.where('photoID').equals(RESERVE).count()) > 0

/**
 * Reserves space that is freed when an outcome finds none, because browsers' estimates are unreliable. Photos are
 * refused while the reserve is missing. Call when nothing urgent is waiting.
 */
export async function keepReserve(device: Device): Promise<void> {
  if (device.db.isDoubted || !(await isHere(device))) {
    if ((await freeBytes(device)) - BYTES < KEPT_FOR_EVENTS) return
    await writeReserve(device)
  }
  reserveSpent.delete(device)
}

/** Writes the reserve, which shows that the disk takes more than a record again. */
async function writeReserve(device: Device): Promise<void> {
  const { db, ports } = device
  // The storage can't compress random bytes.
  const bytes = new Uint8Array(BYTES)
  for (let at = 0; at < BYTES; at += AT_ONCE) bytes.set(ports.randomBytes(AT_ONCE), at)
  try {
    await db.photoBytes.put({ photoID: RESERVE, bytes: bytes.buffer })
  } catch (error) {
    if (isFull(error)) reserveSpent.add(device)
    throw error
  }
  db.doubt(false)
}

/** Whether the database may lose what it has, and no journal has it. A photo is in the database alone. */
export const isUnsound = ({ db, journal }: Pick<Device, 'db' | 'journal'>, type?: EventType): boolean =>
  db.isDoubted && (type === 'photo' || journal.port === null || journal.isMissing)

/**
 * Where the database alone would have a record, it counts only once the reserve was written after the disk had refused a
 * write. Throws when the disk does not take it.
 */
export async function requireSoundDisk(device: Device, type: EventType): Promise<void> {
  if (isUnsound(device, type)) await writeReserve(device)
}

const RECEIPTS_KEPT_MS = 14 * 24 * 3_600_000

/**
 * Deletes receipts after 14 days, and photo bytes once they are in a backup, after 14 days, or oldest first when
 * storage runs short. Never deletes anything unacknowledged. The 14 days have passed when the phone's clock and the
 * server's latest receipt both say so: a clock that jumps ahead deletes nothing early.
 */
export async function purgeOld(device: Device): Promise<void> {
  const { db, ports } = device
  const short = !(await hasRoomFor(device, 0))
  await db.transaction('rw', [db.events, db.photos, db.photoBytes, db.meta], async () => {
    const now = ports.now().getTime()
    const isOld = (at: string | null) => at !== null && now - Date.parse(at) > RECEIPTS_KEPT_MS
    const wiped = await readMeta(db, 'wiped')
    if (wiped !== undefined && isOld(wiped.at)) await db.meta.delete('wiped')
    const settled = await eventsIn(db, 'acknowledged', 'discarded')
    if (settled.length === 0) return
    const latest = Math.max(...settled.map(({ receivedAt }) => Date.parse(receivedAt ?? '') || 0))
    const isPast = ({ acknowledgedAt, receivedAt }: StoredEvent) =>
      isOld(acknowledgedAt) && latest - Date.parse(receivedAt ?? acknowledgedAt ?? '') > RECEIPTS_KEPT_MS
    const backedUp = Date.parse((await readMeta(db, 'backedUpThrough')) ?? '')
    const photos = settled.filter(isPhoto).sort((a, b) => a.seq - b.seq)
    const held = new Set(photos.length > 0 ? await db.photoBytes.toCollection().primaryKeys() : [])
    const withBytes = photos.filter((event) => held.has(event.payload.photoID))
    const safe = withBytes.filter(
      (event) => isPast(event) || (event.state === 'acknowledged' && Date.parse(event.receivedAt ?? '') < backedUp),
    )
    // When space is short, only the oldest few go; the next look deletes more.
    const oldest = short ? withBytes.filter((event) => event.state === 'acknowledged').slice(0, 10) : []
    await dropBytes(device, [...safe, ...oldest])
    // Bytes are deleted before their row, so a kill in between leaves rows without bytes.
    const without = await rowsOf(
      db.photos,
      photos.map((event) => event.payload.photoID).filter((photoID) => !held.has(photoID)),
    )
    const bereft = without.flatMap((photo) => (photo?.hasBytes ? [{ ...photo, hasBytes: false }] : []))
    if (bereft.length > 0) await db.photos.bulkPut(bereft)
    const old = settled.filter(isPast)
    if (old.length === 0) return
    await db.photos.bulkDelete(old.filter(isPhoto).map((event) => event.payload.photoID))
    // A discarded row stays, because each report accounts for its number.
    await db.events.bulkDelete(old.filter((event) => event.state === 'acknowledged').map((event) => event.eventID))
  })
}

/**
 * Makes room after a failed write, whatever the browser estimates: the first call deletes the reserve, later ones
 * photos that the office has, oldest first. The deletions are a transaction of their own, which needs no space.
 */
export async function makeRoom(device: Device): Promise<void> {
  const { db } = device
  reserveSpent.add(device)
  if (await isHere(device)) return db.photoBytes.delete(RESERVE)
  const sent = (await eventsIn(db, 'acknowledged')).filter(isPhoto).sort((a, b) => a.seq - b.seq)
  const held = new Set(await db.photoBytes.toCollection().primaryKeys())
  const oldest = sent.filter((event) => held.has(event.payload.photoID))
  await dropBytes(device, oldest.slice(0, 10))
}

const isPhoto = (event: StoredEvent): event is PhotoEvent => event.type === 'photo'

async function dropBytes({ db }: Device, events: readonly PhotoEvent[]): Promise<void> {
  for (const photoID of new Set(events.map((event) => event.payload.photoID))) {
    await db.photoBytes.delete(photoID)
    await db.photos.update(photoID, { hasBytes: false })
  }
}
