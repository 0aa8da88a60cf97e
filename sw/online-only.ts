import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

const CACHE = 'bagrun-online-only'
/** Shown on the login page, and requested by the browser beside the manifest at every start. */
const ICONS = ['/icons/icon.svg', '/icons/icon-192.png']

/**
 * Chunks and styles of online screens are not in the precache. Once loaded they are cached, so that the office's
 * screens can show "offline". Their names and the firm logo's contain a hash, so a cached copy is never out of date.
 */
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && ['/assets/', '/icons/', '/v1/logo/'].some((folder) => url.pathname.startsWith(folder)),
  new CacheFirst({
    cacheName: CACHE,
    plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true })],
  }),
  'GET',
)

self.addEventListener('install', (event) => {
  // A missing icon must not fail the installation.
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(ICONS))
      .catch(() => undefined),
  )
})
