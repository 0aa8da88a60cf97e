import { useSyncExternalStore } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { createSession, SESSION_KEYS, type SessionMirror, type SessionState } from '#client/features/session/session.ts'
import { currentSignIn, forgetSignIn, rememberDenied, rememberSignIn } from '#client/offline/device.ts'
import { openDevice } from '#client/offline/phone.ts'
import { browserPorts } from './browser-ports.ts'

/** Opened when needed: a customer or an admin has no database on this device until he signs in. */
const mirror: SessionMirror = {
  async remember(profile, token) {
    const device = openDevice(browserPorts)
    await rememberSignIn(device, profile.userID, token, { role: profile.role, fullName: profile.fullName })
    device.close()
  },
  async forget(why, userID) {
    const device = openDevice(browserPorts)
    await forgetSignIn(device, userID, { forced: why !== 'asked' })
    if (why === 'forbidden' && userID !== null) await rememberDenied(device, userID)
    device.close()
  },
}

/** The mirror may have been lost while localStorage was kept: then nothing would be sent, and nobody would know why. */
export async function mendMirror(profile: Profile, token: string): Promise<void> {
  const device = openDevice(browserPorts)
  const known = await currentSignIn(device).finally(() => device.close())
  if (known?.token !== token) await mirror.remember(profile, token)
}

/** Who uses this device. One for the page. */
export const session = createSession(localStorage, mirror)

window.addEventListener('storage', (event) => {
  if (event.key === null || SESSION_KEYS.includes(event.key)) session.followOtherTab()
})

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state)
}
