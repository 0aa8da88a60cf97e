import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createInvoice, listInvoices, payInvoice } from '#contract/v1/invoices.ts'
import { getProfile } from '#contract/v1/session.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

/** Cancelled on Tuesday 10/11/2026; the 90th business day after it is Monday 08/02/2027. */
const LAST_MOMENT = '2027-02-08T12:59:59.000Z'
const OVER = '2027-02-08T13:00:00.000Z'

describe.each(databases)('A customer who has left, on %s', (kind) => {
  let office: Office
  let customer: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    customer = await office.customer(await suburbAndPackage(office))
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const cancel = () => office.admin.delete(`/v1/users/customers/${customer.userID}/cancel`)
  const signIn = ({ email, password } = customer) => office.nobody.post('/v1/users/signin', { email, password })
  const invoice = () =>
    office.call(office.admin, createInvoice, {
      customerID: customer.userID,
      lines: [{ description: 'Two bags', quantity: 2, price: 25 }],
    })
  /** The admin's own session ends while the time goes on. */
  const admin = () => signedIn(office.fetch, office.admin)

  test('signs in and sees everything for 90 days; then session and sign-in end together', async () => {
    await cancel()
    office.clock.set(LAST_MOMENT)
    const person = await signedIn(office.fetch, customer)
    expect((await person.get('/v1/invoices')).status).toBe(200)
    expect((await person.get('/v1/runs/customer-schedules')).status).toBe(200)
    expect((await person.get<{ signsInUntil: string }>('/v1/users/own-account')).body.signsInUntil).toBe(OVER)
    office.clock.set(OVER)
    expect(await person.get('/v1/users/profile')).toMatchObject(refusal(401, 'unauthenticated'))
    expect(await signIn()).toMatchObject(refusal(403, 'account_closed'))
    // A wrong password says nothing about a former customer.
    expect(await signIn({ ...customer, password: 'not the password' })).toMatchObject(refusal(401, 'credentials_wrong'))
  })

  test('with a debt signs in for as long as it is owed, sees it, and is out once it is paid', async () => {
    const { invoiceID } = await invoice()
    await cancel()
    office.clock.set('2028-06-01T00:00:00Z')
    const person = await signedIn(office.fetch, customer)
    expect(await office.call(person, getProfile, {})).toMatchObject({ accountBalance: -50 })
    expect(await office.call(person, listInvoices, {})).toMatchObject({ items: [{ invoiceID, owing: 50 }] })
    await office.call(await admin(), payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 50,
      paymentType: 'EFT',
      datePaid: '2028-06-01',
    })
    expect(await person.get('/v1/users/profile')).toMatchObject(refusal(401, 'unauthenticated'))
    expect(await signIn()).toMatchObject(refusal(403, 'account_closed'))
  })

  test('whom the firm owes something signs in until it is paid out', async () => {
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID: customer.userID,
      amount: 30,
      paymentType: 'EFT',
      datePaid: '2026-11-10',
    })
    await cancel()
    office.clock.set(OVER)
    const person = await signedIn(office.fetch, customer)
    expect(await office.call(person, getProfile, {})).toMatchObject({ accountBalance: 30 })
  })

  test('gets no link for a new password once the time is over, and an older link is void', async () => {
    await cancel()
    office.clock.set(LAST_MOMENT)
    await office.nobody.post('/v1/users/forgot-password', { email: customer.email })
    const [token] = await tokensTo(office, customer.email)
    expect(token).toBeDefined()
    office.clock.set(OVER)
    expect(
      await office.nobody.post('/v1/users/reset-password', { token, password: 'another long password' }),
    ).toMatchObject(refusal(400, 'token_invalid'))
    await office.nobody.post('/v1/users/forgot-password', { email: customer.email })
    expect(await tokensTo(office, customer.email)).toHaveLength(1)
  })

  test('taken up again signs in as before', async () => {
    await cancel()
    office.clock.set(OVER)
    const person = await admin()
    await person.post('/v1/settings/calendars/year', { yearNumber: 2027, mode: 'MONTHS' })
    const again = await person.put(`/v1/users/customers/${customer.userID}/active`, {
      due: { yearNumber: 2027, monthNumber: 3 },
    })
    expect(again.status).toBe(200)
    expect((await signIn()).status).toBe(200)
  })

  test('a blocked one signs in, sees what is owed and can pay it', async () => {
    const { invoiceID } = await invoice()
    await office.admin.put(`/v1/users/customers/${customer.userID}/block`, { reason: 'Never pays' })
    office.clock.set('2028-06-01T00:00:00Z')
    const person = await signedIn(office.fetch, customer)
    expect((await person.get(`/v1/invoices/${invoiceID}`)).body).toMatchObject({ owing: 50 })
    await (await admin()).put('/v1/settings/checkout.enabled', { value: 'ON' })
    expect(await person.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/^http/) },
    })
  })
})
