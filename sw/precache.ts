import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

const PAGE = '/index.html'
const manifest = self.__WB_MANIFEST

/**
 * While servers are replaced one after the other, the page may come from one of another version. Its scripts are not in
 * this precache, so the app would not open without signal: the worker is not installed, and the browser tries again.
 */
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) =>
      response.status < 400 && (new URL(request.url).pathname !== PAGE || (await isOurs(response.clone())))
        ? response
        : null,
  },
])

async function isOurs(page: Response): Promise<boolean> {
  const files = new Set(manifest.map((entry) => `/${typeof entry === 'string' ? entry : entry.url}`))
  const named = (await page.text()).match(/\/assets\/[\w.-]+\.js/g) ?? []
  return named.length > 0 && named.every((file) => files.has(file))
}

cleanupOutdatedCaches()
precacheAndRoute(manifest)

/**
 * Every address inside the app is the same page, including one never visited before; /v1 and the other server paths are
 * not.
 */
registerRoute(
  new NavigationRoute(createHandlerBoundToURL(PAGE), {
    denylist: [/^\/v1(\/|$)/, /^\/healthz$/, /^\/readyz$/, /^\/sandbox-checkout\//],
  }),
)
