import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'
import {
  aCustomer,
  aHome,
  another,
  aPackage,
  aSuburb,
  type Fields,
  ids,
  made,
  refusal,
  wrongField,
} from '../../fixtures/office-bodies.ts'

const CUSTOMERS = '/v1/users/customers'
const path = ({ customerID }: Fields) => `${CUSTOMERS}/${String(customerID)}`

describe.each(databases)('Customers on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear(2026)
    await office.make.calendarYear(2027)
    home = await aHome(office.admin, { product: { features: ['No contract'] } })
  })
  afterAll(() => office.close())

  const add = (fields: Fields = {}) => made(office.admin, CUSTOMERS, aCustomer(home, fields))

  test('fields that are left out come from the package, the suburb and the calendar', async () => {
    const customer = await add()
    expect(customer).toMatchObject({
      status: 'ACTIVE',
      amount: 25,
      paymentScheme: 'POSTPAID',
      collectionScheme: 'MONTHLY',
      serviceType: 'GARDEN_BAG',
      features: ['No contract'],
      weekNumber: 2,
      ownWeek: false,
      runNumber: 1,
      stopOrder: null,
      origin: 'NEW',
      email: null,
      hasEmail: false,
      mobilePhone: null,
      due: { yearNumber: 2026, monthNumber: 1 },
      accountBalance: 0,
      totalSales: 0,
      version: 1,
      warnings: [],
    })
    expect(await office.admin.get(path(customer))).toMatchObject({ status: 200, body: customer })
  })

  test('everything the office types is kept, phones as E.164 and the postcode with its zero', async () => {
    const given = {
      title: 'Ms',
      company: 'Smith & Co',
      email: `Anna.${another()}@Rounds.example`,
      amount: 27.5,
      weekNumber: 4,
      runNumber: 2,
      stopOrder: 7,
      paymentScheme: 'PREPAID',
      collectionScheme: 'QUARTERLY',
      propertyManagement: true,
      doNotRemind: true,
      doNotSendInvoiceEmail: true,
      notes: 'Pays late',
      adminNotes: 'Side gate',
      features: ['Own gate'],
      sourceOfLead: 'Neighbour',
      origin: 'MIGRATED',
      accountType: 'BUSINESS',
      invoiceType: '2A',
    }
    const customer = await add({
      ...given,
      mobilePhone: '0412 345 678',
      homePhone: '(02) 9876 5432',
      postcode: '800',
      state: 'NT',
    })
    expect(customer).toMatchObject({
      ...given,
      mobilePhone: '+61412345678',
      homePhone: '+61298765432',
      postcode: '0800',
      ownWeek: true,
      hasEmail: true,
    })
  })

  test('reference numbers count up from 10001 without a gap, also after a refused customer', async () => {
    const fresh = await openOffice(kind)
    const place = await aHome(fresh.admin)
    const refIds = []
    refIds.push((await made(fresh.admin, CUSTOMERS, aCustomer(place)))['refId'])
    await fresh.admin.post(CUSTOMERS, aCustomer(place, { email: fresh.admin.email }))
    const together = await Promise.all([1, 2, 3].map(() => made(fresh.admin, CUSTOMERS, aCustomer(place))))
    refIds.push(...together.map(({ refId }) => refId).sort())
    await fresh.close()
    expect(refIds).toEqual(['10001', '10002', '10003', '10004'])
  })

  test('an e-mail signs in to one account, whatever its case', async () => {
    const email = `ben${another()}@rounds.example`
    await add({ email })
    expect(await office.admin.post(CUSTOMERS, aCustomer(home, { email: email.toUpperCase() }))).toMatchObject(
      refusal(409, 'email_taken', { email: expect.any(String) }),
    )
    const other = await add()
    expect(await office.admin.put(path(other), { email })).toMatchObject(refusal(409, 'email_taken'))
    expect(await office.admin.post(CUSTOMERS, aCustomer(home, { email: office.admin.email }))).toMatchObject(
      refusal(409, 'email_taken'),
    )
  })

  test('a couple shares an e-mail when the office says so: the second gets mail there and signs in nowhere', async () => {
    const shared = `home${another()}@rounds.example`
    const password = 'a long customer password'
    const first = await made(office.admin, CUSTOMERS, aCustomer(home, { email: shared, password }))
    const asked = aCustomer(home, { email: shared.toUpperCase(), firstName: 'Second' })
    expect(await office.admin.post(CUSTOMERS, asked)).toMatchObject(refusal(409, 'email_taken'))
    expect(await office.admin.post(CUSTOMERS, { ...asked, shareEmail: true, password })).toMatchObject(
      refusal(422, 'fields_invalid', { password: expect.stringContaining('leave the password empty') }),
    )
    const second = await made(office.admin, CUSTOMERS, { ...asked, shareEmail: true })
    expect(second).toMatchObject({
      email: shared.toUpperCase(),
      warnings: [{ code: 'email_shared', message: 'Another account uses this email. This customer can’t log in.' }],
    })
    const signedInAs = async (email: string) => {
      const answer = await office.nobody.post('/v1/users/signin', { email, password })
      return answer.status === 200 ? (await signedIn(office.fetch, { email, password })).userID : answer.status
    }
    expect([await signedInAs(shared), await signedInAs(shared.toUpperCase())]).toEqual(
      Array(2).fill(first['customerID']),
    )

    // The password of one who shares would open nothing.
    const edit = (body: object) => office.admin.put(path(second), body)
    expect(await edit({ password })).toMatchObject(refusal(409, 'email_taken'))
    expect(await edit({ firstName: 'Sophie' })).toMatchObject({ status: 200, body: { warnings: [{}] } })
    const own = `own${another()}@rounds.example`
    expect(await edit({ email: own, password })).toMatchObject({ status: 200, body: { warnings: [] } })
    expect(await signedInAs(own)).toBe(second['customerID'])
    expect(await edit({ email: shared })).toMatchObject(refusal(409, 'email_taken'))
    expect(await edit({ email: shared, shareEmail: true })).toMatchObject({ status: 200 })
    expect([await signedInAs(own), await signedInAs(shared)]).toEqual([401, first['customerID']])
  })

  test('an e-mail that nobody uses signs in, also where sharing was allowed', async () => {
    const email = `alone${another()}@rounds.example`
    const answer = await made(office.admin, CUSTOMERS, aCustomer(home, { email, shareEmail: true }))
    expect(answer['warnings']).toEqual([])
  })

  test('two customers with the same e-mail added at once make one', async () => {
    const body = aCustomer(home, { email: `twin${another()}@rounds.example` })
    const answers = await Promise.all([office.admin.post(CUSTOMERS, body), office.admin.post(CUSTOMERS, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('a customer with a password signs in; a new password ends the sessions', async () => {
    const customer = await office.customer()
    expect(await customer.get('/v1/users/profile')).toMatchObject({ status: 200, body: { role: 'CUSTOMER' } })
    expect(
      await office.admin.put(`${CUSTOMERS}/${customer.userID}`, { password: 'another long password' }),
    ).toMatchObject({ status: 200 })
    expect(await customer.get('/v1/users/profile')).toMatchObject({ status: 401 })
    expect(await signedIn(office.fetch, { email: customer.email, password: 'another long password' })).toMatchObject({
      userID: customer.userID,
    })
  })

  test('a password without an e-mail, and one that is too short, is refused at the field', async () => {
    expect(await office.admin.post(CUSTOMERS, aCustomer(home, { password: 'a long password' }))).toMatchObject(
      wrongField('password'),
    )
    expect(
      await office.admin.post(CUSTOMERS, aCustomer(home, { email: 'x@rounds.example', password: 'short' })),
    ).toMatchObject(wrongField('password', 'This field is too short'))
  })

  test.each<[string, Fields]>([
    ['firstName', { firstName: ' ' }],
    ['lastName', { lastName: 'x'.repeat(201) }],
    ['address', { address: 'x'.repeat(301) }],
    ['notes', { notes: 'x'.repeat(4001) }],
    ['email', { email: 'anna' }],
    ['mobilePhone', { mobilePhone: '12345' }],
    ['postcode', { postcode: '0000' }],
    ['startDate', { startDate: '2026-02-30' }],
    ['amount', { amount: 1.005 }],
    ['weekNumber', { weekNumber: 6 }],
    ['runNumber', { runNumber: 0 }],
    ['invoiceType', { invoiceType: '4A' }],
    ['colour', { colour: 'red' }],
    ['suburbID', { suburbID: '01990000-0000-7000-8000-000000000000' }],
    ['productID', { productID: '01990000-0000-7000-8000-000000000000' }],
    ['features.1', { features: ['Same', ' SAME '] }],
    ['due.monthNumber', { due: { yearNumber: 2026, monthNumber: 13 } }],
    ['due.weekNumber', { due: { yearNumber: 2026, monthNumber: 11, weekNumber: 3 } }],
    ['due', { collectionScheme: 'FLEXIBLE', due: { yearNumber: 2026, monthNumber: 11 } }],
  ])('a wrong %s is refused at the field', async (field, fields) => {
    expect(await office.admin.post(CUSTOMERS, aCustomer(home, fields))).toMatchObject(wrongField(field))
  })

  test('a postcode of another state and a suburb without a week are warnings', async () => {
    expect(await add({ postcode: '3000' })).toMatchObject({ warnings: [{ code: 'postcode_state' }] })
    const nowhere = await aHome(office.admin, { suburb: { weekNumber: null } })
    expect(await made(office.admin, CUSTOMERS, aCustomer(nowhere))).toMatchObject({
      weekNumber: null,
      due: null,
      nextPickUp: null,
      warnings: [{ code: 'no_week' }],
    })
  })

  test('a package for both services is a garden bag, or a rubbish removal when it is collected once', async () => {
    const { productID } = await made(office.admin, '/v1/products', aPackage({ serviceType: 'ALL' }))
    expect(await add({ productID })).toMatchObject({ serviceType: 'GARDEN_BAG' })
    expect(await add({ productID, collectionScheme: 'ONE_OFF' })).toMatchObject({
      serviceType: 'RUBBISH_REMOVAL',
      due: null,
    })
  })

  test('the first due period is the first week of theirs at least the lead days after the start', async () => {
    // Week 2 of November 2026 begins on Monday the 9th.
    expect(await add({ startDate: '2026-11-06' })).toMatchObject({
      due: { yearNumber: 2026, monthNumber: 11 },
      nextPickUp: '2026-11-09',
    })
    expect(await add({ startDate: '2026-11-07' })).toMatchObject({
      due: { yearNumber: 2026, monthNumber: 12 },
      nextPickUp: '2026-12-14',
    })
    await office.admin.put('/v1/settings/start.leadDays', { value: 0 })
    const soon = await add({ startDate: '2026-11-09' })
    await office.admin.put('/v1/settings/start.leadDays', { value: null })
    expect(soon).toMatchObject({ due: { yearNumber: 2026, monthNumber: 11 } })
    expect(await add({ startDate: '2026-01-01', due: { yearNumber: 2027, monthNumber: 2 } })).toMatchObject({
      due: { yearNumber: 2027, monthNumber: 2 },
      nextPickUp: '2027-02-08',
    })
  })

  test('the due period of a fortnightly customer names the week: 1 and 3, or 2 and 4', async () => {
    const fortnightly = { collectionScheme: 'FORTNIGHTLY' }
    expect(await add({ ...fortnightly, startDate: '2026-11-10' })).toMatchObject({
      due: { yearNumber: 2026, monthNumber: 11, weekNumber: 4 },
      nextPickUp: '2026-11-23',
    })
    expect(await add({ ...fortnightly, weekNumber: 5, startDate: '2026-11-10' })).toMatchObject({
      due: { yearNumber: 2026, monthNumber: 11, weekNumber: 3 },
    })
    expect(await add({ ...fortnightly, due: { yearNumber: 2026, monthNumber: 12 } })).toMatchObject({
      due: { weekNumber: 2 },
      nextPickUp: '2026-12-14',
    })
    expect(
      await office.admin.post(
        CUSTOMERS,
        aCustomer(home, { ...fortnightly, due: { yearNumber: 2026, monthNumber: 12, weekNumber: 3 } }),
      ),
    ).toMatchObject(wrongField('due.weekNumber'))
  })

  test('the current week is the next pick up until it has ended', async () => {
    const customer = await add({ due: { yearNumber: 2026, monthNumber: 11 } })
    const at = async (instant: string) => {
      office.clock.set(instant)
      const admin = await signedIn(office.fetch, office.admin)
      return (await admin.get(path(customer))).body['nextPickUp']
    }
    // Sunday's last second in Sydney, and Monday's first.
    const seen = [await at('2026-11-15T12:59:59Z'), await at('2026-11-15T13:00:00Z')]
    office.clock.set('2026-11-09T21:00:00Z')
    expect(seen).toEqual(['2026-11-09', '2026-12-14'])
  })

  test('a customer who is not active, or is collected on request, has no next pick up', async () => {
    expect(await add({ status: 'BLOCKED' })).toMatchObject({ nextPickUp: null })
    expect(await add({ status: 'CANCELED' })).toMatchObject({
      nextPickUp: null,
      canceledAt: '2026-11-09T21:00:00.000Z',
    })
    expect(await add({ collectionScheme: 'FLEXIBLE' })).toMatchObject({ nextPickUp: null, due: null, warnings: [] })
  })

  test('a field that is left out stays, null clears it', async () => {
    const customer = await add({
      title: 'Ms',
      company: 'Co',
      email: `eve${another()}@rounds.example`,
      mobilePhone: '0412 345 678',
      notes: 'x',
      amount: 30,
      stopOrder: 4,
    })
    const cleared = { title: null, company: '', email: null, mobilePhone: null, notes: null, stopOrder: null }
    expect(await office.admin.put(path(customer), cleared)).toMatchObject({
      status: 200,
      body: {
        title: null,
        company: null,
        email: null,
        hasEmail: false,
        mobilePhone: null,
        notes: null,
        stopOrder: null,
        amount: 30,
        fullName: customer['fullName'],
        version: 2,
      },
    })
    expect(await office.admin.put(path(customer), { amount: null, firstName: 'Eva' })).toMatchObject({
      body: { amount: 25, fullName: `Eva ${String(customer['lastName'])}` },
    })
  })

  test('status and cycle can’t be changed against their own rules', async () => {
    const customer = await add()
    expect(await office.admin.put(path(customer), { status: 'CANCELED' })).toMatchObject(wrongField('status'))
    expect(await office.admin.put(path(customer), { collectionScheme: 'QUARTERLY' })).toMatchObject(
      wrongField('collectionScheme'),
    )
    expect(await office.admin.put(path(customer), { due: null })).toMatchObject(wrongField('due'))
  })

  test('the week follows the suburb until it is set by hand, and again once that is undone', async () => {
    const customer = await add()
    const { suburbID } = await made(office.admin, '/v1/users/suburbs', aSuburb({ weekNumber: 3 }))
    // A form sends back the week it was shown: that does not set the week by hand.
    expect(await office.admin.put(path(customer), { suburbID, weekNumber: 2 })).toMatchObject({
      body: { weekNumber: 3, ownWeek: false },
    })
    expect(await office.admin.put(path(customer), { weekNumber: 4 })).toMatchObject({
      body: { weekNumber: 4, ownWeek: true },
    })
    expect(await office.admin.put(path(customer), { suburbID: home.suburbID })).toMatchObject({
      body: { weekNumber: 4, ownWeek: true },
    })
    expect(await office.admin.put(path(customer), { weekNumber: null })).toMatchObject({
      body: { weekNumber: 2, ownWeek: false },
    })
  })

  test('of two admins changing the same customer, the one who saw the old version is refused', async () => {
    const customer = await add()
    const change = (notes: string) => office.admin.put(path(customer), { notes }, { 'if-match': '"1"' })
    const answers = await Promise.all([change('Gate on the left'), change('Gate on the right')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 200)!.headers.get('etag')).toBe('"2"')
  })

  test('the cycle changes in one step: scheme, week, round and first due period', async () => {
    const customer = await add()
    const cycle = {
      collectionScheme: 'SECOND_MONTHLY',
      weekNumber: 3,
      runNumber: 2,
      stopOrder: 9,
      due: { yearNumber: 2027, monthNumber: 1 },
    }
    expect(await office.admin.put(`${path(customer)}/cycles`, cycle)).toMatchObject({
      status: 200,
      body: {
        ...cycle,
        ownWeek: true,
        cycle: { collectionScheme: 'SECOND_MONTHLY', due: cycle.due },
        nextPickUp: '2027-01-18',
        version: 2,
      },
    })
    expect(await office.admin.put(`${path(customer)}/cycles`, cycle, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
  })

  test('a wrong due period leaves the whole cycle unchanged', async () => {
    const customer = await add()
    const cycle = {
      collectionScheme: 'QUARTERLY',
      weekNumber: 3,
      runNumber: 2,
      due: { yearNumber: 2026, monthNumber: 13 },
    }
    expect(await office.admin.put(`${path(customer)}/cycles`, cycle)).toMatchObject(wrongField('due.monthNumber'))
    expect(await office.admin.get(path(customer))).toMatchObject({
      body: { collectionScheme: 'MONTHLY', weekNumber: 2, runNumber: 1, version: 1 },
    })
  })

  test('a cycle sent without a due period keeps the old one, gets one where there was none, and has none on request', async () => {
    const customer = await add({ due: { yearNumber: 2027, monthNumber: 3 } })
    const change = async (collectionScheme: string) =>
      (await office.admin.put(`${path(customer)}/cycles`, { collectionScheme, weekNumber: 2, runNumber: 1 })).body
    expect(await change('FORTNIGHTLY')).toMatchObject({
      collectionScheme: 'FORTNIGHTLY',
      due: { yearNumber: 2027, monthNumber: 3, weekNumber: 2 },
      ownWeek: false,
    })
    expect(await change('FLEXIBLE')).toMatchObject({ collectionScheme: 'FLEXIBLE', due: null })
    // From today, 10/11/2026, on: the week that has begun is not the customer's first.
    expect(await change('QUARTERLY')).toMatchObject({ due: { yearNumber: 2026, monthNumber: 12 } })
  })

  test('a customer without history is deleted for good', async () => {
    const email = `gone${another()}@rounds.example`
    const customer = await add({ email })
    expect(await office.admin.delete(path(customer), undefined, { 'if-match': '"9"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.delete(path(customer))).toMatchObject({ status: 204 })
    expect(await office.admin.get(path(customer))).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.delete(path(customer))).toMatchObject(refusal(404, 'not_found'))
    expect(await add({ email })).toMatchObject({ email })
  })

  test('the list finds by reference, name, company, address, suburb, phone and e-mail', async () => {
    const word = `Wombat${another()}`
    const customer = await add({
      firstName: 'Zora',
      lastName: word,
      company: `${word} Pty`,
      address: `7 ${word} Lane`,
      email: `${word}@rounds.example`,
      mobilePhone: '0400 111 222',
      homePhone: '02 5550 1234',
    })
    const finds = async (keyword: string) =>
      ids(await office.admin.get(`${CUSTOMERS}?keyword=${encodeURIComponent(keyword)}`), 'customerID')
    for (const keyword of [
      word,
      `zora ${word}`,
      `${word} pty`,
      `7 ${word.toLowerCase()}`,
      `${word}@rounds`,
      '0400 111 222',
      '400111',
      '+61 400 111 222',
      '02 5550 1234',
    ]) {
      expect([keyword, await finds(keyword)]).toEqual([keyword, [customer['customerID']]])
    }
    expect(await finds(String(customer['refId']))).toContain(customer['customerID'])
    expect(await finds(`${word} nobody`)).toEqual([])
    expect(await office.admin.get(`${CUSTOMERS}?keyword=zo`)).toMatchObject(refusal(400, 'keyword_too_short'))
  })

  test('the list filters and sorts; requests and deleted customers are not in it', async () => {
    const place = await aHome(office.admin)
    const one = (fields: Fields) => made(office.admin, CUSTOMERS, aCustomer(place, fields))
    const a = await one({
      lastName: 'Alpha',
      weekNumber: 1,
      runNumber: 2,
      email: `alpha${another()}@rounds.example`,
      origin: 'MIGRATED',
    })
    const b = await one({ lastName: 'Beta', accountType: 'BUSINESS', invoiceType: '1B', collectionScheme: 'ONE_OFF' })
    const c = await one({ lastName: 'Gamma', status: 'BLOCKED' })
    const request = await one({ lastName: 'Delta', status: 'PENDING' })
    await office.admin.delete(path(await one({ lastName: 'Omega' })))
    const list = async (query: string) =>
      ids(await office.admin.get(`${CUSTOMERS}?suburbID=${place.suburbID}${query}`), 'customerID')
    const of = (...rows: Fields[]) => rows.map(({ customerID }) => customerID)
    expect(await list('')).toEqual(of(a, b, c))
    expect(await list('&sort=-refId')).toEqual(of(c, b, a))
    expect(await list('&sort=weekNumber&status=ACTIVE')).toEqual(of(a, b))
    expect(await list('&status=BLOCKED')).toEqual(of(c))
    expect(await list('&status=PENDING')).toEqual(of(request))
    expect(await list('&weekNumber=1')).toEqual(of(a))
    expect(await list('&runNumber=2')).toEqual(of(a))
    expect(await list('&hasEmail=true')).toEqual(of(a))
    expect(await list('&hasEmail=false')).toEqual(of(b, c))
    expect(await list('&origin=MIGRATED')).toEqual(of(a))
    expect(await list('&accountType=BUSINESS')).toEqual(of(b))
    expect(await list('&invoiceType=1B')).toEqual(of(b))
    expect(await list('&serviceType=ALL')).toEqual(of(a, b, c))
    expect(await list('&serviceType=RUBBISH_REMOVAL')).toEqual([])
    expect(await list(`&productID=${place.productID}`)).toEqual(of(a, b, c))
    expect(await list('&owing=true')).toEqual([])
    expect(await list('&from=1990-01-01&to=1990-01-02')).toEqual(of(a, b, c))
    expect(await list('&perPage=1&page=3')).toEqual(of(c))
    expect(await office.admin.get(`${CUSTOMERS}?sort=password`)).toMatchObject(wrongField('sort'))
    expect(await office.admin.get(`${CUSTOMERS}?perPage=101`)).toMatchObject(wrongField('perPage'))
    expect(await office.admin.get(`${CUSTOMERS}?colour=red`)).toMatchObject(wrongField('colour'))
  })

  test('a customer and a driver may not read customers', async () => {
    const customer = await office.customer()
    const driver = await office.driver()
    for (const person of [customer, driver])
      expect(await person.get(CUSTOMERS)).toMatchObject(refusal(403, 'forbidden'))
    expect(await office.nobody.get(CUSTOMERS)).toMatchObject(refusal(401, 'unauthenticated'))
  })

  test('a customer’s wish for the order and driver are kept, and taken back', async () => {
    const { userID: driverID } = await office.driver()
    const customer = await add({ orderWish: 'first', driverID })
    expect(customer).toMatchObject({ orderWish: 'first', driverID })
    expect(await add()).toMatchObject({ orderWish: null, driverID: null })
    for (const orderWish of ['last', '09:00', '00:00', null])
      expect(await office.admin.put(path(customer), { orderWish })).toMatchObject({ body: { orderWish, driverID } })
    for (const orderWish of ['soon', '9:00', '24:00', '', 9])
      expect(await office.admin.put(path(customer), { orderWish })).toMatchObject(wrongField('orderWish'))
    expect(await office.admin.put(path(customer), { driverID: customer['customerID'] })).toMatchObject(
      wrongField('driverID'),
    )
    expect(await office.admin.put(path(customer), { driverID: null })).toMatchObject({ body: { driverID: null } })
  })

  test('a driver who never worked can be deleted, and is then nobody’s', async () => {
    const { userID: driverID } = await office.driver()
    const customer = await add({ driverID })
    expect(await office.admin.delete(`/v1/users/drivers/${driverID}`)).toMatchObject({ status: 204 })
    expect(await office.admin.get(path(customer))).toMatchObject({ body: { driverID: null } })
  })
})
