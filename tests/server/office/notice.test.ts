import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReminder, previewReminder, sendReminder, updateReminder } from '#contract/v1/reminders.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runReminders } from '#server/features/reminders/reminder-runner.ts'
import { dueNextWeek, NEXT_WEEK, readyToRemind } from '../../fixtures/reminders.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, signedIn } from '../../support/person.ts'

const TEXT = 'No collections on 26 January; Monday’s are on Tuesday.'
type Told = Body & { notice?: unknown; business?: { notice?: unknown } }

describe.each(databases)('the firm’s notice on %s', (kind) => {
  let office: Office
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
  })

  const set = (key: string, value: unknown) => office.admin.put<Body>(`/v1/settings/${key}`, { value })
  const publish = async (until: string) => {
    expect((await set('notice.until', until)).status).toBe(200)
    expect((await set('notice.text', TEXT)).status).toBe(200)
  }
  const config = async () => (await office.nobody.get<Told>('/v1/config')).body.notice

  test('is public, and in a customer’s profile, until the end of its last day in the business’s time zone', async () => {
    const customer = await office.customer()
    expect(await config()).toBeNull()
    await publish('2026-11-11')
    const notice = { text: TEXT, until: '2026-11-11' }
    expect(await config()).toEqual(notice)
    expect((await customer.get<Told>('/v1/users/profile')).body.business?.notice).toEqual(notice)
    expect((await office.admin.get<Told>('/v1/users/profile')).body.business).not.toHaveProperty('notice')
    expect((await office.admin.get<Told>('/v1/users/profile')).body.business).not.toHaveProperty('phone')
    office.clock.set('2026-11-11T12:59:59Z')
    expect(await config()).toEqual(notice)
    office.clock.set('2026-11-11T13:00:00Z')
    expect(await config()).toBeNull()
    const later = await signedIn(office.fetch, customer)
    expect((await later.get<Told>('/v1/users/profile')).body.business?.notice).toBeNull()
  })

  test('is refused without its last day, and longer than its bounds', async () => {
    expect((await set('notice.text', TEXT)).body.fields).toEqual({ value: 'Choose its last day first.' })
    await publish('2026-12-01')
    expect((await set('notice.until', '')).body.fields).toEqual({ value: 'The notice needs its last day.' })
    expect((await set('notice.until', '2026-02-30')).body.fields).toHaveProperty('value')
    expect((await set('notice.text', 'x'.repeat(301))).body.fields).toHaveProperty('value')
    expect((await set('notice.text', '')).status).toBe(200)
    expect((await set('notice.until', '')).status).toBe(200)
    expect(await config()).toBeNull()
  })

  test('is in reminders sent while it is shown, at the place their text names or at the end', async () => {
    await readyToRemind(office)
    const { admin } = office
    await dueNextWeek(office, 1)
    await publish('2026-11-30')
    const { reminderID } = await office.call(admin, createReminder, NEXT_WEEK)
    const preview = await office.call(admin, previewReminder, { reminderID })
    expect(preview.fields).toMatchObject({ notice: TEXT })
    await office.call(admin, updateReminder, { reminderID, emailContent: 'Hello {firstName},\n{skipLink}' })
    await office.call(admin, sendReminder, { reminderID })
    await runReminders(office.deps)
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toHaveLength(1)
    expect(JSON.stringify(mailServer.received[0])).toContain('No collections on 26 January')
  })

  test('is not in reminders sent after its last day', async () => {
    await readyToRemind(office)
    const { admin } = office
    await dueNextWeek(office, 1)
    await publish('2026-10-01')
    const { reminderID } = await office.call(admin, createReminder, NEXT_WEEK)
    await office.call(admin, sendReminder, { reminderID })
    await runReminders(office.deps)
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toHaveLength(1)
    expect(JSON.stringify(mailServer.received[0])).not.toContain('No collections on 26 January')
  })
})
