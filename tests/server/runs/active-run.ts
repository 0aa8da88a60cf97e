import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import type { DatabaseKind } from '#server/db/database.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { activeRun, type Device, deviceOf } from './fixture.ts'

interface Opened {
  office: Office
  run: Run
  driver: Person
  /** A new device of the driver, for each test. */
  device: Device
}

/** Opens an office with one active run of so many stops; each test of the describe starts from the same data. */
export function withActiveRun(kind: DatabaseKind, stops: number, assign: (opened: Opened) => void): void {
  let opened: Omit<Opened, 'device'>
  let restore: () => Promise<void>
  beforeAll(async () => {
    const office = await openOffice(kind)
    opened = { office, ...(await activeRun(office, stops)) }
    restore = await office.keep()
  })
  afterAll(() => opened.office.close())
  beforeEach(async () => {
    await restore()
    assign({ ...opened, device: deviceOf(opened.office, opened.driver, opened.run) })
  })
}
