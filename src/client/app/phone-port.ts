import { deviceStorage } from '#client/api/browser-storage.ts'
import type { Profile } from '#contract/v1/session.ts'
import type { Ended } from '#client/features/session/session.ts'
import { COUNTS_KEY_PREFIX } from '#client/offline/store/device-database.ts'

/** What public pages use of a driver's phone (phone.ts). */
interface PhonePort {
  rememberOnPhone(profile: Profile, token: string): Promise<void>
  forgetOnPhone(why: Ended, userID: string | null): Promise<void>
  emptyRevokedDevice(userID: string | null): Promise<void>
}

let load: (() => Promise<PhonePort>) | undefined

/** Set once at the start of a page, because the session may not import the phone's part, which imports it. */
export function setPhone(loader: () => Promise<PhonePort>): void {
  load = loader
}

export async function phone(): Promise<PhonePort> {
  if (load === undefined) throw new Error('The page has not set its phone.')
  return load()
}

/** Whether a driver may have used this browser. True where it can't list its databases. */
export async function hadDriver(): Promise<boolean> {
  // The counts remain where the browser deleted the databases, and the login page reports the loss.
  if (deviceStorage.keys().some((key) => key.startsWith(COUNTS_KEY_PREFIX))) return true
  try {
    if (indexedDB.databases === undefined) return true
    return (await indexedDB.databases()).some(({ name }) => name === 'rr-device')
  } catch {
    // Where the browser refuses its databases, no driver can have recorded anything on this phone.
    return false
  }
}
