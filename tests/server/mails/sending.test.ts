import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newID } from '#domain/identifiers.ts'
import { queueMail } from '#server/db/mail-outbox.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'

const MINUTE = 60_000
const LETTER = {
  dedupeKey: 'welcome anna',
  to: 'anna@customers.example',
  subject: 'Welcome – schön',
  text: 'Hello Anna,\nyour bag comes on Monday.\n',
}

describe.each(databases)('mail on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: `${mailServer.url}?from=office@greenbags.example` } })
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

  const queue = (some: Partial<typeof LETTER> = {}) =>
    inTransaction(office.deps.database.db, (tx) =>
      queueMail(tx, office.deps.mail, { ...LETTER, ...some }, office.clock.now()),
    )
  const sendAll = () => sendWaitingMails(office.deps)
  const listed = async (query = '') =>
    (
      await office.admin.get<{
        items: { mailID: string; to: string; state: string; attempts: number; sentAt: string | null }[]
      }>(`/v1/mails${query}`)
    ).body.items

  test('a queued mail arrives, and the office sees that it was sent', async () => {
    await queue()
    expect(await listed()).toMatchObject([{ to: LETTER.to, state: 'queued', attempts: 0, sentAt: null }])
    expect(await sendAll()).toBe(1)
    expect(mailServer.received).toMatchObject([
      {
        from: { address: 'office@greenbags.example' },
        to: [{ address: LETTER.to }],
        subject: LETTER.subject,
        text: expect.stringContaining(LETTER.text),
        messageId: expect.stringMatching(/^<[0-9a-f]{32}@office\.test>$/),
      },
    ])
    expect(await listed()).toMatchObject([{ state: 'sent', attempts: 1, sentAt: office.clock.now().toISOString() }])
    expect(await sendAll()).toBe(0)
  })

  test('the firm’s name is the sender’s, and answers go to the firm’s own address', async () => {
    await office.admin.put('/v1/settings/business.name', { value: 'Bags & "Söhne" <Pty> Ltd' })
    await office.admin.put('/v1/settings/business.email', { value: 'hello@greenbags.example' })
    await queue()
    await sendAll()
    expect(mailServer.received[0]).toMatchObject({
      from: { name: 'Bags & "Söhne" <Pty> Ltd', address: 'office@greenbags.example' },
      replyTo: [{ address: 'hello@greenbags.example' }],
      to: [{ address: LETTER.to }],
    })
    await office.admin.put('/v1/settings/business.email', { value: 'office@greenbags.example' })
    await queue({ dedupeKey: 'second' })
    await sendAll()
    expect(mailServer.received[1]!.replyTo).toBeUndefined()
  })

  test('a forgotten password sends its link', async () => {
    await office.nobody.post('/v1/users/forgot-password', { email: office.admin.email })
    await sendAll()
    expect(mailServer.received[0]).toMatchObject({
      to: [{ address: office.admin.email }],
      subject: 'Choose a new password for Bagrun',
    })
    expect(mailServer.received[0]?.text).toMatch(/http:\/\/office\.test\/recover\?token=[\w-]{43}\n/)
  })

  test('the same mail to the same person is sent once', async () => {
    await queue()
    await queue({ text: 'again' })
    expect(await sendAll()).toBe(1)
  })

  test('a transaction that is rolled back sends nothing', async () => {
    await inTransaction(office.deps.database.db, async (tx) => {
      await queueMail(tx, office.deps.mail, LETTER, office.clock.now())
      throw new Error('the invoice could not be made')
    }).catch(() => undefined)
    expect(await sendAll()).toBe(0)
    expect(mailServer.received).toEqual([])
  })

  test('a mail that is sent twice after a crash has the same Message-ID, so that the inbox shows it once', async () => {
    await queue()
    await sendAll()
    await office.deps.database.db.execute(
      sql`update mails set state = 'queued', sent_at = null, next_attempt_at = ${office.clock.now().toISOString()}`,
    )
    await sendAll()
    expect(mailServer.received).toHaveLength(2)
    expect(mailServer.received[0]?.messageId).toBe(mailServer.received[1]?.messageId)
  })

  test('while the mail server is busy a mail is tried again with longer waits, and given up after a day', async () => {
    mailServer.refuse = { code: 450, message: 'try again' }
    await queue()
    expect(await sendAll()).toBe(1)
    expect(await sendAll()).toBe(0)
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) {
      office.clock.pass((minutes - 1) * MINUTE)
      expect(await sendAll()).toBe(0)
      office.clock.pass(MINUTE)
      expect(await sendAll()).toBe(1)
    }
    for (let n = 0; n < 10; n++) {
      office.clock.pass(6 * 60 * MINUTE)
      await sendAll()
    }
    // Half a day later the admin has to sign in again.
    await office.deps.database.db.execute(
      sql`update sessions set expires_at = ${new Date(office.clock.now().getTime() + MINUTE).toISOString()}`,
    )
    expect(await listed()).toMatchObject([{ state: 'failed', attempts: 13 }])
  })

  test('a mail server that works again gets the waiting mails', async () => {
    mailServer.refuse = { code: 421, message: 'going down' }
    await queue()
    await sendAll()
    mailServer.refuse = null
    office.clock.pass(MINUTE)
    await sendAll()
    expect(mailServer.received).toHaveLength(1)
    expect(await listed()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('an address that does not exist is given up at once; the server’s answer is kept without it, and is in no log', async () => {
    mailServer.refuse = { code: 550, message: `no such user ${LETTER.to}` }
    await queue()
    await sendAll()
    expect(await listed()).toMatchObject([{ state: 'failed', attempts: 1 }])
    const { rows } = await office.deps.database.db.execute<{ error: string }>(
      sql`select last_error as error from mails`,
    )
    expect(rows).toEqual([{ error: '550 no such user …' }])
    expect(JSON.stringify(office.logged)).not.toContain(LETTER.to)
  })

  test('a mail that was given up is sent again by an admin, from the first attempt, under the same Message-ID', async () => {
    await queue()
    await sendAll()
    await office.deps.database.db.execute(
      sql`update mails set state = 'queued', sent_at = null, next_attempt_at = ${office.clock.now().toISOString()}`,
    )
    mailServer.refuse = { code: 550, message: 'mailbox full' }
    await sendAll()
    const [failed] = await listed()
    expect(failed).toMatchObject({ state: 'failed', attempts: 2 })
    mailServer.refuse = null
    office.clock.pass(MINUTE)
    const path = `/v1/mails/${failed!.mailID}/send-again`
    expect(await office.admin.post(path)).toMatchObject({
      status: 200,
      body: { mailID: failed!.mailID, to: LETTER.to, state: 'queued', attempts: 0, sentAt: null },
    })
    const { rows } = await office.deps.database.db.execute<{ error: string | null; due: string }>(
      sql`select last_error as error, next_attempt_at as due from mails`,
    )
    expect([rows[0]!.error, new Date(rows[0]!.due)]).toEqual([null, office.clock.now()])
    expect(await sendAll()).toBe(1)
    expect(await listed()).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(mailServer.received.map((mail) => mail.messageId)).toEqual([
      mailServer.received[0]!.messageId,
      mailServer.received[0]!.messageId,
    ])
    const { body } = await office.admin.get<{ items: object[] }>('/v1/audit?action=mail.send-again')
    expect(body.items).toMatchObject([
      {
        actorID: office.admin.userID,
        subjectKind: 'mail',
        subjectID: failed!.mailID,
        subject: LETTER.subject,
        before: { status: 'failed' },
        after: { status: 'queued' },
      },
    ])
    expect(JSON.stringify(body)).not.toContain(LETTER.to)
  })

  test('a mail in another state, an unknown mail, another address or a caller who is no admin sends nothing', async () => {
    await queue()
    const { mailID } = (await listed())[0]!
    const again = (id = mailID, body?: object) => office.admin.post(`/v1/mails/${id}/send-again`, body)
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: 'This email is already waiting to be sent.' },
    })
    await sendAll()
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: 'This email has been sent.' },
    })
    expect(await again(newID())).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await office.deps.database.db.execute(sql`update mails set state = 'failed'`)
    expect(await again(mailID, { to: 'eve@elsewhere.example' })).toMatchObject({
      status: 422,
      body: { fields: { to: expect.any(String) } },
    })
    const driver = await office.driver()
    expect(await driver.post(`/v1/mails/${mailID}/send-again`)).toMatchObject({ status: 403 })
    expect((await listed(`?keyword=${LETTER.subject.slice(0, 7)}`)).map(({ to, state }) => [to, state])).toEqual([
      [LETTER.to, 'failed'],
    ])
  })

  test('a mail that was kept while there was no mail server is sent when an admin asks for it', async () => {
    await queue()
    await office.deps.database.db.execute(sql`update mails set state = 'kept', next_attempt_at = null`)
    const [kept] = await listed()
    expect(kept).toMatchObject({ state: 'kept', sendable: true })
    expect(await sendAll()).toBe(0)
    expect(await office.admin.post(`/v1/mails/${String(kept!.mailID)}/send-again`)).toMatchObject({
      status: 200,
      body: { state: 'queued', sendable: false },
    })
    expect(await sendAll()).toBe(1)
    expect(await listed()).toMatchObject([{ state: 'sent', sendable: false }])
    expect(mailServer.received).toHaveLength(1)
  })

  test('of two admins at once one queues the mail, the other reads that it is queued already', async () => {
    await queue()
    await office.deps.database.db.execute(sql`update mails set state = 'failed', next_attempt_at = null`)
    const { mailID } = (await listed())[0]!
    const colleague = await signedIn(office.fetch, office.admin)
    const answers = await Promise.all(
      [office.admin, colleague, office.admin, colleague].map((admin) =>
        admin.post<{ message?: string }>(`/v1/mails/${mailID}/send-again`),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(new Set(answers.flatMap(({ status, body }) => (status === 409 ? [body.message] : [])))).toEqual(
      new Set(['This email is already waiting to be sent.']),
    )
    expect(await office.admin.get('/v1/audit?action=mail.send-again')).toMatchObject({ body: { total: 1 } })
    expect(await sendAll()).toBe(1)
    expect(mailServer.received).toHaveLength(1)
  })

  test('a mail that was given up is an alert until the first check after it was sent again', async () => {
    const check = () => checkAlerts(office.deps)
    const told = async () =>
      (await office.admin.get<{ items: { kind: string; advice: string }[] }>('/v1/alerts?keyword=mail-stuck')).body
        .items
    await check()
    await queue()
    mailServer.refuse = { code: 550, message: 'no' }
    await sendAll()
    await check()
    expect(await told()).toMatchObject([{ kind: 'mail-stuck', advice: expect.stringContaining('send it again') }])
    // The alert's own mail was returned as well.
    await sendAll()
    mailServer.refuse = null
    for (const { mailID } of await listed('?status=failed'))
      expect(await office.admin.post(`/v1/mails/${mailID}/send-again`)).toMatchObject({ status: 200 })
    await sendAll()
    await check()
    expect(await told()).toEqual([])
  })

  test('an address can’t add another recipient', async () => {
    await queue({ to: 'anna@customers.example, eve@elsewhere.example' })
    await sendAll()
    expect(mailServer.received.flatMap((mail) => mail.to?.map((to) => to.address))).not.toContain(
      'eve@elsewhere.example',
    )
  })

  test('several senders at once send each mail once', async () => {
    for (let n = 0; n < 12; n++) await queue({ dedupeKey: `welcome ${n}`, to: `customer-${n}@customers.example` })
    const tried = await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(tried.reduce((sum, n) => sum + n, 0)).toBe(12)
    expect(new Set(mailServer.received.map((mail) => mail.to?.[0]?.address)).size).toBe(12)
    expect(mailServer.received).toHaveLength(12)
  })

  test('the office can search mails by state, recipient and subject', async () => {
    await queue()
    await sendAll()
    office.clock.pass(MINUTE)
    await queue({ dedupeKey: 'another', to: 'ben@customers.example', subject: 'Your account' })
    expect((await listed('?status=queued')).map((mail) => mail.to)).toEqual(['ben@customers.example'])
    expect((await listed('?keyword=anna')).map((mail) => mail.to)).toEqual([LETTER.to])
    expect((await listed('?keyword=account')).map((mail) => mail.to)).toEqual(['ben@customers.example'])
    expect((await listed('?sort=to')).map((mail) => mail.to)).toEqual([LETTER.to, 'ben@customers.example'])
    expect(await office.admin.get('/v1/mails?keyword=an')).toMatchObject({
      status: 400,
      body: { message: 'Keyword must be greater than or equal 3 characters' },
    })
    expect(await office.admin.get('/v1/mails?sort=text')).toMatchObject({
      status: 422,
      body: { fields: { sort: 'This list can be sorted by createdAt, sentAt, to, subject.' } },
    })
    expect(await office.admin.get('/v1/mails?perPage=1&page=2')).toMatchObject({
      body: { page: 2, perPage: 1, total: 2, items: [{ to: LETTER.to }] },
    })
  })
})

describe.each(databases)('without a mail server on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('mails are kept for the admin to read', async () => {
    await inTransaction(office.deps.database.db, (tx) => queueMail(tx, office.deps.mail, LETTER, office.clock.now()))
    expect(await sendWaitingMails(office.deps)).toBe(0)
    expect(await office.admin.get('/v1/mails')).toMatchObject({
      body: { total: 1, items: [{ state: 'kept', attempts: 0, text: LETTER.text }] },
    })
  })

  test('a mail given up earlier can’t be queued again once there is no mail server', async () => {
    await office.deps.database.db.execute(sql`update mails set state = 'failed'`)
    const [mail] = (await office.admin.get<{ items: { mailID: string }[] }>('/v1/mails')).body.items
    expect(await office.admin.post(`/v1/mails/${mail!.mailID}/send-again`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringContaining('There’s no mail server any more') },
    })
    expect(await office.admin.get('/v1/mails')).toMatchObject({ body: { items: [{ state: 'failed' }] } })
  })
})
