declare const self: ServiceWorkerGlobalScope

/** https://github.com/WICG/service-worker-static-routing-api; Chromium has it. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rules: { condition: { requestMethod: string }; source: 'network' }[]) => Promise<void>
}

const NEVER_ANSWERED = ['PUT', 'POST', 'PATCH', 'DELETE']

/** What this worker never answers goes past it, where the browser can: records and photos on their way do not wait for it to wake up. */
self.addEventListener('install', (event) => {
  const rules = NEVER_ANSWERED.map((requestMethod) => ({ condition: { requestMethod }, source: 'network' as const }))
  // They only save time: no reason to go without the app.
  event.waitUntil(Promise.resolve((event as InstallEvent).addRoutes?.(rules)).catch(() => undefined))
})
