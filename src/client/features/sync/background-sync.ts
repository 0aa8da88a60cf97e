import { useEffect } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { readWeek, unsentOf } from '#client/offline/week.ts'

interface WithBackgroundSync {
  sync?: { register(tag: string): Promise<void> }
}

/**
 * Where Background Sync exists, the service worker sends what is left after the page is closed. Nothing depends on it.
 */
export function useBackgroundSync(device: Device): void {
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void askForBackgroundSync(device)
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [device])
}

/** This never throws: where the browser refuses, the page sends when it is opened again. */
export async function askForBackgroundSync(device: Device): Promise<void> {
  const now = device.ports.now()
  if (unsentOf(await readWeek(device)).length === 0) return
  // This does not wait for `ready`, which never settles where no worker is registered (dependencies.md, "Client
  // facts").
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithBackgroundSync | undefined
  // A new tag each time, because one whose back-off is running is not fired again.
  await registration?.sync?.register(`outbox-${now.getTime()}`).catch(() => undefined)
}
