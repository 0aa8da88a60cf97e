import { useMemo } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { statusOf, type SyncStatus } from '#client/offline/status.ts'
import { shownWeek } from '#client/offline/week.ts'
import { useReading } from '#client/ui/core/use-reading.ts'

/**
 * The state of the phone's sending. Separate from sync's other data, which imports schemas the first paint does not
 * need.
 */
export function useSyncStatus(device: Device): SyncStatus | undefined {
  const week = useReading(shownWeek(device))
  return useMemo(() => week && statusOf(week, device.ports.now()), [device, week])
}
