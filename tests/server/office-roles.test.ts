import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { ALERT_KINDS } from '#domain/alerts.ts'
import { type OfficeRole, OFFICE_ROLES } from '#domain/office-roles.ts'
import { alerts } from '#server/db/tables/maintenance.ts'
import { isClosedTo } from '../fixtures/office-doors.ts'
import { activeRun, deviceOf, NEVER } from '../fixtures/runs.ts'
import { aCustomer, aDriver, aHome, another, made, refusal, wrongField } from '../fixtures/office-bodies.ts'
import { registered } from '../fixtures/registrations.ts'
import { unbookedPayment } from '../fixtures/roles.ts'
import { cardEvents } from '../support/card-events.ts'
import { databases } from '../support/databases.ts'
import { type Office, openOffice } from '../support/office.ts'
import { officeUser } from '../support/office-user.ts'
import type { Person } from '../support/person.ts'
import { nameOf } from '../support/role-calls.ts'

describe.each(databases)('the roles of the office on %s', (kind) => {
  let office: Office
  let people: Map<OfficeRole, Person>
  let ofTheFirm: Endpoint[]
  let ran: Awaited<ReturnType<typeof activeRun>>
  beforeAll(async () => {
    office = await openOffice(kind)
    people = new Map()
    for (const role of OFFICE_ROLES) people.set(role, await officeUser(office, role))
    ran = await activeRun(office, 2)
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
      if (refused !== isClosedTo(role, endpoint)) wrong.push(`${nameOf(endpoint)}: ${status}`)
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

  test('so do other terms of billing for a customer, but a new customer has any', async () => {
    const dispatcher = as('DISPATCHER')
    const home = await aHome(office.admin)
    const terms = {
      paymentScheme: 'PREPAID',
      invoiceType: '2A',
      accountType: 'BUSINESS',
      billToName: 'Harbour Strata',
      billToEmail: 'agent@rounds.example',
      doNotSendInvoiceEmail: true,
      doNotRemind: true,
    }
    const fields = aCustomer(home, { paymentScheme: 'POSTPAID' })
    const { customerID } = await made<{ customerID: string }>(dispatcher, '/v1/users/customers', fields)
    await made(dispatcher, '/v1/users/customers', aCustomer(home, terms))
    const address = `/v1/users/customers/${customerID}`
    for (const [field, value] of Object.entries(terms))
      expect(await dispatcher.put(address, { [field]: value }), field).toMatchObject(
        wrongField(field, 'Your role in the office doesn’t include billing'),
      )
    expect(await dispatcher.put(address, { pendingPrice: 'drop' })).toMatchObject(wrongField('pendingPrice'))
    // A form sends what it shows, changed or not.
    expect(await dispatcher.put(address, { ...fields, notes: 'Gate code 12' })).toMatchObject({ status: 200 })
    expect(await as('ACCOUNTS').put(address, terms)).toMatchObject({ status: 200, body: terms })
  })

  test('so does the price of a quotation or of a stop, and credit in the answer to a case', async () => {
    const dispatcher = as('DISPATCHER')
    const wish = aCustomer(await aHome(office.admin), { status: 'PENDING', email: `wish${another()}@rounds.example` })
    const { customerID } = await made<{ customerID: string }>(office.admin, '/v1/users/customers', wish)
    const quotation = `/v1/users/customers/requests/${customerID}/send-quotation`
    expect(await dispatcher.put(quotation, { price: 3.5 })).toMatchObject(wrongField('price'))
    expect(await dispatcher.put(quotation, {})).toMatchObject({ status: 200 })

    const { run } = ran
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

  test('so does merging a request that has paid into a customer, which is said before it is done', async () => {
    const provider = cardEvents(office)
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    const { customerID: into } = await office.make.customer()
    const prepaid = await registered(office)
    const { checkoutToken = '' } = prepaid.payment!
    const { url } = await office.call(office.nobody, openCheckout, { checkoutToken })
    await provider.press(url, 'card')
    const unpaid = await registered(office)
    const merge = (role: OfficeRole, { customerID }: { customerID: string }) =>
      as(role).put(`/v1/users/customers/requests/${customerID}/merge`, { into })
    const shown = (role: OfficeRole, { customerID }: { customerID: string }) =>
      as(role).get(`/v1/users/customers/requests/${customerID}/merge?into=${into}`)
    expect(await shown('DISPATCHER', prepaid)).toMatchObject({
      ...refusal(403, 'office_role'),
      body: { message: expect.stringContaining('An owner, the office or accounts') as string },
    })
    expect(await merge('DISPATCHER', prepaid)).toMatchObject(refusal(403, 'office_role'))
    expect(await shown('ACCOUNTS', prepaid)).toMatchObject({ status: 200, body: { moved: 25 } })
    expect(await merge('ACCOUNTS', prepaid)).toMatchObject({ status: 200, body: { accountBalance: 25 } })
    expect(await shown('DISPATCHER', unpaid)).toMatchObject({ status: 200, body: { moved: 0 } })
    expect(await merge('DISPATCHER', unpaid)).toMatchObject({ status: 200 })
  })

  test('an email about money is read and sent again by a role with money; the others see that there is one', async () => {
    const { customerID } = await office.make.customer({ email: `mails${another()}@rounds.example`, status: 'PENDING' })
    await office.admin.put(`/v1/users/customers/requests/${customerID}/send-quotation`, {})
    const billed = await office.make.customer({ email: `mails${another()}@rounds.example` })
    const { invoiceID } = await made<{ invoiceID: string }>(office.admin, '/v1/invoices', {
      customerID: billed.customerID,
      lines: [{ description: 'A lost bag', quantity: 1, price: 20 }],
    })
    await office.admin.post(`/v1/invoices/${invoiceID}/send`)
    interface Mails {
      items: { mailID: string; subject: string; text?: string }[]
    }
    const mailOf = async (role: OfficeRole, of: string) =>
      (await as(role).get<Mails>(`/v1/mails?customerID=${of}`)).body.items[0]!
    for (const role of ['ACCOUNTS', 'READ_ONLY'] as const)
      expect((await mailOf(role, billed.customerID)).text, role).toContain('20.00')
    const hidden = await mailOf('DISPATCHER', billed.customerID)
    expect(hidden.subject).not.toBe('')
    expect(hidden).not.toHaveProperty('text')
    expect((await mailOf('DISPATCHER', customerID)).text).toContain('$25.00')
    const again = (role: OfficeRole) => as(role).post(`/v1/mails/${hidden.mailID}/send-again`)
    expect(await again('DISPATCHER')).toMatchObject(refusal(403, 'office_role'))
    expect(await again('ACCOUNTS')).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('what drivers earn, and customers were and will be billed, is left out for a role without money', async () => {
    const { run, driver } = ran
    const [collected, shifted] = run.jobs
    const device = deviceOf(office, driver, run)
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${shifted!.assignmentID}/shift`, {})
    await device.send([device.done(collected!, 2), device.done(shifted!)])
    const answers = async (role: OfficeRole) => {
      const get = async (address: string) => (await as(role).get<Record<string, unknown>>(address)).body
      const list = async (address: string) =>
        (await as(role).get<{ items: Record<string, unknown>[] }>(address)).body.items[0]!
      const events = await list(`/v1/runs/exceptions?runOrderID=${run.runOrderID}`)
      const decision = await as(role).post<Record<string, unknown>>('/v1/runs/exceptions/preview', {
        eventIDs: [events['eventID']],
        decision: 'accept',
      })
      expect(decision.status, role).toBe(200)
      const change = await as(role).post<Record<string, unknown>>(
        `/v1/runs/${run.runOrderID}/assignments/${collected!.assignmentID}/preview`,
        { change: { type: 'done', pu: 1 } },
      )
      expect(change.status, role).toBe(200)
      return {
        driver: await get(`/v1/users/drivers/${driver.userID}`),
        drivers: await list(`/v1/users/drivers?keyword=${encodeURIComponent(driver.email)}`),
        customer: await get(`/v1/users/customers/${collected!.customerID}`),
        customers: await list('/v1/users/customers?perPage=1'),
        completion: await get(`/v1/runs/${run.runOrderID}/complete`),
        decision: decision.body,
        change: change.body,
        accepting: events['accepting'],
      }
    }
    const earns = ['payRate', 'payPercentage', 'abn', 'gstRegistered', 'rctiAgreedOn']
    const hidden = {
      driver: earns,
      drivers: earns,
      customer: ['totalSales'],
      customers: ['totalSales'],
      completion: ['charges', 'invoices', 'incomes'],
      decision: ['bills', 'billed', 'invoiced', 'unbilled', 'pays', 'balance'],
      change: ['pays'],
    }
    const shown = {
      customer: ['accountBalance', 'amount'],
      completion: ['outcomes', 'exceptions'],
      decision: ['refused'],
      change: ['bills'],
    }
    const all = await answers('OFFICE')
    for (const [what, fields] of [...Object.entries(hidden), ...Object.entries(shown)])
      for (const field of fields) expect(all[what as keyof typeof hidden], what).toHaveProperty(field)
    expect(all.accepting).not.toBeNull()
    const seen = await answers('DISPATCHER')
    for (const [what, fields] of Object.entries(hidden))
      for (const field of fields) expect(seen[what as keyof typeof hidden], what).not.toHaveProperty(field)
    for (const [what, fields] of Object.entries(shown))
      for (const field of fields) expect(seen[what as keyof typeof hidden], what).toHaveProperty(field)
    expect(seen.accepting).toBeNull()
  })

  test('each is shown the alerts about what the role includes, in the list and on Home, and mailed those', async () => {
    const now = office.clock.now()
    await office.deps.database.db.insert(alerts).values(
      ALERT_KINDS.map((kind) => ({
        alertID: crypto.randomUUID(),
        kind,
        subject: 'of the test',
        openedAt: now,
        lastSeenAt: now,
      })),
    )
    interface Alerts {
      items: { kind: string; alertID: string }[]
      total: number
    }
    const listed = async (role: OfficeRole) => (await as(role).get<Alerts>('/v1/alerts?perPage=100')).body
    const onHome = async (role: OfficeRole) =>
      (await as(role).get<{ alerts: Alerts['items'] }>('/v1/home')).body.alerts.map(({ kind }) => kind)
    const ofTheRuns = ['hold-ended', 'phone-silent', 'records-missing']
    const ofMoney = [
      'autopay-paused',
      'bank-file-old',
      'charge-failed',
      'charges-unanswered',
      'customers-held',
      'debit-failed',
      'debit-silent',
      'final-sent',
      'payment-disputed',
      'payment-unbooked',
      'payments-sandbox',
      'refund-failed',
      'reminders-due',
    ]
    const notTheOwners = ALERT_KINDS.filter((kind) => kind !== 'webhook-failed').toSorted()
    const expected: Readonly<Record<OfficeRole, readonly string[]>> = {
      OWNER: ALERT_KINDS.toSorted(),
      OFFICE: notTheOwners,
      ACCOUNTS: [...ofMoney, ...ofTheRuns].toSorted(),
      DISPATCHER: ofTheRuns,
      READ_ONLY: notTheOwners,
    }
    for (const role of OFFICE_ROLES) {
      const { items, total } = await listed(role)
      expect(items.map(({ kind }) => kind).toSorted(), role).toEqual(expected[role])
      expect(total, role).toBe(expected[role].length)
      expect((await onHome(role)).toSorted(), role).toEqual(expected[role])
    }
    await office.deps.database.db.delete(alerts)
    const alertID = await unbookedPayment(office)
    const resolve = (role: OfficeRole) => as(role).put(`/v1/alerts/${alertID}/resolve`, { reason: 'Refunded there' })
    for (const role of ['DISPATCHER', 'READ_ONLY'] as const)
      expect(await resolve(role), role).toMatchObject(refusal(403, 'office_role'))
    expect((await resolve('ACCOUNTS')).status).toBe(204)
    const mailed = async (role: OfficeRole) =>
      (
        await office.admin.get<{ items: { subject: string }[] }>(
          `/v1/mails?perPage=100&keyword=${encodeURIComponent(as(role).email)}`,
        )
      ).body.items.filter(({ subject }) => subject.includes('couldn’t be booked')).length
    expect(await mailed('ACCOUNTS')).toBe(1)
    expect(await mailed('DISPATCHER')).toBe(0)
    const mailsOfAccounts = `/v1/mails?perPage=100&keyword=${encodeURIComponent(as('ACCOUNTS').email)}`
    const listedTo = async (role: OfficeRole) => {
      const { items } = (await as(role).get<{ items: { subject: string; text?: string }[] }>(mailsOfAccounts)).body
      return items.filter(({ subject }) => subject.startsWith('Bagrun: '))
    }
    for (const role of ['ACCOUNTS', 'OWNER'] as const)
      expect(
        (await listedTo(role)).filter(({ text }) => text?.includes('couldn’t be booked')),
        role,
      ).toHaveLength(1)
    const hidden = await listedTo('DISPATCHER')
    expect(hidden).not.toEqual([])
    for (const mail of hidden) {
      expect(mail.subject).toBe('Bagrun: an alert for another user')
      expect(mail).not.toHaveProperty('text')
    }
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
    expect(await kindsOf('ACCOUNTS')).toEqual(
      expect.arrayContaining(['invoices-to-send', expect.stringMatching(/^[1-9]\d* unpaid$/)]),
    )
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
