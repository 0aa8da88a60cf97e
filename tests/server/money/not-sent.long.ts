import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getHome } from '#contract/v1/home.ts'
import { createInvoice, getInvoice, type Invoice, listInvoices, payInvoice } from '#contract/v1/invoices.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { getMailServer, listMails, previewKeptMails, sendKeptMails, sendTestMail } from '#contract/v1/mails.ts'
import { listTasks, type Task } from '#contract/v1/tasks.ts'
import { getProfile } from '#contract/v1/session.ts'
import { DELIVERIES } from '#domain/delivery.ts'
import { smtpMail } from '#server/adapters/mail/smtp-mail.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runTasks } from '#server/features/tasks/task-runner.ts'
import type { MailPort } from '#server/ports.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

const DAY = 86_400_000
const PUBLIC_URL = 'http://office.test'

describe.each(databases)('What was not sent is not said to be sent, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let port: { -readonly [K in keyof MailPort]: MailPort[K] }
  let admin: Person
  beforeAll(async () => {
    mailServer = await openMailServer()
    const { server } = smtpMail('smtp://bags:hidden%2Fword@mail.example:587?from=office@bags.example', PUBLIC_URL)
    port = { ...smtpMail(mailServer.url, PUBLIC_URL), server }
    office = await openOffice(kind, { overrides: { mail: port } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    admin = office.admin
    port.kind = 'smtp'
    mailServer.received.length = 0
    mailServer.refuse = null
  })

  const invoiced = async (customerID?: string): Promise<Invoice> =>
    office.call(admin, createInvoice, {
      customerID: customerID ?? (await office.make.customer()).customerID,
      lines: [{ description: 'Bin', quantity: 1, price: 25 }],
    })
  const now = (invoiceID: string) => office.call(admin, getInvoice, { invoiceID })
  const send = (invoiceID: string) => admin.post<Invoice>(`/v1/invoices/${invoiceID}/send`)
  const remind = (invoiceID: string) => admin.put<Invoice>(`/v1/invoices/${invoiceID}/remind`)
  const bulk = async (action: string, invoiceIDs: readonly string[]) => {
    const { body } = await admin.post<{ taskID: string }>('/v1/invoices/bulk', { action, invoiceIDs })
    await runTasks(office.deps)
    return task(body.taskID)
  }
  const task = async (taskID: string) => (await admin.get<Task>(`/v1/tasks/${taskID}`)).body
  const pass = async (days: number) => {
    office.clock.pass(days * DAY)
    admin = await signedIn(office.fetch, office.admin)
  }
  const subjects = () => mailServer.received.map(({ subject }) => subject)

  test('An invoice waits until the mail server has taken it, and is sent from then on', async () => {
    const { invoiceID, delivery } = await invoiced()
    expect(delivery).toBe('not_sent')
    expect((await send(invoiceID)).body).toMatchObject({ delivery: 'waiting', sentAt: null })
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({ delivery: 'sent', sentAt: office.clock.now().toISOString() })
  })

  test('An invoice that the mail server refused has failed, with the server’s words, and is sent anew once', async () => {
    const { invoiceID } = await invoiced()
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({
      delivery: 'failed',
      sentAt: null,
      mailError: '550 5.1.1 No such user here',
    })
    mailServer.refuse = null
    expect(await bulk('send', [invoiceID])).toMatchObject({ done: 1, skipped: 0 })
    // The failed mail is given up, so that nobody sends both.
    const { items } = await office.call(admin, listMails, { status: 'failed' })
    expect(items).toMatchObject([{ sendable: false }])
    expect(await admin.post(`/v1/mails/${items[0]!.mailID}/send-again`)).toMatchObject(refusal(409, 'wrong_state'))
    await sendWaitingMails(office.deps)
    expect(await bulk('send', [invoiceID])).toMatchObject({ done: 0, skipped: 1 })
    expect(subjects()).toHaveLength(1)
  })

  test('A bulk act tells what was sent, waits, failed and was kept, and follows what becomes of it', async () => {
    const [due, other] = [await invoiced(), await invoiced()]
    const { taskID } = await bulk('send', [due.invoiceID])
    expect((await task(taskID)).delivered).toMatchObject({ sent: 0, waiting: 1, failed: 0, kept: 0 })
    await sendWaitingMails(office.deps)
    expect((await task(taskID)).delivered).toMatchObject({ sent: 1, waiting: 0 })
    await pass(16)
    port.kind = 'kept'
    const ids = [due.invoiceID, other.invoiceID]
    const reminded = await bulk('remind', ids)
    expect(reminded).toMatchObject({ done: 2, delivered: { sent: 0, waiting: 0, failed: 0, kept: 2 } })
    port.kind = 'smtp'
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    await remind(due.invoiceID)
    await sendWaitingMails(office.deps)
    expect((await task(reminded.taskID)).delivered).toMatchObject({ sent: 0, failed: 1, kept: 1 })
    mailServer.refuse = null
    await remind(due.invoiceID)
    await remind(other.invoiceID)
    await sendWaitingMails(office.deps)
    expect((await task(reminded.taskID)).delivered).toMatchObject({ sent: 2, failed: 0, kept: 0 })
    await pass(8)
    const second = await bulk('remind', [due.invoiceID])
    expect(second.delivered).toMatchObject({ waiting: 1, sent: 0 })
    const { items } = await office.call(admin, listTasks, {})
    expect(items.map(({ delivered }) => [delivered?.sent, delivered?.waiting])).toEqual([
      [0, 1],
      [2, 0],
      [1, 0],
    ])
    expect(await bulk('mark-printed', [other.invoiceID])).toMatchObject({ delivered: null })
  })

  test('An invoice that was sent stays so when it is sent again without a mail server', async () => {
    const { invoiceID } = await invoiced()
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    office.clock.pass(1000)
    port.kind = 'kept'
    expect((await send(invoiceID)).body).toMatchObject({ delivery: 'sent' })
    expect((await office.call(admin, listMails, { status: 'kept' })).total).toBe(1)
  })

  test('Home asks only for kept emails that can still be sent', async () => {
    const keptOnHome = async () =>
      (await office.call(admin, getHome, {})).tasks.find(({ kind }) => kind === 'mails-kept')?.count
    const { invoiceID, owing } = await invoiced()
    port.kind = 'kept'
    const before = (await keptOnHome()) ?? 0
    await send(invoiceID)
    expect(await keptOnHome()).toBe(before + 1)
    await office.call(admin, payInvoice, { invoiceID, type: 'CUSTOMER_INBOUND', amount: owing, paymentType: 'EFT' })
    expect((await keptOnHome()) ?? 0).toBe(before)
    expect((await office.call(admin, previewKeptMails, {})).sendable).toBe(before)
  })

  test('An invoice that was sent stays so when sending it again is refused, which stands beside it', async () => {
    const { invoiceID } = await invoiced()
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    const sentAt = office.clock.now().toISOString()
    await pass(3)
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    expect((await send(invoiceID)).body).toMatchObject({ delivery: 'sent', sentAt, again: { state: 'queued' } })
    await sendWaitingMails(office.deps)
    const refused = await now(invoiceID)
    expect(refused).toMatchObject({ delivery: 'sent', sentAt, mailError: null, again: { state: 'failed' } })
    expect(refused.again!.error).toContain('No such user here')
    const listed = async (delivery: 'sent' | 'failed') =>
      (await office.call(admin, listInvoices, { delivery })).items.map((one) => one.invoiceID)
    expect([await listed('sent'), await listed('failed')]).toEqual([[invoiceID], []])
    // The mail server takes the third mail, so the invoice counts as sent on that day, without a second attempt beside it.
    mailServer.refuse = null
    await pass(1)
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    const day = office.clock.now().toISOString()
    expect(await now(invoiceID)).toMatchObject({ delivery: 'sent', sentAt: day, again: null })
    // A further refusal leaves that day.
    await pass(1)
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({ delivery: 'sent', sentAt: day, again: { state: 'failed' } })
  })

  test('A printed invoice that is emailed too counts as emailed once the email is sent', async () => {
    const { invoiceID } = await invoiced()
    await bulk('mark-printed', [invoiceID])
    expect(await now(invoiceID)).toMatchObject({ delivery: 'printed' })
    await send(invoiceID)
    expect(await now(invoiceID)).toMatchObject({ delivery: 'printed', again: { state: 'queued' } })
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({ delivery: 'sent', again: null })
    const { items } = await office.call(admin, listInvoices, { delivery: 'sent' })
    expect(items.map((one) => one.invoiceID)).toEqual([invoiceID])
    expect((await office.call(admin, listInvoices, { delivery: 'printed' })).items).toEqual([])
  })

  test('A kept or failed payment reminder does not use up one of the two', async () => {
    const { invoiceID } = await invoiced()
    await pass(16)
    port.kind = 'kept'
    expect((await remind(invoiceID)).body).toMatchObject({
      firstRemindAt: null,
      firstReminder: 'kept',
      reminderDue: 'first',
      delivery: 'kept',
    })
    const due = { reminderDue: 'true' } as const
    expect((await office.call(admin, listInvoices, due)).total).toBe(1)
    port.kind = 'smtp'
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    await remind(invoiceID)
    expect((await office.call(admin, listInvoices, due)).total).toBe(0)
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({ firstRemindAt: null, firstReminder: 'failed', reminderDue: 'first' })
    expect((await office.call(admin, listInvoices, due)).total).toBe(1)
    mailServer.refuse = null
    await remind(invoiceID)
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({
      firstRemindAt: office.clock.now().toISOString(),
      firstReminder: 'sent',
      delivery: 'sent',
    })
    expect(subjects()).toEqual(['Reminder: invoice INV-000001 is overdue'])
    await pass(7)
    await remind(invoiceID)
    await sendWaitingMails(office.deps)
    expect(subjects()[1]).toBe('Second reminder: invoice INV-000001 is overdue')
  })

  test('The list shows one state, and together the states are the whole list', async () => {
    const [waiting, sent, printed, failed, kept] = await Promise.all([1, 2, 3, 4, 5].map(() => invoiced()))
    const none = await invoiced()
    await send(sent!.invoiceID)
    await sendWaitingMails(office.deps)
    mailServer.refuse = { code: 550, message: '5.1.1 No such user here' }
    await send(failed!.invoiceID)
    await sendWaitingMails(office.deps)
    await bulk('mark-printed', [printed!.invoiceID])
    await send(waiting!.invoiceID)
    port.kind = 'kept'
    await send(kept!.invoiceID)
    const ofState = async (delivery: (typeof DELIVERIES)[number]) =>
      (await office.call(admin, listInvoices, { delivery })).items.map((item) => [item.invoiceID, item.delivery])
    const expected = { waiting, sent, printed, failed, kept, not_sent: none }
    for (const delivery of DELIVERIES)
      expect(await ofState(delivery), delivery).toEqual([[expected[delivery]!.invoiceID, delivery]])
    const { items } = await office.call(admin, listInvoices, { delivery: 'undelivered' })
    expect(items.map(({ delivery }) => delivery).toSorted()).toEqual(['failed', 'kept', 'not_sent'])
    expect((await office.call(admin, listInvoices, { sent: 'true' })).total).toBe(2)
    expect((await office.call(admin, listInvoices, { sent: 'false' })).total).toBe(4)
  })

  test('The mails of an earlier version are found when its database is opened', async () => {
    const [sent, kept] = [await invoiced(), await invoiced()]
    await send(sent.invoiceID)
    await sendWaitingMails(office.deps)
    await pass(16)
    port.kind = 'kept'
    await remind(kept.invoiceID)
    const before = await Promise.all([now(sent.invoiceID), now(kept.invoiceID)])
    expect(before).toMatchObject([{ delivery: 'sent' }, { delivery: 'kept', firstReminder: 'kept' }])
    const { db } = office.deps.database
    await db.execute(sql`update invoices set sent_mail_id = null, first_remind_mail_id = null`)
    expect(await now(sent.invoiceID)).toMatchObject({ delivery: 'printed' })
    const file = path.join(migrationsFolder(), '0002_invoice_mails.sql')
    await db.execute(sql.raw(readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1)!))
    expect(await Promise.all([now(sent.invoiceID), now(kept.invoiceID)])).toEqual(before)
  })

  test('The office is told that no mail server is set, and a test mail shows the server’s words', async () => {
    expect((await office.call(admin, getProfile, {})).config.mailServer).toBe(true)
    const set = await office.call(admin, getMailServer, {})
    expect(set).toEqual({
      server: { address: 'mail.example:587', user: 'bags', from: 'office@bags.example' },
      testTo: admin.email,
    })
    const tried = () => office.call(admin, sendTestMail, {})
    mailServer.refuse = { code: 554, message: '5.7.1 Relay access denied' }
    expect(await tried()).toEqual({ to: admin.email, taken: false, answer: '554 5.7.1 Relay access denied' })
    mailServer.refuse = null
    expect(await tried()).toMatchObject({ to: admin.email, taken: true, answer: expect.stringMatching(/^250 /) })
    expect(mailServer.received).toMatchObject([{ to: [{ address: admin.email }], subject: 'Test email from Bagrun' }])
    port.kind = 'kept'
    expect((await office.call(admin, getProfile, {})).config.mailServer).toBe(false)
    expect(await admin.post('/v1/mails/test')).toMatchObject(refusal(409, 'no_mail_server'))
  })

  test('What was kept is sent in one go, by kind and age, once, and not what has become pointless', async () => {
    port.kind = 'kept'
    const [old, paid, fresh] = await Promise.all([1, 2, 3].map(() => invoiced()))
    for (const each of [old, paid]) await send(each!.invoiceID)
    await admin.post('/v1/users/forgot-password', { email: admin.email })
    await pass(10)
    await send(fresh!.invoiceID)
    await remind(old!.invoiceID)
    await office.call(admin, payInvoice, {
      invoiceID: paid!.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
    })
    const shown = await office.call(admin, previewKeptMails, {})
    // The reminder carries the old invoice, so its own mail is given up.
    expect(shown).toEqual({
      kinds: [
        { kind: 'invoice', week: 1, month: 0, older: 0 },
        { kind: 'payment_reminder', week: 1, month: 0, older: 0 },
      ],
      sendable: 2,
      leftOut: [
        { reason: 'link_expired', count: 1 },
        { reason: 'paid', count: 1 },
      ],
    })
    const kinds = ['invoice', 'payment_reminder'] as const
    expect(await admin.post('/v1/mails/kept/send', { kinds })).toMatchObject(refusal(409, 'no_mail_server'))
    port.kind = 'smtp'
    const answers = await Promise.all([1, 2].map(() => admin.post('/v1/mails/kept/send', { kinds, upTo: 'week' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { items } = await office.call(admin, listAudit, { action: 'mail.send-kept' })
    expect(items).toMatchObject([
      { subjectID: 'kept', after: { emails: 2, kinds: { invoice: 1, payment_reminder: 1 }, upTo: 'week' } },
    ])
    await sendWaitingMails(office.deps)
    expect(subjects().toSorted()).toEqual([
      `Invoice ${fresh!.number} from Bagrun`,
      `Reminder: invoice ${old!.number} is overdue`,
    ])
    expect(await now(fresh!.invoiceID)).toMatchObject({ delivery: 'sent' })
    expect(await now(old!.invoiceID)).toMatchObject({ delivery: 'sent', firstReminder: 'sent' })
    expect(await now(paid!.invoiceID)).toMatchObject({ delivery: 'kept' })
    await expect(office.call(admin, sendKeptMails, { kinds: [...kinds] })).rejects.toThrow()
    expect(mailServer.received).toHaveLength(2)
  })
})
