import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { another, type Fields, ids, refusal } from '../../fixtures/office-bodies.ts'
import { openRequestsOffice, REQUESTS, type RequestsOffice } from '../../fixtures/requests-office.ts'

describe.each(databases)('Customer requests on %s', (kind) => {
  let fixture: RequestsOffice
  beforeAll(async () => {
    fixture = await openRequestsOffice(kind)
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.reset())

  const admin = () => fixture.office.admin
  const listed = async (query = '') => ids(await admin().get(`${REQUESTS}${query}`), 'customerID')

  test('a request is in the list of requests and not among the customers, the newest first', async () => {
    const first = await fixture.asked()
    fixture.office.clock.pass(60_000)
    const second = await fixture.asked()
    expect(await listed()).toEqual([second.customerID, first.customerID])
    expect(await listed('?sort=createdAt')).toEqual([first.customerID, second.customerID])
    expect(ids(await admin().get('/v1/users/customers'), 'customerID')).toEqual([])
    expect(await admin().get(first.path)).toMatchObject({
      status: 200,
      body: {
        customerID: first.customerID,
        status: 'PENDING',
        quotedAt: null,
        quotedPrice: null,
        quotations: 0,
        acceptedAt: null,
        possibleDouble: null,
        amount: 25,
        version: 1,
      },
    })
  })

  test('the list is filtered by package, suburb, day, keyword, and by who got a quotation or has accepted', async () => {
    const quiet = await fixture.asked()
    fixture.office.clock.pass(86_400_000)
    await fixture.office.deps.database.db.execute(sql`update sessions set expires_at = expires_at + interval '10 days'`)
    const quoted = await fixture.asked({ company: 'Quokka Pty Ltd' })
    await admin().put(`${quoted.path}/send-quotation`, {})
    expect(await listed('?quoted=true')).toEqual([quoted.customerID])
    expect(await listed('?quoted=false')).toEqual([quiet.customerID])
    expect(await listed('?accepted=true')).toEqual([])
    expect(await listed('?accepted=false&sort=createdAt')).toEqual([quiet.customerID, quoted.customerID])
    expect(await listed(`?productID=${String(quiet.row['productID'])}`)).toEqual([quiet.customerID])
    expect(await listed(`?suburbID=${String(quoted.row['suburbID'])}`)).toEqual([quoted.customerID])
    expect(await listed('?to=2026-11-10')).toEqual([quiet.customerID])
    expect(await listed('?from=2026-11-11')).toEqual([quoted.customerID])
    expect(await listed('?keyword=quokka')).toEqual([quoted.customerID])
    expect(await listed(`?keyword=${quiet.email}`)).toEqual([quiet.customerID])
    expect(await listed('?sort=-quotedAt')).toEqual([quoted.customerID, quiet.customerID])
    expect(await listed('?sort=servicePackage')).toHaveLength(2)
    expect(await admin().get(`${REQUESTS}?keyword=qu`)).toMatchObject(refusal(400, 'keyword_too_short'))
    expect(await admin().get(`${REQUESTS}?perPage=1&page=2&sort=createdAt`)).toMatchObject({
      body: { page: 2, perPage: 1, total: 2, items: [{ customerID: quoted.customerID }] },
    })
  })

  test('a customer who is no request is not found here', async () => {
    const customer = await fixture.office.make.customer()
    expect(await admin().get(`${REQUESTS}/${customer.customerID}`)).toMatchObject(refusal(404, 'not_found'))
    for (const act of ['send-quotation', 'make-official']) {
      const body = act === 'make-official' ? { runNumber: 1, invoiceType: '1A' } : {}
      expect(await admin().put(`${REQUESTS}/${customer.customerID}/${act}`, body)).toMatchObject(
        refusal(409, 'wrong_state'),
      )
    }
    expect(await admin().delete(`${REQUESTS}/${customer.customerID}`)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test.each<[string, (known: Fields) => Fields]>([
    ['mobile phone', ({ mobilePhone }) => ({ mobilePhone })],
    [
      'name and address, whatever their case',
      ({ firstName, lastName, address }) => ({
        firstName: String(firstName).toUpperCase(),
        lastName,
        address: String(address).toLowerCase(),
      }),
    ],
  ])('a customer with the same %s may be the same person', async (_likeness, same) => {
    const known = await fixture.office.make.customer()
    const request = await fixture.asked(same(known as unknown as Fields))
    const possibleDouble = { customerID: known.customerID, refId: known.refId, fullName: known.fullName }
    expect(await admin().get(request.path)).toMatchObject({ body: { possibleDouble } })
    expect(await admin().get(REQUESTS)).toMatchObject({
      body: { items: [{ customerID: request.customerID, possibleDouble }] },
    })
  })

  test('so may one with the same name written with another apostrophe, hyphen or accent', async () => {
    const known = await fixture.office.make.customer({ firstName: 'Zoë', lastName: `O’Brien-${another()}` })
    const request = await fixture.asked({
      firstName: 'Zoe',
      lastName: String(known.lastName).replace('’', "'").replace('-', '\u2010'),
      address: known.address,
    })
    expect(await admin().get(request.path)).toMatchObject({
      body: { possibleDouble: { customerID: known.customerID } },
    })
  })

  test('so may one with the same e-mail, and the one named at the registration comes before all others', async () => {
    const known = await fixture.office.make.customer({ email: `Known-${another()}@customers.example` })
    const alike = await fixture.office.make.customer()
    const request = await fixture.asked({ mobilePhone: alike.mobilePhone })
    await flagAsDouble(request.customerID, String(known.email).toUpperCase(), null)
    expect(await admin().get(request.path)).toMatchObject({
      body: { possibleDouble: { customerID: known.customerID } },
    })
    await flagAsDouble(request.customerID, String(known.email), alike.customerID)
    expect(await admin().get(request.path)).toMatchObject({
      body: { possibleDouble: { customerID: alike.customerID } },
    })
  })

  test('the same address alone is no double, nor is a driver, nor a deleted customer', async () => {
    const known = await fixture.office.make.customer()
    const driver = await fixture.office.make.driver()
    const request = await fixture.asked({ address: known.address })
    await flagAsDouble(request.customerID, driver.email, null)
    expect(await admin().get(request.path)).toMatchObject({ body: { possibleDouble: null } })
    const other = await fixture.asked({ mobilePhone: known.mobilePhone })
    await fixture.office.deps.database.db.execute(
      sql`update customers set hidden_at = now() where customer_id = ${known.customerID}`,
    )
    expect(await admin().get(other.path)).toMatchObject({ body: { possibleDouble: null } })
  })

  test('a request is deleted for good, with its account, its links and the mails to it', async () => {
    const request = await fixture.asked()
    await admin().put(`${request.path}/send-quotation`, {})
    await fixture.office.nobody.post('/v1/users/forgot-password', { email: request.email })
    expect(await admin().delete(request.path, undefined, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect((await admin().delete(request.path)).status).toBe(204)
    expect(await admin().get(request.path)).toMatchObject(refusal(404, 'not_found'))
    expect(await admin().delete(request.path)).toMatchObject(refusal(404, 'not_found'))
    const { rows } = await fixture.office.deps.database.db.execute(sql`
      select (select count(*)::int from users where user_id = ${request.customerID}) as users,
        (select count(*)::int from one_time_tokens where user_id = ${request.customerID}) as tokens,
        (select count(*)::int from mails where to_address = ${request.email}) as mails`)
    expect(rows).toEqual([{ users: 0, tokens: 0, mails: 0 }])
  })

  test('deleting a possible double keeps the mails to the customer it may double', async () => {
    const known = await fixture.office.customer()
    await fixture.office.nobody.post('/v1/users/forgot-password', { email: known.email })
    const request = await fixture.asked({ email: null })
    await flagAsDouble(request.customerID, known.email, known.userID)
    await admin().put(`${request.path}/send-quotation`, {})
    const subjects = async () =>
      (await admin().get<{ items: Fields[] }>('/v1/mails')).body.items.map(({ subject }) => String(subject)).toSorted()
    expect(await subjects()).toEqual(['Choose a new password for Bagrun', 'Your quotation from Bagrun'])
    expect((await admin().delete(request.path)).status).toBe(204)
    expect(await subjects()).toEqual(['Choose a new password for Bagrun'])
  })

  /** The state after a registration with an email that is already known. */
  async function flagAsDouble(customerID: string, email: string, doubleID: string | null): Promise<void> {
    const { db } = fixture.office.deps.database
    await db.execute(sql`update users set email = ${email}, signs_in = 0 where user_id = ${customerID}`)
    await db.execute(sql`update customers set possible_double_id = ${doubleID} where customer_id = ${customerID}`)
  }
})
