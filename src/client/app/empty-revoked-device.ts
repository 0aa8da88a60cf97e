import { emptyDevice } from '#client/offline/deletions.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { noteRevoked } from '#client/offline/send/session.ts'
import { browserPorts } from './browser-ports.ts'

/**
 * Deletes the customers' data at once when the sign-in of a revoked phone is over. Unsent work stays for the driver's
 * next sign-in, or as a file. Never throws, because the sign-in ends in any case.
 */
export async function emptyRevokedDevice(userID: string | null): Promise<void> {
  if (userID === null) return
  try {
    const device = await openDevice(browserPorts, { userID })
    await noteRevoked(device)
    await emptyDevice(device)
    closeDevice(device)
  } catch {
    // The open app's watchdog does the same.
  }
}
