import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice } from '#client/app/driver-device.ts'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { DRIVER } from '../../support/driver-screen.tsx'

const loads = vi.hoisted(() => ({ signal: false, tried: 0 }))
vi.mock('#client/offline/sync.ts', async (original) => {
  loads.tried += 1
  if (!loads.signal) throw new TypeError('Failed to fetch dynamically imported module: /assets/sync.js')
  return original()
})

const before = { ...browserPorts }
afterEach(() => {
  forgetDriverDevice()
  Object.assign(browserPorts, { indexedDB: undefined, IDBKeyRange: undefined }, before)
})

test('What sends and fetches is loaded again when signal returns, if the first start lost it before', async () => {
  const fetch = () => Promise.reject(new TypeError('no signal'))
  vi.stubGlobal('fetch', fetch)
  Object.assign(browserPorts, { indexedDB: new IDBFactory(), IDBKeyRange, locks: null, fetch })
  Object.assign(browserPorts, { openJournal: undefined })
  screenIsShown()
  const { sync } = await driverDevice(DRIVER)
  await expect.poll(() => loads.tried).toBe(1)
  loads.signal = true
  window.dispatchEvent(new Event('online'))
  // Nobody is signed in here.
  expect(await sync.drainNow()).toMatchObject({ ended: 'paused' })
  expect(loads.tried).toBe(2)
})
