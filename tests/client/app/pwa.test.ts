import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from '#client/app/pwa.ts'
import { applyUpdate, setUpdate, setUpdateCheck } from '#client/app/update-store.ts'
import { act, renderHook } from '@testing-library/react'
import { useUpdate } from '#client/app/update-store.ts'

/** A browser's workers, as far as a page sees them. */
class Workers extends EventTarget {
  controller: unknown = null
  registration: unknown = Object.assign(new EventTarget(), { waiting: null, installing: null, active: null, update: async () => this.registration })
  register = async () => this.registration

  /** A worker takes the page over. */
  takesOver(name: string): void {
    this.controller = Object.assign(new EventTarget(), { scriptURL: `https://bagrun.test/${name}.js` })
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let workers: Workers
beforeEach(() => {
  workers = new Workers()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { serviceWorker: workers }))
  setUpdate('none')
})
afterEach(() => vi.unstubAllGlobals())

const said = () => renderHook(() => useUpdate()).result

test('On a new device the first worker is no update', async () => {
  const update = said()
  await registerServiceWorker()
  act(() => workers.takesOver('first'))
  expect(update.current).toBe('none')
})

test('What another window lets in after that is', async () => {
  const update = said()
  await registerServiceWorker()
  act(() => workers.takesOver('first'))
  act(() => workers.takesOver('second'))
  expect(update.current).toBe('reload-needed')
})

test('A page that had a worker when it came is told of the next one', async () => {
  workers.takesOver('old')
  const update = said()
  await registerServiceWorker()
  act(() => workers.takesOver('new'))
  expect(update.current).toBe('reload-needed')
})

test('A browser that answers a registration with nothing is left in peace', async () => {
  workers.registration = undefined
  await expect(registerServiceWorker()).resolves.toBeUndefined()
})

test('Asked for a newer version where the server has none, it says so', async () => {
  const update = said()
  setUpdateCheck(async () => false)
  await act(() => applyUpdate())
  expect(update.current).toBe('none-newer')
})
