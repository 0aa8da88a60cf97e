import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMails, previewKeptMails } from '#contract/v1/mails.ts'
import {
  createReminder,
  getReminder,
  listReminderCustomers,
  listReminders,
  sendReminder,
  updateReminder,
} from '#contract/v1/reminders.ts'
import { mails } from '#server/db/tables/mails.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runReminders } from '#server/features/reminders/reminder-runner.ts'
import { followKept } from '#server/features/reminders/send-again-commands.ts'
import { sendSome } from '#server/features/reminders/sending-commands.ts'
import { act } from '../../fixtures/runs.ts'
import { CUTOFF, driveNextWeek, dueNextWeek, NEXT_WEEK, readyToRemind, WEDNESDAY } from '../../fixtures/reminders.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

describe.each(databases)('Sending reminders, on %s', (kind) => {
  let office: Office
  let admin: Person
  let mailServer: MailServer
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
    mailServer.received.length = 0
    mailServer.refuse = null
    await readyToRemind(office)
    admin = office.admin
  })

  const make = () => office.call(admin, createReminder, NEXT_WEEK)
  const state = (reminderID: string) => office.call(admin, getReminder, { reminderID })
  const places = async (reminderID: string) =>
    (await office.call(admin, listReminderCustomers, { reminderID, perPage: 100 })).items
  const send = (reminderID: string) => office.call(admin, sendReminder, { reminderID })
  const run = () => runReminders(office.deps)
  const deliver = async () => {
    await sendWaitingMails(office.deps)
    await run()
  }
  async function at(instant: string): Promise<void> {
    office.clock.set(instant)
    admin = await signedIn(office.fetch, admin)
  }

  test('Sends each recipient one mail in the office’s words, and completes', async () => {
    await dueNextWeek(office, 3)
    const { reminderID } = await make()
    await office.call(admin, updateReminder, {
      reminderID,
      emailSubject: 'Bags from {weekFrom}',
      emailContent: 'Hello {firstName}, {weekFrom} to {weekTo}, {cutoff}\n{skipLink}\n{balance}\n{other}',
    })
    expect(await send(reminderID)).toMatchObject({ status: 'pending', sending: true, counts: { waiting: 3 } })
    await run()
    expect(await state(reminderID)).toMatchObject({ status: 'pending', sending: true, counts: { queued: 3 } })
    await deliver()
    expect(await state(reminderID)).toMatchObject({
      status: 'completed',
      sending: false,
      sentAt: office.clock.now().toISOString(),
      counts: { sent: 3, waiting: 0, queued: 0 },
    })
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(Array(3).fill('Bags from Monday 16 November'))
    const text = mailServer.received[0]!.text!
    expect(text).toMatch(/^Hello Anna, Monday 16 November to Sunday 22 November, Sunday 15 November, 11:59 pm\n/)
    expect(text).toMatch(/\/skip\/[0-9a-f-]{36}\.2026-11-3\.[0-9a-f]{64}\n/)
    expect(text).toContain('You owe nothing.\n{other}')
    expect(text).toContain('Green Bags Pty Ltd · ABN 51 824 753 556')
    const headers = new Map(mailServer.received[0]!.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toMatch(/\/v1\/unsubscribe\//)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(new Set(mailServer.received.map(({ messageId }) => messageId)).size).toBe(3)
    await send(reminderID).catch(() => undefined)
    await deliver()
    expect(mailServer.received).toHaveLength(3)
    expect(await admin.put(`/v1/reminders/${reminderID}/send`)).toMatchObject(refusal(409, 'none_failed'))
    expect(await admin.put(`/v1/reminders/${reminderID}`, { emailSubject: 'x' })).toMatchObject(
      refusal(409, 'wrong_state'),
    )
    expect(await admin.delete(`/v1/reminders/${reminderID}`)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('Judges everybody again when it is sent, and adds those newly due', async () => {
    const [stays, skips, unwilling, noMail, blocked] = await dueNextWeek(office, 5)
    const { reminderID } = await make()
    const [joins] = await dueNextWeek(office, 1)
    await office.make.noPickup({ ...NEXT_WEEK, customerID: skips!.customerID })
    const edit = (customer: typeof stays, change: object) =>
      admin.put(`/v1/users/customers/${customer!.customerID}`, change)
    expect((await edit(unwilling, { doNotRemind: true })).status).toBe(200)
    expect((await edit(noMail, { email: null })).status).toBe(200)
    await send(reminderID)
    // After it was started, before its mail is made.
    await admin.put(`/v1/users/customers/${blocked!.customerID}/block`, { reason: 'Never pays' })
    await run()
    await deliver()
    const found = new Map((await places(reminderID)).map((place) => [place.customerID, [place.state, place.reason]]))
    expect(Object.fromEntries(found)).toEqual({
      [stays!.customerID]: ['sent', null],
      [joins!.customerID]: ['sent', null],
      [skips!.customerID]: ['left_out', 'No pickup this week.'],
      [unwilling!.customerID]: ['left_out', 'Doesn’t want reminders.'],
      [noMail!.customerID]: ['left_out', 'No email.'],
      [blocked!.customerID]: ['left_out', 'Customer is blocked.'],
    })
    expect(await state(reminderID)).toMatchObject({ status: 'completed', customers: 2 })
    // Whoever was left out may be reminded by a further batch.
    await edit(unwilling, { doNotRemind: false })
    expect(await make()).toMatchObject({ customers: 1, readableID: 'M-2026-11-W3-2' })
  })

  test('Puts no more than two minutes of mail into the outbox, and judges the others when it is their turn', async () => {
    await admin.put('/v1/settings/mail.perMinute', { value: 1 })
    const due = await dueNextWeek(office, 4)
    const { reminderID } = await make()
    await send(reminderID)
    await run()
    await run()
    expect(await state(reminderID)).toMatchObject({ counts: { queued: 2, waiting: 2 } })
    const waiting = (await places(reminderID)).filter((place) => place.state === 'waiting')
    await office.make.noPickup({ ...NEXT_WEEK, customerID: waiting[0]!.customerID })
    for (let minute = 0; minute < 6; minute++) {
      await deliver()
      await run()
      office.clock.pass(60_000)
    }
    expect(await state(reminderID)).toMatchObject({ status: 'completed', counts: { sent: 3, left_out: 1 } })
    const skipped = due.find(({ customerID }) => customerID === waiting[0]!.customerID)!
    expect(mailServer.received.map(({ to }) => to?.[0]?.address)).not.toContain(skipped.email)
  })

  test('Sends again only to those whose mail failed, to their address as corrected', async () => {
    const due = await dueNextWeek(office, 3)
    const { reminderID } = await make()
    await send(reminderID)
    await run()
    mailServer.refuse = { code: 550, message: '5.1.1 unknown' }
    await deliver()
    const failed = await places(reminderID)
    expect(failed.map(({ state: each, reason }) => [each, reason])).toEqual(
      due.map(() => ['failed', 'The mail server refused the address.']),
    )
    expect(await state(reminderID)).toMatchObject({ status: 'completed', counts: { failed: 3 } })
    mailServer.refuse = null
    await admin.put(`/v1/users/customers/${due[0]!.customerID}`, { email: 'right@bagrun.example' })
    await admin.put(`/v1/users/customers/${due[1]!.customerID}`, { doNotRemind: true })
    expect(await send(reminderID)).toMatchObject({ sending: true, counts: { waiting: 3 } })
    await run()
    await deliver()
    expect(await state(reminderID)).toMatchObject({ status: 'completed', counts: { sent: 2, left_out: 1, failed: 0 } })
    expect(mailServer.received.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(
      [due[2]!.email, 'right@bagrun.example'].toSorted(),
    )
    // The first mails can't be sent by hand as well.
    const first = (await office.call(admin, listMails, { status: 'failed', perPage: 100 })).items
    expect(first.map(({ sendable }) => sendable)).toEqual([false, false, false])
    expect(await admin.post(`/v1/mails/${first[0]!.mailID}/send-again`)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('Sends again to those whose mail was kept, once there is a mail server', async () => {
    const [first, second] = await dueNextWeek(office, 2)
    const { reminderID } = await make()
    await send(reminderID)
    const without = { ...office.deps, mail: { ...office.deps.mail, kind: 'kept' as const } }
    await runReminders(without)
    expect(await state(reminderID)).toMatchObject({ status: 'completed', counts: { kept: 2 }, sendAgain: 2 })
    // One of them was sent by hand meanwhile.
    const sent = { state: 'sent' as const, sentAt: office.clock.now() }
    await office.deps.database.db.update(mails).set(sent).where(eq(mails.to, second!.email!))
    expect(await send(reminderID)).toMatchObject({ sending: true, counts: { waiting: 1, sent: 1 }, sendAgain: 0 })
    await run()
    await deliver()
    expect(await state(reminderID)).toMatchObject({ status: 'completed', counts: { sent: 2 }, sendAgain: 0 })
    expect(mailServer.received.map(({ to }) => to?.[0]?.address)).toEqual([first!.email])
    expect((await office.call(admin, listMails, {})).total).toBe(2)
  })

  test('Kept mails leave only to customers who still have a stop to come', async () => {
    const [done, missed, skips, open] = await dueNextWeek(office, 4)
    const { reminderID } = await make()
    await send(reminderID)
    await runReminders({ ...office.deps, mail: { ...office.deps.mail, kind: 'kept' as const } })
    const kept = async () => (await office.call(admin, listMails, { status: 'kept', perPage: 100 })).items
    const mailOf = async ({ email }: { email?: string | null | undefined }) =>
      (await kept()).find(({ to }) => to === email)!
    await office.make.noPickup({ ...NEXT_WEEK, customerID: skips!.customerID })
    const run = await driveNextWeek(office, { [done!.customerID]: (device, stop) => device.done(stop) })
    const collectionReminders = { kind: 'collection_reminder', week: 2, month: 0, older: 0 }
    expect(await office.call(admin, previewKeptMails, {})).toMatchObject({
      kinds: [collectionReminders],
      sendable: 2,
      leftOut: [{ reason: 'not_due', count: 2 }],
    })
    for (const left of [done!, skips!])
      expect(await admin.post(`/v1/mails/${(await mailOf(left)).mailID}/send-again`)).toMatchObject(
        refusal(409, 'wrong_state'),
      )
    expect((await admin.post(`/v1/mails/${(await mailOf(open!)).mailID}/send-again`)).status).toBe(200)
    await act(admin, run, 'complete', { outstanding: 'shift' })
    expect(await office.call(admin, previewKeptMails, {})).toMatchObject({
      kinds: [],
      leftOut: [{ reason: 'not_due', count: 3 }],
    })
    expect(await admin.post('/v1/mails/kept/send', { kinds: ['collection_reminder'] })).toMatchObject(
      refusal(409, 'nothing_to_do'),
    )
    expect(await mailOf(missed!)).toBeDefined()
  })

  test('Follows a kept mail that the office sends by hand', async () => {
    await dueNextWeek(office, 1)
    const { reminderID } = await make()
    await send(reminderID)
    const without = { ...office.deps, mail: { ...office.deps.mail, kind: 'kept' as const } }
    await runReminders(without)
    await office.deps.database.db.update(mails).set({ state: 'sent', sentAt: office.clock.now() })
    await followKept(without)
    expect(await state(reminderID)).toMatchObject({ counts: { kept: 1 } })
    await followKept(office.deps)
    expect(await state(reminderID)).toMatchObject({ counts: { sent: 1 }, sendAgain: 0 })
  })

  test('An activated one is sent at its time, not before, and once by two servers', async () => {
    await dueNextWeek(office, 40)
    const { reminderID } = await make()
    await office.call(admin, updateReminder, { reminderID, active: true })
    office.clock.set(new Date(new Date(WEDNESDAY).getTime() - 1).toISOString())
    expect(await run()).toBe(0)
    const other = await openOffice(kind, {
      database: office.deps.database,
      at: WEDNESDAY,
      environment: { SMTP_URL: mailServer.url },
    })
    await at(WEDNESDAY)
    const handled = await Promise.all([run(), runReminders(other.deps), run(), runReminders(other.deps)])
    expect(handled.reduce((all, each) => all + each, 0)).toBe(40)
    await Promise.all([sendWaitingMails(office.deps), sendWaitingMails(other.deps)])
    await run()
    expect(await state(reminderID)).toMatchObject({ status: 'completed', sentAt: WEDNESDAY, counts: { sent: 40 } })
    expect(new Set(mailServer.received.map(({ to }) => to?.[0]?.address)).size).toBe(40)
    expect(mailServer.received).toHaveLength(40)
  })

  test('Nothing leaves after the cut-off: what waits is left out, what is in the outbox fails as too late', async () => {
    await dueNextWeek(office, 12)
    const { reminderID } = await make()
    await send(reminderID)
    expect(await sendSome(office.deps, 5)).toBe(5)
    await at(CUTOFF)
    await run()
    await deliver()
    expect(mailServer.received).toEqual([])
    const reasons = (await places(reminderID)).map(({ state: each, reason }) => `${each}: ${reason}`).toSorted()
    expect(reasons).toEqual([
      ...Array<string>(5).fill('failed: The cut-off had passed.'),
      ...Array<string>(7).fill('left_out: The cut-off had passed.'),
    ])
    expect((await state(reminderID)).status).toBe('completed')
    expect(await admin.put(`/v1/reminders/${reminderID}/send`)).toMatchObject(refusal(409, 'reminder_too_late'))
  })

  test('By itself: each week’s reminder is made once on the Monday before, and sent on Wednesday', async () => {
    await admin.put('/v1/settings/reminder.auto', { value: true })
    await dueNextWeek(office, 2)
    await Promise.all([run(), run(), run()])
    const { items } = await office.call(admin, listReminders, {})
    expect(items).toMatchObject([
      { readableID: 'M-2026-11-W3', auto: true, active: true, runAt: WEDNESDAY, customers: 2, sending: false },
    ])
    await dueNextWeek(office, 1)
    await at(WEDNESDAY)
    await run()
    await deliver()
    expect(mailServer.received).toHaveLength(3)
    await run()
    expect((await office.call(admin, listReminders, {})).total).toBe(1)
  })

  test('By itself: nothing is listed of a week whose customers the office has reminded already', async () => {
    await dueNextWeek(office, 2)
    const { reminderID } = await make()
    await send(reminderID)
    await run()
    await deliver()
    await admin.put('/v1/settings/reminder.auto', { value: true })
    await run()
    await at(WEDNESDAY)
    await run()
    await run()
    expect((await office.call(admin, listReminders, {})).items).toMatchObject([{ reminderID, auto: false }])
    expect(mailServer.received).toHaveLength(2)
  })

  test('By itself: one the office deleted is not made again; without the firm’s details it waits', async () => {
    await admin.put('/v1/settings/reminder.auto', { value: true })
    await admin.put('/v1/settings/business.abn', { value: '' })
    await dueNextWeek(office, 1)
    await run()
    await at(WEDNESDAY)
    expect(await run()).toBe(0)
    const [made] = (await office.call(admin, listReminders, {})).items
    expect(made).toMatchObject({ status: 'pending', sending: false })
    expect(await admin.put(`/v1/reminders/${made!.reminderID}/send`)).toMatchObject(refusal(409, 'sender_incomplete'))
    expect((await admin.delete(`/v1/reminders/${made!.reminderID}`)).status).toBe(204)
    await admin.put('/v1/settings/business.abn', { value: '51824753556' })
    expect(await run()).toBe(0)
    expect((await office.call(admin, listReminders, {})).total).toBe(0)
    expect((await office.call(admin, listMails, {})).total).toBe(0)
  })
})
