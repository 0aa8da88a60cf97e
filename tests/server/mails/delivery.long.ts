import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { queueMail, type NewMail } from '#server/db/mail-outbox.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

const MINUTE = 60_000

describe.each(databases)('delivery of mail on %s', (kind) => {
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
    mailServer.beforeAccepting = null
  })

  const queue = (key: string, some: Partial<NewMail> = {}) =>
    inTransaction(office.deps.database.db, (tx) =>
      queueMail(
        tx,
        office.deps.mail,
        { dedupeKey: key, to: `${key.replaceAll(' ', '-')}@customers.example`, subject: key, text: 'Hello', ...some },
        office.clock.now(),
      ),
    )
  const sendAll = () => sendWaitingMails(office.deps)
  const stored = async (key: string) => {
    const { rows } = await office.deps.database.db.execute<Record<string, unknown>>(
      sql`select state, fault, last_error as error, attempts from mails where dedupe_key = ${key}`,
    )
    return rows[0]
  }
  const subjects = () => mailServer.received.map(({ subject }) => subject)
  const setPace = async (perMinute: number) =>
    expect(await office.admin.put('/v1/settings/mail.perMinute', { value: perMinute })).toMatchObject({ status: 200 })

  test('account mails go before bulk ones that were queued earlier', async () => {
    for (let n = 0; n < 6; n++) await queue(`reminder c${n}`, { priority: 'bulk' })
    office.clock.pass(1000)
    await queue('reset a')
    await queue('reset b')
    await queue('reset c')
    // Each of the three lanes holds the first mail that it took.
    mailServer.beforeAccepting = () => vi.waitUntil(() => subjects().length >= 3, { timeout: 20_000 })
    await sendAll()
    expect(new Set(subjects().slice(0, 3))).toEqual(new Set(['reset a', 'reset b', 'reset c']))
    expect(subjects()).toHaveLength(9)
  })

  test('an account mail is sent while every bulk delivery waits for a slow mail server', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    mailServer.beforeAccepting = () => (subjects().at(-1) === 'reset' ? Promise.resolve() : held)
    for (let n = 0; n < 4; n++) await queue(`reminder c${n}`, { priority: 'bulk' })
    const bulk = sendAll()
    await expect.poll(() => subjects().length).toBe(2)
    await queue('reset')
    // The next look: the lane of account mails is free.
    const next = sendAll()
    await expect.poll(() => subjects()).toContain('reset')
    release()
    await Promise.all([bulk, next])
    expect(subjects()).toHaveLength(5)
  })

  test('bulk mails keep to mail.perMinute on all servers together; account mails do not wait', async () => {
    await setPace(5)
    for (let n = 0; n < 12; n++) await queue(`reminder c${n}`, { priority: 'bulk' })
    for (let n = 0; n < 7; n++) await queue(`reset ${n}`)
    await Promise.all([sendAll(), sendAll(), sendAll()])
    const bulk = () => subjects().filter((subject) => subject?.startsWith('reminder')).length
    expect([bulk(), subjects().length]).toEqual([5, 12])
    office.clock.pass(MINUTE - 1)
    await sendAll()
    expect(bulk()).toBe(5)
    office.clock.pass(1)
    await Promise.all([sendAll(), sendAll()])
    expect(bulk()).toBe(10)
    office.clock.pass(MINUTE)
    await sendAll()
    expect(bulk()).toBe(12)
    expect(new Set(subjects()).size).toBe(19)
  })

  test('nothing is sent from its cut-off on: it has failed as too late, whether new or waiting for another attempt', async () => {
    const notAfter = new Date(office.clock.now().getTime() + MINUTE)
    mailServer.refuse = { code: 450, message: 'busy' }
    await queue('reminder tried', { notAfter, priority: 'bulk' })
    await sendAll()
    mailServer.refuse = null
    await queue('reminder waiting', { notAfter, priority: 'bulk' })
    await queue('reminder longer', { notAfter: new Date(notAfter.getTime() + 1), priority: 'bulk' })
    office.clock.pass(MINUTE)
    await sendAll()
    expect(subjects()).toEqual(['reminder longer'])
    for (const key of ['reminder tried', 'reminder waiting'])
      expect(await stored(key)).toMatchObject({ state: 'failed', fault: 'late', error: 'too late' })
  })

  test('a mail whose time ends while its PDF is drawn is not sent', async () => {
    const { pdf } = office.deps
    const notAfter = new Date(office.clock.now().getTime() + MINUTE)
    await queue('reminder drawn', { notAfter, attachments: [{ filename: 'a.pdf', document: {} as never }] })
    const slow = {
      ...office.deps,
      pdf: { ...pdf, render: () => (office.clock.pass(MINUTE), Promise.resolve(Buffer.from('%PDF'))) },
    }
    await sendWaitingMails(slow as typeof office.deps)
    expect(subjects()).toEqual([])
    expect(await stored('reminder drawn')).toMatchObject({ state: 'failed', fault: 'late' })
  })

  test('a refused address is given up; a refusal of the firm is tried again', async () => {
    mailServer.refuse = { code: 550, message: '5.1.1 no such user' }
    await queue('welcome a')
    await sendAll()
    mailServer.refuse = { code: 550, message: '5.7.1 relaying denied' }
    await queue('welcome b')
    await sendAll()
    expect(await stored('welcome a')).toEqual({
      state: 'failed',
      fault: 'address',
      error: '550 5.1.1 no such user',
      attempts: 1,
    })
    expect(await stored('welcome b')).toEqual({
      state: 'queued',
      fault: 'sender',
      error: '550 5.7.1 relaying denied',
      attempts: 1,
    })
    mailServer.refuse = null
    office.clock.pass(MINUTE)
    await sendAll()
    expect(await stored('welcome b')).toEqual({ state: 'sent', fault: null, error: null, attempts: 2 })
  })

  test('a customer’s refused address is on Home and on the customer’s page until it is corrected or a mail arrives', async () => {
    const { customerID } = await office.make.customer({ email: 'gone@customers.example' })
    const gone = { to: 'gone@customers.example' }
    const listed = async (query: string) =>
      (
        await office.admin.get<{ items: { subject: string; state: string; fault: string | null }[] }>(
          `/v1/mails?${query}`,
        )
      ).body.items
    mailServer.refuse = { code: 550, message: '5.1.1 no such user' }
    await queue(`invoice ${customerID} 1`, gone)
    await sendAll()
    office.clock.pass(MINUTE)
    await queue(`invoice ${customerID} 2`, gone)
    await queue('welcome stranger', { to: 'stranger@elsewhere.example' })
    await sendAll()
    // One a customer, the newest; a stranger's is not a customer's.
    expect((await listed('undeliverable=true')).map(({ subject }) => subject)).toEqual([`invoice ${customerID} 2`])
    expect((await listed('undeliverable=false')).length).toBe(2)
    expect(await listed(`customerID=${customerID}`)).toMatchObject([
      { subject: `invoice ${customerID} 2`, state: 'failed', fault: 'address' },
      { subject: `invoice ${customerID} 1`, state: 'failed', fault: 'address' },
    ])
    // The mailbox is back.
    mailServer.refuse = null
    office.clock.pass(MINUTE)
    await queue(`invoice ${customerID} 3`, gone)
    await sendAll()
    expect(await listed('undeliverable=true')).toEqual([])
    // Refused again, then the office corrects the address.
    mailServer.refuse = { code: 550, message: '5.1.1 no such user' }
    office.clock.pass(MINUTE)
    await queue(`invoice ${customerID} 4`, gone)
    await sendAll()
    expect(await listed('undeliverable=true')).toHaveLength(1)
    await office.admin.put(`/v1/users/customers/${customerID}`, { email: 'new@customers.example' })
    expect(await listed('undeliverable=true')).toEqual([])
    const driver = await office.driver()
    expect(await driver.get(`/v1/mails?customerID=${customerID}`)).toMatchObject({ status: 403 })
  })

  test('a refusal of the firm is an alert of its own, until it is over; a reminder that was too late is none', async () => {
    const kinds = async () => {
      await checkAlerts(office.deps)
      const { body } = await office.admin.get<{ items: { kind: string }[] }>('/v1/alerts')
      return body.items.map(({ kind: one }) => one).filter((one) => one.startsWith('mail'))
    }
    const { customerID } = await office.make.customer({ email: 'anna@customers.example' })
    await queue('reminder late', { notAfter: office.clock.now(), priority: 'bulk' })
    mailServer.refuse = { code: 550, message: '5.1.1 no such user' }
    await queue(`invoice ${customerID} 1`, { to: 'anna@customers.example' })
    await sendAll()
    expect(await kinds()).toEqual([])
    mailServer.refuse = { code: 554, message: '5.7.1 blocked by policy' }
    await queue('welcome b')
    await sendAll()
    expect(await kinds()).toEqual(['mail-refused'])
    mailServer.refuse = null
    office.clock.pass(5 * MINUTE)
    await sendAll()
    expect(await kinds()).toEqual([])
  })

  test('sending after kills between the server’s 250 and our commit repeats at most what was under way, with the same Message-ID', async () => {
    const count = 40
    for (let n = 0; n < count; n++) await queue(`reminder c${n}`, { priority: 'bulk' })
    const kills = 3
    for (let kill = 1; kill <= kills; kill++) {
      // From this acceptance on nothing is written any more, as after a kill: the 250 arrives, its note does not.
      let killed = false
      mailServer.beforeAccepting = async () => void (killed ||= mailServer.received.length >= kill * 10)
      const { db } = office.deps.database
      const dying = new Proxy(db, {
        get: (target, name) => {
          if (name === 'update' && killed) throw new Error('killed')
          return Reflect.get(target, name) as unknown
        },
      })
      const deps = { ...office.deps, database: { ...office.deps.database, db: dying } }
      await expect(sendWaitingMails(deps)).rejects.toThrow('killed')
      // Their claims end.
      office.clock.pass(5 * MINUTE)
    }
    mailServer.beforeAccepting = null
    for (let minute = 0; minute < 3; minute++) {
      await sendAll()
      office.clock.pass(MINUTE)
    }
    const bySubject = new Map<string, string[]>()
    for (const { subject, messageId } of mailServer.received)
      bySubject.set(subject!, [...(bySubject.get(subject!) ?? []), messageId!])
    expect(bySubject.size).toBe(count)
    for (const ids of bySubject.values()) expect(new Set(ids).size).toBe(1)
    expect(mailServer.received.length - count).toBeGreaterThan(0)
    expect(mailServer.received.length - count).toBeLessThanOrEqual(kills * 3)
  })

  test('a mail that can be unsubscribed from says so in its headers and its text; others do not', async () => {
    const url = 'https://office.test/unsubscribe?token=abc.def'
    await queue('reminder a', { unsubscribeUrl: url })
    await queue('invoice a')
    await sendAll()
    const [reminder, invoice] = ['reminder a', 'invoice a'].map((subject) =>
      mailServer.received.find((mail) => mail.subject === subject)!,
    )
    const header = (mail: typeof reminder, name: string) => mail!.headers.find(({ key }) => key === name)?.value
    expect(header(reminder, 'list-unsubscribe')).toBe(`<${url}>`)
    expect(header(reminder, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(reminder!.text).toContain(url)
    expect([header(invoice, 'list-unsubscribe'), header(invoice, 'list-unsubscribe-post')]).toEqual([
      undefined,
      undefined,
    ])
  })
})
