import { forgetName, forgetSignIn } from './store/device-database.ts'
import type { Device } from './store/device.ts'
import { trimJournal } from './store/journal.ts'
import { forgetMeta, writeMeta } from './store/meta.ts'
import { unsentInDatabase } from './store/queries.ts'
import { unsentInMemory } from './store/records.ts'

/**
 * Deletes the week, incomes, customers' photos and token. Unsent events, receipts, and photos that are in no backup yet
 * stay for the same driver's next sign-in. Call while the journal is open, which overwrites what was sent there. Throws
 * when a database can't be written.
 */
export async function signOutOnDevice(device: Device): Promise<void> {
  const { db } = device
  await forgetSignIn(device.deviceDb, device.userID)
  if (unsentInMemory(device).length + (await unsentInDatabase(db)).length === 0)
    await forgetName(device.deviceDb, device.userID)
  await db.transaction('rw', [db.runs, db.jobs, db.incomes, db.photos, db.photoBytes, db.meta], async () => {
    await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])
    const access = (await db.photos.filter((photo) => photo.kind === 'access').toArray()).map((photo) => photo.photoID)
    await db.photos.bulkDelete(access)
    await db.photoBytes.bulkDelete(access)
    await forgetMeta(db, 'week', 'sending')
    // From here on no late answer is written.
    await writeMeta(db, 'pause', {
      kind: 'sign-in',
      at: device.ports.now().toISOString(),
      code: null,
      message: null,
      of: null,
    })
  })
  device.memory.signIn = null
  device.memory.rows = null
  await trimJournal(device)
}
