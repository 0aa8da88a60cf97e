import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import {
  changeInvoiceAmount,
  createInvoice,
  getInvoice,
  type Invoice,
  listInvoices,
  payInvoice,
  previewUnbilled,
} from '#contract/v1/invoices.ts'
import { bulkInvoices, cancelTask, getTask, listTasks } from '#contract/v1/tasks.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runTasks } from '#server/features/tasks/task-runner.ts'
import { maintain } from '#server/maintenance.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { act, activeRun, deviceOf } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

const DAY = 86_400_000

describe.each(databases)('Bulk acts on invoices, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let admin: Person
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
    admin = office.admin
    mailServer.received.length = 0
  })

  /** So many customers with an invoice each. */
  async function invoiced(count: number, some: Parameters<typeof office.make.customer>[0] = {}): Promise<Invoice[]> {
    const made: Invoice[] = []
    for (let at = 0; at < count; at++) {
      const { customerID } = await office.make.customer(some)
      const lines = [{ description: 'Bin', quantity: 1, price: 25 }]
      made.push(await office.call(admin, createInvoice, { customerID, lines }))
    }
    return made
  }
  const idsOf = (made: readonly Invoice[]) => made.map(({ invoiceID }) => invoiceID)
  const bulk = (input: CallOf<typeof bulkInvoices>) => office.call(admin, bulkInvoices, input)
  const state = (taskID: string) => office.call(admin, getTask, { taskID })
  const run = () => runTasks(office.deps)
  const mailed = async () => {
    await sendWaitingMails(office.deps)
    return mailServer.received.map(({ subject }) => subject ?? '').toSorted()
  }

  test('Sends what can be sent, says whom it left out and why, and a second time sends nothing', async () => {
    const made = await invoiced(3)
    const [paper] = await invoiced(1, { email: undefined, firstName: 'Pam', lastName: 'Paper' })
    const all = idsOf([...made, paper!])
    const task = await bulk({ action: 'send', invoiceIDs: all })
    expect(task).toMatchObject({ action: 'send', state: 'running', total: 4, done: 0, createdBy: expect.any(String) })
    expect(await run()).toBe(4)
    expect(await state(task.taskID)).toMatchObject({
      state: 'done',
      done: 3,
      skipped: 1,
      finishedAt: office.clock.now().toISOString(),
      skippedItems: [{ customer: 'Pam Paper', number: 'INV-000004', reason: 'There’s no email to send this to.' }],
    })
    const again = await bulk({ action: 'send', invoiceIDs: idsOf(made) })
    await run()
    expect(await state(again.taskID)).toMatchObject({ done: 0, skipped: 3 })
    expect(await mailed()).toEqual([1, 2, 3].map((number) => `Invoice INV-00000${number} from Bagrun`))
    expect(mailServer.received.every(({ attachments }) => attachments.length === 1)).toBe(true)
    const { items } = await office.call(admin, listTasks, {})
    expect(items.map(({ taskID }) => taskID).toSorted()).toEqual([task.taskID, again.taskID].toSorted())
  })

  test('Acts on the invoices that the list’s filters showed at that moment, not on later ones', async () => {
    const [sent] = await invoiced(2)
    await bulk({ action: 'mark-printed', invoiceIDs: [sent!.invoiceID] })
    await run()
    const task = await bulk({ action: 'send', filters: { sent: 'false' } })
    await invoiced(1)
    await run()
    expect(await state(task.taskID)).toMatchObject({ total: 1, done: 1 })
    expect((await office.call(admin, listInvoices, { delivery: 'not_sent' })).total).toBe(1)
    expect(await mailed()).toHaveLength(1)
  })

  test('Reminds each customer who is due once, with two tasks and two servers at once', async () => {
    const made = await invoiced(12)
    await office.call(admin, payInvoice, {
      invoiceID: made[0]!.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
    })
    office.clock.pass(16 * DAY)
    admin = await signedIn(office.fetch, admin)
    const due = await bulk({ action: 'remind', filters: { reminderDue: 'true' } })
    const named = await bulk({ action: 'remind', invoiceIDs: idsOf(made) })
    expect([due.total, named.total]).toEqual([11, 12])
    const other = await openOffice(kind, {
      database: office.deps.database,
      at: office.clock.now().toISOString(),
      environment: { SMTP_URL: mailServer.url },
    })
    const handled = await Promise.all([run(), runTasks(other.deps), run()])
    expect(handled.reduce((all, each) => all + each, 0)).toBe(23)
    const [first, second] = [await state(due.taskID), await state(named.taskID)]
    expect(first.done + second.done).toBe(11)
    expect([first.state, second.state]).toEqual(['done', 'done'])
    const reasons = [...first.skippedItems, ...second.skippedItems].map(({ reason }) => reason)
    expect(new Set(reasons)).toEqual(
      new Set(['Nothing is owing on this invoice.', 'The first reminder was sent less than 7 days ago.']),
    )
    await Promise.all([sendWaitingMails(office.deps), sendWaitingMails(other.deps)])
    const subjects = mailServer.received.map(({ subject }) => subject)
    expect(subjects).toHaveLength(11)
    expect(new Set(subjects).size).toBe(11)
  })

  test('Nobody is reminded in bulk of what is not overdue, also on its due day', async () => {
    const made = await invoiced(1)
    const task = await bulk({ action: 'remind', invoiceIDs: idsOf(made) })
    await run()
    expect((await state(task.taskID)).skippedItems).toMatchObject([{ reason: 'This invoice isn’t overdue.' }])
    office.clock.pass(7 * DAY)
    admin = await signedIn(office.fetch, admin)
    const onDueDay = await bulk({ action: 'remind', invoiceIDs: idsOf(made) })
    await run()
    expect(await state(onDueDay.taskID)).toMatchObject({ done: 0, skipped: 1 })
    office.clock.pass(DAY)
    admin = await signedIn(office.fetch, admin)
    const late = await bulk({ action: 'remind', invoiceIDs: idsOf(made) })
    await run()
    expect(await state(late.taskID)).toMatchObject({ done: 1, skipped: 0 })
    expect(await mailed()).toEqual(['Reminder: invoice INV-000001 is overdue'])
  })

  test('Of a whole list only those due a reminder are reminded, as many as the list counts', async () => {
    await invoiced(2)
    office.clock.pass(8 * DAY)
    admin = await signedIn(office.fetch, admin)
    expect(await office.call(admin, listInvoices, { overdue: 'true' })).toMatchObject({ total: 2 })
    expect(await office.call(admin, listInvoices, { reminderDue: 'true' })).toMatchObject({ total: 0 })
    await expect(bulk({ action: 'remind', filters: { overdue: 'true' } })).rejects.toThrow('nothing_to_do')
    office.clock.pass(8 * DAY)
    admin = await signedIn(office.fetch, admin)
    const { total } = await office.call(admin, listInvoices, { overdue: 'true', reminderDue: 'true' })
    const task = await bulk({ action: 'remind', filters: { overdue: 'true' } })
    await run()
    expect([total, task.total, (await state(task.taskID)).done]).toEqual([2, 2, 2])
  })

  test('Of a whole list only what the print list has is marked as printed, so that the others are still sent', async () => {
    const [byMail] = await invoiced(1)
    const [paper] = await invoiced(1, { email: undefined })
    const task = await bulk({ action: 'mark-printed', filters: { sent: 'false' } })
    await run()
    expect(await state(task.taskID)).toMatchObject({ total: 1, done: 1 })
    const sent = async (invoiceID: string) => (await office.call(admin, getInvoice, { invoiceID })).sentAt
    expect([await sent(byMail!.invoiceID), await sent(paper!.invoiceID)]).toEqual([null, expect.any(String)])
    const asked = await bulk({ action: 'mark-printed', filters: { hasEmail: 'true' } })
    expect(asked.total).toBe(1)
  })

  test('Records a payment of each, once, also with several servers; a paid one is left out', async () => {
    const made = await invoiced(8)
    const payment = { paymentType: 'CHEQUE', datePaid: '2026-11-09', notes: 'Deposit 12' } as const
    const task = await bulk({ action: 'pay', invoiceIDs: idsOf(made), payment })
    await Promise.all([run(), run(), run()])
    expect(await state(task.taskID)).toMatchObject({ state: 'done', done: 8, skipped: 0 })
    for (const { invoiceID, customerID } of made) {
      const paid = await office.call(admin, getInvoice, { invoiceID })
      expect(paid).toMatchObject({ status: 'paid', datePaid: '2026-11-09', transactions: [{ notes: 'Deposit 12' }] })
      expect((await office.call(admin, getLedger, { customerID })).accountBalance).toBe(0)
    }
    const again = await bulk({ action: 'pay', invoiceIDs: idsOf(made.slice(0, 1)), payment })
    await run()
    expect((await state(again.taskID)).skippedItems).toMatchObject([{ reason: 'Nothing is owing on this invoice.' }])
  })

  test('A payment needs its type and a day that is not in the future; a closed period leaves all invoices out', async () => {
    const [one] = await invoiced(1)
    const ask = (payment?: object) =>
      admin.post('/v1/invoices/bulk', { action: 'pay', invoiceIDs: [one!.invoiceID], payment })
    expect(await ask()).toMatchObject(refusal(422, 'payment_type_missing'))
    expect((await ask({ paymentType: 'CASH', datePaid: '2026-11-11' })).body).toMatchObject({
      fields: { 'payment.datePaid': 'This date is in the future' },
    })
    await admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-09' })
    const { taskID } = await bulk({
      action: 'pay',
      invoiceIDs: [one!.invoiceID],
      payment: { paymentType: 'CASH', datePaid: '2026-11-09' },
    })
    await run()
    expect((await state(taskID)).skippedItems).toMatchObject([{ reason: 'The books are closed for this date.' }])
  })

  test('Invoices what is unbilled of all customers', async () => {
    const { run: order, driver } = await activeRun(office, 3, { invoiceType: '1A' })
    const device = deviceOf(office, driver, order)
    await device.send(order.jobs.map((stop) => device.done(stop)))
    await act(office.admin, order, 'complete')
    const task = await bulk({ action: 'mass' })
    expect(task.total).toBe(3)
    await Promise.all([run(), run()])
    expect(await state(task.taskID)).toMatchObject({ state: 'done', done: 3 })
    expect((await office.call(admin, listInvoices, {})).total).toBe(3)
    expect(await admin.post('/v1/invoices/bulk', { action: 'mass' })).toMatchObject(refusal(409, 'nothing_to_do'))
    const named = await bulk({ action: 'mass', customerIDs: [order.jobs[0]!.customerID] })
    await run()
    expect((await state(named.taskID)).skippedItems).toMatchObject([{ invoiceID: null, reason: 'Nothing is unbilled' }])
  })

  test('Unfinished accounts are invoiced only when asked for; the preview says what is made and who is left out', async () => {
    const { run: order, driver } = await activeRun(office, 3, { invoiceType: '1C' })
    const [single, block] = order.jobs
    await admin.put(`/v1/users/customers/${block!.customerID}`, { invoiceType: '1A' })
    const device = deviceOf(office, driver, order)
    await device.send(order.jobs.map((stop) => device.done(stop)))
    await act(office.admin, order, 'complete')
    // Brought to $0 to be billed again, its collections are a full account once more.
    const { items } = await office.call(admin, listInvoices, { customerID: single!.customerID })
    const zero = { invoiceID: items[0]!.invoiceID, amount: 0, reason: 'Wrong price', rebill: true }
    await office.call(admin, changeInvoiceAmount, zero)
    const unbilled = (accounts: 'full' | 'all') => office.call(admin, previewUnbilled, { accounts })
    const left = { customerID: block!.customerID, reason: '1 of 3 collections done' }
    expect(await unbilled('all')).toMatchObject({ invoices: 2, customers: 2, amount: 50, skipped: 0 })
    expect(await unbilled('full')).toMatchObject({
      invoices: 1,
      amount: 25,
      planned: [{ customerID: single!.customerID, amount: 25, fromCredit: 0 }],
      skipped: 1,
      skippedItems: [left],
    })
    const { taskID } = await bulk({ action: 'mass', accounts: 'full' })
    await run()
    expect(await state(taskID)).toMatchObject({ done: 1, skipped: 1, skippedItems: [left] })
    expect(await unbilled('full')).toMatchObject({ invoices: 0, amount: 0, planned: [] })
    expect(await unbilled('all')).toMatchObject({ invoices: 1, amount: 25, skipped: 0 })
  })

  test('A cancelled task does no more; what is done stays done', async () => {
    const made = await invoiced(3)
    const { taskID } = await bulk({ action: 'send', invoiceIDs: idsOf(made) })
    expect(await office.call(admin, cancelTask, { taskID })).toMatchObject({ state: 'cancelled', done: 0 })
    expect(await office.call(admin, cancelTask, { taskID })).toMatchObject({ state: 'cancelled' })
    expect(await run()).toBe(0)
    expect(await mailed()).toEqual([])
    const done = await bulk({ action: 'send', invoiceIDs: idsOf(made) })
    await run()
    expect(await admin.put(`/v1/tasks/${done.taskID}/cancel`)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('One that fails is left out, and the others are done', async () => {
    const made = await invoiced(5)
    const { db } = office.deps.database
    await db.execute(sql`
      create function planted() returns trigger language plpgsql as $$
      begin if new.dedupe_key like ${sql.raw(`'%${made[2]!.invoiceID}%'`)} then raise exception 'planted'; end if; return new; end $$`)
    await db.execute(sql`create trigger planted before insert on mails for each row execute function planted()`)
    try {
      const { taskID } = await bulk({ action: 'send', invoiceIDs: idsOf(made) })
      await run()
      expect(await state(taskID)).toMatchObject({
        state: 'done',
        done: 4,
        skippedItems: [{ number: 'INV-000003', reason: 'This failed. Please try it by itself.' }],
      })
      expect(await mailed()).toHaveLength(4)
    } finally {
      await db.execute(sql`drop trigger planted on mails`)
      await db.execute(sql`drop function planted()`)
    }
  })

  test('An invoice that does not exist refuses the whole; finished tasks are forgotten after 90 days', async () => {
    const made = await invoiced(1)
    const unknown = { action: 'send', invoiceIDs: [...idsOf(made), crypto.randomUUID()] }
    expect(await admin.post('/v1/invoices/bulk', unknown)).toMatchObject(refusal(404, 'not_found'))
    expect(await admin.post('/v1/invoices/bulk', { action: 'send' })).toMatchObject({ status: 422 })
    const { taskID } = await bulk({ action: 'send', invoiceIDs: idsOf(made) })
    await run()
    office.clock.pass(91 * DAY)
    await maintain(office.deps)
    admin = await signedIn(office.fetch, admin)
    expect(await admin.get(`/v1/tasks/${taskID}`)).toMatchObject(refusal(404, 'not_found'))
  })
})
