import { clientsClaim } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

/** A new version waits until a page activates it (offline.md, "Update"). */
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// Lets the page of the first visit work offline at once. On iOS only this reports an update to the page.
clientsClaim()
