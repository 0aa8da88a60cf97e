import { useEffect } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { useSyncStatus } from './sync-status.ts'

/** The number of unsent events on the app's icon. */
export function useAppBadge(phone: Phone): void {
  const status = useSyncStatus(phone)
  const count = status === undefined ? null : status.events + status.photos
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // Rejected where the app is not installed and has no icon.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }, [count])
}
