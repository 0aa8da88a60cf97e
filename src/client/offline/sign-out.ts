import { forgetSignIn } from './device.ts'
import type { Phone } from './phone.ts'
import { unsentEvents } from './server-copies.ts'

/** What stays on this phone if he signs out now: the question is Send now / Export / Stay. */
export async function unsentBeforeSignOut(phone: Phone): Promise<{ events: number; photos: number }> {
  const unsent = await unsentEvents(phone.db)
  const photos = unsent.filter((event) => event.type === 'photo').length
  return { events: unsent.length - photos, photos }
}

const KEPT_META = new Set(['deviceID', 'seq', 'dataEpoch', 'backedUpThrough', 'clockOffsetMs'])

/**
 * Signs out on the phone: the week, the incomes, the customers' photos and the token go. Unsent work stays, for his next
 * sign-in, and so do the receipts, and the photos no backup of the office holds yet: until then they are not safe.
 */
export async function signOutOnPhone(phone: Phone): Promise<void> {
  const { db } = phone
  await forgetSignIn(phone.device)
  await db.transaction('rw', [db.runs, db.jobs, db.incomes, db.photos, db.photoBytes, db.meta], async () => {
    await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])
    const access = (await db.photos.filter((photo) => photo.kind === 'access').toArray()).map((photo) => photo.photoID)
    await db.photos.bulkDelete(access)
    await db.photoBytes.bulkDelete(access)
    const keys = await db.meta.toCollection().primaryKeys()
    await db.meta.bulkDelete(keys.filter((key) => !KEPT_META.has(key) && !key.startsWith('along:')))
  })
}
