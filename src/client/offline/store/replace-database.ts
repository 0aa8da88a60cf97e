import { newID } from '#domain/identifiers.ts'
import { rememberDeviceID } from './device-database.ts'
import { giveDeviceID, type Device } from './device.ts'
import { readLocalCounts, writeLocalCounts } from './local-storage-counts.ts'
import { noteRestored, putIn } from './put-back.ts'
import { rowsOf } from './queries.ts'

/**
 * The browser deleted the database under the open page, as Chromium does on a small disk that is full, perhaps with the
 * journal's file. The unsent records and the stops on the screen are still in memory: they are put into the new
 * database, under its own deviceID. Throws while it can't be written; the records are sent from memory meanwhile.
 * Photos are lost.
 */
export async function replaceDatabase(device: Device): Promise<void> {
  const { db, deviceDb, ports, userID } = device
  // As last known: those that were sent from memory have their receipt.
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
    const unsent = missing.filter(({ state }) => state !== 'acknowledged').length
    if (missing.length > 0) await putIn({ ...device, deviceID }, missing)
    if (unsent > 0) await noteRestored(device, unsent)
    if ((await db.jobs.count()) === 0) {
      await db.runs.bulkPut([...db.shownRuns.values()])
      await db.jobs.bulkPut([...db.shown.values()])
    }
    return { deviceID, unsent }
  })
  await rememberDeviceID(deviceDb, userID, deviceID)
  const outside = readLocalCounts(device)
  if (outside !== null && outside.deviceID !== deviceID) {
    const lost = outside.lost + Math.max(0, outside.unsent - held.length)
    writeLocalCounts(device, { deviceID, unsent, lost })
  }
}
