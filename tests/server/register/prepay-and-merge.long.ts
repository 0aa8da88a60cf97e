import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCase, listCases, openCase } from '#contract/v1/cases.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import { createInvoice } from '#contract/v1/invoices.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { confirmRegistration } from '#contract/v1/registration.ts'
import { previewMerge } from '#contract/v1/requests.ts'
import { getLedger, listTransactions } from '#contract/v1/transactions.ts'
import { checkouts } from '#server/db/tables/payments.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo, tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'
import { confirmToken, PASSWORD, registered } from '../../fixtures/registrations.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('A registration with ‘Pay now’ on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const ledger = (customerID: string) => office.call(office.admin, getLedger, { customerID })
  const pageOf = async (checkoutToken = '') => (await office.call(office.nobody, openCheckout, { checkoutToken })).url
  const tryPage = (checkoutToken = '') => office.nobody.post('/v1/payments/checkout', { checkoutToken })
  const request = (customerID: string) => `/v1/users/customers/requests/${customerID}`
  const rows = async (customerID: string) =>
    (await office.call(office.admin, listTransactions, { customerID })).items.toSorted((a, b) =>
      b.type < a.type ? -1 : 1,
    )
  const stored = (customerID: string) =>
    office.deps.database.db.select().from(checkouts).where(eq(checkouts.customerID, customerID))
  const differences = async () => (await auditAllLedgers(office.deps.database.db)).difference
  const credited = async (customerID: string, credit: number) =>
    expect.poll(() => ledger(customerID)).toMatchObject({ credit, owing: 0 })
  /** A registration that has paid $25 in advance. */
  async function paid(over: Parameters<typeof registered>[1] = {}) {
    const who = await registered(office, over)
    await provider.press(await pageOf(who.payment?.checkoutToken), 'card')
    await credited(who.customerID, 25)
    return who
  }
  /** A registration whose mailed link was opened. */
  async function confirmed() {
    const who = await registered(office)
    const token = (await lettersTo(office, who.email)).map(confirmToken).find(Boolean)!
    await office.call(office.nobody, confirmRegistration, { token, password: PASSWORD })
    return who
  }
  const merge = (customerID: string, into: string, headers?: Record<string, string>) =>
    office.admin.put(`${request(customerID)}/merge`, { into }, headers)

  test('pays the price of one collection, which becomes credit once the provider’s webhook arrives', async () => {
    const { customerID, payment } = await registered(office)
    expect(payment).toEqual({ amount: 25, checkoutToken: expect.stringContaining(customerID) })
    const url = await pageOf(payment!.checkoutToken)
    expect(await ledger(customerID)).toMatchObject({ credit: 0 })
    const back = await provider.press(url, 'card', 'twice')
    expect(back).toContain('/payment-success?checkout=')
    await credited(customerID, 25)
    expect(await rows(customerID)).toMatchObject([
      { type: 'CUSTOMER_INBOUND', amount: 25, paymentType: 'CARD' },
      { type: 'CUSTOMER_CREDIT_DEPOSIT', amount: 25 },
    ])
    expect(await tryPage(payment!.checkoutToken)).toMatchObject(refusal(409, 'paid_already'))
    expect(await differences()).toBeNull()
  })

  test('opens one page however often it is asked for, and a new one when the office changed the price', async () => {
    const { customerID, payment } = await registered(office)
    const [first, second] = await Promise.all([1, 2].map(() => pageOf(payment!.checkoutToken)))
    expect(second).toBe(first)
    await office.admin.put(`${request(customerID)}/send-quotation`, { price: 30 })
    expect(await pageOf(payment!.checkoutToken)).not.toBe(first)
    expect((await stored(customerID)).map(({ state, amount }) => [state, amount]).toSorted()).toEqual([
      ['expired', 2500],
      ['open', 3000],
    ])
  })

  test('is not offered where cards can’t pay it, and its token opens nothing once it is no request any more', async () => {
    const free = await office.make.product({ price: 0 })
    expect((await registered(office, { productID: free.productID })).payment).toBeUndefined()
    const { customerID, payment } = await registered(office)
    const forged = payment!.checkoutToken.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await tryPage(forged)).toMatchObject(refusal(400, 'token_invalid'))
    await office.admin.put(`${request(customerID)}/make-official`, { runNumber: 1, invoiceType: '1C' })
    expect(await tryPage(payment!.checkoutToken)).toMatchObject(refusal(400, 'token_invalid'))
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'OFF' })
    expect((await registered(office)).payment).toBeUndefined()
  })

  test('keeps the request from being deleted: with money, and while a payment page is open', async () => {
    const { customerID } = await paid()
    expect(await office.admin.delete(request(customerID))).toMatchObject(refusal(409, 'request_has_money'))
    const open = await registered(office)
    await pageOf(open.payment!.checkoutToken)
    expect(await office.admin.delete(request(open.customerID))).toMatchObject(refusal(409, 'checkout_open'))
    expect((await office.admin.delete(request((await registered(office)).customerID))).status).toBe(204)
  })

  test('merged into a customer: deposit, notes and missing details move, the rows that stand stay, all adds up', async () => {
    const { customerID: into } = await office.make.customer({ email: null, notes: 'Call before eight' })
    const from = await paid({ notes: 'Two bags, please', company: 'Newman & Co', gateNotes: 'Code 4711' })
    const before = await rows(from.customerID)
    const merged = await merge(from.customerID, into)
    expect(merged).toMatchObject({
      status: 200,
      body: {
        customerID: into,
        email: null,
        company: 'Newman & Co',
        mobilePhone: '+61498765432',
        notes: 'Call before eight\nTwo bags, please',
        adminNotes: 'Gate: Code 4711',
        accountBalance: 25,
        status: 'ACTIVE',
      },
    })
    const { credit } = await ledger(into)
    expect(credit).toBe(25)
    const all = (await office.call(office.admin, listTransactions, { perPage: 100, sort: 'createdAt' })).items
    for (const row of before)
      expect(all.find(({ transactionID }) => transactionID === row.transactionID)).toMatchObject({ amount: row.amount })
    expect((await office.admin.get(request(from.customerID))).status).toBe(404)
    expect((await office.admin.get(`/v1/users/customers/${from.customerID}`)).status).toBe(404)
    expect(await differences()).toBeNull()
    const audit = await office.admin.get<{ items: { action: string; subjectID: string }[] }>('/v1/audit?perPage=100')
    expect(audit.body.items.map(({ action }) => action)).toContain('request.merge')
    // A second press finds no request any more.
    expect(await merge(from.customerID, into)).toMatchObject(refusal(404, 'not_found'))
  })

  test('before merging, the office is shown what moves, what it pays and what is left; nothing moves', async () => {
    const { customerID: into } = await office.make.customer()
    const lines = [{ description: 'Extra bin', quantity: 1, price: 60 }]
    await office.call(office.admin, createInvoice, { customerID: into, lines })
    const { customerID } = await paid()
    const preview = () => office.call(office.admin, previewMerge, { customerID, into })
    expect(await preview()).toEqual({ moved: 25, pays: 25, balance: -35, email: 'stays' })
    expect(await ledger(customerID)).toMatchObject({ credit: 25 })
    expect(await ledger(into)).toMatchObject({ owing: 60 })
    const without = await registered(office)
    expect(await office.call(office.admin, previewMerge, { customerID: without.customerID, into })).toEqual({
      moved: 0,
      pays: 0,
      balance: -60,
      email: 'stays',
    })
    await merge(customerID, into)
    expect(await ledger(into)).toMatchObject({ owing: 35, accountBalance: -35 })
  })

  test('merged: its email signs in as the customer only if the office says so, and never unconfirmed', async () => {
    const { customerID: into } = await office.make.customer({ email: null })
    const stranger = await registered(office)
    const forgotten = async (email: string) => {
      await office.nobody.post('/v1/users/forgot-password', { email })
      return (await tokensTo(office, email)).length
    }
    const shown = async ({ customerID }: { customerID: string }) =>
      (await office.call(office.admin, previewMerge, { customerID, into })).email
    const take = (customerID: string) => office.admin.put(`${request(customerID)}/merge`, { into, takeEmail: true })
    expect(await shown(stranger)).toBe('unconfirmed')
    expect(await take(stranger.customerID)).toMatchObject(wrongField('takeEmail'))
    expect((await merge(stranger.customerID, into)).body).toMatchObject({ email: null })
    const proven = await confirmed()
    expect(await shown(proven)).toBe('asked')
    expect((await merge(proven.customerID, into)).body).toMatchObject({ email: null })
    expect(await forgotten(proven.email)).toBe(0)
    const theirs = await confirmed()
    expect((await take(theirs.customerID)).body).toMatchObject({ customerID: into, email: theirs.email })
    expect(await forgotten(theirs.email)).toBe(1)
    const late = await confirmed()
    expect(await shown(late)).toBe('stays')
    expect(await take(late.customerID)).toMatchObject(wrongField('takeEmail'))
  })

  test('merged: a refund by the provider is booked where the payment is now', async () => {
    const { customerID: into } = await office.make.customer()
    const from = await paid()
    await merge(from.customerID, into)
    const [checkout] = await stored(into)
    expect(checkout).toMatchObject({ state: 'paid', amount: 2500 })
    const refund = {
      id: 're_1',
      object: 'refund',
      amount: 2500,
      payment_intent: checkout!.paymentID,
      status: 'succeeded',
    }
    expect((await provider.send(provider.event('refund.created', refund))).status).toBe(200)
    await credited(into, 0)
    expect(await differences()).toBeNull()
  })

  test('merged while its payment page is open: the money arrives at the customer', async () => {
    const { customerID: into } = await office.make.customer()
    const from = await registered(office)
    const url = await pageOf(from.payment!.checkoutToken)
    expect((await merge(from.customerID, into)).status).toBe(200)
    await provider.press(url, 'card')
    await credited(into, 25)
    expect(await differences()).toBeNull()
  })

  test('merged and paid at the same moment: the money is at the customer, once', async () => {
    for (let round = 0; round < 4; round++) {
      const { customerID: into } = await office.make.customer()
      const from = await registered(office)
      const url = await pageOf(from.payment!.checkoutToken)
      const [answer] = await Promise.all([merge(from.customerID, into), provider.press(url, 'card')])
      expect(answer.status).toBe(200)
      // A webhook that met the merge may be asked to come again, which it does after five seconds.
      office.clock.set(new Date(office.clock.now().getTime() + 10_000))
      await office.sandbox!.runDue()
      await credited(into, 25)
    }
    expect(await differences()).toBeNull()
  })

  test('merged twice at once is merged once', async () => {
    const { customerID: into } = await office.make.customer()
    const from = await paid()
    const answers = await Promise.all([merge(from.customerID, into), merge(from.customerID, into)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    await credited(into, 25)
    expect(await differences()).toBeNull()
  })

  test('is merged into another request too, and goodwill moves as goodwill', async () => {
    const from = await registered(office)
    const to = await registered(office)
    await office.admin.post('/v1/transactions', {
      type: 'CUSTOMER_CREDIT_DEPOSIT',
      customerID: from.customerID,
      amount: 5,
      notes: 'Welcome gift',
    })
    expect((await merge(from.customerID, to.customerID)).status).toBe(200)
    expect(await rows(to.customerID)).toMatchObject([{ type: 'CUSTOMER_CREDIT_DEPOSIT', amount: 5 }])
    expect(await differences()).toBeNull()
  })

  test('merged: what the request asked the office for is the customer’s, with its words', async () => {
    const from = await office.customer({ status: 'PENDING', due: undefined })
    const to = await office.customer()
    for (const kind of ['other', 'close_account'] as const)
      await office.call(from, openCase, { kind, text: `Please: ${kind}` })
    await office.call(to, openCase, { kind: 'close_account', text: 'We move away' })
    expect((await merge(from.userID, to.userID)).status).toBe(200)
    const { items } = await office.call(office.admin, listCases, { customerID: to.userID })
    expect(items.map(({ kind, state }) => [kind, state]).sort()).toEqual([
      ['close_account', 'open'],
      ['other', 'open'],
      ['other', 'open'],
    ])
    const threads = await Promise.all(items.map(({ caseID }) => office.call(office.admin, getCase, { caseID })))
    expect(threads.map(({ messages }) => messages[0]!.text).sort()).toEqual([
      'Please: close_account',
      'Please: other',
      'We move away',
    ])
  })

  test('is not merged into itself or nobody, when changed meanwhile, with invoices, or once it is official', async () => {
    const { customerID: into } = await office.make.customer()
    const { customerID } = await registered(office)
    expect(await merge(customerID, customerID)).toMatchObject(wrongField('into'))
    expect(await merge(customerID, '00000000-0000-7000-8000-000000000000')).toMatchObject(wrongField('into'))
    expect(await merge(customerID, into, { 'if-match': '"99"' })).toMatchObject(refusal(412, 'version_conflict'))
    const line = { description: 'A bag', quantity: 1, price: 10 }
    await office.admin.post('/v1/invoices', { customerID, lines: [line] })
    expect(await merge(customerID, into)).toMatchObject(refusal(409, 'request_has_bills'))
    const official = await registered(office)
    await office.admin.put(`${request(official.customerID)}/make-official`, { runNumber: 1, invoiceType: '1C' })
    expect(await merge(official.customerID, into)).toMatchObject(refusal(409, 'wrong_state'))
    expect((await office.call(office.admin, getCustomer, { customerID: into })).accountBalance).toBe(0)
  })

  test('whose page was left for two hours can be deleted again', async () => {
    const open = await registered(office)
    await pageOf(open.payment!.checkoutToken)
    office.clock.pass(3 * HOUR_MS)
    expect((await office.admin.delete(request(open.customerID))).status).toBe(204)
  })
})
