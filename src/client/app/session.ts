import { deviceStorage } from '#client/api/browser-storage.ts'
import { useSyncExternalStore } from 'react'
import { createSession, SESSION_KEYS, type SessionMirror, type SessionState } from '#client/features/session/session.ts'
import { hadDriver, phone } from './phone-port.ts'

/** Only a driver's phone has a database. */
const mirror: SessionMirror = {
  async remember(profile, token) {
    if (profile.role === 'DRIVER' || (await hadDriver())) await (await phone()).rememberOnPhone(profile, token)
  },
  async forget(why, userID) {
    if (await hadDriver()) await (await phone()).forgetOnPhone(why, userID)
  },
}

/** The signed-in user of this device; one instance per page. */
export const session = createSession(deviceStorage, mirror)

window.addEventListener('storage', (event) => {
  if (event.key === null || SESSION_KEYS.includes(event.key)) session.followOtherTab()
})

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state)
}
