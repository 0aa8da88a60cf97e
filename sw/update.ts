import { clientsClaim } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

/** A new version waits until a page activates it (offline.md, "Update"). */
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// The page of the first visit works offline at once; and on iOS only this reports an update to the page.
clientsClaim()
