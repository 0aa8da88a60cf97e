import { emptyDevice } from '#client/offline/revoke.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { noteRevoked } from '#client/offline/send/session.ts'
import { browserPorts } from './browser-ports.ts'

/**
 * The office revoked this phone and its sign-in is over: the customers' data is deleted now, because the next sign-in
 * here may be a long time away. Unsent work stays, for the driver's next sign-in or as a file. Never throws: the
 * sign-in ends in any case.
 */
export async function emptyRevokedDevice(userID: string | null): Promise<void> {
  if (userID === null) return
  try {
    const device = await openDevice(browserPorts, { userID })
    await noteRevoked(device)
    await emptyDevice(device)
    closeDevice(device)
  } catch {
    // The watchdog does the same while the driver's app is open.
  }
}
