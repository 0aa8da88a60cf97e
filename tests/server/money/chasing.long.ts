import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '#contract/v1/alerts.ts'
import { getInvoice } from '#contract/v1/invoices.ts'
import { addDays } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { checkouts } from '#server/db/tables/payments.ts'
import { runChasing } from '#server/features/chasing/chasing-runner.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runTasks } from '#server/features/tasks/task-runner.ts'
import { chasingOffice, type ChasingOffice, LADDER } from '../../fixtures/chasing-office.ts'
import { cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { bankCsv, imported } from './bank-fixture.ts'

describe.each(databases)('Payment reminders that send themselves, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: ChasingOffice
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    office.clock.set('2026-11-09T21:00:00Z')
    mailServer.received.length = 0
    mailServer.refuse = null
    story = chasingOffice(office, mailServer)
  })
  const now = (invoiceID: string) => office.call(story.admin, getInvoice, { invoiceID })
  const subjects = async (day: string) => (await story.morning(day)).map(({ subject }) => subject)
  const reasons = async () => (await story.preview({ who: 'left_out' })).items.map(({ reason }) => reason)

  test('First, second and final reminder go by themselves, 7 days apart and none skipped (P22)', async () => {
    await story.switchOn('remind.auto', 'remind.final')
    const { customerID } = await office.make.customer({ firstName: 'Anna', email: 'anna@customers.example' })
    const { invoiceID } = await story.owes(customerID)
    expect(await subjects('2026-11-24')).toEqual([])
    const [first] = await story.morning(LADDER.first)
    expect(first).toMatchObject({ to: 'anna@customers.example', subject: 'Reminder: $50.00 is overdue' })
    expect(first?.text).toMatch(/^Hello Anna,\n[\s\S]*- Invoice INV-000001, due 17\/11\/2026: \$50\.00/)
    expect(await subjects('2026-12-01')).toEqual([])
    expect(await subjects(LADDER.second)).toEqual(['Second reminder: $50.00 is overdue'])
    expect(await subjects('2026-12-15')).toEqual([])
    expect(await subjects(LADDER.final)).toEqual(['Final reminder: $50.00 is overdue'])
    expect(await subjects('2026-12-23')).toEqual([])
    expect(await now(invoiceID)).toMatchObject({ finalReminder: 'sent' })
  })

  test('Off until it is switched on, and then from the next working day', async () => {
    const { customerID } = await office.make.customer()
    await story.owes(customerID)
    expect(await subjects(LADDER.first)).toEqual([])
    expect(await story.preview()).toMatchObject({ isOn: false })
    await story.switchOn('remind.auto')
    expect(await story.preview()).toMatchObject({ isOn: true })
    expect(await story.work()).toBe(0)
    expect(await subjects('2026-11-26')).toHaveLength(1)
  })

  test('One mail a customer and day holds all invoices at its step (P23)', async () => {
    await story.switchOn('remind.auto')
    const { customerID } = await office.make.customer()
    await story.owes(customerID, 50)
    await story.owes(customerID, 30)
    const mails = await story.morning(LADDER.first)
    expect(mails.map(({ subject }) => subject)).toEqual(['Reminder: $80.00 is overdue'])
    expect(mailServer.received[0]?.attachments.map(({ filename }) => filename)).toEqual([
      'INV-000001.pdf',
      'INV-000002.pdf',
    ])
    expect(await story.work()).toBe(0)
  })

  test('A reminder names what else is overdue, so that it says no less than is; a payment of that stops it', async () => {
    await story.switchOn('remind.auto')
    const { customerID } = await office.make.customer()
    const before = await story.owes(customerID, 50)
    await story.morning(LADDER.first)
    await story.morning(LADDER.second)
    const { invoiceID } = await story.owes(customerID, 30)
    const { dueDate } = await now(invoiceID)
    const [first] = await story.morning(addDays(dueDate, 8))
    expect(first).toMatchObject({ subject: 'Reminder: $30.00 is overdue' })
    expect(first?.text).toContain('Also overdue: $50.00 (INV-000001)')
    await story.pay(before)
    const [second] = await story.morning(addDays(dueDate, 15))
    expect(second).toMatchObject({ subject: 'Second reminder: $30.00 is overdue' })
    expect(second?.text).not.toContain('Also overdue')
  })

  test('Nobody is reminded on a weekend or a public holiday, and the reminder goes on the next working day (P22, P23)', async () => {
    await story.switchOn('remind.auto', 'remind.final')
    const { customerID } = await office.make.customer()
    await story.owes(customerID)
    expect(await subjects('2026-11-28')).toEqual([])
    expect(await subjects('2026-11-30')).toHaveLength(1)
    // Christmas Day, a Friday.
    expect(await subjects('2026-12-25')).toEqual([])
    // In lieu of Boxing Day, a Saturday.
    expect(await subjects('2026-12-28')).toEqual([])
    expect(await subjects('2026-12-29')).toEqual(['Second reminder: $50.00 is overdue'])
    await story.at('2026-12-29', '18:00')
    expect(await story.work()).toBe(0)
  })

  test('After “Collect again” the days count from that day (P24)', async () => {
    await story.switchOn('remind.auto')
    const { customerID } = await office.make.customer()
    const invoice = await story.owes(customerID)
    await story.at('2026-11-27')
    const { transactions } = await story.pay(invoice)
    const { transactionID } = transactions[0]!
    await story.admin.post('/v1/transactions', { reverses: transactionID, notes: 'Bounced' })
    expect(await now(invoice.invoiceID)).toMatchObject({ owing: 50, isReopened: true, reminderDue: null })
    await story.put(`/v1/invoices/${invoice.invoiceID}/collect-again`)
    expect(await subjects('2026-12-04')).toEqual([])
    expect(await subjects('2026-12-07')).toEqual(['Reminder: $50.00 is overdue'])
  })

  test('An invoice that was paid and owes again is not reminded until it is collected again (P5)', async () => {
    await story.switchOn('remind.auto')
    const { customerID } = await office.make.customer()
    const invoice = await story.owes(customerID)
    const { transactions } = await story.pay(invoice)
    const { transactionID } = transactions[0]!
    await story.admin.post('/v1/transactions', { reverses: transactionID, notes: 'Bounced' })
    expect(await subjects('2026-12-07')).toEqual([])
    expect(await reasons()).toEqual(['reopened'])
    const offered = await story.admin.get<{ total: number }>('/v1/invoices?reminderDue=true')
    expect(offered.body.total).toBe(0)
    const again = `/v1/invoices/${invoice.invoiceID}/collect-again`
    expect((await story.put(again)).status).toBe(200)
    expect((await story.put<{ code: string }>(again)).body.code).toBe('wrong_state')
    expect(await now(invoice.invoiceID)).toMatchObject({ isReopened: false, reminderDue: null })
    expect(await subjects('2026-12-15')).toHaveLength(1)
  })

  test('The first reason why an invoice is left out is shown (P25)', async () => {
    await story.switchOn('remind.auto')
    const owing = async (price = 50, some: Parameters<typeof office.make.customer>[0] = {}) =>
      story.owes((await office.make.customer(some)).customerID, price)
    await owing(4)
    const promised = await owing()
    const unwanted = await owing()
    const [unsent, mailless] = [await office.make.customer(), await office.make.customer({ email: undefined })]
    const lines = [{ description: 'Bag', quantity: 1, price: 50 }]
    await story.admin.post('/v1/invoices', { customerID: unsent.customerID, lines })
    const printed = await story.admin.post<{ invoiceID: string }>('/v1/invoices', {
      customerID: mailless.customerID,
      lines,
    })
    await story.admin.post('/v1/invoices/bulk', { action: 'mark-printed', invoiceIDs: [printed.body.invoiceID] })
    await runTasks(office.deps)
    await owing()
    await story.at('2026-11-24')
    await story.put(`/v1/invoices/${promised.invoiceID}/promise`, { until: '2026-12-04' })
    await story.put(`/v1/invoices/${unwanted.invoiceID}/dont-remind`, { dontRemind: true })
    const { items } = await story.preview()
    expect(items.map(({ number, reason }) => [number, reason])).toEqual(
      expect.arrayContaining([
        ['INV-000001', 'under_least'],
        ['INV-000002', 'promise'],
        ['INV-000003', 'dont_remind'],
        ['INV-000004', 'never_sent'],
        ['INV-000005', 'no_email'],
        ['INV-000006', null],
      ]),
    )
    expect(await subjects(LADDER.first)).toHaveLength(1)
    await story.set('remind.quietUntil', '2027-01-31')
    expect(await subjects('2027-01-08')).toEqual([])
    expect(await reasons()).toContain('quiet')
  })

  test('A case keeps its customer from a reminder while it is open or answered, and no longer once it closed by itself (P25)', async () => {
    await story.switchOn('remind.auto')
    const customer = await office.customer()
    await story.owes(customer.userID)
    const { body } = await customer.post('/v1/cases', { kind: 'other', text: 'Do you come on Fridays?' })
    expect(await subjects(LADDER.first)).toEqual([])
    expect(await reasons()).toEqual(['case'])
    const caseID = body['caseID'] as string
    await story.put(`/v1/cases/${caseID}/answer`, { messageID: newID(), text: 'We do.' })
    await sendWaitingMails(office.deps)
    // The days in which the customer can ask again are over after 05/12, a Saturday.
    expect(await subjects('2026-12-03')).toEqual([])
    expect(await reasons()).toEqual(['case'])
    expect(await subjects('2026-12-04')).toEqual([])
    expect(await subjects('2026-12-07')).toHaveLength(1)
  })

  test('A page’s debit on its way and an open card dispute keep their customers from a reminder, and no longer (P25)', async () => {
    await story.switchOn('remind.auto')
    await story.set('checkout.enabled', 'ON')
    const provider = cardEvents(office)
    const [anna, ben] = [await office.make.customer(), await office.make.customer()]
    const [ofAnna, ofBen] = [await story.owes(anna.customerID, 40), await story.owes(ben.customerID, 50)]
    const disputed = await story.owes(ben.customerID, 20)
    const onPage = async ({ invoiceID }: { invoiceID: string }, act: string) => {
      const { body } = await story.admin.post<{ url: string }>('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
      await provider.press(body.url, act)
      await office.sandbox!.runDue()
      const { db } = office.deps.database
      const [row] = await db.select().from(checkouts).where(eq(checkouts.url, body.url))
      return row!
    }
    const { paymentID } = await onPage(disputed, 'card')
    const dispute = (type: string, status: string) =>
      provider.send(
        provider.event(`charge.dispute.${type}`, {
          id: 'du_ben',
          object: 'dispute',
          amount: 2_000,
          payment_intent: paymentID,
          reason: 'product_not_received',
          status,
        }),
      )
    await dispute('created', 'needs_response')
    await story.at(LADDER.first)
    await onPage(ofAnna, 'debit_fails')
    mailServer.received.length = 0
    expect(await story.work()).toBe(0)
    const { items } = await story.preview()
    expect(new Map(items.map(({ invoiceID, reason }) => [invoiceID, reason]))).toEqual(
      new Map([
        [ofAnna.invoiceID, 'payment_pending'],
        [ofBen.invoiceID, 'dispute'],
        // Its payment is away while the bank decides.
        [disputed.invoiceID, 'reopened'],
      ]),
    )
    await dispute('closed', 'won')
    await story.at(addDays(LADDER.first, 1))
    const reasonOf = async (of: { invoiceID: string }) =>
      (await story.preview()).items.find(({ invoiceID }) => invoiceID === of.invoiceID)?.reason
    // The bank decides in its own time.
    await expect
      .poll(async () => {
        await office.sandbox!.runDue()
        return reasonOf(ofAnna)
      })
      .not.toBe('payment_pending')
    expect(await subjects(addDays(LADDER.first, 1))).toEqual(['Reminder: $50.00 is overdue'])
    expect([await reasonOf(ofAnna), await reasonOf(ofBen)]).toEqual(['not_yet', 'not_yet'])
  })

  test('A waiting bank line of an invoice’s amount keeps its customer from a reminder (P25)', async () => {
    await story.switchOn('remind.auto')
    await story.set('remind.bankDays', 0)
    await story.owes((await office.make.customer()).customerID, 57)
    await story.at('2026-11-24')
    await imported({ ...office, admin: story.admin }, bankCsv([['2026-11-23', 57, 'Osko payment somebody']]))
    expect(await subjects(LADDER.first)).toEqual([])
    expect(await reasons()).toEqual(['bank_line'])
  })

  test('With an old bank file nobody is reminded, and the office is told (P26)', async () => {
    await story.switchOn('remind.auto')
    await imported(office, bankCsv([['2026-11-09', 57, 'Osko payment somebody']]))
    await story.owes((await office.make.customer()).customerID, 40)
    expect(await subjects(LADDER.first)).toEqual([])
    expect(await reasons()).toEqual(['bank_file_old'])
    await checkAlerts(office.deps)
    const { items } = await office.call(story.admin, listAlerts, { status: 'open' })
    expect(items.filter(({ kind: one }) => one === 'bank-file-old')).toHaveLength(1)
    await story.set('remind.bankDays', 60)
    const sent = await subjects('2026-11-26')
    expect(sent.filter((subject) => !subject?.startsWith('Bagrun: '))).toHaveLength(1)
  })

  test('A reminder is judged again when it leaves: who paid meanwhile gets none (P27)', async () => {
    await story.switchOn('remind.auto')
    const [one, other] = [await office.make.customer(), await office.make.customer()]
    const paid = await story.owes(one.customerID)
    await story.owes(other.customerID, 30)
    await story.at(LADDER.first)
    mailServer.received.length = 0
    expect(await runChasing(office.deps)).toBe(2)
    await story.pay(paid)
    await sendWaitingMails(office.deps)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(['Reminder: $30.00 is overdue'])
  })

  test('The preview shows before switching on who gets what, and the morning does it (P27)', async () => {
    const { customerID } = await office.make.customer()
    await story.owes(customerID, 50)
    await story.at('2026-11-24', '15:00')
    const shown = await story.preview()
    expect(shown).toMatchObject({
      at: new Date('2026-11-25T09:00:00+11:00').toISOString(),
      reminded: { customers: 1, invoices: 1, owing: 50 },
      leftOut: { customers: 0 },
      items: [{ number: 'INV-000001', step: 'first', reason: null }],
    })
    // As typed beside the switch and not saved.
    expect(await story.preview({ 'remind.least': '50.01' })).toMatchObject({
      reminded: { customers: 0 },
      items: [{ step: null, reason: 'under_least' }],
    })
    expect(await story.preview({ 'remind.firstDays': '13' })).toMatchObject({ reminded: { customers: 0 } })
    expect(await story.preview({ 'remind.firstDays': '' })).toMatchObject({ reminded: { customers: 1 } })
    await story.switchOn('remind.auto')
    expect(await subjects(LADDER.first)).toEqual(['Reminder: $50.00 is overdue'])
  })

  test('A promise holds the reminders back up to its day, and broken the ladder goes on (P28, P56)', async () => {
    await story.switchOn('remind.auto')
    const { invoiceID } = await story.owes((await office.make.customer()).customerID)
    await story.at('2026-11-24')
    const promise = (until: string | null) =>
      story.put<{ fields?: object }>(`/v1/invoices/${invoiceID}/promise`, { until })
    expect((await promise('2026-11-23')).status).toBe(422)
    expect((await promise('2027-01-24')).status).toBe(422)
    expect((await promise('2026-11-27')).status).toBe(200)
    expect(await subjects(LADDER.first)).toEqual([])
    expect(await subjects('2026-11-27')).toEqual([])
    expect(await subjects('2026-11-30')).toHaveLength(1)
  })

  test('A customer promises once an invoice, within the days that the office allows (P28, P56)', async () => {
    const person = await office.customer()
    const { invoiceID } = await story.owes(person.userID)
    const promise = (until: string) => person.put<{ code: string }>(`/v1/invoices/${invoiceID}/promise`, { until })
    expect((await promise('2026-11-17')).body.code).toBe('wrong_state')
    await story.set('promise.ownDays', 7)
    expect((await promise('2026-11-18')).status).toBe(422)
    expect((await promise('2026-11-16')).status).toBe(200)
    expect((await promise('2026-11-17')).body.code).toBe('wrong_state')
    const stranger = await office.customer()
    expect((await stranger.put(`/v1/invoices/${invoiceID}/promise`, { until: '2026-11-16' })).status).toBe(404)
  })

  test('Two servers on one morning remind once', async () => {
    await story.switchOn('remind.auto')
    for (const price of [30, 40, 50]) await story.owes((await office.make.customer()).customerID, price)
    await story.at(LADDER.first)
    mailServer.received.length = 0
    await Promise.all([runChasing(office.deps), runChasing(office.deps)])
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toHaveLength(3)
  })
})
