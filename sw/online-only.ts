import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

/**
 * Chunks and styles of screens that need a connection are not in the precache; once opened they are kept, so that the office's
 * screens can say "offline" instead of failing to load. Their names carry a hash: kept ones are never out of date.
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/icons/')),
  new CacheFirst({ cacheName: 'bagrun-online-only', plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true })] }),
  'GET',
)
