import { signOut } from '#contract/v1/session.ts'
import { forgetName, forgetSignIn } from './store/device-database.ts'
import { type Device, forgetWeek } from './store/device.ts'
import { forgetEnded, trimJournal } from './store/journal.ts'
import { forgetMeta, readMeta, signInPause, writeMeta } from './store/meta.ts'
import { removeStops } from './store/office-rows.ts'
import { eventsIn, unsentInDatabase } from './store/schema.ts'
import { unsentInMemory } from './store/records.ts'
import { isHeld } from './outbox/waits.ts'
import { oneAtATime, pin } from './send/session.ts'
import { type DrainReport, reconciliation, speak } from './send/send.ts'
import { readSyncState } from './outbox/plan.ts'

/**
 * Deletes the week, incomes, customers' photos and token. Unsent events, receipts, and photos that are in no backup yet
 * stay for the same driver's next sign-in. Call while the journal is open, which overwrites what was sent there. Throws
 * when a database can't be written.
 */
export async function signOutOnDevice(device: Device): Promise<void> {
  const { db } = device
  await forgetSignIn(device.deviceDb, device.userID)
  // Another window may have sent what this one still holds.
  await forgetEnded(device).catch(() => undefined)
  if (unsentInMemory(device).length + (await unsentInDatabase(db)).length === 0)
    await forgetName(device.deviceDb, device.userID)
  await db.transaction('rw', [db.runs, db.jobs, db.incomes, db.photos, db.photoBytes, db.meta], async () => {
    await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])
    const access = (await db.photos.filter((photo) => photo.kind === 'access').toArray()).map((photo) => photo.photoID)
    await db.photos.bulkDelete(access)
    await db.photoBytes.bulkDelete(access)
    await forgetMeta(db, 'week', 'sending')
    // From here on no late answer is written.
    await writeMeta(db, 'pause', signInPause(device.ports.now()))
  })
  device.memory.signIn = null
  await trimJournal(device)
  forgetWeek(device)
}

const AGAIN_MS = 2_000
const LATER_MS = 60_000

/**
 * Cleans up a phone that the office has revoked: deletes the customers' data at once and goes on sending unsent events.
 * When nothing more can be sent without the driver, the phone reports `wiped` and forgets the sign-in. Unacknowledged
 * events are never deleted. Call after a drain; it may be stopped at any point and called again.
 * @returns ms until the next look
 */
export async function wipeRevoked(device: Device, drained: DrainReport): Promise<number> {
  const { db, ports } = device
  // The locks of drain and pull keep other tabs from writing anything back meanwhile.
  const emptied = await oneAtATime(device, 'drain', () => oneAtATime(device, 'pull', () => emptyDevice(device)))
  if (emptied === 'busy' || drained.ended === 'busy') return AGAIN_MS
  const { due } = await readSyncState(device)
  if (due !== null) return Math.max(0, due - ports.now().getTime())
  const now = ports.now().getTime()
  const queue = await readMeta(db, 'lane')
  if (queue && isHeld(queue, now)) return queue.holdUntil - now
  const pinned = await pin(device)
  if (!pinned) return LATER_MS
  const answered = await speak(device, pinned, await reconciliation(device, []), true)
  if (answered === 'allowed') return 0
  if (answered === null) return LATER_MS
  const revoked = await readMeta(db, 'revoked')
  if (revoked) await writeMeta(db, 'revoked', { ...revoked, of: pinned.signInID })
  await pinned.call(signOut, {})
  if (await pinned.isStill()) await forgetSignIn(device.deviceDb, device.userID)
  return LATER_MS
}

/** Deletes everything except the unacknowledged events recorded on this phone, with their photos. */
export async function emptyDevice(device: Device): Promise<void> {
  const { db, ports } = device
  await forgetEnded(device)
  await db.transaction('rw', [db.runs, db.jobs, db.incomes, db.events, db.photos, db.photoBytes, db.meta], async () => {
    const unsent = await unsentInDatabase(db)
    const discarded = await eventsIn(db, 'discarded')
    // The numbers of discarded events stay accounted for; the office would count them as lost otherwise.
    if (discarded.length > 0)
      await writeMeta(db, 'givenUp', [
        ...((await readMeta(db, 'givenUp')) ?? []),
        ...discarded.map((event) => event.seq),
      ])
    const stays = new Set(unsent.map((event) => event.eventID))
    const photosStay = new Set(unsent.flatMap((event) => (event.type === 'photo' ? [event.payload.photoID] : [])))
    const others = <Key>(keys: readonly Key[], kept: ReadonlySet<Key>) => keys.filter((key) => !kept.has(key))
    const deleted = others(await db.events.toCollection().primaryKeys(), stays)
    await db.events.bulkDelete(deleted)
    const wiped = (await readMeta(db, 'wiped'))?.eventIDs ?? []
    await writeMeta(db, 'wiped', { at: ports.now().toISOString(), eventIDs: [...wiped, ...deleted] })
    await db.photos.bulkDelete(others(await db.photos.toCollection().primaryKeys(), photosStay))
    await db.photoBytes.bulkDelete(others(await db.photoBytes.toCollection().primaryKeys(), photosStay))
    await removeStops(db, await db.jobs.toArray(), ports.now())
    await Promise.all([db.runs.clear(), db.incomes.clear()])
    await forgetMeta(db, 'week', 'draft')
  })
  await trimJournal(device)
  forgetWeek(device)
}
