import type { Profile } from '#contract/v1/session.ts'
import type { Ended } from '#client/features/session/session.ts'
import {
  currentSignIn,
  DeviceDatabase,
  forgetSignIn,
  rememberDenied,
  rememberSignIn,
} from '#client/offline/store/device-database.ts'
import { browserPorts } from './browser-ports.ts'

/** Copies the sign-in to the phone's database, for the service worker. */
export async function rememberOnPhone(profile: Profile, token: string): Promise<void> {
  const deviceDb = new DeviceDatabase(browserPorts)
  await rememberSignIn(deviceDb, profile.userID, token, profile).finally(() => deviceDb.close())
}

export async function forgetOnPhone(why: Ended, userID: string | null): Promise<void> {
  const deviceDb = new DeviceDatabase(browserPorts)
  try {
    await forgetSignIn(deviceDb, userID, { forced: why !== 'asked' })
    if (why === 'forbidden' && userID !== null) await rememberDenied(deviceDb, userID)
  } finally {
    deviceDb.close()
  }
}

/** Writes the copy of the sign-in again when only localStorage survived; nothing would be sent without it. */
export async function mendSignInCopy(profile: Profile, token: string): Promise<void> {
  const deviceDb = new DeviceDatabase(browserPorts)
  const known = await currentSignIn(deviceDb).finally(() => deviceDb.close())
  if (known?.token !== token) await rememberOnPhone(profile, token)
}

// Loaded late, because they need the phone's databases.
export const unsentHere = () => import('./unsent-here.tsx')
export const emptyRevokedDevice = async (userID: string | null): Promise<void> =>
  (await import('./empty-revoked-device.ts')).emptyRevokedDevice(userID)
export const goingOnOffline = () => import('./go-on-offline.ts')
