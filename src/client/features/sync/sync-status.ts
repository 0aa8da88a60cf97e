import { useSyncExternalStore } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { createReading, type Reading } from '#client/offline/live-query.ts'
import { followAside, readStatus, statusInMemory, type SyncStatus } from '#client/offline/status.ts'

/**
 * The state of the phone's sending. Separate from sync's other data, which imports schemas the first paint does not
 * need.
 */
export function useSyncStatus(device: Device): SyncStatus | undefined {
  const { subscribe, read } = statusReading(device)
  return useSyncExternalStore(subscribe, read)
}

/** One reading shared by the chip, the warnings and the frame, so that an acknowledgement causes one query. */
const readings = new WeakMap<Device, Reading<SyncStatus>>()

export function statusReading(device: Device): Reading<SyncStatus> {
  const known = readings.get(device)
  if (known) return known
  const reading = createReading(
    device,
    async () => {
      const status = await readStatus(device.db, device.ports.now())
      return status.deviceID === device.deviceID ? status : statusInMemory(device, status)
    },
    (before, recorded, failing) => {
      if (before.deviceID !== device.deviceID) return statusInMemory(device, before)
      if (!failing) return null
      return followAside(device.db, before, recorded)
    },
  )
  readings.set(device, reading)
  return reading
}
