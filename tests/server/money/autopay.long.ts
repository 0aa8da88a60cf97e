import { eq, ne, sql } from 'drizzle-orm'
import { chargeKey } from '#domain/autopay.ts'
import { newID } from '#domain/identifiers.ts'
import { installationID } from '#server/db/installation.ts'
import { paymentMethods } from '#server/db/tables/autopay.ts'
import { customers } from '#server/db/tables/customers.ts'
import { customerAccounts } from '#server/db/tables/ledger.ts'
import { checkouts } from '#server/db/tables/payments.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { runAutopay } from '#server/features/autopay/autopay-runner.ts'
import { inviteLink } from '#server/features/autopay/invite-token.ts'
import { takeEvent } from '#server/features/payments/events-commands.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '#contract/v1/alerts.ts'
import { createDepot } from '#contract/v1/depots.ts'
import { getHome } from '#contract/v1/home.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { act, deviceOf, generated } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { autopayOffice, type AutopayOffice } from '../../fixtures/autopay-office.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { officeUser } from '../../support/office-user.ts'
import type { Person } from '../../support/person.ts'

const rowOf = async (db: Office['deps']['database']['db'], checkoutID: string) =>
  (await db.select().from(checkouts).where(eq(checkouts.checkoutID, checkoutID)))[0]

/** Invoices of Tuesday 10/11/2026 are due on 17/11, and are charged then. */
describe.each(databases)('Automatic payments, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: AutopayOffice
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
    await office.reset()
    office.clock.set('2026-11-09T21:00:00Z')
    await autopayOffice(office, mailServer).switchOn()
    bringBack = await office.keep()
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await bringBack()
    mailServer.received.length = 0
    mailServer.refuse = null
    story = autopayOffice(office, mailServer)
  })

  const alerts = async () => {
    await checkAlerts(office.deps)
    return (await office.call(story.admin, listAlerts, { status: 'open' })).items.map(({ kind: one }) => one)
  }

  test('What was accepted binds the method, and only a customer who pays their own invoices can accept (P1, P3)', async () => {
    const anna = await story.saved()
    await story.set('autopay.noticeDays', 10)
    await story.owes(anna)
    expect(mailServer.received.at(-1)?.text).toContain('on 17/11/2026')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { noticeDays: 3, tries: 3, retryDays: 3 } })
    const ben = await story.customer({ billToName: 'Strata 12', billToEmail: 'strata@people.example' })
    const { offered, consent } = await story.own(ben)
    expect(offered).toBe(false)
    const setUp = async (who: Pick<Person, 'post'>) =>
      (await who.post<{ code: string }>('/v1/payments/autopay/setup', { consent: consent.version })).body.code
    expect([await setUp(await ben.person()), await setUp(story.admin)]).toEqual(['autopay_not_for_you', 'forbidden'])
    const request = await office.make.customer({ status: 'PENDING', due: undefined })
    for (const { customerID } of [ben, request]) {
      const invited = await story.admin.post(`/v1/users/customers/${customerID}/autopay/invite`)
      expect(invited.body).toMatchObject({ code: 'autopay_not_for_you' })
    }
  })

  test('What a customer agreed to is kept: the version of the words that were shown, when, and by whom (P1)', async () => {
    const kept = async ({ customerID }: { customerID: string }) => {
      const { db } = office.deps.database
      const [row] = await db.select().from(paymentMethods).where(eq(paymentMethods.customerID, customerID))
      const { wordsVersion, acceptedAt, acceptedBy } = row!
      return { wordsVersion, acceptedAt, acceptedBy }
    }
    const anna = await story.customer()
    const { consent } = await story.own(anna)
    await story.at('2026-11-10', '08:30')
    await story.saves(anna, 'card_pays')
    const acceptedAt = new Date('2026-11-09T21:30:00Z')
    expect(await kept(anna)).toEqual({ wordsVersion: consent.version, acceptedAt, acceptedBy: anna.customerID })
    expect((await story.own(anna)).method).toMatchObject({ acceptedAt: acceptedAt.toISOString() })
    // By the link of an invitation it is not known who read them.
    const ben = await story.customer()
    const inviteToken = inviteLink(office.deps, ben.customerID, office.clock.now()).url.split('/').at(-1)!
    const setUp = (version: string) =>
      office.nobody.post<{ code: string }>('/v1/payments/autopay/setup', { consent: version, inviteToken })
    // Each promise of the words is in their version: a change makes them others, which have to be read.
    for (const [key, value] of Object.entries({ noticeDays: 5, tries: 2, retryDays: 4 })) {
      const before = (await story.own(ben)).consent.version
      await story.set(`autopay.${key}`, value)
      expect((await setUp(before)).body).toMatchObject({ code: 'consent_changed' })
    }
    const { version } = (await story.own(ben)).consent
    expect((await setUp(version)).status).toBe(200)
    expect(await kept(ben)).toEqual({ wordsVersion: version, acceptedAt, acceptedBy: null })
  })

  test('The page on which a method is saved is open for two hours (P2)', async () => {
    await story.at('2026-11-10', '08:00')
    const anna = await story.customer()
    const url = await story.opened(anna)
    await story.at('2026-11-10', '09:59')
    expect(await story.own(anna)).toMatchObject({ method: null, settingUp: url })
    await story.at('2026-11-10', '10:00')
    expect(await story.own(anna)).toMatchObject({ method: null, settingUp: null })
  })

  test('An invitation is good for 30 days (P3)', async () => {
    await story.at('2026-11-10', '08:00')
    const { customerID } = await story.customer()
    const { url } = inviteLink(office.deps, customerID, office.clock.now())
    const looked = () => office.nobody.get(`/v1/payments/autopay/invitations/${url.split('/').at(-1)!}`)
    await story.at('2026-12-10', '07:59')
    expect(await looked()).toMatchObject({ status: 200, body: { done: false } })
    await story.at('2026-12-10', '08:00')
    expect((await looked()).body).toMatchObject({ code: 'token_invalid' })
  })

  test('An invoice’s email names amount, method and day; on that day it is charged once (P6, P7, P9)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    expect(mailServer.received.at(-1)?.text).toContain(
      'You don’t need to do anything: we’ll charge $50.00 to your Visa ending in 4242 on 17/11/2026.',
    )
    expect(mailServer.received.at(-1)?.text).not.toContain('Pay online')
    await story.work()
    expect(await story.invoice(invoice)).toMatchObject({
      charge: { day: '2026-11-17', amount: 50, state: 'planned' },
    })
    expect(await story.subjects('2026-11-16')).toEqual([])
    expect(await story.subjects('2026-11-17', '09:55')).toEqual([])
    expect(await story.subjects('2026-11-17')).toEqual(['Your receipt from Bagrun'])
    await story.day('2026-11-17', '10:30')
    await story.day('2026-11-18')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid', charge: null })
    expect(await story.charges()).toMatchObject([{ state: 'paid', amount: 50, day: '2026-11-17' }])
  })

  test('An invoice paid before its charge day is said to be charged nowhere from then on', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    expect((await story.own(anna)).next).toMatchObject([{ amount: 50, state: 'planned' }])
    await story.pay(invoice)
    // Before the next look at all planned charges, which drops this one.
    expect((await story.own(anna)).next).toEqual([])
    expect(await story.charges()).toEqual([])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid', charge: null })
  })

  test('Without an email that was sent nothing is charged, however long it takes (P6)', async () => {
    const anna = await story.saved()
    mailServer.refuse = { code: 451, message: 'later' } as never
    await story.owes(anna)
    await story.day('2026-11-18')
    expect(await story.payments(anna)).toEqual([])
    mailServer.refuse = null
    await story.day('2026-11-18', '15:00')
    expect(await story.charges()).toMatchObject([{ state: 'planned', day: '2026-11-23' }])
  })

  test('A customer who wants no invoices by email is told by an email of its own (P6)', async () => {
    const anna = await story.saved('card_pays', { doNotSendInvoiceEmail: true })
    await story.owes(anna, 50, false)
    const [notice] = await story.day('2026-11-10')
    expect(notice).toMatchObject({ to: anna.email, subject: 'What we’ll charge, and when' })
    expect(notice?.text).toContain('- Invoice INV-000001: $50.00 on 17/11/2026')
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
  })

  test('The pickup confirmation that carries the invoice is the notice, and no further email is sent (P6)', async () => {
    await office.make.calendarYear()
    const anna = await story.saved()
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act<typeof draft>(office.admin, draft, 'activate')
    const phone = deviceOf(office, driver, run)
    await phone.send([phone.done(run.jobs[0]!, 2)])
    await act(office.admin, run, 'complete')
    mailServer.received.length = 0
    await story.work()
    const told = mailServer.received.filter(({ to }) => to?.[0]?.address === anna.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Your collection on 10/11/2026'])
    expect(told[0]?.text).toContain(
      'Your invoice INV-000001 for $50.00 is attached. You don’t need to do anything: we’ll charge $50.00 to your Visa ending in 4242 on 17/11/2026. To pause or stop it before then: http://office.test/pay-automatically',
    )
    expect(told[0]?.text).not.toMatch(/Please pay|Pay online/)
    expect(await story.charges()).toMatchObject([{ state: 'planned', day: '2026-11-17', amount: 50 }])
    expect(await story.subjects('2026-11-17')).toEqual(['Your receipt from Bagrun'])
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
  })

  test('What is open when a method is saved is listed in one email (P6)', async () => {
    const anna = await story.customer()
    await story.owes(anna, 50)
    await story.owes(anna, 30)
    await story.at('2026-11-25')
    await story.saves(anna, 'card_pays')
    const mails = await story.day('2026-11-25')
    expect(mails.map(({ subject }) => subject)).toEqual(['What we’ll charge, and when'])
    expect(mails[0]?.text).toContain(
      '- Invoice INV-000001: $50.00 on 30/11/2026\n- Invoice INV-000002: $30.00 on 30/11/2026',
    )
    await story.day('2026-11-30')
    expect(await story.payments(anna)).toEqual(['CARD 80 2026-11-30'])
  })

  test('All invoices of a customer for a day are one charge; a holiday moves it to the next working day (P7)', async () => {
    const anna = await story.saved()
    await story.at('2026-12-18')
    await story.owes(anna, 50)
    await story.owes(anna, 30)
    // 25/12 is a Friday, and 28/12 the day off for Boxing Day.
    await story.day('2026-12-25')
    await story.day('2026-12-28')
    expect(await story.payments(anna)).toEqual([])
    await story.day('2026-12-29')
    expect(await story.payments(anna)).toEqual(['CARD 80 2026-12-29'])
  })

  test('Credit is used first, and no more is charged than was announced (P8)', async () => {
    await story.set('credit.autoApply', false)
    const anna = await story.saved()
    const invoice = await story.owes(anna, 50)
    await story.work()
    await credit(anna, 20)
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual(['CARD 30 2026-11-17'])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(await story.balance(anna)).toBe(0)
  })

  const credit = async ({ customerID }: { customerID: string }, amount: number) =>
    office.call(story.admin, createTransaction, {
      customerID,
      type: 'CUSTOMER_CREDIT_DEPOSIT',
      amount,
      notes: 'For the broken gate',
    })

  test('What an invoice owes more than was announced has a notice and a day of its own (P8)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna, 50)
    await story.work()
    await story.put(`/v1/invoices/${invoice.invoiceID}/amount`, { amount: 62, reason: 'A further bag' })
    expect(await story.subjects('2026-11-17')).toEqual(['Your receipt from Bagrun', 'What we’ll charge, and when'])
    expect(mailServer.received.at(-1)?.text).toContain('- Invoice INV-000001: $12.00 on 20/11/2026')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
    expect(await story.subjects('2026-11-19')).toEqual([])
    await story.day('2026-11-20')
    expect((await story.payments(anna)).toSorted()).toEqual(['CARD 12 2026-11-20', 'CARD 50 2026-11-17'])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('What credit pays alone is not charged (P8)', async () => {
    await story.set('credit.autoApply', false)
    const anna = await story.saved()
    const invoice = await story.owes(anna, 50)
    await story.work()
    await credit(anna, 70)
    expect(await story.subjects('2026-11-17')).toEqual([])
    expect(await story.payments(anna)).toEqual([])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(await story.charges()).toMatchObject([
      { state: 'dropped', dropReason: 'credit', message: 'The customer’s credit paid it.' },
    ])
  })

  test('Less than $0.50 waits until more is charged with it (P8)', async () => {
    await story.set('credit.autoApply', false)
    const anna = await story.saved()
    const first = await story.owes(anna, 50)
    await story.at('2026-11-12')
    await story.owes(anna, 20)
    await story.work()
    await credit(anna, 49.7)
    expect(await story.subjects('2026-11-17')).toEqual([])
    expect(await story.payments(anna)).toEqual([])
    expect(await story.invoice(first)).toMatchObject({ owing: 0.3, charge: null })
    expect((await story.charges({ state: 'dropped' })).map(({ message }) => message)).toEqual([
      'Less than $0.50 was left to pay.',
    ])
    await story.day('2026-11-19', '09:00')
    await story.day('2026-11-19')
    expect(await story.payments(anna)).toEqual(['CARD 20.3 2026-11-19'])
  })

  test('An invoice that owes again after a refund is not charged before “Collect again” (P5, P58)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    const [charge] = await story.charges()
    const paid = await story.admin.post(`/v1/payments/checkout/${charge!.checkoutID}/refunds`, {
      amount: 50,
      left: 50,
      reason: 'Not collected',
    })
    expect(paid.body).toMatchObject({ state: 'refunded' })
    await story.day('2026-11-18')
    await story.day('2026-11-24')
    expect(await story.charges({ state: 'planned' })).toEqual([])
    expect(await story.invoice(invoice)).toMatchObject({ isReopened: true, owing: 50 })
    const { tasks } = await office.call(story.admin, getHome, {})
    expect(tasks.find(({ kind }) => kind === 'invoices-reopened')).toMatchObject({ count: 1, amount: 50 })
    const listed = await office.call(story.admin, listInvoices, { reopened: 'true' })
    expect(listed.items.map(({ invoiceID }) => invoiceID)).toEqual([invoice.invoiceID])
    await story.put(`/v1/invoices/${invoice.invoiceID}/collect-again`)
    expect(await story.subjects('2026-11-24', '11:00')).toEqual(['What we’ll charge, and when'])
    await story.day('2026-11-27')
    expect(await story.payments(anna)).toHaveLength(2)
  })

  test('While a dispute is open its invoice is not charged, even collected again; lost, it is (P4, P18)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    const [charge] = await story.charges()
    const { paymentID } = (await rowOf(office.deps.database.db, charge!.checkoutID))!
    const dispute = (type: string, status: string) =>
      story.provider.send(
        story.provider.event(`charge.dispute.${type}`, {
          id: 'du_anna',
          object: 'dispute',
          amount: 5_000,
          payment_intent: paymentID,
          reason: 'product_not_received',
          status,
        }),
      )
    await dispute('created', 'needs_response')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { pauseReason: 'disputed' } })
    await story.put(`/v1/invoices/${invoice.invoiceID}/collect-again`)
    await story.put(`/v1/users/customers/${anna.customerID}/autopay`, { act: 'resume' })
    expect(await story.subjects('2026-11-18')).toEqual(['Automatic payment has stopped'])
    for (const day of ['2026-11-20', '2026-11-24']) expect(await story.subjects(day)).toEqual([])
    expect(await story.payments(anna)).toHaveLength(1)
    await dispute('closed', 'lost')
    await story.put(`/v1/users/customers/${anna.customerID}/autopay`, { act: 'resume' })
    expect(await story.subjects('2026-11-25')).toContain('What we’ll charge, and when')
  })

  test('Left out by the office, or promised: not charged until then (P4, P19)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    await story.put(`/v1/invoices/${invoice.invoiceID}/dont-charge`, { dontCharge: true })
    await story.day('2026-11-17')
    expect(await story.charges()).toMatchObject([
      { state: 'dropped', message: 'Its invoices were left out before then.' },
    ])
    await story.put(`/v1/invoices/${invoice.invoiceID}/dont-charge`, { dontCharge: false })
    await story.work()
    await story.put(`/v1/invoices/${invoice.invoiceID}/promise`, { until: '2026-11-19' })
    await story.day('2026-11-18')
    expect(await story.payments(anna)).toEqual([])
    expect((await story.charges()).map(({ message }) => message)).toContain('The customer promised to pay.')
    await story.day('2026-11-20', '09:00')
    await story.day('2026-11-20')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-20'])
  })

  test('A decline is told at once and tried again; the third try pays (P15)', async () => {
    const anna = await story.saved('card_soft')
    const invoice = await story.owes(anna)
    await story.work()
    const [declined] = await story.day('2026-11-17')
    expect(declined).toMatchObject({ subject: 'Your payment didn’t go through' })
    expect(declined?.text).toContain('There wasn’t enough money on the card.')
    expect(declined?.text).toContain('- Invoice INV-000001: $50.00 on 20/11/2026')
    expect(await story.subjects('2026-11-18')).toEqual([])
    expect(await story.subjects('2026-11-20')).toEqual(['Your payment didn’t go through'])
    expect(await story.payments(anna)).toEqual([])
    expect(await story.subjects('2026-11-23')).toEqual(['Your receipt from Bagrun'])
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-23'])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(await story.charges()).toMatchObject([{ state: 'paid' }, { state: 'failed' }, { state: 'failed' }])
  })

  test('A card that is blocked is asked once; the customer is told once, and the office has an alert (P15)', async () => {
    const anna = await story.saved('card_hard')
    await story.owes(anna)
    await story.work()
    const mails = await story.day('2026-11-17')
    expect(mails.map(({ subject }) => subject)).toEqual(['Automatic payment has stopped'])
    expect(mails[0]?.text).toContain('We no longer charge your Visa ending in 9987. The bank has blocked the card.')
    expect(mails[0]?.text).toContain('You owe $50.00.')
    expect(await alerts()).toContain('charge-failed')
    const toCustomers = async (day: string) =>
      (await story.subjects(day)).filter((subject) => !subject?.startsWith('Bagrun: '))
    for (const day of ['2026-11-18', '2026-11-20', '2026-11-25']) expect(await toCustomers(day)).toEqual([])
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'paused', pauseReason: 'declined' } })
    expect(await story.charges()).toMatchObject([{ state: 'failed', canRetry: true }])
  })

  test.each([
    ['card_soft', ['Invoice', 'Your payment didn’t go through']],
    ['card_hard', ['Invoice', 'Automatic payment has stopped']],
    ['card_expires', ['Your card expires soon', 'Invoice', 'Automatic payment has stopped']],
  ] as const)('A customer who can’t sign in is told to call, not to open a page (%s)', async (act, subjects) => {
    await story.set('business.phone', '02 9876 5432')
    const anna = await story.saved(act)
    await office.deps.database.db.execute(sql`update users set signs_in = 0 where user_id = ${anna.customerID}`)
    const first = await story.day('2026-11-10')
    if (act === 'card_expires') await story.at('2026-11-30')
    mailServer.received.length = 0
    await story.owes(anna)
    await story.work()
    const invoices = [...mailServer.received]
    const told = [...first, ...invoices, ...(await story.day(act === 'card_expires' ? '2026-12-01' : '2026-11-17'))]
    expect(told.map(({ subject }) => subject)).toEqual(subjects.map((subject) => expect.stringContaining(subject)))
    for (const { text } of told) {
      expect(text).not.toMatch(/\/(pay-automatically|invoices|schedules)/)
      // The card ends before the day of its invoice, whose email therefore says how to pay.
      expect(text).toMatch(act === 'card_expires' ? /: call 02 9876 5432|\nPay online: / : /: call 02 9876 5432/)
    }
  })

  test('The last try pauses the method; taken up again, it is announced and tried anew (P15, P56)', async () => {
    await story.set('autopay.tries', 1)
    const anna = await story.saved('card_soft')
    await story.owes(anna)
    await story.work()
    expect(await story.subjects('2026-11-17')).toEqual(['Automatic payment has stopped'])
    const [failed] = await story.charges()
    const retried = await story.admin.post(`/v1/payments/charges/${failed!.checkoutID}/retry`)
    expect(retried.status).toBe(200)
    expect(await story.subjects('2026-11-17', '11:00')).toEqual(['What we’ll charge, and when'])
    expect((await story.charges({ state: 'planned' })).map(({ day }) => day)).toEqual(['2026-11-20'])
    const again = await story.admin.post<{ code: string }>(`/v1/payments/charges/${failed!.checkoutID}/retry`)
    expect(again.body).toMatchObject({ code: 'wrong_state' })
  })

  test('A charge under way is not retried, who has saved nothing has nothing to change, and off is off (P56)', async () => {
    const [anna, ben] = [await story.saved('debit_pays'), await story.customer()]
    await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    const [charge] = await story.charges()
    expect(charge).toMatchObject({ state: 'pending' })
    const retry = async () =>
      (await story.admin.post<{ code: string }>(`/v1/payments/charges/${charge!.checkoutID}/retry`)).body.code
    expect(await retry()).toBe('wrong_state')
    const { consent } = await story.own(ben)
    expect((await story.put(`/v1/users/customers/${ben.customerID}/autopay`, { act: 'resume' })).status).toBe(404)
    await story.set('autopay.enabled', false)
    const setUp = await (await ben.person()).post('/v1/payments/autopay/setup', { consent: consent.version })
    expect([await retry(), setUp.body.code]).toEqual(['autopay_off', 'autopay_off'])
  })

  test('Another customer’s card is not there for who has none, nor for another depot, and a page is no charge (P56)', async () => {
    const [anna, ben] = [await story.saved(), await story.customer()]
    const invoice = await story.owes(anna)
    await story.work()
    const theirs = await ben.person()
    for (const asked of [
      theirs.put('/v1/payments/autopay/own', { act: 'pause' }),
      theirs.put('/v1/payments/autopay/own', { act: 'resume' }),
      theirs.delete('/v1/payments/autopay/own'),
    ])
      expect((await asked).status).toBe(404)
    expect(await story.own(ben)).toMatchObject({ method: null, next: [], last: [] })
    const [charge] = await story.charges()
    const elsewhere = await office.call(story.admin, createDepot, { name: 'North' })
    const depotUser = await officeUser(office, 'OFFICE', elsewhere.depotID)
    const ofAnna = `/v1/users/customers/${anna.customerID}/autopay`
    for (const asked of [
      depotUser.get(ofAnna),
      depotUser.put(ofAnna, { act: 'pause', reason: 'Not ours' }),
      depotUser.delete(ofAnna),
      depotUser.post(`${ofAnna}/invite`),
      depotUser.post(`/v1/payments/charges/${charge!.checkoutID}/retry`),
    ])
      expect((await asked).status).toBe(404)
    const page = await story.admin.post<{ url: string }>('/v1/payments/checkout', { invoiceIDs: [invoice.invoiceID] })
    const { db } = office.deps.database
    const [opened] = await db.select().from(checkouts).where(eq(checkouts.url, page.body.url))
    expect((await story.admin.post(`/v1/payments/charges/${opened!.checkoutID}/retry`)).status).toBe(404)
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'active', note: null } })
  })

  test('Paused or removed before the charge is decided, nothing is charged (P9, P19)', async () => {
    const [anna, ben] = [await story.saved(), await story.saved()]
    await story.owes(anna)
    await story.owes(ben)
    await story.work()
    await story.pause(anna)
    await story.remove(ben)
    await story.day('2026-11-17')
    expect([await story.payments(anna), await story.payments(ben)]).toEqual([[], []])
    expect((await story.charges()).map(({ state, message }) => `${state}: ${message}`).toSorted()).toEqual([
      'dropped: Automatic payment ended.',
      'dropped: Automatic payment was paused.',
    ])
    await story.resume(anna)
    await story.work()
    expect(await story.payments(anna)).toEqual([])
    await story.day('2026-11-18')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-18'])
  })

  test('Taken up again long after the day that was named, the customer is told anew before the charge', async () => {
    const anna = await story.saved()
    await story.owes(anna)
    await story.work()
    await story.pause(anna)
    await story.day('2026-11-17')
    await story.at('2026-12-07', '09:00')
    await story.resume(anna)
    expect(await story.subjects('2026-12-07')).toEqual(['What we’ll charge, and when'])
    expect(await story.payments(anna)).toEqual([])
    await story.day('2026-12-10')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-12-10'])
  })

  test('A charge that nothing could make for weeks is dropped, because its customer is told again first', async () => {
    const anna = await story.saved()
    await story.owes(anna)
    await story.work()
    expect(await story.subjects('2026-12-07')).toEqual(['What we’ll charge, and when'])
    expect(await story.charges()).toMatchObject([
      { state: 'planned', day: '2026-12-10' },
      { state: 'dropped', message: 'The customer has to be told again first.' },
    ])
    await story.day('2026-12-10')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-12-10'])
  })

  test('Switching on shows the first day on which somebody is charged, after the notice', async () => {
    const anna = await story.saved()
    await story.set('autopay.enabled', false)
    await story.owes(anna)
    const shown = async () => (await story.admin.get('/v1/payments/autopay')).body
    expect(await shown()).toMatchObject({ firstDay: '2026-11-17', planned: { customers: 1, amount: 50 } })
    expect(await story.own(anna)).toMatchObject({ charged: false, method: { state: 'active' } })
    await story.set('autopay.enabled', true)
    expect(await story.own(anna)).toMatchObject({ charged: true })
    await story.day('2026-11-10')
    expect(await story.charges()).toMatchObject([{ state: 'planned', day: '2026-11-17' }])
  })

  test('A page that is open is closed before the charge (P13)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    await story.at('2026-11-17', '09:30')
    const page = await story.admin.post<{ url: string }>('/v1/payments/checkout', { invoiceIDs: [invoice.invoiceID] })
    await story.day('2026-11-17')
    await story.day('2026-11-17', '10:07')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
    await story.provider.press(page.body.url, 'card')
    await story.work()
    expect(await story.payments(anna)).toHaveLength(1)
  })

  test('While a debit of a page waits for the bank, its invoice is not charged, and once it is paid never (P13)', async () => {
    const anna = await story.saved()
    const invoice = await story.owes(anna)
    await story.work()
    await story.at('2026-11-17')
    const page = await story.admin.post<{ url: string }>('/v1/payments/checkout', { invoiceIDs: [invoice.invoiceID] })
    await story.provider.press(page.body.url, 'debit_succeeds')
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual([])
    expect(await story.charges({ state: 'paid' })).toEqual([])
    await story.day('2026-11-18')
    await story.day('2026-11-19')
    expect(await story.payments(anna)).toHaveLength(1)
    expect(await story.charges({ state: 'paid' })).toEqual([])
    expect(await story.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('While a charge is under way, its invoice can’t be paid on a page (P13, P19)', async () => {
    const anna = await story.saved('debit_pays')
    const invoice = await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    const page = await story.admin.post<{ code: string }>('/v1/payments/checkout', { invoiceIDs: [invoice.invoiceID] })
    expect(page.body).toMatchObject({ code: 'payment_pending' })
    expect(await story.own(anna)).toMatchObject({ underWay: true, next: [{ state: 'pending' }] })
  })

  test.each(['sandbox', 'test'] as const)(
    'With live keys a charge of the %s, which can’t be decided any more, holds no invoice back (P57)',
    async (mode) => {
      const anna = await story.saved('debit_pays')
      const invoice = await story.owes(anna)
      await story.work()
      await story.day('2026-11-17')
      expect(await story.charges()).toMatchObject([{ state: 'pending' }])
      const { db } = office.deps.database
      await db.update(paymentMethods).set({ mode })
      const payments = Object.assign(Object.create(office.deps.payments) as typeof office.deps.payments, {
        mode: 'live',
        kind: 'stripe',
      })
      await runAutopay({ ...office.deps, payments })
      expect(await story.charges()).toMatchObject([{ state: 'failed' }])
      expect(await story.invoice(invoice)).toMatchObject({ owing: 50 })
    },
  )

  test('Money that comes by hand while a charge is under way is booked with a warning; the surplus is credit (P13)', async () => {
    const anna = await story.saved('debit_pays')
    const invoice = await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    expect(await story.pay(invoice)).toMatchObject({
      warnings: [
        { code: 'payment_pending', message: expect.stringContaining('A card payment or bank debit of $50.00') },
      ],
    })
    await story.day('2026-11-17', '10:10')
    expect(await story.payments(anna)).toHaveLength(2)
    expect(await story.balance(anna)).toBe(50)
  })

  test('A bank account is paid when the bank says so, as a direct debit (P14)', async () => {
    const anna = await story.saved('debit_pays')
    await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual([])
    await story.day('2026-11-17', '10:10')
    expect(await story.payments(anna)).toEqual(['DIRECT_DEBIT 50 2026-11-17'])
  })

  test('A direct debit comes from the provider only: nobody can enter one by hand (P14)', async () => {
    const { customerID } = await story.customer()
    const { invoiceID } = await story.owes({ customerID })
    const paymentType = 'DIRECT_DEBIT'
    const payment = { type: 'CUSTOMER_INBOUND', amount: 50, paymentType }
    const given = { customerID, amount: 50, paymentType }
    const asked: (readonly [path: string, body: object, field?: string])[] = [
      ['/v1/transactions', { ...payment, customerID }],
      ['/v1/transactions', { ...given, type: 'CUSTOMER_CREDIT_DEDUCT' }],
      ['/v1/transactions/payment/preview', given],
      [`/v1/invoices/${invoiceID}/transactions`, payment],
      [`/v1/invoices/settle/${customerID}`, { amount: 50, paymentType }],
      [
        '/v1/invoices/bulk',
        { action: 'pay', invoiceIDs: [invoiceID], payment: { paymentType } },
        'payment.paymentType',
      ],
    ]
    for (const [path, body, field = 'paymentType'] of asked) {
      const answer = await story.admin.post<{ fields: object }>(path, body)
      expect([path, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([path, 422, [field]])
    }
    expect(await story.payments({ customerID })).toEqual([])
  })

  test('A debit that is returned afterwards makes the invoice owe again and pauses the method (P5, P18)', async () => {
    const anna = await story.saved('debit_returned')
    const invoice = await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    await story.day('2026-11-17', '10:10')
    await story.day('2026-11-17', '10:20')
    expect(await story.invoice(invoice)).toMatchObject({ owing: 50, isReopened: true })
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'paused', pauseReason: 'disputed' } })
    for (const day of ['2026-11-18', '2026-11-24']) await story.day(day)
    expect(await story.charges()).toHaveLength(1)
  })

  test('An agreement that the bank ends drops what is planned, and customer and office are told (P17)', async () => {
    const anna = await story.saved('debit_cancelled')
    await story.owes(anna, 50)
    await story.work()
    const mails = [...(await story.day('2026-11-17')), ...(await story.day('2026-11-17', '10:10'))]
    expect(mails.map(({ subject }) => subject)).toContain('Automatic payment has stopped')
    expect(await alerts()).toContain('autopay-paused')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: null, ended: { reason: 'mandate_cancelled' } })
    expect(await story.payments(anna)).toEqual(['DIRECT_DEBIT 50 2026-11-17'])
  })

  test('A card that ends is warned of once, and not charged after its last month (P16)', async () => {
    const anna = await story.saved('card_expires')
    expect(await story.subjects('2026-11-10')).toEqual(['Your card expires soon'])
    expect(await story.subjects('2026-11-11')).toEqual([])
    await story.at('2026-11-30')
    await story.owes(anna)
    expect(await story.subjects('2026-12-01')).toEqual(['Automatic payment has stopped'])
    await story.day('2026-12-08')
    expect(await story.payments(anna)).toEqual([])
  })

  test('Many who are not to be warned yet, or who left and still owe, keep nobody from being warned or ended (P16, P21)', async () => {
    const { db } = office.deps.database
    const [{ suburbID }, { productID }] = [await office.make.suburb(), await office.make.product()]
    const template = await story.saved()
    const [method] = await db.select().from(paymentMethods)
    const others: string[] = []
    for (let n = 0; n < 50; n++) {
      const { customerID } = await office.make.customer({ suburbID, productID })
      const own = { methodID: newID(), customerID, providerMethodID: `pm_${n}`, setupID: null, expiresIn: '2026-12' }
      await db.insert(paymentMethods).values({ ...method!, ...own })
      others.push(customerID)
    }
    const anna = await story.saved('card_expires')
    expect((await story.day('2026-11-10')).map(({ subject, to }) => [subject, to])).toEqual([
      ['Your card expires soon', anna.email],
    ])
    await db
      .insert(customerAccounts)
      .values(others.map((customerID) => ({ customerID, owing: 5_000 })))
      .onConflictDoUpdate({
        target: customerAccounts.customerID,
        set: { owing: 5_000 },
      })
    await db.update(customers).set({ status: 'CANCELED' }).where(ne(customers.customerID, template.customerID))
    await story.work()
    expect(await story.ofCustomer(anna)).toMatchObject({ method: null, ended: { reason: 'left' } })
    expect(await story.ofCustomer({ customerID: others[0]! })).toMatchObject({ method: { state: 'active' } })
    expect(await story.ofCustomer(template)).toMatchObject({ method: { state: 'active' } })
  })

  test('The new last month of a card that the bank sent anew is taken over (P16)', async () => {
    const anna = await story.customer()
    const url = await story.opened(anna)
    await story.provider.press(url, 'card_expires')
    await office.sandbox!.runDue()
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { expiresIn: '2026-11' } })
    await story.provider.press(url, 'renew')
    await office.sandbox!.runDue()
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'active', expiresIn: '2029-12' } })
  })

  test('A card that stopped because it ended is charged again once the bank has renewed it (P16)', async () => {
    const anna = await story.customer()
    const url = await story.opened(anna)
    await story.provider.press(url, 'card_expires')
    await story.until(async () => (await story.own(anna)).settingUp === null)
    await story.at('2026-11-30')
    await story.owes(anna)
    await story.day('2026-12-01')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'paused', pauseReason: 'expired' } })
    await story.provider.press(url, 'renew')
    await story.until(async () => (await story.ofCustomer(anna)).method?.expiresIn === '2029-12')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'active', pauseReason: null } })
    expect(await story.subjects('2026-12-02')).toEqual(['What we’ll charge, and when'])
    await story.day('2026-12-07')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-12-07'])
  })

  test('A second method takes the place of the first, which the provider forgets (P2)', async () => {
    const anna = await story.saved()
    await story.saves(anna, 'debit_pays')
    await story.work()
    expect(await story.own(anna)).toMatchObject({ method: { kind: 'debit', name: 'bank account ending in 3456' } })
    await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    await story.day('2026-11-17', '10:10')
    expect(await story.payments(anna)).toEqual(['DIRECT_DEBIT 50 2026-11-17'])
  })

  test('A cancelled customer is charged until nothing is owed, and then no more (P21)', async () => {
    const anna = await story.saved()
    await story.owes(anna)
    await story.work()
    const cancelled = await story.admin.delete(`/v1/users/customers/${anna.customerID}/cancel`)
    expect(cancelled.status).toBe(204)
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
    await story.day('2026-11-17', '11:00')
    expect(await story.ofCustomer(anna)).toMatchObject({ method: null, ended: { reason: 'left' } })
  })

  test('A charge whose answer never came is found again, and made once (P10, P11)', async () => {
    const anna = await story.saved()
    await story.owes(anna)
    await story.work()
    const { charge } = office.deps.payments
    office.deps.payments.charge = async (order) => {
      await charge(order)
      throw new (await import('#server/payments-port.ts')).PaymentsTrouble('away')
    }
    await story.at('2026-11-17')
    await (await import('#server/features/payments/ask-provider.ts')).askProvider(office.deps)
    await runAutopay(office.deps)
    office.deps.payments.charge = charge
    expect(await story.charges()).toMatchObject([{ state: 'asked' }])
    await story.day('2026-11-17', '10:20')
    await story.day('2026-11-17', '10:30')
    expect(await story.payments(anna)).toEqual(['CARD 50 2026-11-17'])
  })

  test('A debit that the restored backup doesn’t know is not charged again while the bank decides (P12)', async () => {
    const anna = await story.saved('debit_pays')
    await story.owes(anna)
    await story.work()
    const key = chargeKey(await installationID(office.deps.database.db), anna.customerID, '2026-11-17', 1)
    await story.at('2026-11-18', '09:00')
    // The plan of a day that has passed moves before the provider's events are read.
    await runAutopay(office.deps)
    const charge = {
      paymentID: 'pi_lost',
      checkoutID: newID(),
      customerID: anna.customerID,
      key,
      amountCents: 5_000,
      currency: 'aud',
      kind: 'debit',
      failure: null,
      test: false,
    } as const
    const told = (state: 'pending' | 'paid') => ({
      kind: 'charge' as const,
      charge: { ...charge, state },
      eventID: `evt_${state}`,
      happenedAt: office.clock.now(),
      test: false,
    })
    await takeEvent(office.deps, told('pending'), 'asked')
    for (const day of ['2026-11-18', '2026-11-19']) await story.day(day)
    expect(await story.payments(anna)).toEqual([])
    expect(await story.charges({ state: 'pending' })).toMatchObject([{ amount: 50 }])
    await takeEvent(office.deps, told('paid'), 'asked')
    await story.day('2026-11-23')
    expect(await story.payments(anna)).toEqual(['DIRECT_DEBIT 50 2026-11-19'])
    expect(await story.balance(anna)).toBe(0)
  })

  test('Switched off, nothing is charged, and what was planned is dropped', async () => {
    const anna = await story.saved()
    await story.owes(anna)
    await story.work()
    await story.set('autopay.enabled', false)
    await story.day('2026-11-17')
    expect(await story.payments(anna)).toEqual([])
    expect(await story.charges()).toMatchObject([
      { state: 'dropped', message: 'Automatic payments were switched off.' },
    ])
  })
})
