import { useSyncExternalStore } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { createReading, type Reading } from '#client/offline/reading.ts'
import { readStatus, type SyncStatus } from '#client/offline/status.ts'

/**
 * The state of the phone's sending. Separate from sync's other data, which imports schemas the first paint does not
 * need.
 */
export function useSyncStatus(phone: Phone): SyncStatus | undefined {
  const { subscribe, read } = statusReading(phone)
  return useSyncExternalStore(subscribe, read)
}

/**
 * One reading shared by the chip, the warnings and the frame: three would repeat the same query at every
 * acknowledgement.
 */
const readings = new WeakMap<Phone, Reading<SyncStatus>>()

export function statusReading(phone: Phone): Reading<SyncStatus> {
  const known = readings.get(phone)
  if (known) return known
  const reading = createReading(phone, () => readStatus(phone.db, phone.ports.now()))
  readings.set(phone, reading)
  return reading
}
