import { deviceStorage } from '#client/api/browser-storage.ts'
import type { OfflinePorts } from '#client/offline/store/schema.ts'
import { openJournalBucket } from '#client/offline/store/journal-worker.ts'
import { openBrowserJournal } from './browser-journal.ts'
import { appBuild } from './build.ts'

/** Base address of /v1, if the build sets one (VITE_API_BASE). */
export const apiBase: string = import.meta.env.VITE_API_BASE || '/v1'

/** The value of the XSRF-TOKEN cookie, or null before the first answer has set it. */
export async function xsrfCookie(): Promise<string | null> {
  const found = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)
  return found?.[1] === undefined ? null : decodeURIComponent(found[1])
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Protects the journal's bucket too, which may have been made before the browser agreed. */
async function persist(): Promise<boolean> {
  const isGranted = await navigator.storage.persist()
  if (isGranted) await openJournalBucket()
  return isGranted
}

export const browserPorts: OfflinePorts = {
  fetch: (url, init) => fetch(url, init),
  now: () => new Date(),
  random: Math.random,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  locks:
    'locks' in navigator ? { request: (name, options, stop) => navigator.locks.request(name, options, stop) } : null,
  timers: { set: (ms, run) => setTimeout(run, ms), clear: (handle) => clearTimeout(handle as number) },
  xsrf: xsrfCookie,
  digest: async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes)),
  appBuild,
  base: apiBase,
  localStorage: deviceStorage,
  ...(navigator.storage === undefined
    ? {}
    : {
        // Some browsers can't write files in place.
        ...('getDirectory' in navigator.storage ? { openJournal: openBrowserJournal } : {}),
        // Safari has it from 17 on.
        ...('estimate' in navigator.storage ? { estimate: () => navigator.storage.estimate() } : {}),
        persisted: () => navigator.storage.persisted(),
        persist,
      }),
}
