import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import { listAudit } from '#contract/v1/audit.ts'
import {
  createReminder,
  deleteReminder,
  getCallList,
  getReminder,
  listReminderCustomers,
  listReminders,
  listRemindersDue,
  previewCallList,
  previewNewReminder,
  previewReminder,
  updateReminder,
} from '#contract/v1/reminders.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import { act } from '../../fixtures/runs.ts'
import { CUTOFF, driveNextWeek, dueNextWeek, NEXT_WEEK, readyToRemind, WEDNESDAY } from '../../fixtures/reminders.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'

const HOUR = 3_600_000

describe.each(databases)('Reminders of a collection week, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await readyToRemind(office)
  })

  const make = (some: Partial<CallOf<typeof createReminder>> = {}) =>
    office.call(office.admin, createReminder, { ...NEXT_WEEK, ...some })
  const preview = (some: Partial<CallOf<typeof previewNewReminder>> = {}) =>
    office.call(office.admin, previewNewReminder, { ...NEXT_WEEK, ...some })
  const places = (reminderID: string) => office.call(office.admin, listReminderCustomers, { reminderID })

  test('A reminder holds the customers due that week, on the Wednesday before at 9:00', async () => {
    const due = await dueNextWeek(office, 2)
    await office.make.customer()
    const reminder = await make({ description: 'First one' })
    expect(reminder).toMatchObject({
      readableID: 'M-2026-11-W3',
      fromDate: '2026-11-16',
      toDate: '2026-11-22',
      cutoff: CUTOFF,
      runAt: WEDNESDAY,
      status: 'pending',
      active: false,
      sending: false,
      sentAt: null,
      customers: 2,
      description: 'First one',
      emailSubject: 'Your collection in the week of {weekFrom}',
      emailContent: expect.stringContaining('{skipLink}'),
    })
    const { items } = await places(reminder.reminderID)
    expect(items.map(({ customerID, state }) => [customerID, state])).toEqual(
      due.map(({ customerID }) => [customerID, 'waiting']),
    )
    expect((await office.call(office.admin, listReminders, {})).items).toMatchObject([{ readableID: 'M-2026-11-W3' }])
  })

  test('Shows who gets it, and who not and why', async () => {
    await dueNextWeek(office, 2)
    const [noMail] = await dueNextWeek(office, 1, { email: undefined, firstName: 'Pam' })
    await dueNextWeek(office, 1, { doNotRemind: true, firstName: 'Quinn' })
    const [skips] = await dueNextWeek(office, 1, { firstName: 'Sue' })
    await office.make.noPickup({ ...NEXT_WEEK, customerID: skips!.customerID })
    const [blocked] = await dueNextWeek(office, 1, { firstName: 'Bob' })
    await office.admin.put(`/v1/users/customers/${blocked!.customerID}/block`, { reason: 'Never pays' })
    const [cancelled] = await dueNextWeek(office, 1)
    await office.admin.delete(`/v1/users/customers/${cancelled!.customerID}/cancel`)
    const shown = await preview()
    expect(shown).toMatchObject({ cannot: null, runAt: WEDNESDAY, cutoff: CUTOFF, recipients: { count: 2 } })
    expect(shown.leftOut.map(({ reason, message, count }) => [reason, message, count])).toEqual([
      ['no_email', 'without an email', 1],
      ['do_not_remind', 'opted out of reminders', 1],
      ['no_pickup', 'with no pickup this week', 1],
      ['blocked', 'blocked', 1],
    ])
    expect(shown.fields).toMatchObject({
      firstName: 'Anna',
      weekFrom: 'Monday 16 November',
      weekTo: 'Sunday 22 November',
      cutoff: 'Sunday 15 November, 11:59 pm',
      balance: 'You owe nothing.',
    })
    const toCall = { items: [{ customerID: noMail!.customerID, mobilePhone: '+61498765432' }] }
    expect(await office.call(office.admin, previewCallList, NEXT_WEEK)).toMatchObject(toCall)
    const { reminderID } = await make()
    expect(await office.call(office.admin, getCallList, { reminderID })).toMatchObject(toCall)
  })

  test('Where nobody due has an email there is a call list all the same', async () => {
    const [noMail] = await dueNextWeek(office, 1, { email: undefined })
    expect((await preview()).cannot).toBe('Of the customers due this week, none is left to remind.')
    const { items } = await office.call(office.admin, previewCallList, NEXT_WEEK)
    expect(items.map(({ customerID }) => customerID)).toEqual([noMail!.customerID])
    expect((await office.call(office.admin, previewCallList, { ...NEXT_WEEK, runNumber: 9 })).items).toEqual([])
  })

  test('A customer on the week’s draft is due, also when only the office put them on it', async () => {
    const [due] = await dueNextWeek(office, 1)
    const other = await office.make.customer()
    const draft = await office.call(office.admin, generateRun, NEXT_WEEK)
    await office.admin.put(`/v1/runs/${draft.runOrderID}`, { jobs: { add: [other.customerID] } })
    const { recipients } = await preview()
    expect(recipients.customers.map(({ customerID }) => customerID).toSorted()).toEqual(
      [due!.customerID, other.customerID].toSorted(),
    )
  })

  test('Only customers with a stop to come are reminded, not of a recorded stop nor of a completed run', async () => {
    const [done, noAccess, open] = await dueNextWeek(office, 3)
    const run = await driveNextWeek(office, {
      [done!.customerID]: (device, stop) => device.done(stop, 2),
      [noAccess!.customerID]: (device, stop) => device.not(stop, 'NO_ACCESS'),
    })
    const recorded = [{ reason: 'recorded', message: 'already recorded this week', count: 2 }]
    const seen = await preview()
    expect(seen.recipients.customers.map(({ customerID }) => customerID)).toEqual([open!.customerID])
    expect(seen.leftOut).toMatchObject(recorded)
    expect(await office.call(office.admin, listRemindersDue, {})).toMatchObject({ items: [NEXT_WEEK] })
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(await preview()).toMatchObject({ recipients: { count: 0 }, leftOut: recorded })
    expect((await office.call(office.admin, listRemindersDue, {})).items).toEqual([])
  })

  test('Can’t be made without the week, without anybody due, twice for the same customers, or after the cut-off', async () => {
    const ask = (some: object = {}) => office.admin.post('/v1/reminders', { ...NEXT_WEEK, ...some })
    const cannot = { ...refusal(409, 'cannot_generate_reminder') }
    expect(await ask({ yearNumber: 2030 })).toMatchObject(cannot)
    expect((await ask({ yearNumber: 2030 })).body).toMatchObject({
      message: 'Cannot generate reminder',
      reason: 'Week 3 of 11/2030 isn’t in the calendar.',
    })
    expect((await ask()).body.reason).toBe('No customers are due in the week from 16/11/2026 to 22/11/2026.')
    await dueNextWeek(office, 1, { doNotRemind: true })
    expect((await ask()).body.reason).toBe('Of the customers due this week, none is left to remind.')
    await dueNextWeek(office, 1)
    await make()
    await office.admin.delete(`/v1/users/customers/${(await preview()).leftOut[0]!.customers[0]!.customerID}`)
    expect((await ask()).body.reason).toBe('All customers due this week are in another reminder.')
    office.clock.set(CUTOFF)
    const admin = await signedIn(office.fetch, office.admin)
    expect((await admin.post('/v1/reminders', NEXT_WEEK)).body.reason).toBe('The cut-off for this week has passed.')
  })

  test('A further batch of the week takes only customers without a place in another, and a deleted one frees them', async () => {
    await dueNextWeek(office, 1, { runNumber: 1 })
    await dueNextWeek(office, 2, { runNumber: 2 })
    expect((await preview()).runNumbers).toEqual([1, 2])
    expect((await preview({ runNumber: 2 })).runNumbers).toEqual([1, 2])
    const first = await make({ runNumber: 2 })
    expect(first).toMatchObject({ readableID: 'M-2026-11-W3', customers: 2, runNumber: 2 })
    const second = await make()
    expect(second).toMatchObject({ readableID: 'M-2026-11-W3-2', customers: 1 })
    const inAudit = async () =>
      (await office.call(office.admin, listAudit, { subjectID: first.reminderID })).items.map(({ subject }) => subject)
    expect(await inAudit()).toEqual(['Week 3, November · 16–22 Nov 2026'])
    await office.call(office.admin, deleteReminder, { reminderID: first.reminderID })
    expect(await inAudit()).toEqual([null, null])
    expect(await office.admin.get(`/v1/reminders/${first.reminderID}`)).toMatchObject(refusal(404, 'not_found'))
    expect(await make()).toMatchObject({ readableID: 'M-2026-11-W3-3', customers: 2 })
  })

  test('Two admins at once make two batches with every customer in one of them', async () => {
    await dueNextWeek(office, 6)
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post('/v1/reminders', NEXT_WEEK)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('cannot_generate_reminder')
    const { items } = await office.call(office.admin, listReminders, {})
    expect(items.reduce((sum, { customers }) => sum + customers, 0)).toBe(6)
    expect(new Set(items.map(({ readableID }) => readableID)).size).toBe(items.length)
  })

  test('Subject, text and time can be changed until it is sent; the text of another reminder by its address', async () => {
    await dueNextWeek(office, 1, { runNumber: 1 })
    await dueNextWeek(office, 1, { runNumber: 2 })
    const one = await make({ runNumber: 1, emailContent: 'Hi {firstName}' })
    const other = await make({ runNumber: 2 })
    expect(one.emailContentUrl).toBe(`/v1/reminders/${one.reminderID}/content`)
    expect((await office.fetch(one.emailContentUrl)).status).toBe(401)
    const change = { reminderID: other.reminderID, emailSubject: 'Bags', emailContentUrl: one.emailContentUrl }
    const changed = await office.call(office.admin, updateReminder, { ...change, runAt: '2026-11-12T00:00:00.000Z' })
    expect(changed).toMatchObject({
      emailSubject: 'Bags',
      emailContent: 'Hi {firstName}',
      runAt: '2026-11-12T00:00:00.000Z',
      version: 2,
    })
    const put = (body: object, headers = {}) => office.admin.put(`/v1/reminders/${other.reminderID}`, body, headers)
    expect(await put({ emailSubject: 'Again' }, { 'if-match': '"1"' })).toMatchObject(refusal(412, 'version_conflict'))
    expect((await put({ emailContentUrl: 'https://evil.example/' })).body.fields).toEqual({
      emailContentUrl: 'This isn’t the address of a reminder’s text',
    })
    expect((await put({ runAt: CUTOFF })).body.fields).toEqual({ runAt: 'This is after the cut-off' })
    expect((await put({ emailSubject: '' })).status).toBe(422)
    expect((await put({ emailSubject: 'x'.repeat(201) })).status).toBe(422)
    expect((await put({ status: 'completed' })).status).toBe(422)
  })

  test('Activating asks when its time has passed, and needs the firm’s name, ABN and contact', async () => {
    await dueNextWeek(office, 1)
    const { reminderID } = await make()
    await office.admin.put('/v1/settings/business.abn', { value: '' })
    let admin = office.admin
    const put = (body: object) => admin.put(`/v1/reminders/${reminderID}`, body)
    expect(await put({ active: true })).toMatchObject(refusal(409, 'sender_incomplete'))
    expect((await put({ active: true })).body.message).toBe('Missing in Settings: ABN.')
    await office.admin.put('/v1/settings/business.abn', { value: '51824753556' })
    expect((await put({ active: true })).body).toMatchObject({ active: true, status: 'pending', sending: false })
    expect((await put({ active: false })).body).toMatchObject({ active: false })
    office.clock.set(WEDNESDAY)
    admin = await signedIn(office.fetch, admin)
    expect(await put({ active: true })).toMatchObject(refusal(409, 'run_at_passed'))
    expect((await put({ active: true, runAt: '2026-11-11T00:00:00.000Z' })).body).toMatchObject({ active: true })
    office.clock.set(CUTOFF)
    admin = await signedIn(office.fetch, admin)
    expect(await put({ active: true, emailSubject: 'Late' })).toMatchObject(refusal(409, 'reminder_too_late'))
  })

  test('Home lists weeks without a reminder and reminders that nobody activated, until the cut-off', async () => {
    const due = async () => office.call(await signedIn(office.fetch, office.admin), listRemindersDue, {})
    expect((await due()).items).toEqual([])
    await dueNextWeek(office, 1)
    expect((await due()).items).toEqual([
      {
        ...NEXT_WEEK,
        fromDate: '2026-11-16',
        toDate: '2026-11-22',
        runAt: WEDNESDAY,
        reminderID: null,
        readableID: null,
      },
    ])
    const { reminderID } = await make()
    expect((await due()).items).toMatchObject([{ reminderID, readableID: 'M-2026-11-W3' }])
    office.clock.set(CUTOFF)
    expect((await due()).items.filter(({ weekNumber }) => weekNumber === 3)).toEqual([])
  })

  test('The preview of a reminder counts who would be added, and writes nothing', async () => {
    await dueNextWeek(office, 1)
    const { reminderID } = await make()
    await dueNextWeek(office, 2)
    office.clock.pass(HOUR)
    expect(await office.call(office.admin, previewReminder, { reminderID })).toMatchObject({
      recipients: { count: 3 },
      added: 2,
    })
    expect((await office.call(office.admin, getReminder, { reminderID })).customers).toBe(1)
  })
})
