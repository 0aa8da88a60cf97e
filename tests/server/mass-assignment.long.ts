import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Journal, keepJournal } from '../support/table-changes.ts'
import { type RoleFixture, roleFixture } from '../fixtures/roles.ts'
import { type Office, openOffice } from '../support/office.ts'
import { diceOf } from '../support/openapi/random.ts'
import { type Operation, operationsOf, type Schema } from '../support/openapi/document.ts'
import { validValue } from '../support/openapi/values.ts'
import type { Answer, Body, Person } from '../support/person.ts'

/**
 * No caller becomes an admin, or gets a balance or another's id, by naming the field: every operation that writes is
 * sent every field that is not its own, at every depth of its body, by every caller who may call it. New operations are
 * included automatically.
 */
const NEVER_TAKEN: Readonly<Record<string, unknown>> = {
  role: 'ADMIN',
  status: 'ACTIVE',
  accountBalance: 1_000_000,
  balance: 1_000_000,
  userID: '0190a000-0000-7000-8000-000000000001',
  actorID: '0190a000-0000-7000-8000-000000000001',
  version: 99,
  createdAt: '2020-01-01T00:00:00Z',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$x$x',
  disabledAt: null,
  isAdmin: true,
  // In brackets it is a field; without, it would set this object's own prototype.
  ['__proto__']: { role: 'ADMIN' },
  constructor: { prototype: { role: 'ADMIN' } },
  prototype: {},
}

const inLotsOf = <T>(size: number, all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/**
 * Records are stored as they came and checked one by one: an unknown field in one waits for the office (api.md,
 * "Recording").
 */
const JUDGED_ALONE = /^(PUT \/v1\/runs\/\{runOrderID\}\/done|POST \/v1\/runs\/unsent\/import)$/
/**
 * A phone newer than the server may report more about its count, and a browser more about a passkey: unknown fields are
 * ignored.
 */
const OPEN = new Set(['reconcile', 'response', 'clientExtensionResults'])

// These requests are refused before any database is read; one database is enough to see that nothing was changed.
describe.each(databases.slice(0, 1))('fields that no caller may set on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let fixture: RoleFixture
  let journal: Journal
  let writing: Operation[]
  beforeAll(async () => {
    office = await openOffice(kind)
    fixture = await roleFixture(office)
    journal = await keepJournal(office)
    writing = (await operationsOf(office)).filter(({ method }) => method !== 'GET')
  })
  afterAll(() => office.close())

  test('there are operations that write, with bodies and without', () => {
    expect(writing.length).toBeGreaterThan(30)
    expect(writing.filter(({ body }) => body?.schema).length).toBeGreaterThan(20)
  })

  test('changes are noticed, and a change that was begun and then refused is none', async () => {
    const suburb = await office.make.suburb()
    expect(await journal.written()).toEqual(['insert audit', 'insert suburbs'])
    await journal.turnPage()
    expect(
      (
        await office.admin.post('/v1/users/suburbs', {
          label: suburb.label,
          postCode: suburb.postCode,
          state: suburb.state,
        })
      ).status,
    ).toBe(409)
    expect(await journal.written()).toEqual([])
  })

  test('every field that is not an operation’s own is refused by name, at every depth, and nothing is changed', async () => {
    const wrong: string[] = []
    for (const operation of writing) {
      for (const person of peopleFor(operation)) {
        await journal.turnPage()
        for (const hole of holesOf(operation)) {
          // An answer names at most 20 fields.
          for (const names of inLotsOf(10, foreignTo(operation, hole.schema))) {
            const answer = await send(person, operation, hole.filled(names))
            for (const field of names.map((name) => [...hole.at, name].join('.'))) {
              const said = fault(answer, field)
              if (said) wrong.push(`${operation.name} with ${field}: ${said}`)
            }
          }
        }
        const written = await journal.written()
        if (written.length > 0) wrong.push(`${operation.name} wrote ${written.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('a query parameter can’t set such a field either', async () => {
    // Some operations are limited to a few calls a minute.
    office.clock.set(new Date(office.clock.now().getTime() + 60_000))
    const wrong: string[] = []
    for (const operation of writing.filter(({ body }) => body === null || body.type === 'application/json')) {
      const [person] = peopleFor(operation)
      for (const name of ['role', 'accountBalance', 'constructor', '__proto__', 'actorID']) {
        const said = fault(await send(person!, operation, sampleOf(operation), `?${name}=1`), name)
        if (said) wrong.push(`${operation.name} with ?${name}: ${said}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('a record that names another’s pay, price or actor has no effect on them', async () => {
    const { DRIVER: driver } = fixture.signedIn
    const own = fixture.callers.find(({ person }) => person === driver)!.own
    const before = (await driver.get('/v1/pays')).body
    for (const [name, value] of Object.entries({
      amount: 1_000,
      price: 1,
      status: 'paid',
      driverID: own['customerID'],
      accountBalance: 9,
      role: 'ADMIN',
      actorID: office.admin.userID,
    })) {
      const event = {
        eventID: crypto.randomUUID(),
        v: 1,
        assignmentID: own['assignmentID'],
        seq: 50,
        type: 'done',
        pu: 9,
        occurredAt: '2026-11-09T20:00:00Z',
        [name]: value,
      }
      const { status, body } = await driver.put<{ results: { result: string }[] }>(
        `/v1/runs/${own['runOrderID']}/done`,
        { deviceID: 'phone', events: [event] },
      )
      expect({ name, status, taken: ['applied', 'duplicate'].includes(body.results[0]!.result) }).toEqual({
        name,
        status: 200,
        taken: false,
      })
    }
    expect((await driver.get('/v1/pays')).body).toEqual(before)
  })

  function peopleFor({ roles }: Operation): Person[] {
    const people = Object.entries(fixture.signedIn).filter(([role]) => roles === 'public' || roles[role] !== undefined)
    return people.map(([, person]) => person).slice(0, roles === 'public' ? 1 : undefined)
  }

  const source = () => ({ dice: diceOf(7), fullness: 1, id: (name: string) => fixture.things[name] })

  function sampleOf({ body }: Operation): Record<string, unknown> {
    if (!body?.schema || body.type !== 'application/json') return {}
    const sample = validValue(body.schema, '', source())
    // One entry each, so that the depth of list items is tested too.
    return withLists(body.schema, sample) as Record<string, unknown>
  }

  function withLists(schema: Schema, value: unknown): unknown {
    if (Array.isArray(value))
      return [withLists(schema.items ?? {}, value[0] ?? validValue(schema.items ?? {}, '', source()))]
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withLists(schemaOf(schema, name), inner)]),
    )
  }

  interface Hole {
    readonly at: readonly string[]
    readonly schema: Schema
    /** The body with these additional fields at this place. */
    filled(names: readonly string[]): Record<string, unknown>
  }

  /** The body itself and every object in it. */
  function holesOf(operation: Operation): Hole[] {
    const sample = sampleOf(operation)
    const inside = (at: readonly string[], schema: Schema, value: unknown): Hole[] => {
      if (typeof value !== 'object' || value === null || (JUDGED_ALONE.test(operation.name) && at.length > 0)) return []
      const deeper = Object.entries(value).flatMap(([name, inner]) =>
        inside([...at, name], Array.isArray(value) ? (schema.items ?? {}) : schemaOf(schema, name), inner),
      )
      if (Array.isArray(value) || OPEN.has(at.at(-1) ?? '')) return deeper
      return [{ at, schema, filled: (names) => put(structuredClone(sample), at, names) }, ...deeper]
    }
    return inside([], operation.body?.schema ?? {}, sample)
  }

  /** Fields that are not its own: the usual ones, and those in its answer that it does not take. */
  function foreignTo({ answer, path }: Operation, { properties = {} }: Schema): string[] {
    const answered = Object.keys(answer?.properties ?? {})
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    return [...new Set([...Object.keys(NEVER_TAKEN), ...answered])].filter(
      (name) => !Object.hasOwn(properties, name) && !inPath.includes(name),
    )
  }

  function send(
    person: Person,
    operation: Operation,
    body: Record<string, unknown>,
    query = '',
  ): Promise<Answer<Body>> {
    const path =
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fixture.things[name] ?? '')) +
      (query || neededQuery(operation, body))
    const type = operation.body?.type
    const sent = type === 'application/json' ? body : type === 'text/csv' ? 'label\n' : undefined
    const headers = type === 'text/csv' ? { 'content-type': type } : undefined
    if (operation.method === 'DELETE') return person.delete(path, sent)
    return operation.method === 'POST' ? person.post(path, sent, headers) : person.put(path, sent, headers)
  }

  /** Without a body, the fields are in the query. */
  const neededQuery = ({ body }: Operation, fields: Record<string, unknown>): string =>
    body?.type === 'application/json'
      ? ''
      : `?${new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]))}`
})

const schemaOf = (schema: Schema, name: string): Schema => {
  const whole = schema.properties?.[name] ?? {}
  return whole.anyOf?.find(({ type }) => type === 'object' || type === 'array') ?? whole
}

function put(body: Record<string, unknown>, at: readonly string[], names: readonly string[]): Record<string, unknown> {
  const holder = at.reduce<Record<string, unknown>>((inner, step) => inner[step] as Record<string, unknown>, body)
  // By plain assignment, `__proto__` would not become a field of the sent object.
  for (const name of names)
    Object.defineProperty(holder, name, {
      value: Object.hasOwn(NEVER_TAKEN, name) ? NEVER_TAKEN[name] : 'ADMIN',
      enumerable: true,
    })
  return body
}

/** Null when the field was refused by its name. */
function fault({ status, body }: Answer<Body>, field: string): string | null {
  if (status === 422 && body.fields && Object.hasOwn(body.fields, field)) return null
  return `${status} ${JSON.stringify(body).slice(0, 200)}`
}
