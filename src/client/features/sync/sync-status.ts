import { useMemo, useSyncExternalStore } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { statusOf, type SyncStatus } from '#client/offline/status.ts'
import { shownWeek, type Week } from '#client/offline/week.ts'

/** The week of this phone; undefined while it is read. */
export function useWeek(device: Device): Week | undefined {
  const { subscribe, read } = shownWeek(device)
  return useSyncExternalStore(subscribe, read)
}

/**
 * The state of the phone's sending. Separate from sync's other data, which imports schemas the first paint does not
 * need.
 */
export function useSyncStatus(device: Device): SyncStatus | undefined {
  const week = useWeek(device)
  return useMemo(() => week && statusOf(week, device.ports.now()), [device, week])
}
