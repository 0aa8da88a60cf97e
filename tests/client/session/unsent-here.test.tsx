import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnsentFile } from '#domain/unsent-file.ts'
import { browserPorts } from '#client/app/browser-ports.ts'
import UnsentHere from '#client/app/unsent-here.tsx'
import { UnsentOfDrivers } from '#client/app/unsent-of-drivers.tsx'
import { UnsentPage } from '#client/features/sync/unsent-page.tsx'
import { DeviceDatabase, noteRead, noteUnsent, rememberSignIn } from '#client/offline/store/device-database.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { saveCapturedPhoto, saveDone, saveNote } from '#client/offline/outbox/record.ts'
import type { OfflinePorts } from '#client/offline/store/schema.ts'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import { writeMetas } from '#client/offline/store/meta.ts'
import { readWeek } from '#client/offline/week.ts'
import { statusOf } from '#client/offline/status.ts'
import { makeRun, makeStop } from '../../support/driver-screen.tsx'

const DAN = '01890000-0000-7000-8000-00000000d0a1'
const EVE = '01890000-0000-7000-8000-00000000d0e1'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  Dexie.dependencies.indexedDB = indexedDB
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})
afterEach(() => vi.unstubAllGlobals())

/**
 * A driver's day on this phone: signed in, an outcome and a note recorded at so many stops while offline, and signed out
 * by the office.
 */
async function worked(userID: string, fullName: string, stops: number): Promise<void> {
  const deviceDb = new DeviceDatabase(browserPorts)
  await rememberSignIn(deviceDb, userID, `token-of-${fullName}`, { role: 'DRIVER', fullName })
  deviceDb.close()
  const device = await openDevice(browserPorts, { userID })
  const week = [1, 2, 3].map((place) => makeStop(place, { driverID: userID }))
  await device.db.runs.put(makeRun())
  await device.db.jobs.bulkPut(week)
  for (const { assignmentID } of week.slice(0, stops)) {
    await saveDone(device, assignmentID, { pu: 1 })
    await saveNote(device, assignmentID, 'The gate of Anna Bright')
  }
  closeDevice(device)
}

function shareSheet(share: (data: { files: File[] }) => Promise<void>): void {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(navigator, {
    canShare: ({ files }: { files: File[] }) => files.every(({ type }) => type === 'text/plain'),
    share,
  })
}

test('The login page says it too where the driver signed in first in the window that is still open', async () => {
  const asked = vi.spyOn(indexedDB, 'databases')
  render(<UnsentOfDrivers />)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  cleanup()
  await worked(DAN, 'Dan Reyes', 3)
  render(<UnsentOfDrivers />)
  expect(await screen.findByText('This phone holds unsent work of Dan Reyes: 3 stops.')).toBeVisible()
})

test('The login page says how much of which driver is unsent, and shows no customer data', async () => {
  await worked(DAN, 'Dan Reyes', 3)
  await worked(EVE, 'Eve Lamb', 0)
  render(<UnsentHere />)
  expect(await screen.findByText('This phone holds unsent work of Dan Reyes: 3 stops.')).toBeVisible()
  expect(screen.getByText('Log in as Dan to send it. If Dan can’t log in, export it for the office.')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Export' })).toHaveLength(1)
  expect(document.body).not.toHaveTextContent(/Anna|Castle|Eve/)
})

test('Unsent says to another driver whose unsent work the phone holds, and not that all is sent', async () => {
  await worked(DAN, 'Dan Reyes', 3)
  await worked(EVE, 'Eve Lamb', 0)
  const device = await openDevice(browserPorts, { userID: EVE })
  await device.db.meta.delete('pause')
  // As after the first answers of the office.
  await writeMetas(device.db, { lastPullAt: '2026-11-18T03:00:00Z' })
  device.memory.isCounted = true
  render(
    <MemoryRouter>
      <UnsentPage
        device={device}
        chip={null}
        pickupsPath="/pickups"
        readyPath="/pickups/ready"
        onSend={() => Promise.reject(new Error('not asked for'))}
        saveFile={(name) => Promise.resolve(name)}
        renderOthers={(onFound) => <UnsentHere except={EVE} onFound={onFound} />}
      />
    </MemoryRouter>,
  )
  expect(await screen.findByText('This phone holds unsent work of Dan Reyes: 3 stops.')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'All of yours is sent' })).toBeVisible()
  expect(screen.queryByText(/unsent work of Eve/)).toBeNull()
  closeDevice(device)
})

test('The file is shared as text, holds the driver’s records, and the page says who may have it', async () => {
  await worked(DAN, 'Dan Reyes', 2)
  const given: File[] = []
  shareSheet(async ({ files }) => void given.push(...files))
  render(<UnsentHere />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/Give the file only to the office/)).toBeVisible()
  expect(given[0]!.name).toMatch(/^bagrun-unsent-.*\.txt$/)
  const file = JSON.parse(await given[0]!.text()) as UnsentFile
  expect(file).toMatchObject({
    format: 'bagrun-unsent',
    v: 1,
    userID: DAN,
    events: [
      { type: 'done', seq: 1 },
      { type: 'note', seq: 2 },
      { type: 'done', seq: 3 },
      { type: 'note', seq: 4 },
    ],
  })
  expect(screen.getByText('This phone holds unsent work of Dan Reyes: 2 stops.')).toBeVisible()
})

test('Records that the office refused are not said to be sent by signing in: the driver or the office is needed', async () => {
  await worked(DAN, 'Dan Reyes', 2)
  const device = await openDevice(browserPorts, { userID: DAN })
  const [first] = await device.db.events.toArray()
  await device.db.events.update(first!.eventID, { state: 'needs-attention' })
  const { unmount } = render(<UnsentHere />)
  expect(
    await screen.findByText(
      'Log in as Dan to send it, except 1 stop the office couldn’t take: export it and give the office the file.',
    ),
  ).toBeVisible()
  unmount()
  await device.db.events.toCollection().modify({ state: 'needs-attention' })
  closeDevice(device)
  render(<UnsentHere />)
  expect(
    await screen.findByText('The office couldn’t take it as it is. Export it and give the office the file.'),
  ).toBeVisible()
  expect(document.body).not.toHaveTextContent('Log in as')
})

test('Of a photo that was lost the login page says so, not that the office couldn’t take it or that it can be exported', async () => {
  await worked(DAN, 'Dan Reyes', 1)
  const device = await openDevice(browserPorts, { userID: DAN })
  const [first] = await device.db.jobs.toArray()
  const photo = { bytes: new ArrayBuffer(8), contentType: 'image/jpeg', takenAt: '2026-11-18T01:00:00Z' }
  const { eventID } = await saveCapturedPhoto(device, first!.assignmentID, photo)
  await device.db.events.update(eventID, {
    state: 'needs-attention',
    lastAnswer: {
      at: '2026-11-18T01:00:00Z',
      kind: 'refused',
      status: null,
      code: 'photo_bytes_gone',
      message: null,
    },
  })
  const { unmount } = render(<UnsentHere />)
  const words = '1 photo was lost. Log in as Dan to see which.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText('This phone holds unsent work of Dan Reyes: 1 stop and 1 photo.')).toBeVisible()
  expect(screen.getByText(/^Log in as Dan to send it\./)).toBeVisible()
  expect(document.body).not.toHaveTextContent('couldn’t take')
  unmount()
  await device.db.events.where('state').equals('queued').delete()
  closeDevice(device)
  render(<UnsentHere />)
  expect(await screen.findByText(words)).toBeVisible()
  expect(document.body).not.toHaveTextContent('holds unsent work')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('A share dialog that was closed without sharing does not count as an export', async () => {
  await worked(DAN, 'Dan Reyes', 1)
  shareSheet(() => Promise.reject(new DOMException('put away', 'AbortError')))
  render(<UnsentHere />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/^Log in as Dan to send it\./)).toBeVisible()
  expect(screen.queryByText(/Give the file only to the office/)).toBeNull()
})

test('Signing out with nothing unsent deletes the name too; with unsent work it stays until that is sent', async () => {
  await worked(DAN, 'Dan Reyes', 0)
  const device = await openDevice(browserPorts, { userID: DAN })
  await signOutOnDevice(device)
  expect(JSON.stringify(await device.deviceDb.rows.toArray())).not.toContain('Dan')
  closeDevice(device)
  await worked(EVE, 'Eve Lamb', 1)
  const deviceOfEve = await openDevice(browserPorts, { userID: EVE })
  await signOutOnDevice(deviceOfEve)
  closeDevice(deviceOfEve)
  render(<UnsentHere />)
  expect(await screen.findByText('This phone holds unsent work of Eve Lamb: 1 stop.')).toBeVisible()
})

test('On an office computer nothing is shown, and no database is created by the check', async () => {
  render(<UnsentHere />)
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  expect(document.body).toHaveTextContent('')
  cleanup()
})

test('Unsent work of an older version, which stored no name, is offered too', async () => {
  await worked(DAN, 'Dan Reyes', 0)
  const device = await openDevice(browserPorts, { userID: DAN })
  await device.deviceDb.rows.delete(`name:${DAN}`)
  await saveDone(device, (await device.db.jobs.toArray())[0]!.assignmentID, { pu: 1 })
  closeDevice(device)
  render(<UnsentHere />)
  expect(await screen.findByText('This phone holds unsent work of a driver: 1 stop.')).toBeVisible()
})

test('Unsent records the browser deleted are reported on the login page until that is read', async () => {
  await worked(DAN, 'Dan Reyes', 2)
  const device = await openDevice(browserPorts, { userID: DAN })
  noteUnsent(device, statusOf(await readWeek(device), new Date()))
  closeDevice(device)
  const { unmount } = render(<UnsentHere />)
  await screen.findByText('This phone holds unsent work of Dan Reyes: 2 stops.')
  expect(screen.queryByText(/may be lost/)).toBeNull()
  unmount()

  vi.stubGlobal('indexedDB', new IDBFactory())
  Dexie.dependencies.indexedDB = indexedDB
  const sentence = 'At least 4 outcomes, notes or photos on this phone that weren’t sent may be lost: tell the office.'
  const second = render(<UnsentHere />)
  expect(await screen.findByText(sentence)).toBeVisible()
  second.unmount()
  const again = await openDevice(browserPorts, { userID: DAN })
  const third = render(<UnsentHere />)
  expect(await screen.findByText(sentence)).toBeVisible()
  third.unmount()
  noteRead(again)
  closeDevice(again)
  await worked(EVE, 'Eve Lamb', 1)
  render(<UnsentHere />)
  await screen.findByText('This phone holds unsent work of Eve Lamb: 1 stop.')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('What only the journal has, because the browser deleted the database, is offered and not called lost', async () => {
  const entries: string[] = []
  const openJournal: OfflinePorts['openJournal'] = () =>
    Promise.resolve({
      entries: [...entries],
      append: async (more) => entries.push(...more) > 0,
      rewrite: async (all) => entries.splice(0, entries.length, ...all).length >= 0,
      isThere: () => Promise.resolve(true),
      close: () => undefined,
    })
  // happy-dom has no files.
  browserPorts.openJournal = openJournal
  await worked(DAN, 'Dan Reyes', 2)
  const device = await openDevice(browserPorts, { userID: DAN })
  noteUnsent(device, statusOf(await readWeek(device), new Date()))
  closeDevice(device)
  expect(entries).toHaveLength(4)
  vi.stubGlobal('indexedDB', new IDBFactory())
  Dexie.dependencies.indexedDB = indexedDB

  const given: File[] = []
  shareSheet(async ({ files }) => void given.push(...files))
  render(<UnsentHere />)
  expect(await screen.findByText('This phone holds unsent work of a driver: 2 stops.')).toBeVisible()
  expect(screen.queryByText(/may be lost/)).toBeNull()
  expect(await indexedDB.databases()).toEqual([])
  await userEvent.setup().click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/Give the file only to the office/)).toBeVisible()
  expect((JSON.parse(await given[0]!.text()) as UnsentFile).events.map(({ type }) => type)).toEqual([
    'done',
    'note',
    'done',
    'note',
  ])
  delete browserPorts.openJournal
})

test('What a database lost from its end is reported on the login page', async () => {
  await worked(DAN, 'Dan Reyes', 2)
  const device = await openDevice(browserPorts, { userID: DAN })
  noteUnsent(device, statusOf(await readWeek(device), new Date()))
  await device.db.events.where('state').equals('queued').delete()
  await device.db.meta.put({ key: 'seq', value: 1 })
  closeDevice(device)
  render(<UnsentHere />)
  expect(await screen.findByText(/^At least 3 .* may be lost: tell the office\.$/)).toBeVisible()
})
