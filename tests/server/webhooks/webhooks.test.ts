import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { openCase } from '#contract/v1/cases.ts'
import { createInvoice, payInvoice } from '#contract/v1/invoices.ts'
import { createWebhook, listWebhookMessages, listWebhooks } from '#contract/v1/webhooks.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { addressProblem, PrivateAddress, publicLookup } from '#server/features/webhooks/webhook-address.ts'
import { sendWebhooks } from '#server/features/webhooks/webhook-runner.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { officeUser } from '../../support/office-user.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'

const [SECOND, HOUR] = [1_000, 3_600_000]

describe.each(databases)('Webhooks on %s', (kind) => {
  let receiver: WebhookReceiver
  let other: WebhookReceiver
  let office: Office
  beforeAll(async () => {
    receiver = await openReceiver()
    other = await openReceiver()
    office = await openOffice(kind, { environment: { WEBHOOK_HOSTS: `${receiver.host},${other.host}` } })
    for (const one of [receiver, other]) one.now = () => office.clock.now()
  })
  afterAll(async () => {
    await office.close()
    await receiver.close()
    await other.close()
  })
  beforeEach(async () => {
    await office.reset()
    for (const one of [receiver, other]) {
      Object.assign(one, { status: 204, asked: 0, secret: '' })
      one.received.length = 0
    }
  })

  const make = async (kinds: readonly WebhookKind[] = WEBHOOK_KINDS, at = receiver) => {
    const input = { url: at.url, kinds: [...kinds], currentPassword: office.admin.password }
    const made = await office.call(office.admin, createWebhook, input)
    at.secret = made.secret
    return made
  }
  const send = () => sendWebhooks(office.deps)
  const told = async (type: WebhookKind) => {
    await send()
    return receiver.received.filter((message) => message.type === type).map(({ data }) => data)
  }
  const messagesOf = async (webhookID: string) =>
    (await office.call(office.admin, listWebhookMessages, { webhookID })).items
  const only = async () => (await office.call(office.admin, listWebhooks, {})).items[0]!
  const later = (ms: number) => office.clock.pass(ms)
  const invoiced = async () => {
    const { customerID } = await office.make.customer()
    const lines = [{ description: 'Extra bin', quantity: 1, price: 40 }]
    return office.call(office.admin, createInvoice, { customerID, lines })
  }

  test('a message is signed as Standard Webhooks say, and names what happened by its ids alone', async () => {
    const { secret, ...made } = await make(['customer.changed'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toMatchObject({ url: receiver.url, kinds: ['customer.changed'], here: true, waiting: 0 })
    const { customerID } = await office.make.customer({ lastName: 'Wagga' })
    await send()
    expect(receiver.received).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        type: 'customer.changed',
        timestamp: office.clock.now().toISOString(),
        data: { customerID },
      },
    ])
    expect(await only()).toMatchObject({ waiting: 0, sentAt: office.clock.now().toISOString(), lastError: null })
  })

  test('one whose maker has left the office goes on, and says so', async () => {
    const maker = await officeUser(office, 'OWNER')
    const input = { url: receiver.url, kinds: ['customer.changed' as const], currentPassword: maker.password }
    receiver.secret = (await office.call(maker, createWebhook, input)).secret
    expect(await only()).toMatchObject({ makerLeft: false })
    expect((await office.admin.delete(`/v1/users/admins/${maker.userID}`)).status).toBe(204)
    expect(await only()).toMatchObject({ makerLeft: true, endedAt: null })
    const { customerID } = await office.make.customer()
    expect(await told('customer.changed')).toContainEqual({ customerID })
  })

  test('a week is told: the customer, the stop, the run, its invoice and the payment', async () => {
    const home = await suburbAndPackage(office)
    const { customerID } = await office.make.customer(home)
    const driver = await office.driver()
    await make()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act(office.admin, draft, 'activate')
    const [stop] = run.jobs
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stop!)])
    const { runOrderID } = run
    expect(await told('stop.recorded')).toEqual([
      { assignmentID: stop!.assignmentID, runOrderID, customerID, outcome: 'COLLECTED' },
    ])
    await act(office.admin, (await office.admin.get<typeof run>(`/v1/runs/${runOrderID}`)).body, 'complete')
    expect(await told('run.completed')).toEqual([{ runOrderID }])
    const [issued, ...more] = await told('invoice.issued')
    expect([issued, more]).toMatchObject([{ customerID, amount: 25 }, []])
    const invoiceID = String(issued!['invoiceID'])
    await office.call(office.admin, payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
      datePaid: '2026-11-10',
    })
    expect(await told('payment.booked')).toMatchObject([{ customerID, amount: 25, datePaid: '2026-11-10' }])
  })

  test('a case that a customer opens is told', async () => {
    const person = await office.customer()
    await make(['case.opened'])
    const { caseID } = await office.call(person, openCase, { kind: 'other', text: 'Where is my bag?' })
    expect(await told('case.opened')).toEqual([{ caseID }])
  })

  test('what is rolled back is not told, and only the kinds that were ticked are', async () => {
    await make(['invoice.issued'])
    const { customerID } = await office.make.customer()
    const wrong = { customerID, lines: [{ description: 'Extra bin', quantity: 1, price: -1 }] }
    expect((await office.admin.post('/v1/invoices', wrong)).status).toBe(422)
    await send()
    expect(receiver.received).toEqual([])
  })

  test('one that fails is sent again with the same id, less and less often, and given up after a day', async () => {
    const { webhookID } = await make(['invoice.issued'])
    await invoiced()
    receiver.status = 500
    await send()
    expect(await only()).toMatchObject({ waiting: 1, lastError: 'answered 500' })
    await send()
    expect(receiver.asked).toBe(1)
    later(10 * SECOND)
    receiver.status = 0
    await send()
    expect(await only()).toMatchObject({ waiting: 1, lastError: expect.stringMatching(/^no answer/) as string })
    later(HOUR)
    receiver.status = 204
    await send()
    const [message] = await messagesOf(webhookID)
    expect(message).toMatchObject({ state: 'sent', attempts: 3, lastError: null })
    expect(receiver.received.map(({ id }) => id)).toEqual([message!.messageID])

    await invoiced()
    receiver.status = 302
    for (let passed = 0; passed <= 26 * HOUR; passed += HOUR / 2) {
      await send()
      later(HOUR / 2)
    }
    const { rows } = await office.deps.database.db.execute('select state, attempts, last_error from webhook_messages')
    expect(rows).toContainEqual({ state: 'failed', attempts: 8, last_error: 'answered 302' })
  })

  test('the office is warned of one that does not answer for an hour, until it answers again or has ended', async () => {
    const alerts = async () => {
      await checkAlerts(office.deps)
      const { items } = await office.call(office.admin, listAlerts, {})
      return items.map((alert) => alert.kind).filter((one) => one === 'webhook-failed')
    }
    const { webhookID } = await make(['invoice.issued'])
    receiver.status = 500
    await invoiced()
    await send()
    expect(await alerts()).toEqual([])
    later(HOUR + SECOND)
    await send()
    expect(await alerts()).toEqual(['webhook-failed'])
    receiver.status = 204
    later(2 * HOUR)
    await send()
    expect(await alerts()).toEqual([])
    receiver.status = 500
    await invoiced()
    later(HOUR + SECOND)
    expect(await alerts()).toEqual(['webhook-failed'])
    await office.admin.delete(`/v1/webhooks/${webhookID}`)
    expect(await alerts()).toEqual([])
  })

  test('a process that was killed after the request lets another one send it again, with the same id', async () => {
    const { webhookID } = await make(['invoice.issued'])
    await invoiced()
    await office.deps.database.db.execute(
      `update webhook_messages set attempts = 1, next_attempt_at = next_attempt_at + interval '5 minutes'`,
    )
    expect(await send()).toBe(0)
    later(5 * 60 * SECOND)
    expect(await send()).toBe(1)
    expect((await messagesOf(webhookID))[0]).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('two servers at once send each message once', async () => {
    await make(['customer.changed'])
    for (let at = 0; at < 20; at++) await office.make.customer()
    await Promise.all([send(), send(), send()])
    expect(receiver.received).toHaveLength(20)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
  })

  const customers = async (many: number) => {
    for (let at = 0; at < many; at++) await office.make.customer()
  }

  test('one with much to be told does not keep another waiting', async () => {
    await make(['customer.changed'])
    await make(['case.opened'], other)
    const person = await office.customer()
    await customers(20)
    later(SECOND)
    const askedBefore = vi.fn()
    other.onAsked = () => askedBefore(receiver.asked)
    await office.call(person, openCase, { kind: 'other', text: 'Where is my bag?' })
    await send()
    expect(other.received).toHaveLength(1)
    expect(askedBefore.mock.calls[0]![0]).toBeLessThan(10)
    expect(receiver.received).toHaveLength(21)
  })

  test('one that does not answer is left alone with all that waits for it, at first for ten seconds', async () => {
    const { webhookID } = await make(['customer.changed'])
    await customers(20)
    receiver.status = 0
    await send()
    const few = receiver.asked
    expect(few).toBeLessThan(10)
    await send()
    expect(receiver.asked).toBe(few)
    receiver.status = 204
    later(10 * SECOND)
    await send()
    expect(receiver.received).toHaveLength(20)
    expect((await messagesOf(webhookID)).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('a test is sent once, and tells nothing', async () => {
    const { webhookID } = await make(['case.opened'])
    expect((await office.admin.post(`/v1/webhooks/${webhookID}/test`)).status).toBe(204)
    await send()
    expect(receiver.received).toMatchObject([{ type: 'test', data: {} }])
    receiver.status = 500
    later(SECOND)
    await office.admin.post(`/v1/webhooks/${webhookID}/test`)
    await send()
    expect((await messagesOf(webhookID))[0]).toMatchObject({ kind: 'test', state: 'failed', attempts: 1 })
  })

  test('one that has ended is told nothing more, not even what waited; 410 ends it', async () => {
    const { webhookID } = await make(['customer.changed'])
    await office.make.customer()
    expect((await office.admin.delete(`/v1/webhooks/${webhookID}`)).status).toBe(204)
    await office.make.customer()
    later(HOUR)
    await send()
    expect(receiver.asked).toBe(0)
    expect(await messagesOf(webhookID)).toMatchObject([{ state: 'failed', lastError: 'ended' }])
    expect((await office.admin.post(`/v1/webhooks/${webhookID}/test`)).body).toMatchObject({ code: 'wrong_state' })

    const second = await make(['customer.changed'])
    await customers(20)
    receiver.status = 410
    await send()
    expect(await only()).toMatchObject({ webhookID: second.webhookID, endedAt: office.clock.now().toISOString() })
    expect(receiver.asked).toBeLessThan(10)
    expect((await office.call(office.admin, listAudit, { action: 'webhook.end' })).items).toMatchObject([
      { subjectID: second.webhookID, actorID: null },
      { subjectID: webhookID, actorID: office.admin.userID },
    ])
  })

  test('one that has ended is not told what was committed only after its end, and that waits no longer', async () => {
    const { webhookID } = await make(['customer.changed'])
    await office.make.customer()
    await office.admin.delete(`/v1/webhooks/${webhookID}`)
    // As a transaction leaves it that read the webhooks before the end and ended after it.
    await office.deps.database.db.execute(
      `update webhook_messages set state = 'queued', next_attempt_at = created_at, last_error = null`,
    )
    await send()
    expect(receiver.asked).toBe(0)
    expect(await messagesOf(webhookID)).toMatchObject([{ state: 'failed', lastError: 'ended' }])
  })

  test('a server on a copy of the database, at another address, sends nothing', async () => {
    await make(['customer.changed'])
    await office.make.customer()
    const copy = { ...office.deps, config: { ...office.deps.config, publicUrl: 'https://copy.example' } }
    expect(await sendWebhooks(copy)).toBe(0)
    expect(receiver.asked).toBe(0)
  })

  test('the secret is in one answer only: neither listed, nor stored as text, nor logged', async () => {
    const { secret } = await make()
    await office.make.customer()
    await send()
    const { rows } = await office.deps.database.db.execute('select * from webhooks')
    for (const place of [await only(), rows, office.logged, (await office.admin.get('/v1/audit')).body])
      expect(JSON.stringify(place)).not.toContain(secret)
  })

  test('the audit names a webhook by its host: the path may be a secret of the receiver', async () => {
    await make()
    const { host, pathname } = new URL(receiver.url)
    expect(pathname.length).toBeGreaterThan(1)
    const { items } = (await office.admin.get<{ items: unknown[] }>('/v1/audit?subjectKind=webhook')).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ action: 'webhook.create', subject: host, after: { host } })
    expect(JSON.stringify(items)).not.toContain(pathname)
  })

  test('an address in a private network, without https, or that is none is refused at its field', async () => {
    const ask = (url: string) =>
      office.admin.post('/v1/webhooks', { url, kinds: ['case.opened'], currentPassword: office.admin.password })
    for (const url of ['https://10.0.0.7/hook', 'http://books.example/hook', 'https://', 'books.example'])
      expect(await ask(url)).toMatchObject({
        status: 422,
        body: { code: 'fields_invalid', fields: { url: expect.any(String) as string } },
      })
    expect((await ask('https://books.example/hook')).status).toBe(201)
  })
})

test('no text of an address leads into a private network', () => {
  const hosts = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '2130706433',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '0x7f.1',
    'localhost',
    'db',
    'books.local',
  ]
  for (const host of hosts) expect([host, addressProblem(`https://${host}/hook`, [])]).not.toEqual([host, null])
  expect(addressProblem('https://user:word@books.example/', [])).not.toBeNull()
  expect(addressProblem('https://books.example/hook?key=1', [])).toBeNull()
  expect(addressProblem('http://books.lan:8080/hook', ['books.lan:8080'])).toBeNull()
})

test('a name that leads into a private network is not called, whatever its text', async () => {
  const looked = (options: { all: boolean }) =>
    new Promise<unknown>((resolve) => publicLookup('localhost', options, (error, found) => resolve(error ?? found)))
  expect(await looked({ all: true })).toBeInstanceOf(PrivateAddress)
  expect(await looked({ all: false })).toBeInstanceOf(PrivateAddress)
})
