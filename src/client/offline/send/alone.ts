import type { Device } from '../store/device.ts'

/**
 * Runs one task of a kind at a time over all tabs and the service worker; returns `busy` if another runs. Without Web
 * Locks it runs at once, and two tabs may send the same events, which the server stores once.
 */
export async function alone<T>(device: Device, kind: string, stop: () => Promise<T>): Promise<T | 'busy'> {
  const { locks } = device.ports
  if (!locks) return stop()
  return locks.request(`rr-${kind}-${device.userID}`, { ifAvailable: true }, async (lock): Promise<T | 'busy'> =>
    lock === null ? 'busy' : stop(),
  )
}
