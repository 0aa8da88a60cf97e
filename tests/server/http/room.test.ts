import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { registrationRoutes } from '#server/features/registration/registration-routes.ts'
import { accountRoutes } from '#server/features/session/account-routes.ts'
import { registrationForm, REGISTER } from '../../fixtures/registrations.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { smallApp } from '../../support/test-server.ts'

const MB = 1024 * 1024

let office: Office
beforeAll(async () => {
  office = await openOffice(databases[0]!)
})
afterAll(() => office.close())

test.each([
  [99, ['stranger', 'customer', 'admin', 'driver']],
  [150, ['stranger', 'customer', 'admin']],
  [300, ['stranger', 'customer']],
  [600, []],
])('with %i MB left on the disk nothing is written for %j', async (megabytes, refused) => {
  const people = { customer: await office.customer(), admin: office.admin, driver: await office.driver() }
  const form = await registrationForm(office)
  const app = await smallApp(office, [...registrationRoutes(office.deps), ...accountRoutes(office.deps)], {
    database: { ...office.deps.database, freeBytes: async () => megabytes * MB },
  })
  const answers = {
    stranger: (await app.nobody.post(REGISTER, form)).status,
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, person]) => [
          name,
          (await app.as(person).post('/v1/users/sessions/end-others')).status,
        ]),
      ),
    ),
  }
  expect(Object.keys(answers).filter((name) => answers[name as keyof typeof answers] === 507)).toEqual(refused)
})

describe.each(databases)('Photos on this server’s disk, beside %s', (kind) => {
  let beside: Office
  beforeAll(async () => {
    beside = await openOffice(kind)
  })
  afterAll(() => beside.close())

  test('the free room of that disk is known before the first photo is stored', async () => {
    expect(await beside.deps.storage.freeBytes?.()).toBeGreaterThan(0)
  })

  test('a customer’s writes are refused and the office is told while a driver still sends', async () => {
    const [customer, driver] = [await beside.customer(), await beside.driver()]
    const free = { freeBytes: async () => 150 * MB }
    const { database, storage } = beside.deps
    const nearlyFull = {
      ...beside.deps,
      storage: { ...storage, ...free },
      database: { ...database, ...(database.freeBytes && free) },
    }
    const app = await smallApp(beside, accountRoutes(nearlyFull), nearlyFull)
    const statusFor = async (person: typeof customer) =>
      (await app.as(person).post('/v1/users/sessions/end-others')).status
    expect([await statusFor(customer), await statusFor(driver)]).toEqual([507, 200])
    await checkAlerts(nearlyFull)
    expect((await beside.admin.get('/v1/alerts')).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ kind: 'disk-short' })]),
    })
  })
})
