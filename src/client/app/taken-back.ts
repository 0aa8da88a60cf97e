import { emptyPhone } from '#client/offline/hand-over.ts'
import { closePhone, openPhone } from '#client/offline/phone.ts'
import { noteRevoked } from '#client/offline/revoked.ts'
import { browserPorts } from './browser-ports.ts'

/**
 * The office took this phone back and its sign-in is over: what it has of the customers goes now, for nobody may sign in here for a
 * long time. Unsent work stays, for the driver's next sign-in or as a file. Never fails: the sign-in ends in any case.
 */
export async function emptyPhoneOf(userID: string | null): Promise<void> {
  if (userID === null) return
  try {
    const phone = await openPhone(browserPorts, { userID })
    await noteRevoked(phone)
    await emptyPhone(phone)
    closePhone(phone)
  } catch {
    // The driver's own look does the same while his app is open.
  }
}
