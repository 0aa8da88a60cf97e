import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import { newID } from '#domain/identifiers.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import {
  aCustomer,
  aDriver,
  aHome,
  another,
  aPackage,
  aSuburb,
  type Fields,
  made,
  refusal,
  wrongField,
} from '../../fixtures/office-bodies.ts'
import { activeRun } from '../../fixtures/runs.ts'

type Entry = OutputOf<typeof listAudit>['items'][number]

describe.each(databases)('The audit log’s list, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const list = async (query = '') =>
    (await office.admin.get<{ items: Entry[]; total: number }>(`/v1/audit${query}`)).body
  const about = async (subjectID: unknown) => (await list(`?subjectID=${String(subjectID)}`)).items

  test('the newest entry comes first, with who, what, before and after', async () => {
    const suburb = await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Old Town' }))
    office.clock.pass(1000)
    await office.admin.put(`/v1/users/suburbs/${String(suburb['suburbID'])}`, { label: 'New Town' })
    const [latest, first] = await about(suburb['suburbID'])
    const { fullName } = (await office.admin.get<{ fullName: string }>('/v1/users/profile')).body
    expect(latest).toMatchObject({
      at: office.clock.now().toISOString(),
      actorID: office.admin.userID,
      actor: fullName,
      action: 'suburb.update',
      subjectKind: 'suburb',
      subjectID: suburb['suburbID'],
      subject: 'New Town 2076',
      before: { label: 'Old Town' },
      after: { label: 'New Town' },
    })
    expect(first).toMatchObject({ action: 'suburb.create', subject: 'New Town 2076', before: null })
    expect((await list()).items[0]).toEqual(latest)
    expect((await list('?sort=at')).items.at(-1)).not.toEqual((await list('?sort=-at')).items.at(-1))
  })

  test('each object has its name of today; a deleted one has none', async () => {
    const home = await aHome(office.admin, { product: { name: 'Green bag' } })
    const customer = await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { firstName: 'Anna', lastName: 'Name' }),
    )
    const driver = await made(office.admin, '/v1/users/drivers', aDriver({ firstName: 'Dan', lastName: 'Name' }))
    const named = async (id: unknown) => [...new Set((await about(id)).map(({ subject }) => subject))]
    expect(await named(customer['customerID'])).toEqual([`Anna Name (${String(customer['refId'])})`])
    expect(await named(driver['driverID'])).toEqual(['Dan Name'])
    expect(await named(home.productID)).toEqual(['Green bag'])
    const lines = [{ description: 'Bin', quantity: 1, price: 25 }]
    const invoice = await made(office.admin, '/v1/invoices', { customerID: customer['customerID'], lines })
    expect(await named(invoice['invoiceID'])).toEqual(['INV-000001'])
    await office.admin.put('/v1/settings/invoice.dueDays', { value: 14 })
    expect(await named('invoice.dueDays')).toEqual(['invoice.dueDays'])
    const week = await made(office.admin, '/v1/settings/calendars', {
      yearNumber: 2045,
      monthNumber: 1,
      weekNumber: 2,
      from: '2045-01-09',
      to: '2045-01-15',
    })
    expect(await named(week['calendarSettingID'])).toEqual(['Week 2, January · 9–15 Jan 2045'])
    await office.admin.post('/v1/settings/calendars/year', { yearNumber: 2046, mode: 'MONTHS' })
    expect(await named('2046')).toEqual(['2046'])
    const gone = await made(office.admin, '/v1/products', aPackage())
    await office.admin.delete(`/v1/products/${String(gone['productID'])}`)
    expect(await named(gone['productID'])).toEqual([null])
  })

  test('a run, its stops, a no pickup, a phone and a person have their names too', async () => {
    const { run, driver } = await activeRun(office, 1)
    const stop = run.jobs[0]!
    const noPickup = await office.make.noPickup()
    const { db } = office.deps.database
    const deviceID = `phone-${another()}`
    await db.execute(
      sql`insert into devices (device_id, user_id, first_seen_at, last_seen_at) values (${deviceID}, ${driver.userID}, now(), now())`,
    )
    const eventID = newID()
    for (const [subjectKind, id] of [
      ['job', stop.assignmentID],
      ['device', deviceID],
      ['user', driver.userID],
      ['event', eventID],
      ['moon', eventID],
    ]) {
      await db.execute(
        sql`insert into audit (audit_id, created_at, action, subject_kind, subject_id) values (${newID()}, now(), 'test', ${subjectKind}, ${id})`,
      )
    }
    const { fullName } = (await driver.get<{ fullName: string }>('/v1/users/profile')).body
    const called = async (subjectKind: string, id: string) =>
      (await list(`?subjectKind=${subjectKind}&subjectID=${id}`)).items[0]!.subject
    expect(await called('run', run.runOrderID)).toBe('Week 2, November · 9–15 Nov 2026')
    expect(await called('job', stop.assignmentID)).toBe(stop.capturedCustomerName)
    expect(await called('no_pickup', noPickup.noPickupID)).toBe(
      `${noPickup.customer}, Week 2, December · 14–20 Dec 2026`,
    )
    expect(await called('device', deviceID)).toBe(`${fullName}’s phone`)
    expect(await called('user', driver.userID)).toBe(fullName)
    expect([await called('event', eventID), await called('moon', eventID)]).toEqual([null, null])
  })

  test('one page runs one query for each kind, however many entries it has', async () => {
    const asked: string[] = []
    const { pool } = office.deps.database
    const query = pool.query.bind(pool)
    const labels = []
    office.clock.pass(1000)
    for (let n = 0; n < 8; n += 1)
      labels.push((await made<Fields>(office.admin, '/v1/users/suburbs', aSuburb()))['label'])
    pool.query = ((statement: { text: string }, values?: unknown[]) => {
      asked.push(statement.text)
      return query(statement as never, values as never)
    }) as typeof pool.query
    const { items } = await list('?subjectKind=suburb&perPage=8').finally(() => void (pool.query = query))
    expect(items.map(({ subject }) => subject).toSorted()).toEqual(
      labels.map((label) => `${String(label)} 2076`).toSorted(),
    )
    expect(asked.filter((text) => text.includes('from "suburbs"'))).toHaveLength(1)
  })

  test('the list is filtered by who, what, which and when', async () => {
    await office.reset()
    const suburb = await made(office.admin, '/v1/users/suburbs', aSuburb())
    const product = await made(office.admin, '/v1/products', aPackage())
    for (const at of ['2026-11-10T05:00:00Z', '2026-11-10T13:30:00Z']) {
      office.clock.set(at)
      // An admin's session does not last a night without a request.
      await list()
    }
    await office.admin.put(`/v1/products/${String(product['productID'])}`, { price: 31 })
    const found = async (query: string) => (await list(query)).items.map(({ action }) => action).toSorted()
    expect(await found(`?actorID=${office.admin.userID}`)).toEqual([
      'product.create',
      'product.update',
      'session.sign-in',
      'suburb.create',
    ])
    expect(await found(`?actorID=${String(suburb['suburbID'])}`)).toEqual([])
    expect(await found('?subjectKind=product')).toEqual(['product.create', 'product.update'])
    expect(await found(`?subjectID=${String(suburb['suburbID']).toUpperCase()}`)).toEqual(['suburb.create'])
    expect(await found('?action=product.update')).toEqual(['product.update'])
    // Half past midnight of the 11th in the business's time zone.
    expect(await found('?from=2026-11-11')).toEqual(['product.update'])
    expect(await found('?to=2026-11-10')).toEqual(['product.create', 'session.sign-in', 'suburb.create'])
    expect(await found('?keyword=create&subjectKind=suburb')).toEqual(['suburb.create'])
    expect(await found('?keyword=suburb')).toEqual(['suburb.create'])
    expect(await found('?keyword=admin')).toHaveLength(4)
    expect(await found('?keyword=nothing')).toEqual([])
    expect(await list('?perPage=2&page=2')).toMatchObject({ total: 4, items: [{}, {}] })
    expect(await office.admin.get('/v1/audit?keyword=su')).toMatchObject(refusal(400, 'keyword_too_short'))
    expect(await office.admin.get('/v1/audit?sort=before')).toMatchObject(wrongField('sort'))
    expect(await office.admin.get('/v1/audit?actorID=me')).toMatchObject(wrongField('actorID'))
  })

  test('an action through a link or by the system has no actor, and is listed too', async () => {
    const { db } = office.deps.database
    await db.execute(
      sql`insert into audit (audit_id, created_at, action, subject_kind, subject_id) values (${newID()}, ${office.clock.now().toISOString()}, 'request.accept', 'customer', ${newID()})`,
    )
    expect((await list('?action=request.accept')).items).toMatchObject([
      { actorID: null, actor: null, subject: null, before: null, after: null },
    ])
    expect((await list('?keyword=accept')).items).toHaveLength(1)
  })

  test('no secret and no private data is ever in it', async () => {
    const secrets = {
      dob: '1988-07-23',
      nextOfKin: 'Miriam Featherstone',
      licenseNumber: '17283945LX',
      taxFileNumber: '123456782',
      password: 'a password of the driver',
    }
    const driver = await made(
      office.admin,
      '/v1/users/drivers',
      aDriver({ ...secrets, address: '9 Quokka Lane', notes: 'Quokka friend' }),
    )
    await office.admin.put(`/v1/users/drivers/${String(driver['driverID'])}`, {
      taxFileNumber: '876543210',
      password: 'another long password',
      mobilePhone: '0411 222 333',
    })
    await office.admin.get(`/v1/users/drivers/${String(driver['driverID'])}/private`)
    const customer = await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(await aHome(office.admin), {
        email: 'q@quokka.example',
        password: 'a password of the customer',
        adminNotes: 'Quokka gate code 4711',
      }),
    )
    await office.admin.put(`/v1/users/customers/${String(customer['customerID'])}`, {
      password: 'a second password',
      homePhone: '02 9876 5432',
    })
    const all = JSON.stringify([...(await about(driver['driverID'])), ...(await about(customer['customerID']))])
    expect(all).toContain('"privateGiven":["dob","nextOfKin","licenseNumber","taxFileNumber"]')
    for (const secret of [
      ...Object.values(secrets),
      '876543210',
      'password of',
      'second password',
      'Quokka',
      'quokka',
      '411222333',
      '98765432',
      'argon2',
      'Hash',
      'Sealed',
    ])
      expect(all).not.toContain(secret)
  })

  test('only an admin reads it', async () => {
    const driver = await office.driver()
    expect(await driver.get('/v1/audit')).toMatchObject(refusal(403, 'forbidden'))
    expect(await office.nobody.get('/v1/audit')).toMatchObject(refusal(401, 'unauthenticated'))
  })
})
