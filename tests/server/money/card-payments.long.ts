import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createInvoice,
  getInvoice,
  getPayLink,
  listInvoices,
  payInvoice,
  sendInvoice,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { getCheckout, getOwnWaysToPay, getPayable, openCheckout } from '#contract/v1/payments.ts'
import { createTransaction, getLedger, listTransactions } from '#contract/v1/transactions.ts'
import { checkouts, providerEvents } from '#server/db/tables/payments.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { checkoutToken } from '#server/features/invoices/checkout-token.ts'
import { askProvider } from '#server/features/payments/ask-provider.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { startAskingProvider } from '#server/payment-checks.ts'
import { PaymentsTrouble } from '#server/payments-port.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { cardAlerts } from './card-fixture.ts'
import { type Person, signedIn } from '../../support/person.ts'

const HOUR_MS = 3_600_000

/** Stripe's own client and the sandbox, which speaks Stripe's protocol; events reach the app signed, as raw bytes. */
describe.each(databases)('Card payments, on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  let anna: Person
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    anna = await office.customer()
  })

  const invoice = (price: number, customerID = anna.userID, admin: Person = office.admin) =>
    office.call(admin, createInvoice, {
      customerID,
      lines: [{ description: 'Garden bags', quantity: 1, price }],
    })
  const linkOf = (invoiceID: string) => checkoutToken(office.deps.secrets, invoiceID)
  const pageOf = async (...invoiceIDs: string[]) => (await office.call(anna, openCheckout, { invoiceIDs })).url
  const openedBy = async (token: string) =>
    (await office.call(office.nobody, openCheckout, { checkoutToken: token })).url
  const ledger = (customerID = anna.userID) => office.call(office.admin, getLedger, { customerID })
  const cards = async () => (await office.call(office.admin, listTransactions, { paymentType: 'CARD' })).items
  const stored = async () => (await office.deps.database.db.select().from(checkouts))[0]!
  const alerts = async () => {
    await checkAlerts(office.deps)
    return (await office.call(office.admin, listAlerts, {})).items.filter(({ kind }) => kind.startsWith('payment'))
  }
  const paidEvent = async (over: object = {}) => {
    const { checkoutID, providerID, amount } = await stored()
    return provider.event('checkout.session.completed', {
      id: providerID,
      object: 'checkout.session',
      mode: 'payment',
      amount_total: amount,
      currency: 'aud',
      client_reference_id: checkoutID,
      metadata: { checkoutID },
      payment_intent: 'pi_test',
      payment_status: 'paid',
      ...over,
    })
  }
  const refundEvent = (amount: number, over: object = {}) =>
    provider.event('refund.created', {
      id: 're_1',
      object: 'refund',
      amount,
      payment_intent: 'pi_test',
      status: 'succeeded',
      ...over,
    })
  const disputeEvent = (type: 'created' | 'closed' | 'funds_withdrawn', status: string, amount = 5000) =>
    provider.event(`charge.dispute.${type}`, {
      id: 'du_1',
      object: 'dispute',
      amount,
      payment_intent: 'pi_test',
      reason: 'fraudulent',
      status,
    })

  test('The link and the email of an invoice that was written off say that there is nothing to pay, and not that it is paid', async () => {
    const { invoiceID } = await invoice(50)
    await office.call(office.admin, writeOffInvoice, { invoiceID, reason: 'Moved away' })
    const shown = await office.call(office.nobody, getPayable, { checkoutToken: linkOf(invoiceID) })
    expect(shown).toMatchObject({ owing: 0, paid: false })
    await office.call(office.admin, sendInvoice, { invoiceID })
    const { items } = await office.call(office.admin, listMails, {})
    const texts = items.map(({ text }) => text).filter((text) => text?.includes('INV-'))
    expect(texts.join()).toContain('There is nothing to pay.')
    expect(texts.join()).not.toContain('It is paid')
  })

  test('Whoever has an invoice’s link sees what is owed without a name, pays by card, and it is booked once', async () => {
    const { invoiceID, number } = await invoice(50)
    const token = linkOf(invoiceID)
    expect(await office.call(office.nobody, getPayable, { checkoutToken: token })).toEqual({
      businessName: 'Bagrun',
      logoUrl: null,
      number,
      owing: 50,
      paid: false,
      dueDate: '2026-11-17',
      pending: false,
      debitFailed: false,
      canPay: true,
    })
    const { url } = await office.call(office.nobody, openCheckout, { checkoutToken: token })
    const back = await provider.press(url, 'card', 'twice')
    const { checkoutID } = await stored()
    expect(back).toBe(`http://office.test/payment-success?checkout=${checkoutID}`)
    const state = await office.call(office.nobody, getCheckout, { checkoutID })
    expect(state).toEqual({ state: 'paid', amount: 50, sandbox: true })
    expect(await cards()).toMatchObject([
      { type: 'CUSTOMER_INBOUND', amount: 50, notes: 'Sandbox: no money moved', datePaid: '2026-11-10' },
    ])
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0, accountBalance: 0 })
    expect(await office.call(office.nobody, getPayable, { checkoutToken: token })).toMatchObject({
      owing: 0,
      paid: true,
    })
    const again = await office.nobody.post('/v1/payments/checkout', { checkoutToken: token })
    expect([again.status, again.body.code]).toEqual([409, 'nothing_owing'])
  })

  test('The browser’s return proves nothing: before the webhook nothing is booked', async () => {
    const { invoiceID } = await invoice(50)
    await provider.press(await pageOf(invoiceID), 'card', 'never')
    const { checkoutID } = await stored()
    expect((await office.call(office.nobody, getCheckout, { checkoutID })).state).toBe('open')
    expect(await cards()).toEqual([])
  })

  test('A customer pays all that is owed in one checkout, each invoice in full', async () => {
    const [first, second] = [await invoice(30), await invoice(45.5)]
    const other = await invoice(20)
    await provider.press(await pageOf(first.invoiceID, second.invoiceID), 'card')
    expect(await ledger()).toMatchObject({ owing: 20, credit: 0 })
    expect((await office.call(anna, getInvoice, { invoiceID: other.invoiceID })).owing).toBe(20)
    expect((await cards()).map(({ amount }) => amount)).toEqual([75.5])
  })

  test('A customer pays their own invoices only, a driver none, a visitor only by a link; an admin any customer’s', async () => {
    const ben = await office.make.customer()
    const [hers, his] = [await invoice(10), await invoice(10, ben.customerID)]
    const ask = async (person: Pick<Person, 'post'>, ...invoiceIDs: string[]) => {
      const { status, body } = await person.post('/v1/payments/checkout', { invoiceIDs })
      return [status, body.code]
    }
    expect(await ask(anna, his.invoiceID)).toEqual([404, 'not_found'])
    expect(await ask(anna, hers.invoiceID, his.invoiceID)).toEqual([404, 'not_found'])
    expect(await ask(anna, '00000000-0000-7000-8000-000000000000')).toEqual([404, 'not_found'])
    expect(await ask(await office.driver(), hers.invoiceID)).toEqual([403, 'forbidden'])
    expect(await ask(office.nobody, hers.invoiceID)).toEqual([401, 'unauthenticated'])
    expect(await ask(office.admin, his.invoiceID)).toEqual([200, undefined])
    expect(await ask(office.admin, hers.invoiceID, his.invoiceID)).toEqual([422, 'fields_invalid'])
    for (const body of [{}, { invoiceIDs: [hers.invoiceID], checkoutToken: linkOf(hers.invoiceID) }])
      expect((await anna.post('/v1/payments/checkout', body)).status).toBe(422)
  })

  test('A changed link opens nothing', async () => {
    const { invoiceID } = await invoice(10)
    const token = linkOf(invoiceID)
    const other = (await invoice(10)).invoiceID
    const forged = [`${invoiceID}.${'0'.repeat(64)}`, token.replace(invoiceID, other), token.slice(0, -2), 'x']
    for (const checkoutToken of forged) {
      const seen = await office.nobody.get(`/v1/payments/invoices/${checkoutToken}`)
      const paid = await office.nobody.post('/v1/payments/checkout', { checkoutToken })
      expect([seen.body.code, paid.body.code], checkoutToken).toEqual(['token_invalid', 'token_invalid'])
    }
  })

  test('A pay link works while the invoice owes and for 90 days after, and ends with the account', async () => {
    const [paid, open, removed] = [
      await invoice(25),
      await invoice(30),
      await invoice(35, (await office.customer()).userID),
    ]
    await office.call(office.admin, payInvoice, {
      invoiceID: paid.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
    })
    const seen = async ({ invoiceID }: { invoiceID: string }) =>
      (await office.nobody.get(`/v1/payments/invoices/${linkOf(invoiceID)}`)).body.code
    office.clock.pass(90 * 24 * HOUR_MS)
    expect([await seen(paid), await seen(open), await seen(removed)]).toEqual([undefined, undefined, undefined])
    office.clock.pass(24 * HOUR_MS)
    await office.deps.database.db.execute(
      sql`update customers set hidden_at = now() where customer_id = ${removed.customerID}`,
    )
    expect([await seen(paid), await seen(open), await seen(removed)]).toEqual([
      'token_invalid',
      undefined,
      'token_invalid',
    ])
    expect(
      (await office.nobody.post('/v1/payments/checkout', { checkoutToken: linkOf(removed.invoiceID) })).body.code,
    ).toBe('token_invalid')
  })

  test('The link of an invoice that was paid from credit works for 90 days after the invoice, not after the credit', async () => {
    const credit = (admin: Person) =>
      office.call(admin, createTransaction, {
        customerID: anna.userID,
        type: 'CUSTOMER_INBOUND',
        amount: 25,
        paymentType: 'EFT',
      })
    await credit(office.admin)
    office.clock.pass(20 * 24 * HOUR_MS)
    const admin = await signedIn(office.fetch, office.admin)
    const atOnce = await invoice(25, anna.userID, admin)
    const later = await invoice(25, anna.userID, admin)
    await credit(admin)
    const seen = async ({ invoiceID }: { invoiceID: string }) => {
      const { body } = await office.nobody.get(`/v1/payments/invoices/${linkOf(invoiceID)}`)
      return body.code ?? body.owing
    }
    office.clock.pass(90 * 24 * HOUR_MS)
    expect([await seen(atOnce), await seen(later)]).toEqual([0, 0])
    office.clock.pass(24 * HOUR_MS)
    expect([await seen(atOnce), await seen(later)]).toEqual(['token_invalid', 'token_invalid'])
  })

  test('The office makes a pay link anew: it works for 90 days, also for an invoice settled long ago', async () => {
    const [paid, open] = [await invoice(25), await invoice(30)]
    await office.call(office.admin, payInvoice, {
      invoiceID: paid.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
    })
    const signIn = () => signedIn(office.fetch, office.admin)
    const made = async ({ invoiceID }: { invoiceID: string }) => {
      const { url, until } = await office.call(await signIn(), getPayLink, { invoiceID })
      return { token: url.replace(/^.*\/pay\//, ''), until }
    }
    const seen = async (token: string) => {
      const { status, body } = await office.nobody.get(`/v1/payments/invoices/${token}`)
      return status === 200 ? body.number : body.code
    }
    office.clock.pass(200 * 24 * HOUR_MS)
    expect(await seen(linkOf(paid.invoiceID))).toBe('token_invalid')
    const { token, until } = await made(paid)
    expect([until, await seen(token)]).toEqual(['2027-08-27', paid.number])
    const ofOpen = await made(open)
    expect([ofOpen.until, await seen(ofOpen.token)]).toEqual([null, open.number])
    for (const forged of [token.replace('2027-05-29', '2028-05-29'), token.replace('.2027-05-29', '')])
      expect(await seen(forged)).toBe('token_invalid')
    expect((await provider.press(await openedBy(ofOpen.token), 'card')).includes('payment-success')).toBe(true)

    office.clock.pass(90 * 24 * HOUR_MS)
    expect([await seen(token), await seen(ofOpen.token)]).toEqual([paid.number, open.number])
    office.clock.pass(24 * HOUR_MS)
    expect(await seen(token)).toBe('token_invalid')

    const admin = await signIn()
    await office.deps.database.db.execute(
      sql`update customers set hidden_at = now() where customer_id = ${paid.customerID}`,
    )
    expect(await admin.get(`/v1/invoices/${paid.invoiceID}/pay-link`)).toMatchObject({
      status: 409,
      body: { message: 'This customer was removed, so a link would not work.' },
    })
    await admin.put('/v1/settings/checkout.enabled', { value: 'OFF' })
    expect((await admin.get(`/v1/invoices/${paid.invoiceID}/pay-link`)).body.code).toBe('checkout_off')
  })

  test('With card payments off there is no page, and screens are told so', async () => {
    const { invoiceID } = await invoice(10)
    const cardPayments = async () =>
      (await anna.get<{ config: { cardPayments: boolean } }>('/v1/users/profile')).body.config.cardPayments
    expect(await cardPayments()).toBe(true)
    for (const value of ['OFF', 'AUTO']) {
      await office.admin.put('/v1/settings/checkout.enabled', { value })
      const answer = await anna.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
      expect([answer.status, answer.body.code]).toEqual([409, 'checkout_off'])
      expect(await cardPayments()).toBe(false)
      expect(await office.call(office.nobody, getPayable, { checkoutToken: linkOf(invoiceID) })).toMatchObject({
        canPay: false,
      })
    }
  })

  test('Asked again, and by eight at once, it is the same page', async () => {
    const { invoiceID } = await invoice(10)
    const urls = await Promise.all(Array.from({ length: 8 }, () => pageOf(invoiceID)))
    expect(new Set([...urls, await pageOf(invoiceID)]).size).toBe(1)
  })

  test('When less is owed by now, the old page is closed and the new one asks for the rest', async () => {
    const { invoiceID } = await invoice(50)
    const old = await pageOf(invoiceID)
    await office.call(office.admin, payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 20,
      paymentType: 'EFT',
    })
    await provider.press(await pageOf(invoiceID), 'card')
    await provider.press(old, 'card')
    expect((await cards()).map(({ amount }) => amount)).toEqual([30])
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0 })
  })

  test('A page that was paid a moment before is booked instead of being paid again', async () => {
    const [first, second] = [await invoice(50), await invoice(25)]
    await provider.press(await pageOf(first.invoiceID), 'card', 'never')
    await provider.press(await pageOf(first.invoiceID, second.invoiceID), 'card')
    expect((await cards()).map(({ amount }) => amount).toSorted()).toEqual([25, 50])
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0 })
  })

  test('Fifty copies of one event at once are one payment', async () => {
    await pageOf((await invoice(50)).invoiceID)
    const event = await paidEvent()
    const answers = await Promise.all(Array.from({ length: 50 }, () => provider.send(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await cards()).toHaveLength(1)
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0 })
  })

  test('Other events that say the same payment is made change nothing, in any order', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    const { providerID, checkoutID } = await stored()
    const session = { id: providerID, client_reference_id: checkoutID }
    for (const [type, status] of [
      ['checkout.session.async_payment_succeeded', 'paid'],
      ['checkout.session.completed', 'unpaid'],
      ['checkout.session.async_payment_failed', 'unpaid'],
      ['checkout.session.expired', 'unpaid'],
    ] as const) {
      const body = (await paidEvent({ ...session, payment_status: status })).replace(
        '"checkout.session.completed"',
        `"${type}"`,
      )
      expect((await provider.send(body)).status).toBe(200)
    }
    expect(await cards()).toHaveLength(1)
    expect((await stored()).state).toBe('paid')
    expect(await alerts()).toMatchObject([{ kind: 'payments-sandbox' }])
  })

  test('A customer reads how to transfer, and what is being confirmed: what they came back from, until it is booked', async () => {
    for (const [key, value] of [
      ['bank.accountName', 'Green Bags Pty Ltd'],
      ['bank.bsb', '062000'],
      ['bank.accountNumber', '12345678'],
    ] as const)
      await office.admin.put(`/v1/settings/${key}`, { value })
    const { invoiceID } = await invoice(50)
    const page = await pageOf(invoiceID)
    const { checkoutID } = await stored()
    const ways = await office.call(anna, getOwnWaysToPay, {})
    expect(ways).toMatchObject({
      bank: { accountName: 'Green Bags Pty Ltd', bsb: '062-000', accountNumber: '12345678' },
      paymentReference: (await ledger()).paymentReference,
      // The page may have been left without paying.
      confirming: [],
    })
    const returned = { returned: checkoutID }
    const confirming = [{ checkoutID, amount: 50, invoiceIDs: [invoiceID], pending: false }]
    expect((await office.call(anna, getOwnWaysToPay, returned)).confirming).toEqual(confirming)
    const stranger = await office.customer()
    expect((await office.call(stranger, getOwnWaysToPay, returned)).confirming).toEqual([])
    await provider.press(page, 'card')
    expect((await office.call(anna, getOwnWaysToPay, returned)).confirming).toEqual([])
  })

  test('A bank debit is pending until the bank says so, and can’t be paid twice meanwhile (M19)', async () => {
    const { invoiceID } = await invoice(50)
    await pageOf(invoiceID)
    await provider.send(await paidEvent({ payment_status: 'unpaid' }))
    expect((await stored()).state).toBe('pending')
    expect(await cards()).toEqual([])
    const again = await anna.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
    expect([again.status, again.body.code]).toEqual([409, 'payment_pending'])
    const seen = await office.call(office.nobody, getPayable, { checkoutToken: linkOf(invoiceID) })
    expect(seen.pending).toBe(true)
    // The office sees that it waits, and doesn't ask for the money again.
    const waits = await office.call(office.admin, getInvoice, { invoiceID })
    expect(waits.waitingDebit).toEqual({ amount: 50, since: expect.any(String) })
    office.clock.pass(9 * 86_400_000)
    const admin = await signedIn(office.fetch, office.admin)
    const reminded = await admin.put(`/v1/invoices/${invoiceID}/remind`, {})
    expect([reminded.status, reminded.body.code]).toEqual([409, 'payment_pending'])
    await provider.send((await paidEvent()).replace('session.completed', 'session.async_payment_succeeded'))
    expect((await stored()).state).toBe('paid')
    const paid = await office.call(admin, getInvoice, { invoiceID })
    expect(paid).toMatchObject({ owing: 0, waitingDebit: null })
    expect(paid.transactions).toHaveLength(1)
  })

  test('A bank debit that fails leaves the invoice owing, and it can be paid anew', async () => {
    const { invoiceID } = await invoice(50)
    await pageOf(invoiceID)
    const waiting = await paidEvent({ payment_status: 'unpaid' })
    await provider.send(waiting)
    const failed = (await paidEvent({ payment_status: 'unpaid' })).replace(
      'session.completed',
      'session.async_payment_failed',
    )
    await provider.send(failed)
    expect((await stored()).state).toBe('failed')
    const debitFailed = { kind: 'debit-failed', title: expect.stringMatching(/^A bank debit of .* failed$/) }
    expect(await cardAlerts(office)).toMatchObject([debitFailed])
    expect(await office.call(office.nobody, getPayable, { checkoutToken: linkOf(invoiceID) })).toMatchObject({
      pending: false,
      debitFailed: true,
    })
    // The customer's own screen says so until it is paid.
    const { checkoutID } = await stored()
    const { items } = await office.call(anna, listInvoices, {})
    const told = { checkoutID, amount: 50, invoices: [{ invoiceID, number: items[0]!.number }] }
    expect((await office.call(anna, getOwnWaysToPay, {})).failed).toEqual([told])
    expect((await office.call(await office.customer(), getOwnWaysToPay, {})).failed).toEqual([])
    await provider.press(await pageOf(invoiceID), 'card')
    expect(await ledger()).toMatchObject({ owing: 0 })
    expect((await office.call(anna, getOwnWaysToPay, {})).failed).toEqual([])
    // Another payment, which failed at once, was no bank debit.
    const declined = (await invoice(60)).invoiceID
    await pageOf(declined)
    await office.deps.database.db.update(checkouts).set({ state: 'failed' }).where(eq(checkouts.state, 'open'))
    expect(await office.call(office.nobody, getPayable, { checkoutToken: linkOf(declined) })).toMatchObject({
      debitFailed: false,
    })
  })

  test.each([
    ['less than was asked for', { amount_total: 4999 }],
    ['more', { amount_total: 500_000 }],
    ['another currency', { currency: 'usd' }],
    ['another session', { id: 'cs_other' }],
  ])('%s is not booked; the office has an alert with the customer’s name', async (_what, over) => {
    await pageOf((await invoice(50)).invoiceID)
    expect((await provider.send(await paidEvent(over))).status).toBe(200)
    expect(await cards()).toEqual([])
    const [alert] = await alerts()
    const profile = (await anna.get<{ fullName: string }>('/v1/users/profile')).body
    expect(alert?.title).toBe(`A card payment of ${profile.fullName} couldn’t be booked`)
    await provider.send(await paidEvent())
    expect(await cards()).toHaveLength(1)
  })

  test('A payment for a checkout that is not known is not booked; the office has an alert', async () => {
    await pageOf((await invoice(50)).invoiceID)
    for (const checkoutID of ['00000000-0000-7000-8000-000000000000', 'no id'])
      await provider.send(await paidEvent({ client_reference_id: checkoutID, metadata: { checkoutID } }))
    expect(await cards()).toEqual([])
    expect((await alerts()).map(({ title }) => title)).toEqual(Array(2).fill('A card payment couldn’t be booked'))
  })

  test('A webhook that the provider did not sign, or signed long ago, is refused and changes nothing', async () => {
    await pageOf((await invoice(50)).invoiceID)
    const event = await paidEvent()
    const old = provider.signed(event)
    const refused = async (body: string, signature: string) => {
      const answer = await provider.send(body, signature)
      return [answer.status, answer.body.code]
    }
    expect(await refused(event, 't=1,v1=00')).toEqual([400, 'webhook_refused'])
    expect(await refused(event.replace('5000', '5001'), old)).toEqual([400, 'webhook_refused'])
    office.clock.pass(10 * 60_000)
    expect(await refused(event, old)).toEqual([400, 'webhook_refused'])
    expect((await office.nobody.post('/v1/payments/webhook', event)).status).toBe(400)
    expect((await office.nobody.post('/v1/payments/webhook')).status).toBe(400)
    expect(await office.deps.database.db.select().from(providerEvents)).toEqual([])
    expect(await cards()).toEqual([])
  })

  test('Paid after the invoice was paid otherwise, the money is credit (M13)', async () => {
    const { invoiceID } = await invoice(50)
    const url = await pageOf(invoiceID)
    const paid = { invoiceID, type: 'CUSTOMER_INBOUND', amount: 50, paymentType: 'CASH' } as const
    await office.call(office.admin, payInvoice, paid)
    await provider.press(url, 'card')
    expect(await ledger()).toMatchObject({ owing: 0, credit: 50, accountBalance: 50 })
  })

  test('A late event is dated the day it happened; in a closed period, today (M16)', async () => {
    const [first, second] = [await invoice(50), await invoice(20)]
    await provider.press(await pageOf(first.invoiceID), 'card', 'never')
    office.clock.pass(3 * 24 * HOUR_MS)
    await askProvider(office.deps)
    const admin = await signedIn(office.fetch, office.admin)
    await admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-12' })
    await pageOf(second.invoiceID)
    const { db } = office.deps.database
    const [{ checkoutID, providerID } = await stored()] = await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.state, 'open'))
    const ofSecond = { id: providerID, client_reference_id: checkoutID, metadata: { checkoutID }, amount_total: 2000 }
    const created = Math.floor(office.clock.now().getTime() / 1000)
    const late = await paidEvent({ ...ofSecond, payment_intent: 'pi_2' })
    await provider.send(late.replace(`"created":${created}`, `"created":${created - 3 * 86_400}`))
    const { items } = await office.call(admin, listTransactions, { paymentType: 'CARD', sort: 'refId' })
    expect(items.map(({ datePaid }) => datePaid)).toEqual(['2026-11-10', '2026-11-13'])
  })

  test('Refunds take credit first, then the payment; each counts once, and the last one completes it (M9)', async () => {
    const { invoiceID } = await invoice(50)
    await pageOf(invoiceID)
    await provider.send(await paidEvent())
    const half = refundEvent(2000)
    await Promise.all([provider.send(half), provider.send(half), provider.send(refundEvent(2000))])
    expect(await ledger()).toMatchObject({ owing: 20, credit: 0 })
    expect((await stored()).state).toBe('paid')
    await provider.send(refundEvent(3000, { id: 're_2' }))
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0, accountBalance: -50 })
    expect((await stored()).state).toBe('refunded')
    expect((await cards()).filter(({ purpose }) => purpose === 'refund')).toMatchObject([
      { amount: 30, notes: 'Refund re_2. Sandbox: no money moved' },
      { amount: 20 },
    ])
  })

  test('A refund of money that paid something else meanwhile is never lost', async () => {
    const { invoiceID } = await invoice(50)
    const url = await pageOf(invoiceID)
    await office.call(office.admin, payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 50,
      paymentType: 'CASH',
    })
    await provider.press(url, 'card')
    await invoice(30)
    expect(await ledger()).toMatchObject({ owing: 0, credit: 20 })
    await provider.press(url, 'refund_rest')
    expect(await ledger()).toMatchObject({ owing: 30, credit: 0, accountBalance: -30 })
  })

  test('A refund that did not reach the customer is money in again', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    await provider.send(refundEvent(5000))
    const failed = refundEvent(5000, { status: 'failed' }).replace('refund.created', 'refund.failed')
    await provider.send(failed)
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0 })
    await provider.send(refundEvent(5000, { id: 're_2' }))
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0, accountBalance: -50 })
  })

  test('Refunds and disputes that arrive before their payment are applied with it', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(refundEvent(1000))
    await provider.send(disputeEvent('closed', 'lost', 4000))
    expect(await cards()).toEqual([])
    await provider.send(await paidEvent())
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0 })
    await provider.send(disputeEvent('created', 'needs_response', 4000))
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0 })
  })

  test.runIf(kind === 'postgres')('A refund that arrives while its payment is being booked is booked too', async () => {
    await pageOf((await invoice(50)).invoiceID)
    const paid = await paidEvent()
    const { id } = JSON.parse(paid) as { id: string }
    const { pool } = office.deps.database
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const other = await pool.connect()
    try {
      await other.query('begin')
      // The booking waits for this row just before its end.
      await other.query(
        `insert into provider_events (event_id, kind, source, happened_at, received_at, outcome, test)
         values ($1, 'checkoutPaid', 'webhook', now(), now(), 'noted', true)`,
        [id],
      )
      const booked = provider.send(paid)
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
      let isTaken = false
      const taken = provider.send(refundEvent(5000)).finally(() => (isTaken = true))
      await expect.poll(async () => isTaken || (await pool.query(waiting)).rowCount === 2).toBe(true)
      await other.query('rollback')
      await Promise.all([booked, taken])
    } finally {
      other.release(true)
    }
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0, accountBalance: -50 })
  })

  test('Disputes that arrive before their payment are acts of their own, so that its day agrees with the audit', async () => {
    await pageOf((await invoice(50)).invoiceID)
    const paid = await paidEvent()
    office.clock.pass(24 * HOUR_MS)
    await provider.send(disputeEvent('created', 'needs_response'))
    await provider.send(disputeEvent('closed', 'won'))
    await provider.send(paid)
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-cards-'))
    expect((await auditInto(office.deps.database.db, path.join(folder, 'all.journal'))).difference).toBeNull()
    rmSync(folder, { recursive: true })
  })

  test('A refund of a payment that the office has reversed is not booked twice; the office has an alert', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    const [paid] = await cards()
    await office.call(office.admin, createTransaction, { reverses: paid!.transactionID, notes: 'Refunded in Stripe' })
    await provider.send(refundEvent(5000))
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0, accountBalance: -50 })
    expect(await alerts()).toMatchObject([{ kind: 'payment-unbooked' }])
  })

  test('A payment that was refunded or disputed is neither reversed nor moved, so that nobody owes it twice', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    await provider.send(refundEvent(5000))
    const { transactionID } = (await cards()).find(({ type }) => type === 'CUSTOMER_INBOUND')!
    const other = await office.customer({ firstName: 'Ben' })
    const refused = { status: 409, body: { code: 'payment_refunded' } }
    for (const further of [{}, { customerID: other.userID }]) {
      const act = { reverses: transactionID, notes: 'Wrong', ...further }
      expect(await office.admin.post('/v1/transactions', act)).toMatchObject(refused)
    }
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0, accountBalance: -50 })
  })

  test('A dispute takes the money and tells the office at once; won, it is a new payment (M9)', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    const inquiry = disputeEvent('created', 'warning_needs_response')
    await provider.send(inquiry)
    expect(await ledger()).toMatchObject({ owing: 0 })
    expect((await alerts()).map(({ kind }) => kind)).toContain('payment-disputed')
    await provider.send(disputeEvent('funds_withdrawn', 'needs_response'))
    expect(await ledger()).toMatchObject({ owing: 50, accountBalance: -50 })
    const mails = await office.admin.get<{ items: { subject: string }[] }>('/v1/mails?keyword=disputes')
    expect(mails.body.items).toHaveLength(1)
    await provider.send(disputeEvent('closed', 'won'))
    await provider.send(disputeEvent('closed', 'lost'))
    expect(await ledger()).toMatchObject({ owing: 0, credit: 0 })
    expect((await alerts()).map(({ kind }) => kind)).not.toContain('payment-disputed')
  })

  test('A dispute that is lost keeps the money away, and the office is told', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    await provider.send(disputeEvent('created', 'needs_response'))
    await provider.send(disputeEvent('closed', 'lost'))
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0 })
    expect((await alerts()).map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^A dispute with .* is lost$/),
    )
    office.clock.pass(8 * 24 * HOUR_MS)
    await checkAlerts(office.deps)
    const open = await office.deps.database.db.execute<{ kind: string }>(
      sql`select kind from alerts where ended_at is null`,
    )
    expect(open.rows.map(({ kind: each }) => each)).not.toContain('payment-disputed')
  })

  test('While the provider is away nothing is opened, and the next try opens the same checkout', async () => {
    const { invoiceID } = await invoice(50)
    vi.spyOn(office.deps.payments, 'createCheckout').mockRejectedValueOnce(new PaymentsTrouble('away'))
    const answer = await anna.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'payments_unavailable',
      '60',
    ])
    await provider.press(await pageOf(invoiceID), 'card')
    expect(await office.deps.database.db.select().from(checkouts)).toHaveLength(1)
    expect(await cards()).toHaveLength(1)
  })

  test('An amount that a card can’t pay is refused in words', async () => {
    const { invoiceID } = await invoice(0.3)
    const answer = await anna.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
    expect([answer.status, answer.body.code]).toEqual([409, 'amount_not_payable'])
  })

  test('A webhook that never came is asked for, once by several servers', async () => {
    const url = await pageOf((await invoice(50)).invoiceID)
    await provider.press(url, 'card', 'never')
    office.clock.pass(HOUR_MS)
    const turns = await Promise.all([askProvider(office.deps), askProvider(office.deps), askProvider(office.deps)])
    expect(turns.filter(Boolean)).toHaveLength(1)
    expect(await cards()).toHaveLength(1)
    await provider.press(url, 'again')
    office.clock.pass(HOUR_MS)
    await askProvider(office.deps)
    expect(await cards()).toHaveLength(1)
  })

  test('What the provider lists no more is found by asking about the checkout; one that expired is closed', async () => {
    const [first, second] = [await invoice(50), await invoice(20)]
    await provider.press(await pageOf(first.invoiceID), 'card', 'never')
    await pageOf(second.invoiceID)
    const listed = vi.spyOn(office.deps.payments, 'eventsSince').mockResolvedValue([])
    office.clock.pass(3 * HOUR_MS)
    await askProvider(office.deps)
    expect(await cards()).toHaveLength(1)
    const states = await office.deps.database.db.select({ state: checkouts.state }).from(checkouts)
    expect(states.map(({ state }) => state).toSorted()).toEqual(['expired', 'paid'])
    listed.mockRestore()
  })

  test('While the provider is away asking is tried again at the next turn', async () => {
    await provider.press(await pageOf((await invoice(50)).invoiceID), 'card', 'never')
    const away = vi.spyOn(office.deps.payments, 'eventsSince').mockRejectedValueOnce(new PaymentsTrouble('away'))
    office.clock.pass(HOUR_MS)
    await expect(askProvider(office.deps)).rejects.toThrow(PaymentsTrouble)
    expect(await cards()).toEqual([])
    office.clock.pass(HOUR_MS)
    await askProvider(office.deps)
    expect(await cards()).toHaveLength(1)
    away.mockRestore()
  })

  test('An event that can’t be taken keeps no other from being booked, and is asked for again', async () => {
    const [first, second] = [await invoice(50), await invoice(20)]
    await provider.press(await pageOf(first.invoiceID), 'card', 'never')
    await provider.press(await pageOf(second.invoiceID), 'card', 'never')
    const { payments } = office.deps
    const asked = payments.eventsSince.bind(payments)
    const listed = vi.spyOn(payments, 'eventsSince').mockImplementationOnce(async (since) => {
      const events = await asked(since)
      return events.map((event, at) => (at === 0 ? { ...event, happenedAt: new Date(NaN) } : event))
    })
    office.clock.pass(HOUR_MS)
    await expect(askProvider(office.deps)).rejects.toThrow('1 events could not be taken')
    expect(await cards()).toHaveLength(1)
    office.clock.pass(HOUR_MS)
    await askProvider(office.deps)
    expect(await cards()).toHaveLength(2)
    listed.mockRestore()
  })

  test('While the provider is away the work that asks it counts no success, so that the operator is told', async () => {
    await pageOf((await invoice(50)).invoiceID)
    office.clock.pass(HOUR_MS)
    const away = ['eventsSince', 'payoutsSince'] as const
    for (const call of away) vi.spyOn(office.deps.payments, call).mockRejectedValueOnce(new PaymentsTrouble('away'))
    const work = startAskingProvider(office.deps)
    const begun = performance.now()
    await work.stop()
    // Read before the lanes are, so that a lane seems to have succeeded earlier than it did and never later.
    const readAt = performance.now()
    const succeeded = work.lanes().filter(({ quietMs }) => readAt - quietMs > begun)
    expect(succeeded.map(({ lane }) => lane)).toEqual(['refunds'])
    vi.restoreAllMocks()
  })

  test('Asking goes no further than it may, and what is left is asked for at the next turn', async () => {
    await provider.press(await pageOf((await invoice(50)).invoiceID), 'card', 'never')
    await provider.press(await pageOf((await invoice(20)).invoiceID), 'card', 'never')
    office.clock.pass(HOUR_MS)
    let steps = 0
    await askProvider(office.deps, () => ++steps < 2)
    expect(await cards()).toHaveLength(1)
    office.clock.pass(HOUR_MS)
    await askProvider(office.deps)
    expect(await cards()).toHaveLength(2)
  })

  test('What the provider said can’t be changed or deleted, not even by SQL', async () => {
    await pageOf((await invoice(50)).invoiceID)
    await provider.send(await paidEvent())
    const { db } = office.deps.database
    await expect(db.update(providerEvents).set({ outcome: 'noted' })).rejects.toThrow()
    await expect(db.delete(providerEvents).where(eq(providerEvents.kind, 'checkoutPaid'))).rejects.toThrow()
    await expect(db.execute(sql`truncate provider_events`)).rejects.toThrow()
  })
})
