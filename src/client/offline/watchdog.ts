import { isDue } from './backoff.ts'
import { FREE, queueDueAt } from './send-queue.ts'
import { isLeased } from './lease.ts'
import { type QueueState, type Meta, readMetas } from './meta.ts'
import type { Device } from './device.ts'
import { rowsOf } from './rows-of.ts'
import { unsentEvents } from './events-in.ts'
import type { StoredEvent, StoredPhoto } from './stored.ts'

/** How often the week is fetched while the app is open and idle. */
export const PULL_EVERY_MS = 5 * 60_000

/** The phone's state at the end of a look. */
export interface SyncState extends Partial<Pick<Meta, 'revoked' | 'pause' | 'lastPullAt' | 'pullLane' | 'link'>> {
  /** When the next attempt of anything is due, epoch ms; null: nothing until the driver acts. */
  due: number | null
}

/** Reads everything in one transaction: each separate query would be one of its own. */
export function readSyncState(device: Device): Promise<SyncState> {
  const { db } = device
  return db.transaction('r', db.events, db.photos, db.meta, async () => {
    const {
      lane: queue = FREE,
      photoLane: photoQueue = FREE,
      ...metas
    } = await readMetas(db, 'revoked', 'pause', 'lastPullAt', 'link', 'lane', 'photoLane', 'pullLane')
    if (metas.pause) return { ...metas, due: null }
    const unsent = await unsentEvents(db)
    const photoIDs = unsent.flatMap((event) => (event.type === 'photo' ? [event.payload.photoID] : []))
    const photos = await rowsOf(db.photos, photoIDs)
    return { ...metas, due: dueOf(device, { lane: queue, photoLane: photoQueue, unsent, photos }) }
  })
}

interface Waiting {
  lane: QueueState
  photoLane: QueueState
  unsent: StoredEvent[]
  photos: readonly (StoredPhoto | undefined)[]
}

function dueOf(device: Device, { lane: queue, photoLane: photoQueue, unsent, photos }: Waiting): number | null {
  const now = device.ports.now().getTime()
  const uploaded = new Set(photos.flatMap((photo) => (photo && photo.key !== null ? [photo.photoID] : [])))
  const blocked = new Set<string>()
  // Per stop: an event that waits makes all later events of its stop wait as long.
  const behind = new Map<string, number>()
  let earliest: number | null = null
  for (const event of unsent.sort((a, b) => a.seq - b.seq)) {
    const isPhoto = event.type === 'photo'
    if (event.state === 'needs-attention' && !isPhoto) blocked.add(event.assignmentID)
    if (event.state === 'needs-attention' || (!isPhoto && blocked.has(event.assignmentID))) continue
    const inPhotoQueue = isPhoto && !uploaded.has(event.payload.photoID)
    const own = isDue(event.nextAttemptAt, now) ? now : event.nextAttemptAt
    const leased = isLeased(device, event, now) ? event.leaseUntil : now
    const inTurn = isPhoto ? 0 : Math.max(own, leased, behind.get(event.assignmentID) ?? 0)
    if (!isPhoto) behind.set(event.assignmentID, inTurn)
    // Events first: a drain that may not send those does not reach the photos.
    const at = Math.max(own, leased, inTurn, queueDueAt(queue, now), inPhotoQueue ? queueDueAt(photoQueue, now) : 0)
    earliest = Math.min(earliest ?? at, at)
  }
  return earliest
}

/** When the next pull is due, epoch ms. */
export function nextPullAt(
  device: Device,
  { lastPullAt, link, pullLane: pullQueue = FREE }: Partial<Pick<Meta, 'lastPullAt' | 'link' | 'pullLane'>>,
): number {
  const now = device.ports.now().getTime()
  const last = Date.parse(lastPullAt ?? '')
  // Never pulled, or the clock was set back since: now. Also on a connection recorded as bad: only an answer can change
  // that.
  const isBad = link !== undefined && link.state !== 'ok'
  const at = Number.isNaN(last) || last > now || isBad ? now : last + PULL_EVERY_MS
  return Math.max(at, queueDueAt(pullQueue, now))
}
