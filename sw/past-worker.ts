declare const self: ServiceWorkerGlobalScope

/** https://github.com/WICG/service-worker-static-routing-api; implemented by Chromium. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rules: { condition: { requestMethod: string }; source: 'network' }[]) => Promise<void>
}

const NEVER_ANSWERED = ['PUT', 'POST', 'PATCH', 'DELETE']

/**
 * Requests that this worker never answers bypass it where the browser supports that, so that they do not wait for the
 * worker to start.
 */
self.addEventListener('install', (event) => {
  const rules = NEVER_ANSWERED.map((requestMethod) => ({ condition: { requestMethod }, source: 'network' as const }))
  // A failure must not fail the installation.
  event.waitUntil(Promise.resolve((event as InstallEvent).addRoutes?.(rules)).catch(() => undefined))
})
