import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { OFFICE_ROLES, type OfficeRole } from '#domain/office-roles.ts'
import { isClosedTo, isOfTheFirm } from '../fixtures/office-doors.ts'
import { isOfNobody, type TwoDepots, twoDepots } from '../fixtures/two-depots.ts'
import { databases } from '../support/databases.ts'
import { type Office, openOffice } from '../support/office.ts'
import { officeUser } from '../support/office-user.ts'
import type { Answer, Body, Person } from '../support/person.ts'
import { INSIDE, nameOf, otherIDs } from '../support/role-calls.ts'
import { type Journal, keepJournal } from '../support/table-changes.ts'

/** An owner sees every depot. */
const OF_ONE_DEPOT = OFFICE_ROLES.filter((role) => role !== 'OWNER')
/** What a user has of their own in every role: their name, sessions and second step. */
const isTheirOwn = ({ area }: Endpoint) => area === null

/** The fixture has no map, and no invoice to print. */
const NOTHING_TO_SHOW = ['GET /v1/map-tiles', 'GET /v1/invoices/print']
/** Whom it is about is optional, and so missing here: everybody, which is not for a user of one depot. */
const BULK = 'POST /v1/invoices/bulk'

const isRefused = ({ status, body }: Answer<Body>) => status === 403 && body.code === 'office_role'

describe.each(databases)('each role of one depot, each operation, on %s', { timeout: 240_000 }, (kind) => {
  let office: Office
  let firm: TwoDepots
  let journal: Journal
  let people: Map<OfficeRole, Person>
  beforeAll(async () => {
    office = await openOffice(kind)
    firm = await twoDepots(office)
    people = new Map()
    for (const role of OF_ONE_DEPOT) people.set(role, await officeUser(office, role, firm.north))
    journal = await keepJournal(office)
  }, 120_000)
  afterAll(() => office.close())

  const isClosed = (role: OfficeRole, one: Endpoint) => isClosedTo(role, one) || isOfTheFirm(one)
  const about = (reaches: readonly Endpoint['depot'][]) =>
    firm.ofTheOffice.filter(({ depot }) => reaches.includes(depot))

  test.each(OF_ONE_DEPOT)('%s reads of their depot what the role includes', async (role) => {
    const wrong = []
    for (const one of firm.ofTheOffice.filter(({ method }) => method === 'GET')) {
      const answer = await firm.callWith(people.get(role)!, one, firm.own)
      const isRight = isClosed(role, one)
        ? isRefused(answer)
        : answer.status === one.status ||
          answer.status === 422 ||
          isOfNobody(one) ||
          (NOTHING_TO_SHOW.includes(nameOf(one)) && !isRefused(answer))
      if (!isRight) wrong.push(`${nameOf(one)}: ${answer.status}`)
    }
    expect(wrong.join('\n')).toBe('')
  })

  test.each(OF_ONE_DEPOT)('%s finds nothing of another depot, and changes nothing there', async (role) => {
    const { own, anothers, callWith, mayName } = firm
    const person = people.get(role)!
    const wrong: string[] = []
    const shows = (body: unknown) =>
      Object.entries(anothers).some(([name, id]) => own[name] !== id && JSON.stringify(body).includes(id))
    const look = async (one: Endpoint, what: string, more: object) => {
      const answer = await callWith(person, one, own, more)
      const { status, body } = answer
      // A list of a run holds what is their depot's in it, and is empty here.
      const isEmpty = what === 'runOrderID' && one.depot === 'list' && !shows(body)
      const isRight = (isClosed(role, one) && isRefused(answer)) || (status === 404 && body.code === 'not_found')
      if (!isRight && (isEmpty ? isClosed(role, one) : true)) wrong.push(`${nameOf(one)} with ${what}: ${status}`)
      const written = await journal.written()
      if (written.length > 0) wrong.push(`${nameOf(one)} with ${what}: wrote ${written.join(', ')}`)
    }
    let named = 0
    for (const one of about(['records', 'list'])) {
      await journal.turnPage()
      const names = [
        ...pathNames(one.path).filter((name) => mayName(name) || name === 'photoID'),
        ...otherIDs(one).filter(mayName),
      ]
      for (const name of names) await look(one, name, { [name]: anothers[name] })
      const inside = (INSIDE[nameOf(one)] ?? []).filter(([name]) => mayName(name))
      for (const [name, bodyWith] of inside) await look(one, `${name} inside`, bodyWith(anothers[name]!, own))
      named += names.length + inside.length
    }
    expect(wrong.join('\n')).toBe('')
    expect(named).toBeGreaterThan(150)
  })

  // These come last: they use up what the others need.
  describe.each<['uses' | 'removes', (one: Endpoint) => boolean]>([
    ['uses', ({ method }) => method === 'POST' || method === 'PUT'],
    ['removes', ({ method }) => method === 'DELETE'],
  ])('and %s there what the role includes:', (_what, chosen) => {
    test.each(OF_ONE_DEPOT.toReversed())('%s', async (role) => {
      const wrong = []
      for (const one of firm.ofTheOffice.filter((one) => chosen(one) && !isTheirOwn(one) && nameOf(one) !== BULK)) {
        await journal.turnPage()
        const answer = await firm.callWith(people.get(role)!, one, firm.own)
        const isRight = isClosed(role, one) ? isRefused(answer) : !isRefused(answer) && answer.status < 500
        if (!isRight) wrong.push(`${nameOf(one)}: ${answer.status} ${String(answer.body.code)}`)
        const written = await journal.written()
        if (isClosed(role, one) && written.length > 0) wrong.push(`${nameOf(one)} wrote ${written.join(', ')}`)
      }
      expect(wrong.join('\n')).toBe('')
    })
  })
})
