import { useEffect } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { readStatus } from '#client/offline/status.ts'

interface WithBackgroundSync {
  sync?: { register(tag: string): Promise<void> }
}

/**
 * Where Background Sync exists, the service worker sends what is left after the page is closed. Optional: nothing
 * depends on it.
 */
export function useBackgroundSync(phone: Phone): void {
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void askForBackgroundSync(phone)
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [phone])
}

/** Never throws: where the browser refuses, the page sends when it is opened again. */
export async function askForBackgroundSync(phone: Phone): Promise<void> {
  const now = phone.ports.now()
  const { events, photos } = await readStatus(phone.db, now)
  if (events + photos === 0) return
  // Not `ready`: it never settles where no worker is registered (dependencies.md, "Client facts").
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithBackgroundSync | undefined
  // A new tag each time: one whose back-off is running is not fired again.
  await registration?.sync?.register(`outbox-${now.getTime()}`).catch(() => undefined)
}
