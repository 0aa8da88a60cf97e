import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CalendarRow } from '#domain/calendar.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { officeFixture } from '../../support/years/office-fixture.ts'
import { liveThrough } from '../../support/years/simulate-years.ts'
import { databases } from '../../support/databases.ts'

/** Months, thirteen periods of four weeks, months again. */
const YEARS = { 2027: 'MONTHS', 2028: 'FOUR_WEEKLY', 2029: 'MONTHS' } as const

describe('three years of weekly runs through the API', { timeout: 600_000 }, () => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(databases[0]!)))
  afterAll(() => office.close())

  // The same story runs many times on the rules alone (tests/domain/years.test.ts): here the server has to follow them.
  test('serve every customer who is due, and none twice; each run equals its preview, and a repeated command changes nothing', async () => {
    const rows: CalendarRow[] = []
    for (const [year, mode] of Object.entries(YEARS)) {
      const made = await office.admin.post<{ items: CalendarRow[] }>('/v1/settings/calendars/year', {
        yearNumber: Number(year),
        mode,
      })
      rows.push(...made.body.items)
    }
    const fixture = await officeFixture(office, await office.driver())
    expect(await liveThrough(fixture, rows, { seed: 1, people: 5 })).toBeGreaterThan(100)
  })
})
