import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type OfficeRole, OFFICE_ROLES } from '#domain/office-roles.ts'
import { activeRun, NEVER } from '../fixtures/runs.ts'
import { aCustomer, aDriver, aHome, another, made, refusal, wrongField } from '../fixtures/office-bodies.ts'
import { databases } from '../support/databases.ts'
import { type Office, openOffice } from '../support/office.ts'
import { officeUser } from '../support/office-user.ts'
import type { Person } from '../support/person.ts'

/**
 * What each role in the office may not call, by method and address. It is written here a second time, so that an
 * operation that the contract puts into the wrong area is noticed.
 */
const USERS = /^\w+ \/v1\/(users\/admins|api-tokens|webhooks)(\/|$)/
const MONEY =
  /^\w+ \/v1\/(invoices|transactions|payments|bank|payouts|pays|price-changes|reports|tasks|users\/customers\/(import|on-hold|total-sales|[^/]+\/(autopay|hold))|users\/drivers\/[^/]+\/private|mails\/[^/]+\/attachment)(\/|$)/
const DELETED = /^DELETE \/v1\/users\/customers\/\{customerID\}$/
const SETTINGS_READ =
  /^GET \/v1\/(settings(\/\{key\})?|system|audit|alerts|mails\/(server|kept)|products\/[^/]+\/price)$/
const SETTINGS_CHANGED =
  /^(POST|PUT|DELETE) \/v1\/(settings|alerts|products|depots|users\/(suburbs|drivers)|mails\/(test|kept|[^/]+\/link)|users\/\{userID\})(\/|$)/
const RUNS_CHANGED = /^(POST|PUT|DELETE) \/v1\/(runs|devices)(\/|$)/
const CHANGED = /^(POST|PUT|DELETE) /

const CLOSED: Readonly<Record<OfficeRole, readonly RegExp[]>> = {
  OWNER: [],
  OFFICE: [USERS],
  ACCOUNTS: [USERS, SETTINGS_READ, SETTINGS_CHANGED, RUNS_CHANGED],
  DISPATCHER: [USERS, SETTINGS_READ, SETTINGS_CHANGED, MONEY, DELETED],
  READ_ONLY: [USERS, CHANGED],
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isClosed = (role: OfficeRole, endpoint: Endpoint) => CLOSED[role].some((one) => one.test(nameOf(endpoint)))

describe.each(databases)('the roles of the office on %s', (kind) => {
  let office: Office
  let people: Map<OfficeRole, Person>
  let ofTheFirm: Endpoint[]
  beforeAll(async () => {
    office = await openOffice(kind)
    people = new Map()
    for (const role of OFFICE_ROLES) people.set(role, await officeUser(office, role))
    ofTheFirm = office.routes
      .map((route) => route.endpoint)
      .filter(({ roles }) => roles !== 'public' && roles.ADMIN === 'any')
  })
  afterAll(() => office.close())

  const as = (role: OfficeRole) => people.get(role)!
  /** With ids of nothing and an empty body, so that what is allowed changes nothing. */
  const call = (person: Person, { method, path }: Endpoint) => {
    const address = path.replaceAll(/\{\w+\}/g, NEVER)
    if (method === 'GET') return person.get(address)
    if (method === 'DELETE') return person.delete(address)
    return method === 'POST' ? person.post(address, {}) : person.put(address, {})
  }

  test.each(OFFICE_ROLES)('%s calls what the role includes, and is refused the rest', async (role) => {
    expect(ofTheFirm.length).toBeGreaterThan(200)
    const wrong = []
    for (const endpoint of ofTheFirm) {
      const { status, body } = await call(as(role), endpoint)
      const refused = status === 403 && body.code === 'office_role'
      if (refused !== isClosed(role, endpoint)) wrong.push(`${nameOf(endpoint)}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('everybody reads and changes what is their own', async () => {
    for (const role of OFFICE_ROLES) {
      expect(await as(role).get('/v1/users/profile')).toMatchObject({ status: 200, body: { officeRole: role } })
      expect(await as(role).put('/v1/users/profile', { firstName: 'Ida' })).toMatchObject({ status: 200 })
      expect(await as(role).get('/v1/users/sessions')).toMatchObject({ status: 200 })
    }
  })

  test('a price of its own for a customer needs a role with money; the package’s price does not', async () => {
    const dispatcher = as('DISPATCHER')
    const home = await aHome(office.admin)
    const priced = await dispatcher.post('/v1/users/customers', aCustomer(home, { amount: 3.5 }))
    expect(priced).toMatchObject(wrongField('amount', 'Your role in the office doesn’t include prices'))
    const { customerID, amount } = await made<{ customerID: string; amount: number }>(
      dispatcher,
      '/v1/users/customers',
      aCustomer(home),
    )
    const address = `/v1/users/customers/${customerID}`
    expect(await dispatcher.put(address, { amount: amount + 1 })).toMatchObject(wrongField('amount'))
    expect(await dispatcher.put(address, { priceFixedUntil: '2027-06-30' })).toMatchObject(
      wrongField('priceFixedUntil'),
    )
    expect(await dispatcher.put(address, { amount, notes: 'Gate code 12' })).toMatchObject({ status: 200 })
    expect(await as('ACCOUNTS').put(address, { amount: amount + 1 })).toMatchObject({ status: 200 })
    expect(await dispatcher.put(address, { notes: 'Gate code 13' })).toMatchObject({
      status: 200,
      body: { amount: amount + 1 },
    })
  })

  test('so does the price of a quotation or of a stop, and credit in the answer to a case', async () => {
    const dispatcher = as('DISPATCHER')
    const wish = aCustomer(await aHome(office.admin), { status: 'PENDING', email: `wish${another()}@rounds.example` })
    const { customerID } = await made<{ customerID: string }>(office.admin, '/v1/users/customers', wish)
    const quotation = `/v1/users/customers/requests/${customerID}/send-quotation`
    expect(await dispatcher.put(quotation, { price: 3.5 })).toMatchObject(wrongField('price'))
    expect(await dispatcher.put(quotation, {})).toMatchObject({ status: 200 })

    const { run } = await activeRun(office, 1)
    const edit = (what: object) =>
      dispatcher.put(`/v1/runs/${run.runOrderID}`, {
        jobs: { edit: [{ assignmentID: run.jobs[0]!.assignmentID, ...what }] },
      })
    expect(await edit({ amount: 3.5 })).toMatchObject(refusal(403, 'office_role'))
    expect(await edit({ adminNotes: 'Gate code 12' })).toMatchObject({ status: 200 })

    const customer = await office.customer()
    const { caseID } = await made<{ caseID: string }>(customer, '/v1/cases', { kind: 'other', text: 'A bag was torn' })
    const answer = (what: object) =>
      dispatcher.put(`/v1/cases/${caseID}/answer`, { messageID: crypto.randomUUID(), text: 'We are sorry', ...what })
    expect(await answer({ credit: 5 })).toMatchObject(refusal(403, 'office_role'))
    expect(await answer({})).toMatchObject({ status: 200 })
  })

  test('how the office signs in is set by an owner alone', async () => {
    const colleague = as('OFFICE')
    const setting = '/v1/settings/security.adminSecondFactor'
    expect(await colleague.put(setting, { value: false })).toMatchObject(refusal(403, 'office_role'))
    const several = { settings: [{ key: 'security.adminSecondFactor', value: false }] }
    expect(await colleague.put('/v1/settings', several)).toMatchObject(refusal(403, 'office_role'))
    expect(await as('OWNER').put(setting, { value: false })).toMatchObject({ status: 200 })
    expect(await colleague.put('/v1/settings/business.name', { value: 'Green Bags' })).toMatchObject({ status: 200 })
  })

  test('only an owner ends the sessions of another user of the office, resets their second step, or reads their invitation', async () => {
    const { userID } = as('OWNER')
    const driver = await made<{ driverID: string }>(office.admin, '/v1/users/drivers', aDriver())
    const colleague = as('OFFICE')
    expect(await colleague.post(`/v1/users/${userID}/end-sessions`)).toMatchObject(refusal(403, 'office_role'))
    expect(await colleague.post(`/v1/users/${userID}/reset-second-factor`)).toMatchObject(refusal(403, 'office_role'))
    expect(await colleague.post(`/v1/users/${driver.driverID}/end-sessions`)).toMatchObject({ status: 200 })
    const email = `new${another()}@rounds.example`
    await made(office.admin, '/v1/users/admins', { firstName: 'Eve', lastName: 'Ek', email })
    const mails = await colleague.get<{ items: { mailID: string; to: string; linkReadable: boolean }[] }>(
      '/v1/mails?perPage=100',
    )
    const invitation = mails.body.items.find(({ to }) => to === email)!
    expect(await colleague.post(`/v1/mails/${invitation.mailID}/link`)).toMatchObject(refusal(403, 'office_role'))
    expect(await as('OWNER').post(`/v1/mails/${invitation.mailID}/link`)).toMatchObject({ status: 200 })
  })

  test('Home, the search and a customer’s history leave out what the role does not include', async () => {
    const { customerID } = await office.make.customer()
    const invoiced = await made<{ invoiceID: string; number: string }>(office.admin, '/v1/invoices', {
      customerID,
      lines: [{ description: 'A lost bag', quantity: 1, price: 20 }],
    })
    const kindsOf = async (role: OfficeRole) => {
      const { body } = await as(role).get<{ tasks: { kind: string }[]; unpaidInvoices: number }>('/v1/home')
      return [...body.tasks.map(({ kind }) => kind), `${body.unpaidInvoices} unpaid`]
    }
    expect(await kindsOf('ACCOUNTS')).toEqual(expect.arrayContaining(['invoices-to-send', '1 unpaid']))
    expect(await kindsOf('DISPATCHER')).toEqual(expect.arrayContaining(['0 unpaid']))
    expect(await kindsOf('DISPATCHER')).not.toContain('invoices-to-send')
    const found = async (role: OfficeRole) =>
      (await as(role).get<{ items: { kind: string }[] }>(`/v1/search?keyword=${invoiced.number}`)).body.items.map(
        ({ kind }) => kind,
      )
    expect(await found('READ_ONLY')).toContain('invoice')
    expect(await found('DISPATCHER')).toEqual([])
    const happened = async (role: OfficeRole) =>
      (await as(role).get<{ items: { kind: string }[] }>(`/v1/users/customers/${customerID}/timeline`)).body.items.map(
        ({ kind }) => kind,
      )
    expect(await happened('ACCOUNTS')).toContain('invoice')
    expect(await happened('DISPATCHER')).not.toContain('invoice')
  })

  test('an API token does what its maker’s role still includes', async () => {
    const maker = await officeUser(office, 'OWNER')
    const { token } = await made<{ token: string }>(maker, '/v1/api-tokens', {
      name: 'Book-keeping',
      scopes: ['invoices:read', 'customers:read'],
      currentPassword: maker.password,
    })
    const ask = async (address: string) =>
      (await office.fetch(address, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await ask('/v1/invoices')).toBe(200)
    expect(await office.admin.put(`/v1/users/admins/${maker.userID}`, { officeRole: 'DISPATCHER' })).toMatchObject({
      status: 200,
    })
    expect(await ask('/v1/invoices')).toBe(403)
    expect(await ask('/v1/users/customers')).toBe(200)
  })

  test('the last owner stays one', async () => {
    const alone = await openOffice(kind)
    const { userID } = alone.admin
    const address = `/v1/users/admins/${userID}`
    expect(await alone.admin.put(address, { officeRole: 'OFFICE' })).toMatchObject(refusal(409, 'last_admin'))
    await officeUser(alone, 'OFFICE')
    expect(await alone.admin.delete(address)).toMatchObject(refusal(409, 'last_admin'))
    await officeUser(alone, 'OWNER')
    expect(await alone.admin.put(address, { officeRole: 'OFFICE' })).toMatchObject({
      status: 200,
      body: { officeRole: 'OFFICE' },
    })
    expect(await alone.admin.get('/v1/users/admins')).toMatchObject(refusal(403, 'office_role'))
    await alone.close()
  })
})
