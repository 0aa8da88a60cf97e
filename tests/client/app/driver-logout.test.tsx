import { Dexie } from 'dexie'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice, openedDevice } from '#client/app/driver-device.ts'
import DriverLogout from '#client/app/driver-logout.tsx'
import { setPhone } from '#client/app/phone-port.ts'
import { session } from '#client/app/session.ts'
import type { Device } from '#client/offline/store/device.ts'
import { currentSignIn } from '#client/offline/store/device-database.ts'
import { saveNote } from '#client/offline/outbox/record.ts'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { Toasts } from '#client/ui/core/toasts.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { CrashInjector } from '../../support/simulation/crash-injector.ts'
import { JournalDisk } from '../../support/simulation/journal-disk.ts'
import { DRIVER, makeRun, makeStop } from '../../support/driver-screen.tsx'

const before = { ...browserPorts }
let journals: JournalDisk

beforeAll(() => {
  setPhone(() => import('#client/app/phone.ts'))
  screenIsShown()
})
beforeEach(() => {
  const indexedDB = new IDBFactory()
  vi.stubGlobal('indexedDB', indexedDB)
  Dexie.dependencies.indexedDB = indexedDB
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  journals = new JournalDisk(() => 0.5)
  const fetch = () => Promise.reject(new TypeError('no signal'))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(browserPorts, { fetch, locks: null, openJournal: journals.of(new CrashInjector()) })
  Object.assign(navigator, { canShare: () => true, share: () => Promise.resolve() })
})
afterEach(async () => {
  forgetDriverDevice()
  Object.assign(browserPorts, before)
  await session.end('asked')
})

const written = () => [...journals.files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('')

/** A signed-in driver without signal who recorded these notes at one stop, and has been asked whether to log out. */
async function leaving(...notes: string[]) {
  await session.begin('token-of-dan-reyes', makeProfile({ userID: DRIVER, role: 'DRIVER' }))
  const { device, sync } = await driverDevice(DRIVER)
  await expect.poll(() => device.journal.port).not.toBeNull()
  const stop = makeStop(1)
  await device.db.runs.put(makeRun())
  await device.db.jobs.put(stop)
  const saved = []
  for (const note of notes) saved.push(await saveNote(device, stop.assignmentID, note))
  const ask = () => {
    const closed = vi.fn<() => void>()
    render(
      <MemoryRouter>
        <DriverLogout device={device} sync={sync} onClose={closed} />
        <Toasts label="" close="" />
      </MemoryRouter>,
    )
    return closed
  }
  return { device, stop, saved, ask, user: userEvent.setup() }
}

/** The databases take no write, and with `reads: false` can't be read either. @returns ends it */
function fillDisk({ db, deviceDb }: Device, { reads = true } = {}): () => void {
  const original = IDBDatabase.prototype.transaction
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    tables,
    mode,
    options,
  ) {
    if (mode === 'readwrite' || !reads)
      throw new DOMException('IO error: MANIFEST-000002: FILE_ERROR_NO_SPACE', 'UnknownError')
    return original.call(this, tables, mode, options)
  })
  // An open connection goes on with the function that it began with.
  for (const open of [db, deviceDb]) open.close({ disableAutoOpen: false })
  return () => spy.mockRestore()
}

const signsOut = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Log out anyway' }))
}

test('Logging out with unsent work overwrites in the journal what was sent, and keeps what was not', async () => {
  const { device, saved, ask, user } = await leaving('spare key under the mat', 'not sent yet')
  // The office has it, by a file.
  await device.db.events.update(saved[0]!.eventID, { state: 'acknowledged' })
  expect(written()).toContain('spare key')
  ask()
  await signsOut(user)
  await expect.poll(() => session.state().token).toBeNull()
  expect(written()).not.toContain('spare key')
  expect(written()).toContain('not sent yet')
  expect([openedDevice(DRIVER), await currentSignIn(device.deviceDb)]).toEqual([null, null])
})

test('A driver who can’t be logged out because the disk is full reads so, and goes on recording on it', async () => {
  const { device, stop, ask, user } = await leaving('not sent yet')
  ask()
  await screen.findByRole('button', { name: 'Export' })
  const free = fillDisk(device)
  await signsOut(user)
  expect(await screen.findByText(/That didn’t work\. Your work is still saved on this phone/)).toBeVisible()
  await saveNote(device, stop.assignmentID, 'tapped on the full disk')
  expect(written()).toContain('tapped on the full disk')
  free()
  expect(openedDevice(DRIVER)?.device).toBe(device)
  expect(session.state().token).not.toBeNull()
  expect(await currentSignIn(device.deviceDb)).toMatchObject({ userID: DRIVER })
  const fetch = vi.spyOn(browserPorts, 'fetch')
  openedDevice(DRIVER)!.sync.wake('online')
  await expect.poll(() => fetch.mock.calls.length).toBeGreaterThan(0)
})

test('A logout that fails after it deleted the sign-in’s copy puts it back, so that sending goes on', async () => {
  const { device, ask, user } = await leaving('not sent yet')
  vi.spyOn(device.db.jobs, 'clear').mockRejectedValueOnce(new Error('The disk is full'))
  ask()
  await signsOut(user)
  expect(await screen.findByText(/That didn’t work/)).toBeVisible()
  expect(await currentSignIn(device.deviceDb)).toMatchObject({ userID: DRIVER, token: 'token-of-dan-reyes' })
  expect(await device.db.jobs.count()).toBe(1)
})

test('With nothing unsent a failed logout is told in a red toast, and the question is closed', async () => {
  const { device, ask, user } = await leaving()
  const closed = ask()
  await screen.findByRole('button', { name: 'Confirm' })
  const free = fillDisk(device)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('That didn’t work.')
  expect(closed).toHaveBeenCalled()
  free()
  expect(session.state().token).not.toBeNull()
})

test('Where the database can’t be read, the question is about what memory has, and Log out says that it didn’t work', async () => {
  const { device, ask, user } = await leaving('not sent yet')
  const free = fillDisk(device, { reads: false })
  ask()
  expect(await screen.findByText(/1 stop/)).toBeVisible()
  await signsOut(user)
  expect(await screen.findByText(/That didn’t work\. Your work is still saved on this phone/)).toBeVisible()
  free()
})
