import { currentSignIn, DeviceDatabase } from '#client/offline/store/device-database.ts'
import { drain } from '#client/offline/send/send.ts'
import { wipeRevoked } from '#client/offline/deletions.ts'
import { endDelay } from '#client/offline/outbox/waits.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import * as z from 'zod/mini'
import { workerPorts } from './worker-ports.ts'

declare const self: ServiceWorkerGlobalScope

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

// The content security policy refuses code made from text, as in the page.
z.config({ jitless: true })

/** Background Sync, where it exists, runs the page's drain when no page is open. Nothing depends on it. */
self.addEventListener('sync', (event: Event) => {
  const sync = event as SyncEvent
  if (sync.tag.startsWith('outbox')) sync.waitUntil(sendWithoutPage())
})

async function sendWithoutPage(): Promise<void> {
  // An open page sends by itself, and knows the current sign-in and the user's last request.
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some((page) => page.visibilityState === 'visible')) return
  const deviceDb = new DeviceDatabase(workerPorts)
  const signIn = await currentSignIn(deviceDb).finally(() => deviceDb.close())
  if (signIn === null) return
  const device = await openDevice(workerPorts, { userID: signIn.userID })
  try {
    // The browser fires this event because there is signal again, so back-off times end.
    await endDelay(device.db)
    const report = await drain(device)
    const { ended } = report
    if (await readMeta(device.db, 'revoked')) await wipeRevoked(device, report)
    // A rejection makes the browser try again later, also after a hidden page that was sending and may have ended.
    if (ended === 'no-verdict' || ended === 'busy') throw new Error('The office could not be reached.')
  } finally {
    closeDevice(device)
  }
}
