import { useEffect, useState } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { startSync, type Sync, type WakeReason } from '#client/offline/sync.ts'
import { readStatus } from '#client/offline/status.ts'
import { useSyncStatus } from './sync-data.ts'

/** Every sign of life of the page is a reason to look whether something is due (offline.md, "Sending"). */
export function wireWakeUps(wake: (reason: WakeReason) => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake('visible')
  }
  const onOnline = () => wake('online')
  const onPageShow = () => wake('pageshow')
  const onFocus = () => wake('focus')
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onOnline)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('focus', onFocus)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onOnline)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('focus', onFocus)
  }
}

/**
 * Runs the sync for as long as a driver's screens are open. Null on the very first paint.
 * @param onTrouble the phone's database failed several times in a row
 */
export function useRunningSync(phone: Phone, onTrouble: (error: unknown) => void): Sync | null {
  const [sync, setSync] = useState<Sync | null>(null)
  useEffect(() => {
    const started = startSync(phone, { onTrouble })
    setSync(started)
    const unwire = wireWakeUps(started.wake)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void askForBackgroundSync(phone)
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      unwire()
      void started.stop()
    }
  }, [phone, onTrouble])
  return sync
}

interface WithBackgroundSync {
  sync?: { register(tag: string): Promise<void> }
}

/** Where there is Background Sync, the service worker sends what is left once the page is gone. A bonus: nothing rests on it. */
async function askForBackgroundSync(phone: Phone): Promise<void> {
  const { events, photos } = await readStatus(phone.db, phone.ports.now())
  if (events + photos === 0) return
  // Not `ready`: it never settles where no worker is registered (dependencies.md).
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithBackgroundSync | undefined
  // A fresh tag each time: one that is backing off already is not fired again.
  await registration?.sync?.register(`outbox-${phone.ports.now().getTime()}`).catch(() => undefined)
}

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
