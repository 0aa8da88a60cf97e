import { afterAll, beforeAll } from 'vitest'
import { type Office, openOffice } from '../support/office.ts'
import { openBusiness, type SimulatedBusiness } from '../support/simulation/business.ts'

interface Opened {
  office: Office
  business: SimulatedBusiness
}

/** Opens one office with its business for all tests of a describe, and closes it after them. */
export function withBusiness(assign: (opened: Opened) => void): void {
  let office: Office
  beforeAll(async () => {
    office = await openOffice('embedded')
    assign({ office, business: await openBusiness(office) })
  }, 60_000)
  afterAll(() => office.close())
}
