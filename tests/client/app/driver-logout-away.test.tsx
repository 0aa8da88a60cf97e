import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice } from '#client/app/driver-device.ts'
import DriverRoutes, { beginFirstScreen } from '#client/app/driver-routes.tsx'
import { setPhone } from '#client/app/phone-port.ts'
import { session } from '#client/app/session.ts'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { Toasts } from '#client/ui/core/toasts.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { CrashInjector } from '../../support/simulation/crash-injector.ts'
import { JournalDisk } from '../../support/simulation/journal-disk.ts'
import { DRIVER, makeRun, makeStop } from '../../support/driver-screen.tsx'

vi.mock('#client/app/driver-logout.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/driver-logout.js')
})

const before = { ...browserPorts }

beforeEach(() => {
  setPhone(() => import('#client/app/phone.ts'))
  screenIsShown()
  const indexedDB = new IDBFactory()
  vi.stubGlobal('indexedDB', indexedDB)
  Dexie.dependencies.indexedDB = indexedDB
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const fetch = () => Promise.reject(new TypeError('no signal'))
  vi.stubGlobal('fetch', fetch)
  const openJournal = new JournalDisk(() => 0.5).of(new CrashInjector())
  Object.assign(browserPorts, { fetch, locks: null, openJournal })
})
afterEach(async () => {
  cleanup()
  forgetDriverDevice()
  Object.assign(browserPorts, before)
  await session.end('asked')
  vi.unstubAllGlobals()
})

test('Who logs out without signal before the app is on the phone keeps the stops, and reads why it doesn’t work', async () => {
  const profile = makeProfile({ userID: DRIVER, role: 'DRIVER' })
  await session.begin('token-of-dan-reyes', profile)
  const { device } = await driverDevice(DRIVER)
  const stop = makeStop(1)
  await device.db.runs.put(makeRun())
  await device.db.jobs.put(stop)
  await beginFirstScreen(profile)
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/pickups']}>
      <DriverRoutes profile={profile} />
      <Toasts label="" close="" />
    </MemoryRouter>,
  )
  const stops = await screen.findAllByText(/Old Castle Rd/)
  expect(stops[0]).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Logout', hidden: true })[0]!)
  expect(await screen.findByText('Logging out needs a connection')).toBeVisible()
  expect(screen.getAllByText(/Old Castle Rd/)[0]).toBeInTheDocument()
  expect(screen.queryByText('This screen needs a connection')).toBeNull()
})
