import { newID } from '#domain/identifiers.ts'
import { rememberDeviceID } from './device-database.ts'
import { giveDeviceID, type Device } from './device.ts'
import { readLocalCounts, writeLocalCounts } from './local-storage-counts.ts'
import { becomeUnsure, isUnsent, putBack } from './records.ts'

/**
 * Fills the new database after the browser deleted the old one under the open page, as Chromium does on a small full
 * disk: the records and the stops shown are put into it from memory, under its deviceID. Photos are lost. Throws while
 * the database can't be written; the records are sent from memory meanwhile.
 */
export async function replaceDatabase(device: Device): Promise<void> {
  const { db, deviceDb, memory, ports, records, userID } = device
  becomeUnsure(device)
  const fresh = newID(ports.now().getTime(), ports.randomBytes(10))
  const { deviceID, unsent } = await db.transaction('rw', [db.runs, db.jobs, db.events, db.meta], async () => {
    // Another window may have been first.
    const deviceID = await giveDeviceID(db, fresh)
    const all = await putBack({ ...device, deviceID }, ({ event }) => isUnsent(event))
    if (memory.rows !== null && (await db.jobs.count()) === 0) {
      await db.runs.bulkPut([...memory.rows.runs])
      await db.jobs.bulkPut([...memory.rows.stops.values()])
    }
    return { deviceID, unsent: all.filter(({ row, after }) => row === undefined && after !== null && isUnsent(after)) }
  })
  await rememberDeviceID(deviceDb, userID, deviceID)
  const outside = readLocalCounts(device)
  if (outside !== null && outside.deviceID !== deviceID) {
    const lost = outside.lost + Math.max(0, outside.unsent - records.size)
    writeLocalCounts(device, { deviceID, unsent: unsent.length, lost })
  }
}
