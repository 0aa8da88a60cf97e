import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import {
  aCustomer,
  aDriver,
  aHome,
  aPackage,
  aSuburb,
  type Fields,
  made,
  refusal,
} from '../../fixtures/office-bodies.ts'

interface Entry {
  action: string
  actor_id: string
  subject_id: string
  request_id: string
  before: Fields | null
  after: Fields | null
}

describe.each(databases)('The audit on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  async function entries(subjectID: unknown): Promise<Entry[]> {
    const { rows } = await office.deps.database.db.execute(sql`select * from audit where subject_id = ${subjectID}`)
    // The office's clock does not advance, so entries are identified by their action.
    const told = (entry: Entry) =>
      ['create', 'update', 'cycle', 'delete'].findIndex((word) => entry.action.endsWith(word))
    return (rows as unknown as Entry[]).sort((a, b) => told(a) - told(b))
  }

  test.each([
    ['suburb', '/v1/users/suburbs', 'suburbID', aSuburb, { label: 'Renamed' }],
    ['product', '/v1/products', 'productID', aPackage, { price: 31 }],
    ['driver', '/v1/users/drivers', 'driverID', aDriver, { payRate: 5 }],
  ])(
    'who made, changed and deleted a %s is in the audit log with before and after',
    async (noun, path, id, body, change) => {
      const object = await made(office.admin, path, body())
      await office.admin.put(`${path}/${String(object[id])}`, change)
      await office.admin.delete(`${path}/${String(object[id])}`)
      const written = await entries(object[id])
      expect(written.map(({ action }) => action)).toEqual([`${noun}.create`, `${noun}.update`, `${noun}.delete`])
      expect(new Set(written.map(({ actor_id }) => actor_id))).toEqual(new Set([office.admin.userID]))
      expect(new Set(written.map(({ request_id }) => request_id)).size).toBe(3)
      expect(written.map(({ before, after }) => [before !== null, after !== null])).toEqual([
        [false, true],
        [true, true],
        [true, false],
      ])
      expect(written[1]!.before).not.toEqual(written[1]!.after)
    },
  )

  test('changes of a setting and of a calendar week are in the audit log', async () => {
    await office.admin.put('/v1/settings/invoice.dueDays', { value: 14 })
    expect(await entries('invoice.dueDays')).toMatchObject([
      { action: 'setting.update', before: { value: 7 }, after: { value: 14 } },
    ])
    await office.admin.post('/v1/settings/calendars/year', { yearNumber: 2029, mode: 'MONTHS' })
    expect(await entries('2029')).toMatchObject([{ action: 'calendar.create_year', after: { weeks: 53 } }])
  })

  test('how a customer is served is in the audit log, the customer’s name and address are not', async () => {
    const details = {
      lastName: 'Quokkason',
      company: 'Quokka Pty',
      address: '9 Quokka Lane',
      email: 'q@quokka.example',
      mobilePhone: '0411 222 333',
      notes: 'Quokka at the gate',
    }
    const customer = await made(office.admin, '/v1/users/customers', aCustomer(await aHome(office.admin), details))
    const path = `/v1/users/customers/${String(customer['customerID'])}`
    await office.admin.put(path, { address: '10 Quokka Lane', amount: 30 })
    await office.admin.put(`${path}/cycles`, { collectionScheme: 'QUARTERLY', weekNumber: 3, runNumber: 2 })
    await office.admin.delete(path)
    const written = await entries(customer['customerID'])
    expect(written.map(({ action }) => action)).toEqual([
      'customer.create',
      'customer.update',
      'customer.cycle',
      'customer.delete',
    ])
    expect(written[1]).toMatchObject({
      before: { amountCents: 2500 },
      after: { amountCents: 3000, changed: ['address'] },
    })
    expect(JSON.stringify(written)).not.toMatch(/quokka|411222333/i)
  })

  test('a changed e-mail, phone, address or password of a driver is named in the audit log without its value', async () => {
    const driver = await made(office.admin, '/v1/users/drivers', aDriver({ address: '1 Numbat Lane', notes: 'Numbat' }))
    const change = {
      email: `numbat${String(driver['driverID'])}@quiet.example`,
      mobilePhone: '0411 222 333',
      address: '2 Numbat Lane',
      notes: 'Numbat',
      password: 'a numbat asleep',
    }
    await office.admin.put(`/v1/users/drivers/${String(driver['driverID'])}`, change)
    const written = await entries(driver['driverID'])
    expect(written[1]).toMatchObject({
      action: 'driver.update',
      after: { changed: ['email', 'mobilePhone', 'address', 'password'], privateGiven: [] },
    })
    expect(JSON.stringify(written)).not.toMatch(/numbat|411222333/i)
  })

  test('a changed password or changed features of a customer are named in the audit log without their value', async () => {
    const customer = await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(await aHome(office.admin), { email: 'bilby@quiet.example' }),
    )
    await office.admin.put(`/v1/users/customers/${String(customer['customerID'])}`, {
      features: ['Gate key'],
      propertyManagement: true,
      password: 'a bilby asleep',
    })
    expect((await entries(customer['customerID']))[1]).toMatchObject({
      action: 'customer.update',
      after: { changed: ['features', 'propertyManagement', 'password'] },
    })
  })

  test('a refused change is not in the audit log', async () => {
    const suburb = await made(office.admin, '/v1/users/suburbs', aSuburb())
    expect(
      await office.admin.put(
        `/v1/users/suburbs/${String(suburb['suburbID'])}`,
        { label: 'Late' },
        { 'if-match': '"9"' },
      ),
    ).toMatchObject(refusal(412, 'version_conflict'))
    expect(await entries(suburb['suburbID'])).toHaveLength(1)
  })
})
