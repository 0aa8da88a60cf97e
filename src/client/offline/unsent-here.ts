import { UserDatabase } from './database.ts'
import { driversKnown } from './device.ts'
import { readMeta } from './meta.ts'
import { openDevice } from './phone.ts'
import type { OfflinePorts } from './ports.ts'
import { type Unsent, unsentBeforeSignOut } from './sign-out.ts'
import { exportUnsent } from './unsent-file.ts'

/** Somebody's unsent work on this phone: who and how much, nothing of any customer. */
export interface UnsentHere extends Unsent {
  userID: string
  /** Null: nobody has told this phone. */
  fullName: string | null
}

/**
 * Whose unsent work lies here, whoever is signed in or not: where signing in is impossible, it can still be handed over as a file.
 */
export async function unsentHere(ports: OfflinePorts): Promise<UnsentHere[]> {
  const device = openDevice(ports)
  const drivers = await driversKnown(device).finally(() => device.close())
  const found = await Promise.allSettled(drivers.map((driver) => inDatabaseOf(ports, driver.userID, async (db) => ({ ...driver, ...(await unsentBeforeSignOut({ db })) }))))
  return found.flatMap((one) => (one.status === 'fulfilled' && one.value.events + one.value.photos > 0 ? [one.value] : []))
}

/** The file of one of them. Changes nothing: his next sign-in here sends it all the same, and it counts once. */
export function exportUnsentOf(ports: OfflinePorts, userID: string): Promise<{ fileName: string; text: string }> {
  return inDatabaseOf(ports, userID, async (db) => exportUnsent({ db, ports, userID, deviceID: (await readMeta(db, 'deviceID')) ?? 'unknown' }))
}

async function inDatabaseOf<T>(ports: OfflinePorts, userID: string, work: (db: UserDatabase) => Promise<T>): Promise<T> {
  const db = new UserDatabase(userID, ports)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
