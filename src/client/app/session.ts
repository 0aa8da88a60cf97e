import { useSyncExternalStore } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { createSession, SESSION_KEYS, type SessionMirror, type SessionState } from '#client/features/session/session.ts'
import { currentSignIn, forgetSignIn, rememberDenied, rememberSignIn } from '#client/offline/device-database.ts'
import { openDeviceDb } from '#client/offline/device.ts'
import { browserPorts } from './browser-ports.ts'

/** Opened on demand: a customer or an admin has no database on this device before signing in. */
const mirror: SessionMirror = {
  async remember(profile, token) {
    const deviceDb = openDeviceDb(browserPorts)
    await rememberSignIn(deviceDb, profile.userID, token, { role: profile.role, fullName: profile.fullName })
    deviceDb.close()
  },
  async forget(why, userID) {
    const deviceDb = openDeviceDb(browserPorts)
    await forgetSignIn(deviceDb, userID, { forced: why !== 'asked' })
    if (why === 'forbidden' && userID !== null) await rememberDenied(deviceDb, userID)
    deviceDb.close()
  },
}

/**
 * Writes the copy of the sign-in again when the databases were lost and localStorage was not: without it nothing would
 * be sent, with no visible reason.
 */
export async function mendMirror(profile: Profile, token: string): Promise<void> {
  const deviceDb = openDeviceDb(browserPorts)
  const known = await currentSignIn(deviceDb).finally(() => deviceDb.close())
  if (known?.token !== token) await mirror.remember(profile, token)
}

/** The signed-in user of this device. One instance per page. */
export const session = createSession(localStorage, mirror)

window.addEventListener('storage', (event) => {
  if (event.key === null || SESSION_KEYS.includes(event.key)) session.followOtherTab()
})

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state)
}
