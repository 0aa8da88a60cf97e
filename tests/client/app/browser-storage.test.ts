import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceStorage } from '#client/api/browser-storage.ts'
import { isSiteDataBlocked } from '#client/app/site-data.ts'
import { createSession } from '#client/features/session/session.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const real = window.localStorage

/** What `window.localStorage` is to the page from now on. */
function storageIs(get: () => Storage): void {
  Object.defineProperty(window, 'localStorage', { configurable: true, get })
}
const refused = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
/** Reads and deletes, and has no room for a write. */
const full = () =>
  new Proxy(real, {
    get: (storage, name) => {
      if (name === 'setItem')
        return () => {
          throw new DOMException('No room', 'QuotaExceededError')
        }
      const value: unknown = Reflect.get(storage, name)
      return typeof value === 'function' ? value.bind(storage) : value
    },
  })

/** Takes a write, and does not give it back. */
const unreadable = () =>
  new Proxy(real, {
    get: (storage, name) => {
      if (name === 'getItem') return refused
      const value: unknown = Reflect.get(storage, name)
      return typeof value === 'function' ? value.bind(storage) : value
    },
  })

afterEach(() => {
  storageIs(() => real)
  for (const key of deviceStorage.keys()) deviceStorage.removeItem(key)
  vi.unstubAllGlobals()
})

const mirror = { remember: async () => undefined, forget: async () => undefined }

describe.each([
  ['refuses its storage', refused],
  ['has no room for a write', full],
  ['does not give back what it took', unreadable],
])('Where the browser %s', (_, storage) => {
  test('a sign-in lasts as long as the window, and a sign-out ends it', async () => {
    storageIs(storage)
    const session = createSession(deviceStorage, mirror)
    await session.begin('token-of-sam', makeProfile({ role: 'ADMIN' }))
    expect(createSession(deviceStorage, mirror).state()).toMatchObject({
      token: 'token-of-sam',
      profile: { role: 'ADMIN' },
    })
    await session.end('asked')
    expect(createSession(deviceStorage, mirror).state()).toMatchObject({ token: null, profile: null })
  })

  test('what is written is read back and listed, and a removed value does not return', () => {
    deviceStorage.setItem('rr-a', 'before')
    storageIs(storage)
    deviceStorage.setItem('rr-a', 'after')
    deviceStorage.setItem('rr-b', 'new')
    expect(deviceStorage.keys().toSorted()).toEqual(['rr-a', 'rr-b'])
    expect(deviceStorage.getItem('rr-a')).toBe('after')
    deviceStorage.removeItem('rr-a')
    expect([deviceStorage.getItem('rr-a'), deviceStorage.keys()]).toEqual([null, ['rr-b']])
    expect(deviceStorage.isKept()).toBe(false)
  })
})

test('After a write that found no room the next start does not read the value before it', () => {
  deviceStorage.setItem('rr-a', 'before')
  storageIs(full)
  deviceStorage.setItem('rr-a', 'after')
  expect(real.getItem('rr-a')).toBeNull()
})

describe('The login page asks for site data', () => {
  const databases = (open: IDBFactory['open']) => vi.stubGlobal('indexedDB', Object.assign(new IDBFactory(), { open }))

  test('where the browser refuses both its storage and its databases', async () => {
    storageIs(refused)
    databases(refused)
    expect(await isSiteDataBlocked()).toBe(true)
  })

  test('where it has no databases', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect(await isSiteDataBlocked()).toBe(true)
  })

  test('not where it still opens databases, of which the question leaves none behind', async () => {
    storageIs(refused)
    const indexedDB = new IDBFactory()
    vi.stubGlobal('indexedDB', indexedDB)
    expect(await isSiteDataBlocked()).toBe(false)
    await expect.poll(() => indexedDB.databases()).toEqual([])
  })

  test('not where it keeps what is written', async () => {
    databases(refused)
    expect(await isSiteDataBlocked()).toBe(false)
  })
})
