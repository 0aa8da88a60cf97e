import { useSyncExternalStore } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { createReading, type Reading } from '#client/offline/reading.ts'
import { readStatus, type SyncStatus } from '#client/offline/status.ts'

/** How the phone's sending stands. Apart from the rest of sync's data, which brings schemas the first paint need not wait for. */
export function useSyncStatus(phone: Phone): SyncStatus | undefined {
  const { subscribe, read } = statusReading(phone)
  return useSyncExternalStore(subscribe, read)
}

/** One reading for the chip, the warnings and the frame: three would ask the phone the same at every acknowledgement. */
const readings = new WeakMap<Phone, Reading<SyncStatus>>()

export function statusReading(phone: Phone): Reading<SyncStatus> {
  const known = readings.get(phone)
  if (known) return known
  const reading = createReading(phone, () => readStatus(phone.db, phone.ports.now()))
  readings.set(phone, reading)
  return reading
}
