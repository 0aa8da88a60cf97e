import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aDriver, aHome, made, wrongField } from '../../fixtures/office-bodies.ts'

/** Days are added to a date: nothing comes after the last possible one. */
describe.each(databases)('The last days of the calendar on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  const WEEK = { yearNumber: 2100, monthNumber: 1, weekNumber: 1 }

  test.each([
    ['startDate', '/v1/users/customers', () => aCustomer(home, { startDate: '9999-12-31' })],
    ['employmentEndDate', '/v1/users/drivers', () => aDriver({ employmentEndDate: '9999-12-31' })],
    ['to', '/v1/settings/calendars', () => ({ ...WEEK, from: '2100-01-04', to: '9999-12-31' })],
  ])('as %s of %s are refused at the field', async (field, path, body) => {
    expect(await office.admin.post(path, body())).toMatchObject(wrongField(field, 'From 01/01/1900 to 31/12/2999'))
  })

  test.each([
    '/v1/users/customers',
    '/v1/users/customers/requests',
    '/v1/users/drivers',
    '/v1/users/suburbs',
    '/v1/users/admins',
    '/v1/products',
    '/v1/settings',
    '/v1/settings/calendars',
    '/v1/audit',
    '/v1/runs',
  ])('as the end of %s are refused, and the last possible day is its limit', async (path) => {
    expect(await office.admin.get(`${path}?to=9999-12-31`)).toMatchObject(wrongField('to'))
    expect(await office.admin.get(`${path}?from=1900-01-01&to=2999-12-31`)).toMatchObject({ status: 200 })
  })

  test('a start far in the future is kept, and is in no week of the calendar yet', async () => {
    expect(await made(office.admin, '/v1/users/customers', aCustomer(home, { startDate: '2999-12-31' }))).toMatchObject(
      { startDate: '2999-12-31', nextPickUp: null },
    )
  })
})
