import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiToken, createApiToken, listApiTokens } from '#contract/v1/api-tokens.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { openCase } from '#contract/v1/cases.ts'
import { noteCall } from '#contract/v1/customer-timeline.ts'
import { createInvoice } from '#contract/v1/invoices.ts'
import { addPayLine, payRange } from '#contract/v1/pays.ts'
import { getTask } from '#contract/v1/tasks.ts'
import { createTransaction, listTransactions, mailStatement } from '#contract/v1/transactions.ts'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { runTasks } from '#server/features/tasks/task-runner.ts'
import { withPasskey } from '../../support/authenticator.ts'
import { databases } from '../../support/databases.ts'
import { officeUser } from '../../support/office-user.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, type Person, signedIn } from '../../support/person.ts'
import { colleagueIn } from '../../support/second-admin.ts'

const SUBURBS = '/v1/users/suburbs'
const COWAN = { label: 'Cowan', postCode: '2081', state: 'NSW', weekNumber: 2 }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(databases)('API tokens on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  type Made = OutputOf<typeof createApiToken>
  const make = (
    scopes: TokenScope[],
    more: Partial<CallOf<typeof createApiToken>> = {},
    by: Person = office.admin,
  ): Promise<Made> =>
    office.call(by, createApiToken, { name: 'Web form', scopes, currentPassword: by.password, ...more })

  /** A program: no cookie, no XSRF header. */
  async function ask(token: string, path: string, init: RequestInit = {}) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string>),
    }
    const answer = await office.fetch(path, { ...init, headers })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body, headers: answer.headers }
  }
  const post = (token: string, path: string, body: object, headers: Record<string, string> = {}) =>
    ask(token, path, { method: 'POST', body: JSON.stringify(body), headers })
  const listed = async (): Promise<ApiToken[]> => (await office.call(office.admin, listApiTokens, {})).items
  const later = (ms: number) => office.clock.set(new Date(office.clock.now().getTime() + ms).toISOString())
  const inWords = ({ status, body: { code } }: { status: number; body: Body }) => `${status} ${code ?? ''}`.trim()
  const GONE = '401 unauthenticated'

  test('a program with a token reads and writes what its scopes say, without cookie and XSRF header', async () => {
    const { token, ...made } = await make(['suburbs:read', 'suburbs:write'])
    expect(token).toMatch(/^bgr_[\w-]{43}$/)
    expect(made).toMatchObject({ name: 'Web form', scopes: ['suburbs:read', 'suburbs:write'], lastUsedAt: null })
    expect(await post(token, SUBURBS, COWAN)).toMatchObject({ status: 201, body: { label: 'Cowan' } })
    expect(await ask(token, SUBURBS)).toMatchObject({ status: 200, body: { total: 1 } })
    expect(await ask(token, '/v1/users/customers')).toMatchObject({
      status: 403,
      body: { code: 'token_scope', message: 'This API token lacks the scope customers:read.' },
    })
  })

  test('its text is in one answer only: neither listed, nor stored, nor logged', async () => {
    const { token, tokenID } = await make(['suburbs:read'])
    await ask(token, SUBURBS)
    expect(JSON.stringify(await listed())).not.toContain(token)
    const { rows } = await office.deps.database.db.execute('select * from api_tokens, idempotency_keys')
    expect(JSON.stringify(rows)).not.toContain(token)
    const stored = await office.deps.database.db.execute('select * from api_tokens')
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    expect(JSON.stringify(office.logged)).not.toContain(token)
    expect(office.logged.filter((line) => JSON.stringify(line).includes(tokenID))).toHaveLength(1)
  })

  test('making one needs the current password, a name and a scope', async () => {
    const fields = { name: 'Web form', scopes: ['customers:write'], currentPassword: 'not the password' }
    expect(await office.admin.post('/v1/api-tokens', fields)).toMatchObject({
      status: 422,
      body: { code: 'password_wrong', fields: { currentPassword: expect.any(String) as string } },
    })
    const right = { ...fields, currentPassword: office.admin.password }
    for (const [field, wrong] of Object.entries({
      name: '',
      scopes: [],
      addresses: ['the office'],
      expiresOn: '2026-11-09',
    }))
      expect(await office.admin.post('/v1/api-tokens', { ...right, [field]: wrong }), field).toMatchObject({
        status: 422,
        body: { code: 'fields_invalid' },
      })
    for (const scope of ['settings:write', 'drivers:write', 'sessions:read', 'api-tokens:write'])
      expect(await office.admin.post('/v1/api-tokens', { ...right, scopes: [scope] }), scope).toMatchObject({
        status: 422,
      })
    expect(await listed()).toEqual([])
  })

  test('an ended token is refused like one that never was', async () => {
    const { token, tokenID } = await make(['suburbs:read'])
    const never = await ask(`bgr_${'A'.repeat(43)}`, SUBURBS)
    expect(inWords(never)).toBe(GONE)
    expect(await office.admin.delete(`/v1/api-tokens/${tokenID}`)).toMatchObject({ status: 204 })
    const ended = await ask(token, SUBURBS)
    expect(inWords(ended)).toBe(GONE)
    expect(ended.body['message']).toBe(never.body['message'])
    expect(await listed()).toMatchObject([{ tokenID, endedAt: expect.any(String) as string }])
    expect(await office.admin.delete(`/v1/api-tokens/${tokenID}`)).toMatchObject({ status: 204 })
  })

  test('a token works to the end of its last day in the business’s time', async () => {
    const { token, expiresAt } = await make(['suburbs:read'], { expiresOn: '2026-11-20' })
    expect(expiresAt).toBe('2026-11-20T13:00:00.000Z')
    office.clock.set('2026-11-20T12:59:59Z')
    expect(inWords(await ask(token, SUBURBS))).toBe('200')
    office.clock.set('2026-11-20T13:00:00Z')
    expect(inWords(await ask(token, SUBURBS))).toBe(GONE)
  })

  test('a token with addresses is refused from any other', async () => {
    const { token } = await make(['suburbs:read'], { addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/48'] })
    const from = async (ip: string) => inWords(await ask(token, SUBURBS, { headers: { 'x-forwarded-for': ip } }))
    for (const ip of ['203.0.113.200', '198.51.100.7', '::ffff:198.51.100.7', '2001:db8::5'])
      expect(await from(ip), ip).toBe('200')
    for (const ip of ['203.0.114.1', '198.51.100.8', '2001:db8:1::5', '127.0.0.1'])
      expect(await from(ip), ip).toBe(GONE)
  })

  test('the list tells when a token was last used, to the minute', async () => {
    const { token } = await make(['suburbs:read'])
    const used = async () => (await listed())[0]!.lastUsedAt
    await ask(token, SUBURBS)
    const first = await used()
    later(MINUTE / 2)
    await ask(token, SUBURBS)
    expect(await used()).toBe(first)
    later(MINUTE)
    await ask(token, SUBURBS)
    expect(await used()).toBe(office.clock.now().toISOString())
  })

  test('the tokens of an admin whose account is closed end', async () => {
    const ada = await colleagueIn(office)
    const { token, tokenID } = await make(['suburbs:read'], {}, ada)
    expect(inWords(await ask(token, SUBURBS))).toBe('200')
    expect(await office.admin.delete(`/v1/users/admins/${ada.userID}`)).toMatchObject({ status: 204 })
    expect(inWords(await ask(token, SUBURBS))).toBe(GONE)
    expect(await listed()).toMatchObject([{ tokenID, endedAt: expect.any(String) as string }])
    expect((await office.call(office.admin, listAudit, { action: 'api_token.end' })).items).toMatchObject([
      { subject: 'Web form', actorID: office.admin.userID },
    ])
  })

  test('the audit log names the token beside its admin, and its making and end', async () => {
    const { token, tokenID } = await make(['suburbs:write'])
    later(1000)
    await post(token, SUBURBS, COWAN)
    later(1000)
    await office.admin.delete(`/v1/api-tokens/${tokenID}`)
    later(1000)
    await office.admin.post(SUBURBS, { ...COWAN, label: 'Brooklyn' })
    const { items } = await office.call(office.admin, listAudit, { sort: 'at' })
    const about = items
      .filter(({ subjectKind }) => /suburb|api_token/.test(subjectKind))
      .map(({ action, subject, token: by, actorID }) => [action, subject, by, actorID === office.admin.userID])
    expect(about).toEqual([
      ['api_token.create', 'Web form', null, true],
      ['suburb.create', expect.stringContaining('Cowan'), 'Web form', true],
      ['api_token.end', 'Web form', null, true],
      ['suburb.create', expect.stringContaining('Brooklyn'), null, true],
    ])
    expect((await office.call(office.admin, listAudit, { keyword: 'Web form' })).items).toMatchObject([
      { action: 'suburb.create' },
    ])
  })

  /** Orders the payment of two new invoices in bulk. @returns its task */
  const payInBulk = async (order: (body: object) => Promise<{ status: number; body: Body }>): Promise<string> => {
    const { customerID } = await office.make.customer()
    const lines = [{ description: 'Bin', quantity: 1, price: 25 }]
    const made = [1, 2].map(() => office.call(office.admin, createInvoice, { customerID, lines }))
    const invoiceIDs = (await Promise.all(made)).map(({ invoiceID }) => invoiceID)
    const { status, body } = await order({ action: 'pay', invoiceIDs, payment: { paymentType: 'EFT' } })
    expect(status).toBe(201)
    return String(body['taskID'])
  }
  const BULK = '/v1/invoices/bulk'

  test('what a program does in bulk is the token’s in the audit log, invoice by invoice', async () => {
    const { token } = await make(['invoices:write'])
    await payInBulk((body) => post(token, BULK, body))
    expect(await runTasks(office.deps)).toBe(2)
    const { items } = await office.call(office.admin, listAudit, { keyword: 'Web form' })
    expect(items.map(({ action }) => action).toSorted()).toEqual(['payment.create', 'payment.create', 'task.create'])
    expect(items.every(({ actorID }) => actorID === office.admin.userID)).toBe(true)
  })

  test.each(['its token has ended', 'its token has expired', 'its orderer’s role was changed', 'its orderer is gone'])(
    'an act in bulk goes no further once %s',
    async (why) => {
      const clerk = await officeUser(office, 'ACCOUNTS')
      const byToken = why.startsWith('its token')
      const { token, tokenID } = await make(['invoices:write'], { expiresOn: '2026-11-10' })
      const taskID = await payInBulk((body) => (byToken ? post(token, BULK, body) : clerk.post(BULK, body)))
      if (why === 'its token has ended') await office.admin.delete(`/v1/api-tokens/${tokenID}`)
      if (why === 'its token has expired') later(DAY)
      const path = `/v1/users/admins/${clerk.userID}`
      if (why === 'its orderer’s role was changed') await office.admin.put(path, { officeRole: 'DISPATCHER' })
      if (why === 'its orderer is gone') await office.admin.delete(path)
      await runTasks(office.deps)
      const admin = await signedIn(office.fetch, office.admin)
      expect(await office.call(admin, getTask, { taskID })).toMatchObject({ state: 'cancelled', done: 0, skipped: 0 })
      const { items } = await office.call(admin, listAudit, { action: 'task.cancel' })
      expect(items).toMatchObject([{ actorID: null, subjectID: taskID }])
    },
  )

  test('an Idempotency-Key is the token’s own', async () => {
    const one = await make(['suburbs:write'])
    const another = await make(['suburbs:write'])
    const key = { 'idempotency-key': 'row 17' }
    const first = await post(one.token, SUBURBS, COWAN, key)
    expect(await post(one.token, SUBURBS, COWAN, key)).toMatchObject({ status: 201, body: first.body })
    expect(inWords(await post(another.token, SUBURBS, COWAN, key))).toBe('409 suburb_taken')
    expect(await office.admin.post(SUBURBS, COWAN, key)).toMatchObject({ status: 409 })
  })

  test('no token sees or sets what people sign in with, nor a driver’s private details and home', async () => {
    const home = { latitude: -33.712345, longitude: 151.112345 }
    const driver = await office.make.driver({
      address: '7 Quiet Lane',
      home,
      taxFileNumber: '123456782',
      accountNumber: '98127634',
      bsb: '062000',
    })
    const customer = await office.make.customer()
    const { token } = await make(['drivers:read', 'customers:read', 'customers:write'])
    const drivers = await ask(token, '/v1/users/drivers')
    expect(drivers.status).toBe(200)
    expect(drivers.body).toMatchObject({
      items: [{ taxFileNumber: '*** *** 782', accountNumber: expect.stringMatching(/^\*/) as string }],
    })
    expect(JSON.stringify(drivers.body)).not.toMatch(/123456782|98127634|"062000"|Quiet Lane|33\.71/)
    expect((await office.admin.get(`/v1/users/drivers/${driver.driverID}`)).body).toMatchObject({ home })
    expect(await ask(token, `/v1/users/drivers/${driver.driverID}/round`)).toMatchObject({ status: 403 })
    expect(await ask(token, `/v1/users/drivers/${driver.driverID}/private`)).toMatchObject({
      status: 403,
      body: { code: 'token_scope', message: 'No API token may do this.' },
    })
    const put = (body: object) =>
      ask(token, `/v1/users/customers/${customer.customerID}`, { method: 'PUT', body: JSON.stringify(body) })
    expect(inWords(await put({ password: 'a password of a thief' }))).toBe('403 token_scope')
    expect(inWords(await put({ firstName: 'Renamed' }))).toBe('200')
  })

  test('a token outlives a demanded second factor and its admin’s sessions, and is no session', async () => {
    const ada = await colleagueIn(office)
    const { token } = await make(['suburbs:read'], {}, ada)
    await withPasskey(office.admin)
    await office.admin.put('/v1/settings/security.adminSecondFactor', { value: true })
    expect(inWords(await ada.get(SUBURBS))).toBe('409 second_factor_missing')
    expect(inWords(await ask(token, SUBURBS))).toBe('200')
    later(2 * DAY)
    expect(inWords(await ada.get(SUBURBS))).toBe(GONE)
    expect(inWords(await ask(token, SUBURBS))).toBe('200')
    for (const path of ['/v1/users/profile', '/v1/users/sessions', '/v1/api-tokens', '/v1/settings'])
      expect(inWords(await ask(token, path)), path).toBe('403 token_scope')
  })

  test('to a public operation a token says nothing', async () => {
    const { token } = await make(['suburbs:read'])
    expect(inWords(await ask(token, '/v1/config'))).toBe('200')
    expect(inWords(await ask(`bgr_${'A'.repeat(43)}`, '/v1/config'))).toBe('200')
    // Whose page could have sent it: the same check as of everybody.
    expect(inWords(await post(token, '/v1/users/signin', { email: 'a@example.com', password: 'x' }))).toBe(
      '400 xsrf_mismatch',
    )
  })

  describe('what belongs to another noun takes that noun’s scope too:', () => {
    const LACKS = (scope: TokenScope) => ({
      status: 403,
      body: { code: 'token_scope', message: `This API token lacks the scope ${scope}.` },
    })
    const CREDIT: TokenScope = 'transactions:write'
    const put = (token: string, path: string, body: object) =>
      ask(token, path, { method: 'PUT', body: JSON.stringify(body) })

    test('what happened with a customer', async () => {
      const person = await office.customer()
      const customerID = person.userID
      const line = { description: 'Bin', quantity: 1, price: 40 }
      await office.call(office.admin, createInvoice, { customerID, lines: [line] })
      await office.call(office.admin, createTransaction, {
        customerID,
        type: 'CUSTOMER_INBOUND',
        amount: 10,
        paymentType: 'CASH',
      })
      await office.call(office.admin, mailStatement, { customerID })
      await office.call(office.admin, noteCall, { customerID, answered: 'spoke' })
      await office.call(person, openCase, { kind: 'other', text: 'My neighbour is ill' })
      const kinds = async (...scopes: TokenScope[]) => {
        const { token } = await make(['customers:read', ...scopes])
        const { body } = await ask(token, `/v1/users/customers/${customerID}/timeline`)
        return (body['items'] as { kind: string }[]).map((item) => item.kind).toSorted()
      }
      expect(await kinds()).toEqual(['call'])
      expect(await kinds('cases:read')).toEqual(['call', 'case'])
      expect(await kinds('invoices:read', 'transactions:read')).toEqual(['call', 'invoice', 'payment'])
    })

    test('the credit of a case’s answer', async () => {
      const { caseID } = await office.call(await office.customer(), openCase, { kind: 'other', text: 'You forgot me' })
      const answer = async (credit: object, ...scopes: TokenScope[]) => {
        const { token } = await make(['cases:write', ...scopes])
        const body = { messageID: crypto.randomUUID(), text: 'We are sorry', ...credit }
        return put(token, `/v1/cases/${caseID}/answer`, body)
      }
      expect(await answer({ credit: 5 })).toMatchObject(LACKS(CREDIT))
      expect(await answer({ credit: 5 }, CREDIT)).toMatchObject({ status: 200 })
    })

    test('money of an import’s customers, and of a request that is merged into one', async () => {
      const { customerID, refId } = await office.make.customer()
      const imported = async (csv: string, ...scopes: TokenScope[]) => {
        const { token } = await make(['customers:write', ...scopes])
        const headers = { 'content-type': 'text/csv' }
        return ask(token, '/v1/users/customers/import', { method: 'POST', body: csv, headers })
      }
      expect(await imported(`refId,firstName,openingBalance\n${refId},Anna,25\n`)).toMatchObject(LACKS(CREDIT))
      expect(await imported(`refId,firstName,openingBalance\n${refId},Anna,\n`)).toMatchObject({ status: 200 })
      const request = await office.make.customer({ status: 'PENDING', due: undefined })
      await office.call(office.admin, createTransaction, {
        customerID: request.customerID,
        type: 'CUSTOMER_CREDIT_DEPOSIT',
        amount: 5,
        notes: 'Welcome gift',
      })
      const { token } = await make(['customers:write'])
      const path = `/v1/users/customers/requests/${request.customerID}/merge`
      expect(await put(token, path, { into: customerID })).toMatchObject(LACKS(CREDIT))
      expect(await put((await make(['customers:write', CREDIT])).token, path, { into: customerID })).toMatchObject({
        status: 200,
      })
    })

    test('drivers’ pay is neither listed to a token among the payments nor reversed as one of them', async () => {
      const { driverID } = await office.make.driver()
      const day = '2026-11-10'
      await office.call(office.admin, addPayLine, { driverID, kind: 'bonus', amount: 30, reason: 'Heat', day })
      const range = { driverID, from: day, to: day, paymentType: 'CASH' } as const
      const { transactionID: reverses } = await office.call(office.admin, payRange, range)
      const { token } = await make(['transactions:read', CREDIT])
      expect(await ask(token, '/v1/transactions')).toMatchObject({ status: 200, body: { total: 0, totalAmount: 0 } })
      expect(await ask(token, `/v1/transactions?driverID=${driverID}`)).toMatchObject({ body: { total: 0 } })
      expect(await post(token, '/v1/transactions', { reverses, notes: 'Wrong' })).toMatchObject({
        status: 403,
        body: { code: 'token_scope', message: 'No API token may do this.' },
      })
      expect((await office.call(office.admin, listTransactions, {})).total).toBe(1)
    })
  })
})
