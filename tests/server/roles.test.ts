import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathNames, type Reach } from '#contract/endpoint.ts'
import { ROLES, type Role } from '#domain/words.ts'
import { databases } from '../support/databases.ts'
import { type RoleWorld, roleWorld } from '../support/make/role-world.ts'
import { type Office, openOffice } from '../support/office.ts'
import { type Answer, type Body, type Nobody, signedIn } from '../support/person.ts'

/**
 * Every operation that is served x {nobody, admin, driver, customer, another's object}. What has to happen stands in the
 * contract, beside the operation; a new operation is walked without a line here. One that names a new kind of thing needs
 * its id in tests/support/make/role-world.ts, and fails by name until it has one.
 */
describe.each(databases)('who may call what on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let world: RoleWorld
  let operations: Endpoint[]
  beforeAll(async () => {
    office = await openOffice(kind)
    world = await roleWorld(office)
    // What removes things comes last, so that there is something to find until then.
    operations = office.routes.map((route) => route.endpoint).toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  }, 120_000)
  afterAll(() => office.close())

  test('there are operations to walk, for every kind of caller', () => {
    expect(operations.length).toBeGreaterThan(50)
    for (const role of ROLES) expect(operations.filter((one) => reachOf(one, role) === 'own').length, role).toBeGreaterThan(1)
    expect(operations.filter((one) => one.roles === 'public').length).toBeGreaterThan(5)
  })

  test('nobody signed in reaches what is public, and nothing else', async () => {
    const wrong = await walk(operations, async (one) => {
      const { status, body } = await call(office.nobody, one, idsFor(one, world.anothers))
      if (one.roles === 'public') return refusedEntry(one, status) || status >= 500 ? `${status}` : null
      return status === 401 && body.code === 'unauthenticated' ? null : `${status} instead of 401`
    })
    expect(wrong).toEqual([])
  })

  test('a session that has ended is nobody', async () => {
    const person = await signedIn(office.fetch, office.admin)
    await person.post('/v1/users/signout')
    const wrong = await walk(operations.filter((one) => one.roles !== 'public'), async (one) => {
      const { status } = await call(person, one, idsFor(one, world.anothers))
      return status === 401 ? null : `${status} instead of 401`
    })
    expect(wrong).toEqual([])
  })

  test.each(ROLES.filter((role) => role !== 'ADMIN'))('%s is refused with 403 what his role may not do, whatever he sends', async (role) => {
    const wrong = await walk(operations.filter((one) => one.roles !== 'public' && !reachOf(one, role)), async (one) => {
      const { status, body } = await call(world.people[role], one, idsFor(one, world.anothers))
      return status === 403 && body.code === 'forbidden' ? null : `${status} instead of 403`
    })
    expect(wrong).toEqual([])
  })

  test.each(ROLES.filter((role) => role !== 'ADMIN'))('%s finds his own things', async (role) => {
    const wrong = await walk(withPathIDs(operations, role, 'own').filter((one) => one.method === 'GET'), async (one) => {
      const { status } = await call(world.people[role], one, idsFor(one, world.own[role]))
      return status === one.status ? null : `${status} instead of ${one.status}`
    })
    expect(wrong).toEqual([])
  })

  test.each(ROLES)('to %s another’s things do not exist', async (role) => {
    const wrong = await walk(withPathIDs(operations, role, 'own'), async (one) => {
      const input = { ...sampleOf(one), ...idsFor(one, world.anothers) }
      const { status } = await call(world.people[role], one, input)
      if (status === 422) return 'its input is not understood: give it a sample'
      return status === 404 ? null : `${status} instead of 404`
    })
    expect(wrong).toEqual([])
  })

  test.each(ROLES.filter((role) => role !== 'ADMIN'))('%s gets nothing by naming another’s thing in a filter or a body', async (role) => {
    const wrong: string[] = []
    for (const one of operations.filter((operation) => reachOf(operation, role) === 'own')) {
      for (const name of otherIDs(one)) {
        const input = { ...sampleOf(one), ...idsFor(one, world.own[role]), [name]: idOf(name, world.anothers, one) }
        const answer = await call(world.people[role], one, input)
        const fine = (answer.status >= 400 && answer.status < 500 && answer.status !== 401) || (answer.status === 200 && isEmpty(answer.body))
        if (!fine) wrong.push(`${one.method} ${one.path} with ${name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(ROLES)('%s reaches everything his role may do', async (role) => {
    const wrong = await walk(operations.filter((one) => one.roles === 'public' || reachOf(one, role)), async (one) => {
      // A session of its own for each: signing out, or ending somebody's sessions, must not end the walk.
      const person = await signedIn(office.fetch, world.people[role])
      const ids = reachOf(one, role) === 'own' ? world.own[role] : world.anothers
      const { status } = await call(person, one, { ...sampleOf(one), ...idsFor(one, ids) })
      const lost = one.method === 'GET' && one.roles !== 'public' && status === 404
      return refusedEntry(one, status) || status >= 500 || lost ? `${status}` : null
    })
    expect(wrong).toEqual([])
  })

  /** Operations that went wrong, each with what happened. */
  async function walk(over: readonly Endpoint[], step: (one: Endpoint) => Promise<string | null>): Promise<string[]> {
    const wrong: string[] = []
    for (const one of over) {
      const what = await step(one)
      if (what !== null) wrong.push(`${one.method} ${one.path}: ${what}`)
    }
    return wrong
  }

  const sampleOf = (one: Endpoint) => world.samples[`${one.method} ${one.path}`] ?? {}
})

const reachOf = (one: Endpoint, role: Role): Reach | undefined => (one.roles === 'public' ? undefined : one.roles[role])

const withPathIDs = (operations: readonly Endpoint[], role: Role, reach: Reach) => operations.filter((one) => reachOf(one, role) === reach && pathNames(one.path).length > 0)

/** Wrong credentials are an answer of signing in, not of the door before it. */
const refusedEntry = (one: Endpoint, status: number) => status === 403 || (status === 401 && !one.refusals.includes('credentials_wrong'))

function idsFor(one: Endpoint, known: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(pathNames(one.path).map((name) => [name, idOf(name, known, one)]))
}

function idOf(name: string, known: Readonly<Record<string, string>>, one: Endpoint): string {
  const id = known[name]
  if (!id) throw new Error(`${one.method} ${one.path} names ${name}: tests/support/make/role-world.ts has no such thing yet`)
  return id
}

/** Ids of an input that do not stand in its path. */
function otherIDs(one: Endpoint): string[] {
  const shape = 'shape' in one.input ? Object.keys(one.input.shape as object) : []
  return shape.filter((name) => name.endsWith('ID') && name !== 'deviceID' && !pathNames(one.path).includes(name))
}

function isEmpty(body: Body): boolean {
  if (Array.isArray(body)) return body.length === 0
  return 'items' in body && Array.isArray(body['items']) && body['items'].length === 0
}

function call(person: Nobody, one: Endpoint, input: Readonly<Record<string, unknown>>): Promise<Answer<Body>> {
  const rest = { ...input }
  let path: string = one.path
  for (const name of pathNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]))
  const asked = one.method === 'GET' && query.size > 0 ? `${path}?${query}` : path
  switch (one.method) {
    case 'GET':
      return person.get(asked)
    case 'POST':
      return person.post(asked, rest)
    case 'PUT':
      return person.put(asked, rest)
    case 'DELETE':
      return person.delete(asked)
  }
}
