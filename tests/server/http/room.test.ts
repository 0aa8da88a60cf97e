import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationRoutes } from '#server/features/registration/registration-routes.ts'
import { accountRoutes } from '#server/features/session/account-routes.ts'
import { registrationForm, REGISTER } from '../../fixtures/registrations.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { smallApp } from '../../support/test-server.ts'

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
    database: { ...office.deps.database, freeBytes: async () => megabytes * 1024 * 1024 },
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
