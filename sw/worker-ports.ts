import type { OfflinePorts } from '#client/offline/store/schema.ts'

declare const __APP_BUILD__: string
declare const self: ServiceWorkerGlobalScope & {
  /** Replaces document.cookie, which a worker does not have; browsers with Background Sync have it. */
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
}

export const workerPorts: OfflinePorts = {
  fetch: (url, init) => fetch(url, init),
  now: () => new Date(),
  random: Math.random,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  locks: { request: (name, options, stop) => navigator.locks.request(name, options, stop) },
  timers: { set: (ms, run) => setTimeout(run, ms), clear: (handle) => clearTimeout(handle as number) },
  xsrf: async () => (await self.cookieStore?.get('XSRF-TOKEN'))?.value ?? null,
  digest: async (bytes) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  appBuild: __APP_BUILD__,
  base: import.meta.env.VITE_API_BASE || '/v1',
  estimate: () => navigator.storage.estimate(),
  persisted: () => navigator.storage.persisted(),
}
