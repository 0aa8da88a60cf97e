import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isOfTheFirm } from '../fixtures/office-doors.ts'
import type { IDs } from '../fixtures/roles.ts'
import { NEVER } from '../fixtures/runs.ts'
import { type TwoDepots, twoDepots } from '../fixtures/two-depots.ts'
import { databases } from '../support/databases.ts'
import { type Office, openOffice } from '../support/office.ts'
import { officeUser } from '../support/office-user.ts'
import type { Person } from '../support/person.ts'
import { call, nameOf, sampleOf } from '../support/role-calls.ts'

describe.each(databases)('a user of one depot on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let firm: TwoDepots
  let user: Person
  let own: IDs
  let anothers: IDs
  let north: string
  beforeAll(async () => {
    office = await openOffice(kind)
    firm = await twoDepots(office)
    ;({ own, anothers, north } = firm)
    user = await officeUser(office, 'OFFICE', north)
  }, 120_000)
  afterAll(() => office.close())

  const with_ = (reach: Endpoint['depot']) => firm.ofTheOffice.filter(({ depot }) => depot === reach)

  test('is refused what is about the whole firm, and nothing else for that reason', async () => {
    const wrong = []
    for (const one of firm.ofTheOffice.filter(({ area }) => area !== 'users')) {
      const ids = Object.fromEntries(Object.keys(own).map((name) => [name, NEVER]))
      const { status, body } = await firm.callWith(user, one, ids)
      // Whom a bulk act is about is optional, and so missing in a sample.
      if (nameOf(one) === 'POST /v1/invoices/bulk') continue
      const refused = status === 403 && body.code === 'office_role'
      if (refused !== isOfTheFirm(one)) wrong.push(`${nameOf(one)}: ${status}`)
    }
    expect(wrong.join('\n')).toBe('')
  })

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
        JSON.stringify((await call(person, one, { ...sampleOf(firm.described, one, own), ...more, ...asked })).body)
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
