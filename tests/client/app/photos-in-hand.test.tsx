import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice } from '#client/app/driver-device.ts'
import DriverRoutes, { beginFirstScreen } from '#client/app/driver-routes.tsx'
import { setPhone } from '#client/app/phone-port.ts'
import { setUpdate } from '#client/app/update-store.ts'
import { takePhoto } from '#client/features/pickups/photo-taking.tsx'
import { session } from '#client/app/session.ts'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { CrashInjector } from '../../support/simulation/crash-injector.ts'
import { JournalDisk } from '../../support/simulation/journal-disk.ts'
import { pick, slowPhoto } from '../../support/pick-photo.ts'
import { DRIVER, makeRun, makeStop } from '../../support/driver-screen.tsx'

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
  document.body.replaceChildren()
  forgetDriverDevice()
  Object.assign(browserPorts, before)
  await session.end('asked')
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The driver's app with these stops, at an address. */
async function onThePhone(stops = [makeStop(1)], at = '/pickups') {
  const profile = makeProfile({ userID: DRIVER, role: 'DRIVER' })
  await session.begin('token-of-dan-reyes', profile)
  const { device } = await driverDevice(DRIVER)
  await device.db.runs.put(makeRun())
  await device.db.jobs.bulkPut(stops)
  await beginFirstScreen(profile)
  render(
    <MemoryRouter initialEntries={[at]}>
      <DriverRoutes profile={profile} />
    </MemoryRouter>,
  )
  return { device, stops, user: userEvent.setup() }
}

const camera = () => screen.findByRole('button', { name: /^Photo \d\/5$/ })
const incomes = () => screen.getAllByRole('link', { name: 'Incomes', hidden: true })[0]!

// The page reads once which photos are lost, so this test is the first.
test('A photo lost with the app is told on the stop’s page too, and on the next morning, until the driver answers', async () => {
  const stop = makeStop(1)
  const openedAt = new Date(Date.now() - 15 * 3_600_000).toISOString()
  localStorage.setItem('rr-capture', JSON.stringify([{ assignmentID: stop.assignmentID, openedAt }]))
  const { user } = await onThePhone([stop], `/pickups/${stop.assignmentID}`)
  expect(await screen.findByText(/^The photo of 1 Old Castle Rd wasn’t saved: the phone closed the app/)).toBeVisible()
  await user.click(incomes())
  await screen.findByRole('heading', { level: 1, name: 'Incomes' })
  await user.click(screen.getByRole('button', { name: 'Skip' }))
  expect(screen.queryByText(/closed the app/)).toBeNull()
  expect(localStorage.getItem('rr-capture')).toBeNull()
})

test('A photo that can’t be saved is told on the page that the driver has gone to, with its street, until it is read', async () => {
  const { user } = await onThePhone()
  const [photo, huge] = [slowPhoto(), new File(['x'], 'huge.jpg')]
  Object.defineProperty(huge, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  await user.click(await camera())
  pick(photo.file, huge)
  expect(await screen.findByText('Saving photo…', { selector: 'p' })).toBeVisible()
  await user.click(incomes())
  await screen.findByRole('heading', { level: 1, name: 'Incomes' })
  photo.fails()
  const told = await screen.findByText(/Not saved: the photo couldn’t be read\. Please take it again\./)
  expect(screen.getByRole('alert')).toContainElement(told)
  expect(screen.getByRole('alert')).toHaveTextContent(/1 Old Castle Rd.*Not saved: Max file size: 20 MB/)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(localStorage.getItem('rr-capture')).toBeNull()
})

test('“Saving photo…” goes with the driver to the stop’s page, which then says that the photo is saved', async () => {
  const { user } = await onThePhone()
  const photo = slowPhoto()
  await user.click(await camera())
  pick(photo.file)
  await user.click(await screen.findByRole('button', { name: /1 Old Castle Rd/ }))
  await screen.findByRole('region', { name: 'History' })
  expect(screen.getByText('Saving photo…', { selector: 'p' })).toBeVisible()
  photo.isRead()
  expect(await screen.findByText('Photo saved, 1 of 5')).toBeVisible()
})

test('While a photo is being saved nothing is called sent, no update is offered, and a sign-out waits for it', async () => {
  const { device, user } = await onThePhone([makeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 1 })])
  // The office has everything else.
  await device.db.meta.bulkPut([
    { key: 'lastPullAt', value: new Date().toISOString() },
    { key: 'link', value: { state: 'ok', since: new Date().toISOString() } },
  ])
  expect(await screen.findByText('All sent. The office has everything.')).toBeVisible()
  setUpdate('ready', () => undefined)
  expect(await screen.findByText('A new version is ready.')).toBeVisible()
  const photo = slowPhoto()
  takePhoto(device, (await device.db.jobs.toArray())[0]!.assignmentID, 'camera')
  pick(photo.file)
  await waitFor(() => expect(screen.queryByText('All sent. The office has everything.')).toBeNull())
  expect(screen.queryByText('A new version is ready.')).toBeNull()
  expect(screen.getByRole('link', { name: 'Saving photo…' })).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Logout', hidden: true })[0]!)
  expect(await screen.findByRole('dialog', { name: 'Saving photo…' })).toBeVisible()
  photo.isRead()
  const question = await screen.findByRole('dialog', { name: 'Some of your work isn’t sent yet' })
  expect(question).toHaveTextContent('Only on this phone: 1 photo.')
  setUpdate('none', () => undefined)
})

test('A photo in hand isn’t called lost when the driver comes back to the list', async () => {
  const { user } = await onThePhone()
  const photo = slowPhoto()
  await user.click(await camera())
  pick(photo.file)
  await user.click(incomes())
  await screen.findByRole('heading', { level: 1, name: 'Incomes' })
  await user.click(screen.getAllByRole('link', { name: 'Pickups', hidden: true })[0]!)
  expect(await screen.findByText('Saving photo…', { selector: 'p' })).toBeVisible()
  expect(screen.queryByText(/closed the app/)).toBeNull()
  photo.isRead()
  expect(await screen.findByText('Photo saved, 1 of 5')).toBeVisible()
})
