import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { browserPorts } from '#client/app/browser-ports.ts'
import { driverDevice, forgetDriverDevice } from '#client/app/driver-device.ts'
import { journalCompared } from '#client/offline/outbox/record.ts'

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
  await expect.poll(() => held, { timeout: 1_000 }).toBe(0)
})
