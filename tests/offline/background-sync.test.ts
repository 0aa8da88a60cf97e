import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { DeviceDatabase, rememberSignIn } from '#client/offline/store/device-database.ts'

/** As a path: the worker's types are those of a service worker, which a test's program does not have. */
const WORKER: string = new URL('../../sw/sync.ts', import.meta.url).pathname

type Listener = (event: { tag: string; waitUntil: (work: Promise<void>) => void }) => void

let fire: Listener
let isSending: boolean

beforeEach(async () => {
  const indexedDB = new IDBFactory()
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  isSending = false
  const request = (_name: string, _options: object, work: (lock: object | null) => unknown) =>
    work(isSending ? null : {})
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('__APP_BUILD__', 'test')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')))
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listener: Listener) => void (fire = listener),
    clients: { matchAll: async () => [{ visibilityState: 'hidden' }] },
  })
  vi.resetModules()
  await import(/* @vite-ignore */ WORKER)
  const deviceDb = new DeviceDatabase({ indexedDB, IDBKeyRange } as never)
  await rememberSignIn(deviceDb, '01890000-0000-7000-8000-00000000d001', 'token-of-dan-reyes', { role: 'DRIVER' })
  deviceDb.close()
})

// Other files follow in this process.
afterAll(() => void vi.unstubAllGlobals())

function synced(): Promise<void> {
  return new Promise((resolve, reject) =>
    fire({ tag: 'outbox-1', waitUntil: (work) => void work.then(resolve, reject) }),
  )
}

test('Background Sync ends when nothing is left to send, and is repeated where a hidden page was still sending', async () => {
  await synced()
  isSending = true
  await expect(synced()).rejects.toThrow()
})
