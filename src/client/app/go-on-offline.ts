import type { Profile } from '#contract/v1/session.ts'
import { getConfig } from '#contract/v1/session.ts'
import { UserDatabase } from '#client/offline/store/schema.ts'
import { DeviceDatabase, lastDriver as lastDriverOf } from '#client/offline/store/device-database.ts'
import { browserPorts } from './browser-ports.ts'
import { screenCall } from './sign-in.ts'

/**
 * Whether this driver may go on recording without signing in: they were the last driver on this phone and had no 403,
 * their stops are here, and the server does not answer (offline.md, "Go on offline").
 */
export async function canGoOnOffline(driver: Profile): Promise<boolean> {
  const deviceDb = new DeviceDatabase(browserPorts)
  const known = await lastDriverOf(deviceDb).finally(() => deviceDb.close())
  if (known?.userID !== driver.userID || !(await hasStops(driver.userID))) return false
  const answer = await screenCall(getConfig, {}, { signal: AbortSignal.timeout(8000) })
  return answer.kind === 'offline' || answer.kind === 'foreign'
}

async function hasStops(userID: string): Promise<boolean> {
  const db = new UserDatabase(userID, browserPorts)
  const stops = await db.jobs.count().catch(() => 0)
  db.close()
  return stops > 0
}
