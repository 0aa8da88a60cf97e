import { useEffect } from 'react'
import { unsentTotal } from '#domain/unsent-count.ts'
import type { Device } from '#client/offline/store/device.ts'
import { useSyncStatus } from './sync-status.ts'

export function useAppBadge(device: Device): void {
  const status = useSyncStatus(device)
  const count = status === undefined ? null : unsentTotal(status)
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // Rejects where the app is not installed and has no icon.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }, [count])
}
