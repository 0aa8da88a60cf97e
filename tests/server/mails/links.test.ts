import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maintain } from '#server/maintenance.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'

const HOUR = 3_600_000
const PASSWORD = 'chosen by themselves'
const HIDDEN = '[one-time link, not shown]'

interface Shown {
  mailID: string
  to: string
  text: string
  state: string
  linkReadable: boolean
}

const listed = async (office: Office) =>
  (await office.admin.get<{ items: Shown[] }>('/v1/mails?perPage=100')).body.items
const mailTo = async (office: Office, email: string) => (await listed(office)).find(({ to }) => to === email)!
const read = (person: Pick<Person, 'post'>, mailID: string) => person.post<{ link: string }>(`/v1/mails/${mailID}/link`)
const forget = (office: Office, email: string) => office.nobody.post('/v1/users/forgot-password', { email })
const rowsOf = async (office: Office) =>
  JSON.stringify((await office.deps.database.db.execute(sql`select * from mails`)).rows)
const reset = (office: Office, token: string | undefined) =>
  office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })

async function another(office: Office): Promise<Person & { adminID: string }> {
  const email = 'ada@rounds.example'
  const { adminID } = (
    await office.admin.post<{ adminID: string }>('/v1/users/admins', { firstName: 'Ada', lastName: 'Abel', email })
  ).body
  expect(await reset(office, (await tokensTo(office, email)).at(-1))).toMatchObject({ status: 204 })
  // The newest mail is found by its time.
  office.clock.pass(1000)
  return { ...(await signedIn(office.fetch, { email, password: PASSWORD })), adminID }
}

describe.each(databases)('links in mails without a mail server on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  test('the list shows no link, and neither does the database', async () => {
    const driver = await office.driver()
    await forget(office, driver.email)
    const mail = await mailTo(office, driver.email)
    expect(mail).toMatchObject({ state: 'kept', linkReadable: true, text: expect.stringContaining(HIDDEN) })
    const [token] = await tokensTo(office, driver.email)
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const text of [JSON.stringify(mail), await rowsOf(office), JSON.stringify(office.logged)])
      expect(text).not.toContain(token)
  })

  test('the admin who asks reads the link, and the audit log says so without the link', async () => {
    const driver = await office.driver()
    await forget(office, driver.email)
    const { mailID } = await mailTo(office, driver.email)
    const answer = await read(office.admin, mailID)
    const [token] = await tokensTo(office, driver.email)
    expect(answer).toMatchObject({ status: 200, body: { link: `http://office.test/recover?token=${token}` } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { items } = (await office.admin.get<{ items: unknown[] }>('/v1/audit?action=mail.read-link')).body
    expect(items).toMatchObject([
      { actorID: office.admin.userID, subjectID: mailID, after: { of: expect.stringContaining('Dan Dawson') } },
    ])
    expect(JSON.stringify(items)).not.toContain(token)
    expect(await read(driver, mailID)).toMatchObject(refusal(403, 'forbidden'))
  })

  test('the links of invitations and quotations can be read too', async () => {
    await office.admin.post('/v1/users/admins', { firstName: 'Ida', lastName: 'Abel', email: 'ida@rounds.example' })
    expect(await read(office.admin, (await mailTo(office, 'ida@rounds.example')).mailID)).toMatchObject({ status: 200 })
    const request = await office.make.customer({ status: 'PENDING', due: undefined })
    await office.admin.put(`/v1/users/customers/requests/${request.customerID}/send-quotation`, {})
    const quotation = await mailTo(office, request.email!)
    expect(quotation.text).toContain(HIDDEN)
    expect((await read(office.admin, quotation.mailID)).body.link).toMatch(
      /^http:\/\/office\.test\/quotation\?token=[\w.-]+$/,
    )
  })

  test('the link for a new password of an admin can’t be read by any admin: an open session is not enough for it', async () => {
    const ada = await another(office)
    await forget(office, ada.email)
    const { mailID, linkReadable } = await mailTo(office, ada.email)
    expect(linkReadable).toBe(false)
    expect(await read(office.admin, mailID)).toMatchObject(refusal(409, 'link_private'))
    expect(await read(ada, mailID)).toMatchObject(refusal(409, 'link_private'))
  })

  test('no admin takes over another admin’s account by changing the email', async () => {
    const ada = await another(office)
    const change = (email: string) => office.admin.put(`/v1/users/admins/${ada.adminID}`, { email })
    expect(await change('mine@rounds.example')).toMatchObject(
      wrongField('email', 'Only they can change their email, on their own profile page'),
    )
    expect(
      await office.admin.put(`/v1/users/admins/${office.admin.userID}`, { email: 'mine@rounds.example' }),
    ).toMatchObject(wrongField('email'))
    expect(
      await office.admin.put(`/v1/users/admins/${ada.adminID}`, { firstName: 'Adele', email: ada.email }),
    ).toMatchObject({ status: 200 })
    expect(await office.admin.put(`/v1/users/drivers/${ada.adminID}`, { email: 'mine@rounds.example' })).toMatchObject(
      refusal(404, 'not_found'),
    )
    expect(
      await office.admin.put(`/v1/users/customers/${ada.adminID}`, { email: 'mine@rounds.example' }),
    ).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.post(`/v1/users/admins/${ada.adminID}/invite`)).toMatchObject(refusal(409, 'wrong_state'))
    await expect(office.make.driver({ email: ada.email.toUpperCase() })).rejects.toThrow('email_taken')
    expect((await ada.get('/v1/users/profile')).status).toBe(200)
  })

  test('a link that was used, has ended or was replaced can’t be read', async () => {
    const driver = await office.driver()
    await forget(office, driver.email)
    const first = await mailTo(office, driver.email)
    await reset(office, (await tokensTo(office, driver.email)).at(-1))
    expect(await read(office.admin, first.mailID)).toMatchObject(refusal(409, 'wrong_state'))
    await forget(office, driver.email)
    const second = await mailTo(office, driver.email)
    office.clock.pass(HOUR)
    expect((await mailTo(office, driver.email)).linkReadable).toBe(false)
    expect(await read(office.admin, second.mailID)).toMatchObject(refusal(409, 'wrong_state'))
    await maintain(office.deps)
    expect(
      (await office.deps.database.db.execute(sql`select 1 from mails where sealed_link is not null`)).rows,
    ).toEqual([])
    const invited = await office.make.driver({})
    await office.admin.post(`/v1/users/drivers/${invited.driverID}/invite`)
    const invitations = (await listed(office)).filter(({ to }) => to === invited.email)
    expect(invitations.map(({ linkReadable }) => linkReadable).toSorted()).toEqual([false, true])
    expect(await read(office.admin, crypto.randomUUID())).toMatchObject(refusal(404, 'not_found'))
  })

  test('a customer’s or firm’s name that looks like the placeholder of a link stays as it is', async () => {
    await office.make.customer({ firstName: '{link}', status: 'PENDING', due: undefined, email: 'odd@bagrun.example' })
    await office.admin.put('/v1/settings/business.name', { value: 'Bags {link}' })
    const driver = await office.driver()
    await driver.put('/v1/users/password', { currentPassword: driver.password, password: PASSWORD })
    expect((await mailTo(office, driver.email)).text).toContain('Bags {link}')
  })
})

describe.each(databases)('links in mails with a mail server on %s', (kind) => {
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
    mailServer.refuse = null
  })
  const sealed = async () =>
    (await office.deps.database.db.execute(sql`select 1 from mails where sealed_link is not null`)).rows.length

  test('only the mailbox gets the link: no admin can read it, before or after it was sent', async () => {
    const driver = await office.driver()
    await forget(office, driver.email)
    const { mailID } = await mailTo(office, driver.email)
    expect(await read(office.admin, mailID)).toMatchObject(refusal(409, 'wrong_state'))
    await sendWaitingMails(office.deps)
    const link = /http:\/\/office\.test\/recover\?token=([\w-]{43})\n/.exec(mailServer.received[0]?.text ?? '')
    expect(mailServer.received[0]?.text).not.toContain('{link}')
    expect(await sealed()).toBe(0)
    expect(await mailTo(office, driver.email)).toMatchObject({
      state: 'sent',
      linkReadable: false,
      text: expect.stringContaining(HIDDEN),
    })
    expect(await read(office.admin, mailID)).toMatchObject(refusal(409, 'wrong_state'))
    expect(await reset(office, link?.[1])).toMatchObject({ status: 204 })
  })

  test('a mail that was given up keeps its link while it works, and is sent again with it', async () => {
    const driver = await office.driver()
    mailServer.refuse = { code: 550, message: 'no' }
    await forget(office, driver.email)
    await sendWaitingMails(office.deps)
    const { mailID, state } = await mailTo(office, driver.email)
    expect([state, await sealed()]).toEqual(['failed', 1])
    expect(await read(office.admin, mailID)).toMatchObject(refusal(409, 'wrong_state'))
    mailServer.refuse = null
    expect(await office.admin.post(`/v1/mails/${mailID}/send-again`)).toMatchObject({ status: 200 })
    await sendWaitingMails(office.deps)
    expect(mailServer.received[0]?.text).toContain('/recover?token=')
  })

  test('once the link has ended the mail is neither sent nor sent again', async () => {
    const driver = await office.driver()
    mailServer.refuse = { code: 450, message: 'later' }
    await forget(office, driver.email)
    await sendWaitingMails(office.deps)
    mailServer.refuse = null
    office.clock.pass(2 * HOUR)
    await sendWaitingMails(office.deps)
    expect(mailServer.received[0]?.text).toContain('This link expired before the email could be sent')
    mailServer.refuse = { code: 550, message: 'no' }
    await forget(office, driver.email)
    await sendWaitingMails(office.deps)
    office.clock.pass(2 * HOUR)
    const failed = (await listed(office)).find(({ state }) => state === 'failed')!
    expect(await office.admin.post(`/v1/mails/${failed.mailID}/send-again`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('link in this email has expired') },
    })
  })

  test('a mail that an earlier version queued is sent as it is and then has no link', async () => {
    const at = office.clock.now().toISOString()
    const text = 'Hello: https://rounds.example/recover?token=abc and goodbye'
    await office.deps.database.db.execute(sql`
      insert into mails (mail_id, dedupe_key, to_address, subject, text, html, state, next_attempt_at, created_at)
      values (${crypto.randomUUID()}, 'old', 'old@bagrun.example', 'Old', ${text}, ${`<a href="${text.slice(7, 47)}">x</a>`}, 'queued', ${at}, ${at})`)
    expect((await mailTo(office, 'old@bagrun.example')).text).toBe(`Hello: ${HIDDEN} and goodbye`)
    await sendWaitingMails(office.deps)
    expect(mailServer.received[0]).toMatchObject({
      text: expect.stringContaining('?token=abc and'),
      html: expect.stringContaining('?token=abc"'),
    })
    expect(await rowsOf(office)).not.toContain('token=')
  })
})
