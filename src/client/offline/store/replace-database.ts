import { newID } from '#domain/identifiers.ts'
import { rememberDeviceID } from './device-database.ts'
import { giveDeviceID, type Device } from './device.ts'
import { readLocalCounts, writeLocalCounts } from './local-storage-counts.ts'
import { noteRestored, putIn } from './put-back.ts'
import { rowsOf } from './queries.ts'

/**
 * Fills the new database after the browser deleted the old one under the open page, as Chromium does on a small full
 * disk: the unsent records and the stops shown are put into it from memory, under its deviceID. Photos are lost. Throws
 * while the database can't be written; the records are sent from memory meanwhile.
 */
export async function replaceDatabase(device: Device): Promise<void> {
  const { db, deviceDb, ports, userID } = device
  // Records that were sent from memory have their receipt in `aside`.
  const held = [...db.live.values()].map((event) => db.aside.get(event.eventID) ?? event)
  const fresh = newID(ports.now().getTime(), ports.randomBytes(10))
  const { deviceID, unsent } = await db.transaction('rw', [db.runs, db.jobs, db.events, db.meta], async () => {
    // Another window may have been first.
    const deviceID = await giveDeviceID(db, fresh)
    const rows = await rowsOf(
      db.events,
      held.map(({ eventID }) => eventID),
    )
    const missing = held.filter((_, at) => rows[at] === undefined)
    const unsent = missing.filter(({ state }) => state !== 'acknowledged')
    if (missing.length > 0) await putIn({ ...device, deviceID }, missing)
    if (unsent.length > 0) await noteRestored(device, unsent)
    if ((await db.jobs.count()) === 0) {
      await db.runs.bulkPut([...db.shownRuns.values()])
      await db.jobs.bulkPut([...db.shown.values()])
    }
    return { deviceID, unsent: unsent.length }
  })
  await rememberDeviceID(deviceDb, userID, deviceID)
  const outside = readLocalCounts(device)
  if (outside !== null && outside.deviceID !== deviceID) {
    const lost = outside.lost + Math.max(0, outside.unsent - held.length)
    writeLocalCounts(device, { deviceID, unsent, lost })
  }
}
