import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aDriver, aHome, aPackage, aSuburb, type Fields, made } from '../../fixtures/office-bodies.ts'

describe.each(databases)('A change that changes nothing on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  /** Sends it twice: nothing changes either time; then sends another value, which does change something. */
  async function stays(path: string, same: Fields, other: Fields): Promise<void> {
    const before = await office.admin.get(path)
    const version = Number(before.body['version'])
    expect(await office.admin.put(path, same)).toMatchObject({ status: 200, body: { version } })
    expect((await office.admin.get(path)).body).toEqual(before.body)
    expect(await office.admin.put(path, {}, { 'if-match': `"${version}"` })).toMatchObject({
      status: 200,
      body: { version },
    })
    expect(await office.admin.put(path, same, { 'if-match': `"${version + 1}"` })).toMatchObject({ status: 412 })
    expect(await office.admin.put(path, { ...same, ...other })).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    })
  }

  test('leaves a suburb as it was', async () => {
    const suburb = aSuburb()
    const { suburbID } = await made(office.admin, '/v1/users/suburbs', suburb)
    await stays(
      `/v1/users/suburbs/${String(suburbID)}`,
      { ...suburb, label: ` ${suburb.label}`, moveFollowers: true },
      { label: `${suburb.label} North` },
    )
  })

  test('leaves a package as it was', async () => {
    const product = aPackage({ features: ['One bag'], publicPaymentScheme: '' })
    const { productID } = await made(office.admin, '/v1/products', product)
    await stays(`/v1/products/${String(productID)}`, product, { features: [] })
  })

  test('leaves a customer unchanged', async () => {
    const customer = aCustomer(home, {
      email: 'anna@rounds.example',
      mobilePhone: '0412 345 678',
      notes: 'Side gate',
      features: ['One bag'],
    })
    const { customerID } = await made(office.admin, '/v1/users/customers', customer)
    await stays(`/v1/users/customers/${String(customerID)}`, customer, { firstName: 'Berta' })
  })

  test('leaves a customer’s cycle as it was', async () => {
    const { customerID } = await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { due: { yearNumber: 2026, monthNumber: 12 } }),
    )
    const cycle = {
      collectionScheme: 'MONTHLY',
      weekNumber: 2,
      runNumber: 1,
      due: { yearNumber: 2026, monthNumber: 12 },
    }
    const path = `/v1/users/customers/${String(customerID)}/cycles`
    expect(await office.admin.put(path, cycle)).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await office.admin.put(path, { ...cycle, runNumber: 2 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
  })

  test('leaves a driver unchanged, the encrypted numbers too', async () => {
    const driver = aDriver({
      taxFileNumber: '123 456 782',
      dob: '1980-02-29',
      licenseNumber: '1234 AB',
      abn: '51 824 753 556',
    })
    const { driverID } = await made(office.admin, '/v1/users/drivers', driver)
    await stays(`/v1/users/drivers/${String(driverID)}`, driver, { taxFileNumber: null })
    expect(await office.admin.get(`/v1/users/drivers/${String(driverID)}/private`)).toMatchObject({
      body: { taxFileNumber: null, dob: '1980-02-29', licenseNumber: '1234 AB' },
    })
  })

  test('but a password always counts as new', async () => {
    const driver = await office.driver()
    expect(await office.admin.put(`/v1/users/drivers/${driver.userID}`, { password: driver.password })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    expect(await driver.get('/v1/users/profile')).toMatchObject({ status: 401 })
  })

  test('leaves a setting as it was', async () => {
    const path = '/v1/settings/invoice.dueDays'
    expect(await office.admin.put(path, { value: 7 })).toMatchObject({
      status: 200,
      body: { version: 0, isDefault: true },
    })
    expect(await office.admin.put(path, { value: 14 })).toMatchObject({ body: { version: 1 } })
    expect(await office.admin.put(path, { value: 14 })).toMatchObject({ body: { version: 1 } })
  })

  test('leaves a week of the calendar as it was', async () => {
    const week = { yearNumber: 2026, monthNumber: 11, weekNumber: 2, from: '2026-11-09', to: '2026-11-15' }
    const { calendarSettingID } = await made(office.admin, '/v1/settings/calendars', week)
    expect(await office.admin.put(`/v1/settings/calendars/${String(calendarSettingID)}`, week)).toMatchObject({
      status: 200,
      body: { version: 1 },
    })
  })

  test('makes no entry in the audit log', async () => {
    const { rows } = await office.deps.database.pool.query<{ action: string }>(
      `select action from audit where before is not null and before::text = after::text`,
    )
    expect(rows).toEqual([])
  })

  test('two references to things that do not exist are both reported', async () => {
    const nowhere = {
      suburbID: '00000000-0000-7000-8000-000000000000',
      productID: '00000000-0000-7000-8000-000000000000',
    }
    const fields = { suburbID: 'This suburb doesn’t exist', productID: 'This service package doesn’t exist' }
    expect((await office.admin.post('/v1/users/customers', aCustomer(nowhere))).body.fields).toEqual(fields)
    const { customerID } = await made(office.admin, '/v1/users/customers', aCustomer(home))
    expect((await office.admin.put(`/v1/users/customers/${String(customerID)}`, nowhere)).body.fields).toEqual(fields)
  })
})
