import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

const CACHE = 'bagrun-online-only'
/** What the login page shows, and what the browser itself asks for beside the manifest, at every start. */
const ICONS = ['/icons/icon.svg', '/icons/icon-192.png']

/**
 * Chunks and styles of screens that need a connection are not in the precache; once opened they are kept, so that the office's
 * screens can say "offline" instead of failing to load. Their names carry a hash, and so does the firm's logo, which drivers see
 * without signal too: kept ones are never out of date.
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
  // A missing picture is no reason to go without the app.
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(ICONS))
      .catch(() => undefined),
  )
})
