import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { createDepot } from '#contract/v1/depots.ts'
import { runs } from '#server/db/tables/runs.ts'
import { type IDs, roleFixture } from '../fixtures/roles.ts'
import { NEVER } from '../fixtures/runs.ts'
import { databases } from '../support/databases.ts'
import { type Office, openOffice } from '../support/office.ts'
import { officeUser } from '../support/office-user.ts'
import { type Operation, operationsOf } from '../support/openapi/document.ts'
import type { Person } from '../support/person.ts'
import { call, idsFor, INSIDE, nameOf, otherIDs, sampleOf } from '../support/role-calls.ts'
import { type Journal, keepJournal } from '../support/table-changes.ts'

/**
 * What is about the whole firm, by method and address, and so closed to a user of one depot. It is written here a
 * second time, so that an operation that the contract opens to them by mistake is noticed.
 */
const OF_THE_FIRM =
  /^(\w+ \/v1\/(bank|price-changes|reminders|suburb-requests|payouts|alerts|audit|system|settings\/(?!calendars$|calendars\/holidays$)\S+|api-tokens|webhooks|users\/(admins|imports)|reports\/(gst|contractors|xero-exports)|invoices\/(chasing|unbilled$|import)|payments\/(autopay|charges)$|pays\/payments\/(payroll|aba)|mails\/(kept|test)|runs\/(unsent|driven-times)|users\/(customers|suburbs)\/import|products\/[^/]+\/price)(\/\S+|$)|(GET|PUT) \/v1\/settings$|(POST|PUT|DELETE) \/v1\/(depots|products|settings)(\/\S+)?$)/

describe.each(databases)('a user of one depot on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let journal: Journal
  let described: Map<string, Operation>
  let ofTheOffice: Endpoint[]
  let north: string
  let south: string
  let own: IDs
  let anothers: IDs
  let user: Person
  beforeAll(async () => {
    office = await openOffice(kind)
    const fixture = await roleFixture(office)
    const ofCaller = (name: string) => fixture.callers.find((caller) => caller.name === name)!.own
    const things = { ...fixture.things }
    const depot = async (name: string, ids: IDs) => {
      const { depotID } = await office.call(office.admin, createDepot, { name })
      expect(await office.admin.put(`/v1/users/suburbs/${ids['suburbID']}`, { depotID })).toMatchObject({ status: 200 })
      expect(await office.admin.put(`/v1/users/drivers/${ids['driverID']}`, { depotID })).toMatchObject({ status: 200 })
      await office.deps.database.db.update(runs).set({ depotID }).where(eq(runs.runOrderID, ids['runOrderID']!))
      return depotID
    }
    const mine = ofCaller('a driver')
    const theirs = ofCaller('another driver')
    north = await depot('North', mine)
    south = await depot('South', theirs)
    own = { ...things, ...mine, depotID: north }
    anothers = { ...things, ...theirs, depotID: south }
    user = await officeUser(office, 'OFFICE', north)
    journal = await keepJournal(office)
    described = new Map((await operationsOf(office)).map((operation) => [operation.name, operation]))
    ofTheOffice = office.routes
      .map((route) => route.endpoint)
      .filter((one) => one.roles !== 'public' && one.roles.ADMIN === 'any')
  }, 120_000)
  afterAll(() => office.close())

  const callWith = (person: Person, one: Endpoint, ids: IDs, more: object = {}) =>
    call(person, one, { ...sampleOf(described, one, ids), ...named(one, ids), ...idsFor(one, ids), ...more })
  const with_ = (reach: Endpoint['depot']) => ofTheOffice.filter(({ depot }) => depot === reach)

  test('is refused what is about the whole firm, and nothing else for that reason', async () => {
    const wrong = []
    for (const one of ofTheOffice.filter(({ area }) => area !== 'users')) {
      const ids = Object.fromEntries(Object.keys(own).map((name) => [name, NEVER]))
      const { status, body } = await callWith(user, one, ids)
      // Whom a bulk act is about is optional, and so missing in a sample.
      if (nameOf(one) === 'POST /v1/invoices/bulk') continue
      const refused = status === 403 && body.code === 'office_role'
      if (refused !== OF_THE_FIRM.test(nameOf(one))) wrong.push(`${nameOf(one)}: ${status}`)
    }
    expect(wrong.join('\n')).toBe('')
  })

  test('finds the records of their depot', async () => {
    const wrong = []
    for (const one of with_('records').filter(({ method }) => method === 'GET')) {
      const { status } = await callWith(user, one, own)
      // Of these the fixture has one for the whole firm.
      const isOfNobody = pathNames(one.path).some((name) => ['mailID', 'taskID'].includes(name))
      const isRequest = one.path.startsWith('/v1/users/customers/requests/')
      if (status >= 400 && !isOfNobody && !isRequest && status !== 422) wrong.push(`${nameOf(one)}: ${status}`)
    }
    expect(wrong.join('\n')).toBe('')
  })

  test('finds nothing of another depot, and changes nothing there, wherever it is named', async () => {
    const wrong: string[] = []
    const shows = (body: unknown) =>
      Object.entries(anothers).some(([name, id]) => own[name] !== id && JSON.stringify(body).includes(id))
    const look = async (one: Endpoint, what: string, asked: ReturnType<typeof call>) => {
      const { status, body } = await asked
      // A list of a run holds what is their depot's in it, and is empty here.
      const isEmpty = what === 'runOrderID' && one.depot === 'list' && !shows(body)
      if (!isEmpty && (status !== 404 || body.code !== 'not_found'))
        wrong.push(`${nameOf(one)} with ${what}: ${status}`)
      const written = await journal.written()
      if (written.length > 0) wrong.push(`${nameOf(one)} with ${what}: wrote ${written.join(', ')}`)
    }
    for (const one of [...with_('records'), ...with_('list')]) {
      await journal.turnPage()
      const mayName = (name: string) => own[name] !== anothers[name] && !['photoID', 'productID'].includes(name)
      for (const name of pathNames(one.path).filter((name) => mayName(name) || name === 'photoID'))
        await look(one, name, callWith(user, one, own, { [name]: anothers[name] }))
      for (const name of otherIDs(one).filter(mayName))
        await look(one, name, callWith(user, one, own, { [name]: anothers[name] }))
      for (const [name, bodyWith] of INSIDE[nameOf(one)] ?? [])
        if (mayName(name)) await look(one, `${name} inside`, callWith(user, one, own, bodyWith(anothers[name]!, own)))
    }
    expect(wrong.join('\n')).toBe('')
  })

  test.each(['ACCOUNTS', 'DISPATCHER', 'READ_ONLY'] as const)(
    '%s, too, finds nothing of another depot, and of their own what the role includes',
    async (role) => {
      const one = await officeUser(office, role, north)
      const wrong = []
      for (const endpoint of with_('records').filter(({ path }) => pathNames(path).length > 0)) {
        const [name] = pathNames(endpoint.path).filter((name) => own[name] !== anothers[name])
        if (name === undefined) continue
        await journal.turnPage()
        const others = await callWith(one, endpoint, own, { [name]: anothers[name] })
        const mayNot = others.status === 403 && others.body.code === 'office_role'
        if (!mayNot && others.status !== 404) wrong.push(`${nameOf(endpoint)} of another: ${others.status}`)
        const written = await journal.written()
        if (written.length > 0) wrong.push(`${nameOf(endpoint)} wrote ${written.join(', ')}`)
        if (endpoint.method !== 'GET') continue
        const { status } = await callWith(one, endpoint, own)
        const isRequest = endpoint.path.startsWith('/v1/users/customers/requests/')
        if (status !== (mayNot ? 403 : endpoint.status) && !isRequest && status !== 422)
          wrong.push(`${nameOf(endpoint)} of their own: ${status}`)
      }
      expect(wrong.join('\n')).toBe('')
    },
  )

  test('acts on a list of invoices within their depot, and on nobody who is not named', async () => {
    const bulk = (what: object) =>
      user.post<{ total: number }>('/v1/invoices/bulk', { payment: { paymentType: 'EFT' }, ...what })
    const everyone = { action: 'pay', filters: { status: 'waiting_payment' }, customerIDs: [own['customerID']] }
    const { status, body } = await bulk(everyone)
    expect(status).toBe(201)
    const others = await office.admin.get<{ total: number }>('/v1/invoices?status=waiting_payment')
    expect(body.total).toBeLessThan(others.body.total)
    for (const what of [{ filters: { depotID: north } }, { invoiceIDs: [own['invoiceID']] }])
      expect(await bulk({ action: 'mass', ...what })).toMatchObject({ status: 403, body: { code: 'office_role' } })
  })

  test('opens no payment page for another depot’s customer', async () => {
    const open = (invoiceID: string) => user.post('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
    expect(await open(anothers['invoiceID']!)).toMatchObject({ status: 404 })
    expect((await open(own['invoiceID']!)).status).not.toBe(404)
  })

  test('records nothing at another depot’s stop, in whatever letters its id is written', async () => {
    const done = (assignmentID: string) =>
      user.put(`/v1/runs/${own['runOrderID']}/done`, {
        sentAt: office.clock.now().toISOString(),
        deviceID: crypto.randomUUID(),
        events: [
          {
            eventID: crypto.randomUUID(),
            v: 1,
            seq: 1,
            occurredAt: office.clock.now().toISOString(),
            type: 'done',
            pu: 1,
            assignmentID,
          },
        ],
      })
    expect(await done(anothers['assignmentID']!.toUpperCase())).toMatchObject({ status: 404 })
    expect(await done(own['assignmentID']!.toUpperCase())).toMatchObject({ status: 200 })
    expect(await user.put('/v1/runs/abc/done', {})).toMatchObject({ status: 422 })
  })

  test('reads in every list what is their depot’s, all of it, and nothing else', async () => {
    const wrong = []
    let shown = 0
    for (const one of with_('list').filter(({ method }) => method === 'GET')) {
      const more = ASKED[nameOf(one)] ?? ('from' in shapeOf(one) ? YEARS : {})
      const ask = async (person: Person, asked: object = {}) =>
        JSON.stringify((await call(person, one, { ...sampleOf(described, one, own), ...more, ...asked })).body)
      const all = await ask(office.admin)
      const seen = await ask(user)
      const theirs = Object.entries(anothers).filter(([name, id]) => own[name] !== id && name !== 'depotID')
      for (const [name, id] of theirs) if (seen.includes(id)) wrong.push(`${nameOf(one)} shows another’s ${name}`)
      for (const [name, id] of Object.entries(own)) {
        if (anothers[name] === id || !all.includes(id) || one.path.endsWith('/customers/requests')) continue
        shown += 1
        if (!seen.includes(id)) wrong.push(`${nameOf(one)} hides their own ${name}`)
      }
      if ((await ask(office.admin, { depotID: north })) !== seen && !VARIES.test(one.path))
        wrong.push(`${nameOf(one)}: an owner who asks for the depot sees something else`)
    }
    expect(wrong.join('\n')).toBe('')
    expect(shown).toBeGreaterThan(30)
  })
})

const YEARS = { from: '2026-01-01', to: '2027-12-31' }
const ASKED: Readonly<Record<string, object>> = {
  'GET /v1/search': { keyword: 'Cam' },
  'GET /v1/reports/rows': { figure: 'collections' },
}
/** What an owner sees beside it: what is about the whole firm. A PDF holds the moment when it was made. */
const VARIES = /^\/v1\/(home|invoices\/print)$/

const shapeOf = (one: Endpoint) => ('shape' in one.input ? (one.input.shape as object) : {})

/** A list about one customer or driver. */
const named = (one: Endpoint, ids: IDs) =>
  Object.fromEntries(
    otherIDs(one)
      .filter((name) => one.method === 'GET' && one.depot === 'records' && ['customerID', 'driverID'].includes(name))
      .map((name) => [name, ids[name]]),
  )
