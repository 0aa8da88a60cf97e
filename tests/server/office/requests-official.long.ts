import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { signedIn } from '../../support/person.ts'
import { type Fields, ids, refusal, wrongField } from '../../fixtures/office-bodies.ts'
import {
  openRequestsOffice,
  REQUESTS,
  type Request,
  type RequestsOffice,
  statuses,
  tokenIn,
} from '../../fixtures/requests-office.ts'

const OFFICIAL = { runNumber: 2, invoiceType: '1B' }
const PASSWORD = 'a long password of my own'

describe.each(databases)('A request made official on %s', (kind) => {
  let fixture: RequestsOffice
  beforeAll(async () => {
    fixture = await openRequestsOffice(kind)
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.reset())

  const admin = () => fixture.office.admin
  const official = (request: Request, body: Fields = {}, headers?: Record<string, string>) =>
    admin().put<Fields>(`${request.path}/make-official`, { ...OFFICIAL, ...body }, headers)

  test('the new customer is in the suburb’s week, keeps the number, and is first due after the lead days', async () => {
    const request = await fixture.asked({ startDate: '2026-01-01' })
    expect(await official(request)).toMatchObject({
      status: 200,
      // Tuesday 10/11 and three days: the suburb's week 2 of November has begun.
      body: {
        customerID: request.customerID,
        refId: request.row['refId'],
        status: 'ACTIVE',
        weekNumber: 2,
        ownWeek: false,
        runNumber: 2,
        invoiceType: '1B',
        due: { yearNumber: 2026, monthNumber: 12 },
        nextPickUp: '2026-12-14',
        version: 2,
      },
    })
    expect(ids(await admin().get(REQUESTS), 'customerID')).toEqual([])
    expect(ids(await admin().get('/v1/users/customers'), 'customerID')).toEqual([request.customerID])
  })

  test('the first week is not before the wished date, and start.leadDays decides how soon it can be', async () => {
    expect(await official(await fixture.asked({ startDate: '2027-01-09' }))).toMatchObject({
      body: { due: { yearNumber: 2027, monthNumber: 2 } },
    })
    await admin().put('/v1/settings/start.leadDays', { value: 2 })
    expect(await official(await fixture.asked({ startDate: '2027-01-09' }))).toMatchObject({
      body: { due: { yearNumber: 2027, monthNumber: 1 } },
    })
  })

  test('the suburb’s week counts as it is now; a week the office names, now or before, is the customer’s own', async () => {
    const moved = await fixture.asked()
    await fixture.office.deps.database.db.execute(
      sql`update suburbs set week_number = 4 where suburb_id = ${String(moved.row['suburbID'])}`,
    )
    expect(await official(moved)).toMatchObject({ body: { weekNumber: 4, ownWeek: false, nextPickUp: '2026-11-23' } })
    expect(await official(await fixture.asked(), { weekNumber: 3 })).toMatchObject({
      body: { weekNumber: 3, ownWeek: true, nextPickUp: '2026-11-16' },
    })
    expect(await official(await fixture.asked({ weekNumber: 1 }))).toMatchObject({
      body: { weekNumber: 1, ownWeek: true, nextPickUp: '2026-12-07' },
    })
    expect(await official(await fixture.asked(), { weekNumber: 2 })).toMatchObject({
      body: { weekNumber: 2, ownWeek: false },
    })
  })

  test('the office may name the first due period, if that exists', async () => {
    expect(await official(await fixture.asked(), { due: { yearNumber: 2027, monthNumber: 3 } })).toMatchObject({
      body: { due: { yearNumber: 2027, monthNumber: 3 }, nextPickUp: '2027-03-08' },
    })
    const request = await fixture.asked()
    expect(await official(request, { due: { yearNumber: 2026, monthNumber: 13 } })).toMatchObject(
      wrongField('due.monthNumber'),
    )
    expect(await official(request, { due: { yearNumber: 2026, monthNumber: 12, weekNumber: 4 } })).toMatchObject(
      wrongField('due.weekNumber'),
    )
    expect(await official(request, { runNumber: 0 })).toMatchObject(wrongField('runNumber'))
    expect(await admin().get(request.path)).toMatchObject({ body: { status: 'PENDING', version: 1 } })
    expect(await fixture.mailsTo(request.email)).toEqual([])
  })

  test('a fortnightly customer gets the first of the two weeks, one on request none', async () => {
    expect(await official(await fixture.asked({ collectionScheme: 'FORTNIGHTLY' }))).toMatchObject({
      body: { due: { yearNumber: 2026, monthNumber: 11, weekNumber: 4 }, nextPickUp: '2026-11-23' },
    })
    expect(await official(await fixture.asked({ collectionScheme: 'FLEXIBLE' }))).toMatchObject({
      body: { due: null, nextPickUp: null },
    })
  })

  test('without a week the request is still made official, with a warning', async () => {
    const request = await fixture.asked({}, { suburb: { weekNumber: null } })
    expect(await official(request)).toMatchObject({
      status: 200,
      body: { weekNumber: null, due: null, warnings: [{ code: 'no_week' }] },
    })
    expect((await fixture.mailsTo(request.email))[0]!.text).toContain(
      'Your first collection is in the week we arrange with you.',
    )
  })

  test('the welcome mail has the number, the first week and a link to choose a password, once', async () => {
    await admin().put('/v1/settings/business.name', { value: 'Green Bags' })
    const request = await fixture.asked()
    await official(request)
    const [mail] = await fixture.mailsTo(request.email)
    expect(mail!.subject).toBe('Welcome to Green Bags')
    expect(mail!.text).toContain(`Your customer number is ${String(request.row['refId'])}.`)
    expect(mail!.text).toContain('Your first collection is in the week of Monday 14 December.')
    const token = tokenIn(mail!, 'http://office.test/recover')
    const choose = () => fixture.office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })
    expect((await choose()).status).toBe(204)
    expect(await choose()).toMatchObject(refusal(400, 'token_invalid'))
    const customer = await signedIn(fixture.office.fetch, { email: request.email, password: PASSWORD })
    expect(customer.userID).toBe(request.customerID)
  })

  test('the link of the welcome works for seven days', async () => {
    const request = await fixture.asked()
    await official(request)
    const token = tokenIn((await fixture.mailsTo(request.email))[0]!, '/recover')
    fixture.office.clock.pass(7 * 86_400_000)
    expect(await fixture.office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })).toMatchObject(
      refusal(400, 'token_invalid'),
    )
  })

  test('a request without an e-mail becomes a customer without a mail', async () => {
    expect(await official(await fixture.asked({ email: null }))).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', email: null },
    })
    expect(await admin().get('/v1/mails')).toMatchObject({ body: { total: 0 } })
  })

  test('of two admins at the same moment one makes it official, the other is refused; one mail is sent', async () => {
    const [plain, matched] = [await fixture.asked(), await fixture.asked()]
    for (const [request, headers] of [
      [plain, {}],
      [matched, { 'if-match': '"1"' }],
    ] as const) {
      const answers = await Promise.all([official(request, {}, headers), official(request, { runNumber: 3 }, headers)])
      expect(statuses(answers)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'wrong_state'))
      expect(await fixture.mailsTo(request.email)).toHaveLength(1)
    }
  })

  test('a form with an old version is refused', async () => {
    const request = await fixture.asked()
    await admin().put(`${request.path}/send-quotation`, {})
    expect(await official(request, {}, { 'if-match': '"1"' })).toMatchObject(refusal(412, 'version_conflict'))
  })

  test('deleted and made official at once: one of the two happens, completely', async () => {
    const request = await fixture.asked()
    const [made, deleted] = await Promise.all([official(request), admin().delete(request.path)])
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([made.status, deleted.status])
  })

  test('a second home with the e-mail of a customer is official when the office says so, and logs in nowhere', async () => {
    const { db } = fixture.office.deps.database
    const known = await fixture.office.customer()
    const second = await fixture.asked({ email: null })
    await db.execute(sql`update users set email = ${known.email}, signs_in = 0 where user_id = ${second.customerID}`)
    expect(await official(second)).toMatchObject(refusal(409, 'email_taken'))
    expect(await official(second, { shareEmail: true })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', email: known.email, warnings: [{ code: 'email_shared' }] },
    })
    const [welcome] = await fixture.mailsTo(known.email)
    expect(welcome!.text).toContain('It logs in to your other account')
    expect(welcome!.text).not.toContain('/recover')
    expect(await signedIn(fixture.office.fetch, known)).toMatchObject({ userID: known.userID })
  })

  test('a possible double signs in with the shared e-mail from now on, unless the other customer still does', async () => {
    const { db } = fixture.office.deps.database
    const known = await fixture.office.customer()
    const double = await fixture.asked({ email: null })
    await db.execute(sql`update users set email = ${known.email}, signs_in = 0 where user_id = ${double.customerID}`)
    expect(await official(double)).toMatchObject(refusal(409, 'email_taken'))
    expect(await admin().get(double.path)).toMatchObject({ body: { status: 'PENDING', version: 1 } })
    expect(await fixture.mailsTo(known.email)).toEqual([])
    await admin().put(`/v1/users/customers/${known.userID}`, { email: null })
    expect((await official(double)).status).toBe(200)
    // The other customer was informed that the email is no longer theirs.
    const welcome = (await fixture.mailsTo(known.email)).find(({ text }) => text.includes('/recover'))
    const token = tokenIn(welcome!, '/recover')
    await fixture.office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })
    expect((await signedIn(fixture.office.fetch, { email: known.email, password: PASSWORD })).userID).toBe(
      double.customerID,
    )
  })

  test('the steps are in the audit log, without the customer’s name', async () => {
    const request = await fixture.asked({ lastName: 'Quokkason' })
    await admin().put(`${request.path}/send-quotation`, { price: 31, message: 'Dear Quokkason' })
    await official(request)
    const { rows } = await fixture.office.deps.database.db.execute<{ action: string; before: Fields; after: Fields }>(
      sql`select action, before, after from audit where subject_id = ${request.customerID} and action like 'request.%' order by action desc`,
    )
    expect(rows).toMatchObject([
      {
        action: 'request.quotation',
        before: { amountCents: 2500, quotations: 0 },
        after: { amountCents: 3100, quotedPriceCents: 3100, quotations: 1 },
      },
      {
        action: 'request.official',
        before: { status: 'PENDING', runNumber: 1 },
        after: { status: 'ACTIVE', runNumber: 2, due: [2026, 12, null] },
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/quokkason|@/i)
  })
})
