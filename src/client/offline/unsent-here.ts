import { UserDatabase } from './database.ts'
import { driversKnown } from './device-database.ts'
import { readLocalCounts } from './local-storage-counts.ts'
import { readMeta } from './meta.ts'
import { openDeviceDb } from './device.ts'
import type { OfflinePorts } from './ports.ts'
import { type Unsent, unsentBeforeSignOut } from './sign-out.ts'
import { exportUnsent } from './unsent-file.ts'

/** One user's unsent work on this phone: user and counts, nothing about any customer. */
export interface UnsentHere extends Unsent {
  userID: string
  /** Null: this phone does not know the name. */
  fullName: string | null
}

/**
 * The users with unsent work on this phone, signed in or not: where signing in is impossible, the work can still be
 * exported as a file.
 */
export async function unsentHere(ports: OfflinePorts): Promise<UnsentHere[]> {
  const deviceDb = openDeviceDb(ports)
  const drivers = await driversKnown(deviceDb).finally(() => deviceDb.close())
  const found = await Promise.allSettled(
    drivers.map((driver) =>
      inDatabaseOf(ports, driver.userID, async (db) => ({ ...driver, ...(await unsentBeforeSignOut({ db })) })),
    ),
  )
  return found.flatMap((one) =>
    one.status === 'fulfilled' && one.value.events + one.value.photos > 0 ? [one.value] : [],
  )
}

/**
 * How many records of these users may be lost: those not yet shown to a driver, and those of a database that is gone or
 * has another deviceID now. Shown to the next user who signs in, because their driver may be unable to.
 * @param there the databases this browser has; undefined where it does not list them
 */
export async function lostHere(
  ports: OfflinePorts,
  userIDs: readonly string[],
  there: readonly string[] | undefined,
): Promise<number> {
  const lost = userIDs.map(async (userID) => {
    const kept = readLocalCounts({ ports, userID })
    if (kept === null || kept.unsent === 0) return kept?.lost ?? 0
    const isThere =
      there?.includes(`rr-${userID}`) !== false &&
      (await inDatabaseOf(ports, userID, (db) => readMeta(db, 'deviceID'))) === kept.deviceID
    return kept.lost + (isThere ? 0 : kept.unsent)
  })
  return (await Promise.allSettled(lost)).reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/**
 * The export file of one of them. Changes nothing: the driver's next sign-in here sends the same events, and each
 * counts once.
 */
export function exportUnsentOf(ports: OfflinePorts, userID: string): Promise<{ fileName: string; text: string }> {
  return inDatabaseOf(ports, userID, async (db) =>
    exportUnsent({ db, ports, userID, deviceID: (await readMeta(db, 'deviceID')) ?? 'unknown' }),
  )
}

async function inDatabaseOf<T>(
  ports: OfflinePorts,
  userID: string,
  work: (db: UserDatabase) => Promise<T>,
): Promise<T> {
  const db = new UserDatabase(userID, ports)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
