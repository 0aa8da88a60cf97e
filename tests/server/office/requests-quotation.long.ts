import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import type { Quotation } from '#contract/v1/requests.ts'
import { databases } from '../../support/databases.ts'
import { type Fields, ids, refusal, wrongField } from '../../fixtures/office-bodies.ts'
import {
  openRequestsOffice,
  REQUESTS,
  type Request,
  type RequestsOffice,
  statuses,
  tokenIn,
} from '../../fixtures/requests-office.ts'

const DAY_MS = 86_400_000

describe.each(databases)('Quotations on %s', (kind) => {
  let fixture: RequestsOffice
  beforeAll(async () => {
    fixture = await openRequestsOffice(kind)
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.reset())

  const admin = () => fixture.office.admin
  const nobody = () => fixture.office.nobody
  const send = (request: Request, body: Fields = {}, headers?: Record<string, string>) =>
    admin().put<Fields>(`${request.path}/send-quotation`, body, headers)
  const look = (token: string) => nobody().get<Quotation>(`/v1/quotations/${token}`)
  const accept = (token: string) => nobody().put<Quotation>(`/v1/quotations/${token}/accept`)

  /** Sends a quotation and returns the token of its link. */
  async function tokenSentTo(request: Request, body: Fields = {}): Promise<string> {
    expect(await send(request, body)).toMatchObject({ status: 200 })
    const [mail] = await fixture.mailsTo(request.email)
    return tokenIn(mail!, 'http://office.test/quotation')
  }

  test('the mail names package, price, schemes, the area’s next three weeks and the link', async () => {
    await admin().put('/v1/settings/business.name', { value: 'Green Bags' })
    await admin().put('/v1/settings/business.gstRegistered', { value: true })
    const product = {
      name: 'Garden bag 240',
      features: ['One bag, exchanged', 'A reminder'],
      publicCollectionScheme: 'Every 4 weeks',
      price: 27.5,
    }
    const request = await fixture.asked({}, { suburb: { label: 'Wahroonga', weekNumber: 3 }, product })
    expect(await send(request, { message: 'The gate code\nwould help us.' })).toMatchObject({
      status: 200,
      body: {
        quotedAt: '2026-11-09T21:00:00.000Z',
        quotedPrice: 27.5,
        quotations: 1,
        quotationDelivery: 'waiting',
        acceptedAt: null,
        amount: 27.5,
        version: 2,
      },
    })
    const [mail] = await fixture.mailsTo(request.email)
    expect(mail!.subject).toBe('Your quotation from Green Bags')
    const link = `http://office.test/quotation?token=${tokenIn(mail!, '/quotation')}`
    expect(mail!.text.trim()).toBe(`Hello Anna,

Thank you for asking. This is our offer:

Garden bag 240
- One bag, exchanged
- A reminder
Collection: Every 4 weeks
Payment: After the collection
Price: $27.50 a bag, GST included

Our next weeks in Wahroonga:
- 16/11/2026 to 22/11/2026
- 21/12/2026 to 27/12/2026
- 18/01/2027 to 24/01/2027

The gate code
would help us.

To accept, open this link by 10/12/2026:
${link}

Green Bags`)
  })

  test('a firm not registered for GST does not mention it, and a whole removal has no price by the bag', async () => {
    const request = await fixture.asked(
      {},
      { product: { serviceType: 'RUBBISH_REMOVAL', collectionScheme: 'ONE_OFF', price: 180 } },
    )
    await send(request)
    const [mail] = await fixture.mailsTo(request.email)
    expect(mail!.text).toContain('\nCollection: Once\n')
    expect(mail!.text).toContain('\nPrice: $180.00\n')
    expect(mail!.text).not.toMatch(/GST|\n\n\n/)
  })

  test('an area without a week gets a quotation too', async () => {
    const request = await fixture.asked({}, { suburb: { weekNumber: null } })
    const token = await tokenSentTo(request)
    expect((await fixture.mailsTo(request.email))[0]!.text).toContain('We’ll let you know the weeks.')
    expect((await look(token)).body.weeks).toEqual([])
  })

  test('an area of the spare week is not offered “every month”', async () => {
    const request = await fixture.asked(
      {},
      { suburb: { weekNumber: 5 }, product: { publicCollectionScheme: 'Monthly' } },
    )
    const token = await tokenSentTo(request)
    const rhythm = 'About 4 times a year, in the fifth week of a month'
    expect((await fixture.mailsTo(request.email))[0]!.text).toContain(`Collection: ${rhythm}\n`)
    expect((await look(token)).body).toMatchObject({ collectionScheme: rhythm })
  })

  test('the words of the mail are the office’s own', async () => {
    await admin().put('/v1/settings/mail.quotation.subject', { value: 'For {firstName}: {price} {oops}' })
    await admin().put('/v1/settings/mail.quotation.text', { value: 'Say yes: {acceptLink}' })
    const request = await fixture.asked()
    await send(request)
    expect(await fixture.mailsTo(request.email)).toMatchObject([
      {
        subject: 'For Anna: $25.00 a bag {oops}',
        text: expect.stringMatching(/^Say yes: http:\/\/office\.test\/quotation\?token=\S+\s*$/),
      },
    ])
  })

  test('a price named for the quotation becomes the customer’s; a request without an e-mail gets no quotation', async () => {
    const request = await fixture.asked()
    expect(await send(request, { price: 30.5 })).toMatchObject({ body: { amount: 30.5, quotedPrice: 30.5 } })
    expect(await send(request, { price: 30.555 })).toMatchObject(wrongField('price'))
    expect(await send(request, { price: -1 })).toMatchObject(wrongField('price'))
    expect(await send(await fixture.asked({ email: null }))).toMatchObject(refusal(409, 'email_missing'))
  })

  test('of two admins who saw the same version, the second is refused', async () => {
    const request = await fixture.asked()
    expect((await send(request, {}, { 'if-match': '"1"' })).status).toBe(200)
    expect(await send(request, {}, { 'if-match': '"1"' })).toMatchObject(refusal(412, 'version_conflict'))
    expect(await fixture.mailsTo(request.email)).toHaveLength(1)
  })

  test('from the mail’s link to the office’s list: the customer reads, accepts without signing in, twice counts once', async () => {
    const request = await fixture.asked()
    const token = await tokenSentTo(request)
    expect(await look(token)).toMatchObject({
      status: 200,
      body: {
        firstName: 'Anna',
        businessName: 'Bagrun',
        collectionScheme: 'Every month',
        paymentScheme: 'After the collection',
        price: 25,
        priceInWords: '$25.00 a bag',
        expiresAt: '2026-12-09T21:00:00.000Z',
        acceptedAt: null,
        weeks: [
          { from: '2026-12-14', to: '2026-12-20' },
          { from: '2027-01-11', to: '2027-01-17' },
          { from: '2027-02-08', to: '2027-02-14' },
        ],
      },
    })
    expect(JSON.stringify((await look(token)).body)).not.toContain(request.lastName)
    const accepted = await accept(token)
    expect(accepted).toMatchObject({ status: 200, body: { acceptedAt: '2026-11-09T21:00:00.000Z' } })
    fixture.office.clock.pass(60_000)
    expect((await accept(token)).body).toEqual(accepted.body)
    const { items: happened } = await fixture.office.call(admin(), getTimeline, { customerID: request.customerID })
    expect(happened.filter(({ kind }) => kind === 'accepted')).toMatchObject([
      { at: '2026-11-09T21:00:00.000Z', price: accepted.body.price },
    ])
    expect((await look(token)).body).toEqual(accepted.body)
    expect(ids(await admin().get(`${REQUESTS}?accepted=true`), 'customerID')).toEqual([request.customerID])
    expect(await admin().get(request.path)).toMatchObject({
      body: { acceptedAt: '2026-11-09T21:00:00.000Z', version: 3 },
    })
    const { rows } = await fixture.office.deps.database.db.execute(
      sql`select action, actor_id from audit where subject_id = ${request.customerID} and action like 'request.%' order by action desc`,
    )
    expect(rows).toMatchObject([
      { action: 'request.quotation', actor_id: admin().userID },
      { action: 'request.accept', actor_id: null },
    ])
  })

  test('clicked twice at the same moment it is accepted once', async () => {
    const request = await fixture.asked()
    const token = await tokenSentTo(request)
    expect(statuses(await Promise.all([accept(token), accept(token), accept(token)]))).toEqual([200, 200, 200])
    expect(await admin().get(request.path)).toMatchObject({ body: { version: 3 } })
  })

  test('a link works for 30 days', async () => {
    const token = await tokenSentTo(await fixture.asked())
    fixture.office.clock.pass(30 * DAY_MS - 1)
    expect((await look(token)).status).toBe(200)
    fixture.office.clock.pass(1)
    expect(await look(token)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await accept(token)).toMatchObject(refusal(400, 'token_invalid'))
  })

  test('a link with any letter changed is refused: the customer, price, time and signature are protected', async () => {
    const [one, other] = [await fixture.asked(), await fixture.asked()]
    const token = await tokenSentTo(one)
    await send(other)
    const [id, price, expires, signature] = token.split('.')
    const forged = [
      [other.customerID, price, expires, signature],
      [id, '100', expires, signature],
      [id, price, String(Number(expires) + DAY_MS), signature],
      [id, price, expires, signature!.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      [id, price, expires],
      [id, price, expires, signature, signature],
      ['', '', '', ''],
    ].map((parts) => parts.join('.'))
    for (const wrong of [...forged, 'x', `${token}0`, token.toUpperCase()]) {
      expect(await look(wrong), wrong).toMatchObject(refusal(400, 'token_invalid'))
      expect(await accept(wrong), wrong).toMatchObject(refusal(400, 'token_invalid'))
    }
    expect((await look(token)).status).toBe(200)
    expect(await admin().get(one.path)).toMatchObject({ body: { acceptedAt: null } })
  })

  test('sent again at the same price both links work; at another price only the new one, and it is accepted anew', async () => {
    const request = await fixture.asked()
    const first = await tokenSentTo(request)
    fixture.office.clock.pass(60_000)
    const again = await tokenSentTo(request)
    expect(statuses([await accept(first), await look(again)])).toEqual([200, 200])
    fixture.office.clock.pass(60_000)
    const dearer = await tokenSentTo(request, { price: 28 })
    expect(await admin().get(request.path)).toMatchObject({
      body: { quotations: 3, quotedPrice: 28, acceptedAt: null },
    })
    expect(await look(first)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await accept(again)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await accept(dearer)).toMatchObject({ status: 200, body: { price: 28 } })
    expect(await fixture.mailsTo(request.email)).toHaveLength(3)
  })

  test('a customer made official can’t accept any more; one who had accepted gets the same answer', async () => {
    const [late, early] = [await fixture.asked(), await fixture.asked()]
    const tokens = { late: await tokenSentTo(late), early: await tokenSentTo(early) }
    const accepted = await accept(tokens.early)
    for (const request of [late, early])
      await admin().put(`${request.path}/make-official`, { runNumber: 1, invoiceType: '1A' })
    expect(await accept(tokens.late)).toMatchObject(refusal(409, 'wrong_state'))
    expect(await accept(tokens.early)).toMatchObject({ status: 200, body: accepted.body as unknown as Fields })
  })

  test('the link of a deleted request is refused', async () => {
    const request = await fixture.asked()
    const token = await tokenSentTo(request)
    await admin().delete(request.path)
    expect(await look(token)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await accept(token)).toMatchObject(refusal(400, 'token_invalid'))
  })

  test('deleted while another admin sends a quotation: that admin is refused, or nothing of it is left', async () => {
    for (let round = 0; round < 5; round++) {
      const request = await fixture.asked()
      const [sent, deleted] = await Promise.all([send(request), admin().delete(request.path)])
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(sent.status)
      expect(await admin().get(request.path)).toMatchObject(refusal(404, 'not_found'))
      const { rows } = await fixture.office.deps.database.db.execute(
        sql`select 1 from mails where to_address = ${request.email}`,
      )
      expect(rows).toEqual([])
    }
  })

  test('guessing links is slowed down', async () => {
    for (let n = 0; n < 60; n++) expect((await look('guess')).status).toBe(400)
    expect(await look('guess')).toMatchObject(refusal(429, 'rate_limited'))
  })
})
