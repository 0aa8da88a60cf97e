import { useEffect } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { useSyncStatus } from './sync-status.ts'

/** The number on the app's icon: what waits. */
export function useAppBadge(phone: Phone): void {
  const status = useSyncStatus(phone)
  const count = status === undefined ? null : status.events + status.photos
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // Refused where the app is not installed: then there is no icon to put it on.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }, [count])
}
