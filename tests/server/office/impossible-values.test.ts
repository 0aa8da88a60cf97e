import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { jpeg } from '../../fixtures/jpeg.ts'
import { png } from '../../fixtures/png.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aDriver, aHome, aPackage, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'
import { bad, csvOf, importOf } from '../../fixtures/import-files.ts'

const CUSTOMERS = '/v1/users/customers'
/** The office's today is Tuesday 10/11/2026: week 2 of November is under way, week 1 is over. */
const OVER = { yearNumber: 2026, monthNumber: 10 }
const RUNNING = { yearNumber: 2026, monthNumber: 11 }
/** Right-to-left override: reverses the text that follows. */
const TURNED = '\u202e'

describe.each(databases)('Impossible values, on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let freshly: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    home = await aHome(office.admin, {
      suburb: { label: 'Wahroonga', postCode: '2076', weekNumber: 2 },
      product: { name: 'Garden bag' },
    })
    freshly = await office.keep()
  })
  beforeEach(() => freshly())
  afterAll(() => office.close())

  const add = (fields = {}) => office.admin.post<{ customerID: string }>(CUSTOMERS, aCustomer(home, fields))
  const inCycle = (customerID: string, due: object, weekNumber = 2) =>
    office.admin.put(`${CUSTOMERS}/${customerID}/cycles`, {
      collectionScheme: 'MONTHLY',
      weekNumber,
      runNumber: 1,
      due,
    })

  test('no customer begins in a week that is over: not a new one, nor a request that is made official', async () => {
    expect(await add({ due: OVER })).toMatchObject(wrongField('due', 'This week has ended'))
    expect(await add({ due: RUNNING, weekNumber: 1 })).toMatchObject(wrongField('due', 'This week has ended'))
    expect(await add({ due: RUNNING })).toMatchObject({ status: 201, body: { nextPickUp: '2026-11-09' } })
    const { body } = await add({ status: 'PENDING' })
    const official = (due: object) =>
      office.admin.put(`${CUSTOMERS}/requests/${body.customerID}/make-official`, {
        runNumber: 1,
        invoiceType: '1A',
        due,
      })
    expect(await official(OVER)).toMatchObject(wrongField('due', 'This week has ended'))
    expect(await official(RUNNING)).toMatchObject({ status: 200 })
  })

  test('a cycle can’t be set to a past period; a customer who was missed stays due there', async () => {
    const { customerID } = (await add({ due: RUNNING })).body
    expect(await inCycle(customerID, OVER)).toMatchObject(wrongField('due', 'This week has ended'))
    office.clock.set('2026-11-16T03:00:00Z')
    await office.deps.database.pool.query('update sessions set expires_at = $1', ['2027-01-01T00:00:00Z'])
    expect(await inCycle(customerID, RUNNING)).toMatchObject({ status: 200, body: { due: RUNNING } })
    expect(await inCycle(customerID, RUNNING, 1)).toMatchObject({ status: 200, body: { weekNumber: 1, due: RUNNING } })
    expect(await inCycle(customerID, OVER)).toMatchObject(wrongField('due', 'This week has ended'))
    office.clock.set('2026-11-09T21:00:00Z')
  })

  test('an import can’t add a customer with a period that is over', async () => {
    const line = {
      ...aCustomer(home),
      suburbLabel: 'Wahroonga',
      packageName: 'Garden bag',
      suburbID: undefined,
      productID: undefined,
      dueYear: 2026,
    }
    const rows = [
      { ...line, lastName: 'Then', dueMonth: 10 },
      { ...line, lastName: 'Now', dueMonth: 11 },
    ].map(({ suburbID: _s, productID: _p, ...row }) => row)
    expect((await importOf(office, 'customers')(csvOf(rows), '?skipErrors=true')).body).toMatchObject({
      created: 1,
      errors: bad([2], 'dueYear: This week has ended'),
    })
  })

  test('a calendar week can’t be as long as a month', async () => {
    const week = { yearNumber: 2027, monthNumber: 1, weekNumber: 1, from: '2027-01-04' }
    expect(await office.admin.post('/v1/settings/calendars', { ...week, to: '2027-01-18' })).toMatchObject(
      wrongField('to', 'A calendar week has at most 14 days'),
    )
    const { calendarSettingID } = await made<{ calendarSettingID: string }>(office.admin, '/v1/settings/calendars', {
      ...week,
      to: '2027-01-17',
    })
    expect(await office.admin.put(`/v1/settings/calendars/${calendarSettingID}`, { from: '2027-01-03' })).toMatchObject(
      wrongField('to'),
    )
  })

  test('the second reminder comes after the first, whichever of the two is changed', async () => {
    const set = (key: string, value: number | null) => office.admin.put(`/v1/settings/remind.${key}`, { value })
    expect(await set('firstDays', 14)).toMatchObject(
      wrongField('value', 'The second reminder is after 14 days, so the first must be sooner.'),
    )
    expect(await set('secondDays', 7)).toMatchObject(
      wrongField('value', 'The first reminder is after 7 days, so the second must be later.'),
    )
    expect(await set('secondDays', 30)).toMatchObject({ status: 200 })
    expect(await set('firstDays', 20)).toMatchObject({ status: 200 })
    expect(await set('secondDays', null)).toMatchObject(wrongField('value'))
  })

  test('a driver’s birth date is before today, and the employment ends after it began', async () => {
    expect(await office.admin.post('/v1/users/drivers', aDriver({ dob: '2026-11-11' }))).toMatchObject(
      wrongField('dob', 'This date is in the future'),
    )
    expect(await office.admin.post('/v1/users/drivers', aDriver({ employmentEndDate: '2026-01-04' }))).toMatchObject(
      wrongField('employmentEndDate'),
    )
    const { driverID } = await made<{ driverID: string }>(
      office.admin,
      '/v1/users/drivers',
      aDriver({ dob: '2008-11-10', employmentEndDate: '2026-12-31' }),
    )
    expect(await office.admin.put(`/v1/users/drivers/${driverID}`, { dob: '2027-01-01' })).toMatchObject(
      wrongField('dob'),
    )
    expect(
      await office.admin.put(`/v1/users/drivers/${driverID}`, { employmentStartDate: '2027-01-01' }),
    ).toMatchObject(wrongField('employmentEndDate'))
  })

  test('invisible characters are removed from names and lines; notes keep their lines', async () => {
    const said = {
      firstName: `An${TURNED}na\u0007`,
      lastName: '\u0001 \u2066Smith\u2069 ',
      company: 'Green\tBags',
      mobilePhone: '\u202a0412 345 678\u202c',
      notes: 'Dog\n\tBig one\u009b',
    }
    expect(await add(said)).toMatchObject({
      status: 201,
      body: {
        firstName: 'Anna',
        lastName: 'Smith',
        company: 'Green Bags',
        mobilePhone: '+61412345678',
        notes: 'Dog\n\tBig one',
      },
    })
    expect(await add({ lastName: `${TURNED}\u0002` })).toMatchObject(wrongField('lastName', 'This field is mandatory'))
    expect(await made(office.admin, '/v1/products', aPackage({ features: [`Skip${TURNED} any time`] }))).toMatchObject({
      features: ['Skip any time'],
    })
    expect(await office.admin.put('/v1/settings/business.name', { value: `Green${TURNED}Bags` })).toMatchObject({
      status: 200,
      body: { value: 'GreenBags' },
    })
  })

  test('a file with such characters brings the same customer once, not twice', async () => {
    const {
      suburbID: _s,
      productID: _p,
      ...line
    } = {
      ...aCustomer(home),
      firstName: `An${TURNED}na`,
      email: `\u202aanna@mail.example`,
      suburbLabel: 'Wahroonga\u0007',
      packageName: 'Garden bag',
    }
    expect((await importOf(office, 'customers')(csvOf([line]))).body).toMatchObject({ created: 1, errors: [] })
    expect((await importOf(office, 'customers')(csvOf([line]))).body).toMatchObject({ unchanged: 1, errors: [] })
  })

  test('a logo whose header has no valid image size is refused', async () => {
    const put = (bytes: Uint8Array) =>
      office.admin.put('/v1/settings/logo', bytes, { 'content-type': 'application/octet-stream' })
    for (const broken of [
      png({ width: 0 }),
      png({ height: 0 }),
      png().subarray(0, 20),
      jpeg({ height: 0 }),
      jpeg().subarray(0, 12),
      png({ width: 8193, size: 2000 }),
      jpeg({ height: 9000 }),
      Uint8Array.of(0xff, 0xd8, 0xff),
    ]) {
      expect(await put(broken)).toMatchObject(refusal(422, 'not_a_photo'))
    }
    for (const good of [png({ width: 8192, height: 1, size: 2000 }), jpeg()])
      expect(await put(good)).toMatchObject({ status: 200 })
  })

  test('a mistyped long customer number does not make every later one as long; a firm may import long numbers', async () => {
    await add()
    const {
      suburbID: _s,
      productID: _p,
      ...line
    } = { ...aCustomer(home), suburbLabel: 'Wahroonga', packageName: 'Garden bag' }
    const bring = async (...numbers: number[]) =>
      (
        await importOf(office, 'customers')(
          csvOf(numbers.map((refId) => ({ ...line, lastName: `No ${refId}`, refId }))),
          '?skipErrors=true',
        )
      ).body
    expect(await bring(41_234_567)).toMatchObject({
      created: 0,
      errors: bad([2], 'refId: More than 1,000,000 beyond the highest Ref ID, 10001'),
    })
    expect(await bring(10_050, 10_051, 41_234_567)).toMatchObject({ created: 2, errors: [{ line: 4 }] })
    expect(await bring(3_000_001, 3_000_002, 3_000_003)).toMatchObject({ created: 3, errors: [] })
    expect((await add()).body).toMatchObject({ refId: '3000004' })
  })

  test('the search says when there are more results than it shows', async () => {
    const more = async () =>
      (await office.admin.get<{ items: unknown[]; more: boolean }>('/v1/search?keyword=Bandicoot')).body
    for (let at = 0; at < 6; at += 1) await add({ lastName: `Bandicoot ${at}` })
    expect(await more()).toMatchObject({ more: false, total: 6 })
    await add({ lastName: 'Bandicoot 7' })
    expect(await more()).toMatchObject({ more: true, total: 6 })
  })
})
