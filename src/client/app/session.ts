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

window.addEventListener('storage', ({ key }) => {
  // Somebody cleared the browser's data. An open driver's app goes on, because its memory has what was cleared there.
  if (key === null && session.state().profile?.role === 'DRIVER') return
  if (key === null || SESSION_KEYS.includes(key)) session.followOtherTab()
})

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state)
}
