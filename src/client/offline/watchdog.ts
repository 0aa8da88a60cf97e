import { isDue } from './backoff.ts'
import { laneDueAt, readLane } from './lane.ts'
import { isLeased } from './lease.ts'
import { readMeta } from './meta.ts'
import type { Phone } from './phone.ts'
import { unsentEvents } from './events-in.ts'

/** How often the week is fetched while the app is open and nobody does anything. */
export const PULL_EVERY_MS = 5 * 60_000

/** When the next try of anything is due, epoch ms, read from the database; null: nothing until somebody acts. */
export async function earliestDue(phone: Phone): Promise<number | null> {
  const { db } = phone
  if (await readMeta(db, 'pause')) return null
  const now = phone.ports.now().getTime()
  const [lane, photoLane, unsent] = await Promise.all([readLane(db, 'lane'), readLane(db, 'photoLane'), unsentEvents(db)])
  const photos = await db.photos.bulkGet(unsent.flatMap((event) => (event.type === 'photo' ? [event.payload.photoID] : [])))
  const uploaded = new Set(photos.flatMap((photo) => (photo && photo.key !== null ? [photo.photoID] : [])))
  const blocked = new Set<string>()
  let earliest: number | null = null
  for (const event of unsent.sort((a, b) => a.seq - b.seq)) {
    const isPhoto = event.type === 'photo'
    if (event.state === 'needs-attention' && !isPhoto) blocked.add(event.assignmentID)
    if (event.state === 'needs-attention' || (!isPhoto && blocked.has(event.assignmentID))) continue
    const inPhotoLane = isPhoto && !uploaded.has(event.payload.photoID)
    const own = isDue(event.nextAttemptAt, now) ? now : event.nextAttemptAt
    const leased = isLeased(phone, event, now) ? event.leaseUntil : now
    const at = Math.max(own, leased, laneDueAt(inPhotoLane ? photoLane : lane, now))
    earliest = Math.min(earliest ?? at, at)
  }
  return earliest
}

/** When the next fetch of the week is due, epoch ms. */
export async function nextPullAt(phone: Phone): Promise<number> {
  const now = phone.ports.now().getTime()
  const last = Date.parse((await readMeta(phone.db, 'lastPullAt')) ?? '')
  // Never, or by a clock that has been set back since: now.
  const at = Number.isNaN(last) || last > now ? now : last + PULL_EVERY_MS
  return Math.max(at, laneDueAt(await readLane(phone.db, 'pullLane'), now))
}
