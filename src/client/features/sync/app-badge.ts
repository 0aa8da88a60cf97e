import { useEffect } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { useSyncStatus } from './sync-status.ts'

export function useAppBadge(device: Device): void {
  const status = useSyncStatus(device)
  const count = status === undefined ? null : status.events + status.photos
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // Rejects where the app is not installed and has no icon.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }, [count])
}
