import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from '#client/app/pwa.ts'
import { applyUpdate, setUpdate, setUpdateCheck } from '#client/app/update-store.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { useUpdate } from '#client/app/update-store.ts'

/** A browser's service workers, as far as a page sees them. */
class Workers extends EventTarget {
  controller: unknown = null
  registration: unknown = newRegistration()
  register = async () => this.registration
  getRegistration = async () => this.registration

  /** A worker takes control of the page. */
  takesOver(name: string): void {
    this.controller = Object.assign(new EventTarget(), { scriptURL: `https://bagrun.test/${name}.js` })
    this.dispatchEvent(new Event('controllerchange'))
  }
}

const newRegistration = () =>
  Object.assign(new EventTarget(), { waiting: null, installing: null, active: null, update: async () => undefined })

let workers: Workers
beforeEach(() => {
  workers = new Workers()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { serviceWorker: workers }))
  setUpdate('none')
})
afterEach(() => vi.unstubAllGlobals())

/** The main script of the page. */
const LOADED = 'https://bagrun.test/assets/frame-one.js'

/** @param script the main script that the controlling worker serves */
function serves(script: string) {
  const asked = vi.fn(async () => new Response(`<link rel="modulepreload" href="/assets/${script}">`))
  vi.stubGlobal('fetch', asked)
  return asked
}

const said = () => renderHook(() => useUpdate()).result

test('On a new device the first service worker is no update', async () => {
  const update = said()
  await registerServiceWorker(LOADED)
  act(() => workers.takesOver('first'))
  expect(update.current).toBe('none')
})

test('A second worker that another window activates after that is an update', async () => {
  serves('frame-two.js')
  const update = said()
  await registerServiceWorker(LOADED)
  act(() => workers.takesOver('first'))
  act(() => workers.takesOver('second'))
  await waitFor(() => expect(update.current).toBe('reload-needed'))
})

test('A worker installed again after the browser deleted its storage is no update', async () => {
  workers.takesOver('old')
  const asked = serves('frame-one.js')
  const update = said()
  await registerServiceWorker(LOADED)
  workers.registration = newRegistration()
  act(() => workers.takesOver('old'))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await act(() => Promise.resolve())
  expect(update.current).toBe('none')
})

test('A new worker of the same registration is an update, whichever scripts it serves', async () => {
  workers.takesOver('old')
  serves('frame-one.js')
  const update = said()
  await registerServiceWorker(LOADED)
  act(() => workers.takesOver('new'))
  await waitFor(() => expect(update.current).toBe('reload-needed'))
})

test('A new registration that serves other scripts is an update too', async () => {
  workers.takesOver('old')
  serves('frame-two.js')
  const update = said()
  await registerServiceWorker(LOADED)
  workers.registration = newRegistration()
  act(() => workers.takesOver('new'))
  await waitFor(() => expect(update.current).toBe('reload-needed'))
})

test('A page that had a worker when it was loaded learns of the next one', async () => {
  workers.takesOver('old')
  const update = said()
  await registerServiceWorker(LOADED)
  serves('frame-two.js')
  act(() => workers.takesOver('new'))
  await waitFor(() => expect(update.current).toBe('reload-needed'))
})

test('A browser that answers a registration with nothing causes no error', async () => {
  workers.registration = undefined
  await expect(registerServiceWorker(LOADED)).resolves.toBeUndefined()
})

test('Asked for a newer version where the server has none, it says so', async () => {
  const update = said()
  setUpdateCheck(async () => false)
  await act(() => applyUpdate())
  expect(update.current).toBe('none-newer')
})
