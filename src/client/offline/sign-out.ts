import { forgetName, forgetSignIn } from './device-database.ts'
import { writeMeta } from './meta.ts'
import type { Device } from './device.ts'
import { trimJournal } from './journal.ts'
import { unsentEvents } from './events-in.ts'

export interface Unsent {
  /** Outcomes, notes and undos. */
  events: number
  photos: number
  /** How many of both the office refused: sending again alone does not help them. */
  attention: number
}

/** What stays on this phone if the driver signs out now: the question is Send now / Export / Stay. */
export async function unsentBeforeSignOut({ db }: Pick<Device, 'db'>): Promise<Unsent> {
  const unsent = await unsentEvents(db)
  const photos = unsent.filter((event) => event.type === 'photo').length
  return {
    events: unsent.length - photos,
    photos,
    attention: unsent.filter((event) => event.state === 'needs-attention').length,
  }
}

const KEPT_META = new Set([
  'deviceID',
  'seq',
  'dataEpoch',
  'backedUpThrough',
  'clockOffsetMs',
  'givenUp',
  'revoked',
  'lostBefore',
  'restored',
])

/**
 * Signs out on the phone: deletes the week, the incomes, the customers' photos and the token. Unsent events stay for
 * the same driver's next sign-in, and so do the receipts, and photos that are in no backup of the office yet.
 */
export async function signOutOnDevice(device: Device): Promise<void> {
  const { db } = device
  await forgetSignIn(device.deviceDb, device.userID)
  if ((await unsentEvents(db)).length === 0) await forgetName(device.deviceDb, device.userID)
  await db.transaction('rw', [db.runs, db.jobs, db.incomes, db.photos, db.photoBytes, db.meta], async () => {
    await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])
    const access = (await db.photos.filter((photo) => photo.kind === 'access').toArray()).map((photo) => photo.photoID)
    await db.photos.bulkDelete(access)
    await db.photoBytes.bulkDelete(access)
    const keys = await db.meta.toCollection().primaryKeys()
    await db.meta.bulkDelete(keys.filter((key) => !KEPT_META.has(key) && !key.startsWith('along:')))
    // Answers that are still to arrive are not written any more.
    await writeMeta(db, 'pause', {
      kind: 'sign-in',
      at: device.ports.now().toISOString(),
      code: null,
      message: null,
      of: null,
    })
  })
  await trimJournal(device)
}
