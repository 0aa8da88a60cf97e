import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice } from '#client/app/driver-device.ts'
import { setPhone } from '#client/app/phone-port.ts'
import { session } from '#client/app/session.ts'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { journalCompared, saveNote } from '#client/offline/outbox/record.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { DRIVER, makeRun, makeStop } from '../../support/driver-screen.tsx'
import { CrashInjector } from '../../support/simulation/crash-injector.ts'
import { JournalDisk } from '../../support/simulation/journal-disk.ts'

const before = { ...browserPorts }
afterEach(() => {
  forgetDriverDevice()
  Object.assign(browserPorts, { indexedDB: undefined, IDBKeyRange: undefined }, before)
})

test('a phone that is forgotten before its first screen lets go of the journal’s file at once', async () => {
  let held = 0
  const openJournal = async () => {
    held += 1
    const yes = async () => true
    return { entries: [], append: yes, rewrite: yes, isThere: yes, close: () => void (held -= 1) }
  }
  Object.assign(browserPorts, { indexedDB: new IDBFactory(), IDBKeyRange, openJournal })
  const { device } = await driverDevice('01900000-0000-7000-8000-000000000001')
  await journalCompared(device)
  expect(held).toBe(1)
  forgetDriverDevice()
  await expect.poll(() => held).toBe(0)
})

test('What the phone has is sent after a sign-in on a full disk, which could not be written to the databases', async () => {
  const asked: [url: string, authorization: string | null][] = []
  const fetch = (url: string, { headers }: RequestInit) => {
    asked.push([url, new Headers(headers).get('Authorization')])
    return Promise.reject(new TypeError('no signal'))
  }
  const openJournal = new JournalDisk(() => 0.5).of(new CrashInjector())
  const xsrf = () => Promise.resolve('x')
  Object.assign(browserPorts, { indexedDB: new IDBFactory(), IDBKeyRange, locks: null, xsrf, fetch, openJournal })
  setPhone(() => import('#client/app/phone.ts'))
  screenIsShown()
  const { device } = await driverDevice(DRIVER)
  await journalCompared(device)
  const stop = makeStop(1)
  await device.db.runs.put(makeRun())
  await device.db.jobs.put(stop)
  await saveNote(device, stop.assignmentID, 'gate locked')
  forgetDriverDevice()
  await expect.poll(() => device.journal.port).toBeNull()

  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, tables, mode, more) {
    if (mode === 'readwrite') throw new DOMException('FILE_ERROR_NO_SPACE', 'UnknownError')
    return original.call(this, tables, mode, more)
  })
  await session.begin('token-of-dan-reyes', makeProfile({ userID: DRIVER, role: 'DRIVER' }))
  expect(session.state().token).toBe('token-of-dan-reyes')
  await driverDevice(DRIVER)
  await expect.poll(() => asked.at(0)).toEqual([expect.stringMatching(/\/done$/), 'Bearer token-of-dan-reyes'])
  await session.end('asked')
})
