import type { AddressInfo } from 'node:net'
import type { DatabaseKind } from '#server/db/database.ts'
import { type Journal, keepJournal } from '../../support/table-changes.ts'
import { type Caller, type IDs, roleFixture } from '../../fixtures/roles.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import type { Dice } from '../../support/openapi/random.ts'
import { type Operation, operationsOf } from '../../support/openapi/document.ts'
import { type Wire, wireTo } from './raw-http.ts'

/** A populated business behind a listening server, and what is known of it so far. */
export interface Fixture {
  readonly office: Office
  readonly wire: Wire
  readonly operations: readonly Operation[]
  readonly callers: readonly Caller[]
  readonly journal: Journal
  /** The token a caller sends; undefined for an anonymous caller. */
  tokenOf(caller: Caller): string | undefined
  /** Renews a caller's session if it has ended and the caller can sign in. */
  wakeUp(caller: Caller): Promise<void>
  /** Ids that belong together, of a random thing. */
  thing(dice: Dice, wanted: readonly string[]): IDs
  /** A signed address that the server issued for this operation, if it did. */
  signed(operation: Operation): { path: string; query: [string, string][]; headers: [string, string][] } | undefined
  /** Stores the ids of existing things in an answer. */
  learn(body: unknown): void
  /**
   * Waits for background work of an earlier request (an import): the next request must not be blamed for its writes.
   */
  rest(): Promise<void>
  /** Creates all fixtures again, so that changes of earlier requests are undone. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

const KEPT = 300
const PASSWORDS = ['a long enough password']

export async function openFixture(kind: DatabaseKind): Promise<Fixture> {
  const office = await openOffice(kind)
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  const wire = wireTo((office.app.server.address() as AddressInfo).port)
  const operations = await operationsOf(office)
  const keys = settingKeys(operations)
  const tokens = new Map<string, string | undefined>()
  let callers: readonly Caller[] = []
  let credentials: IDs[] = []
  let things: IDs[] = []
  let addresses: SignedAddress[] = []
  let journal = await keepJournal(office)

  async function build(): Promise<void> {
    const roles = await roleFixture(office)
    callers = roles.callers
    credentials = callers.flatMap(({ person }) =>
      'email' in person && 'password' in person
        ? [{ email: String(person.email), password: String(person.password) }]
        : [],
    )
    things = callers.flatMap(({ own, anothers }) => [own, anothers]).filter((ids) => Object.keys(ids).length > 0)
    addresses = []
    tokens.clear()
    for (const { name, token } of callers) tokens.set(name, token)
    journal = await keepJournal(office)
    for (const path of ['/v1/runs', '/v1/users/customers', '/v1/users/drivers', '/v1/runs/exceptions'])
      fixture.learn((await office.admin.get(path)).body)
  }

  const fixture: Fixture = {
    office,
    wire,
    operations,
    get callers() {
      return callers
    },
    get journal() {
      return journal
    },
    tokenOf: ({ name }) => tokens.get(name),
    async rest() {
      const running = async () =>
        (await office.deps.database.pool.query({ text: 'select 1 from imports where ended_at is null' })).rows.length >
        0
      for (let tries = 0; tries < 400 && (await running()); tries++)
        await new Promise((resolve) => setTimeout(resolve, 5))
    },
    async wakeUp(caller) {
      const { email, password: first } = caller.person as Partial<Person>
      for (const password of [first, ...PASSWORDS]) {
        const { status, body } = await office.nobody.post('/v1/users/signin', { email, password })
        if (status === 200) return void tokens.set(caller.name, String(body['token']))
      }
    },
    thing(dice, wanted) {
      const fitting = things.filter((ids) => wanted.every((name) => name in ids))
      const whole = Object.assign({}, ...things.slice(0, 4)) as IDs
      const somebody = dice.chance(0.3) ? dice.pick(credentials) : {}
      return { ...whole, ...(fitting.length === 0 ? {} : dice.pick(fitting)), key: dice.pick(keys), ...somebody }
    },
    signed: ({ path, method }) =>
      addresses.findLast((address) => path === address.template && method === address.method),
    learn(body) {
      for (const found of objectsIn(body)) {
        const ids = Object.fromEntries(
          Object.entries(found).filter(
            ([name, value]) => name.endsWith('ID') && name !== 'requestID' && typeof value === 'string',
          ),
        ) as Record<string, string>
        if (Object.keys(ids).length > 0) things.push(ids)
        const address =
          typeof found['url'] === 'string' ? signedAddress(found['url'], found['method'], found['headers']) : null
        if (address) addresses = [...addresses.slice(-20), address]
      }
      // The first ones are the fixtures' own, and stay.
      if (things.length > KEPT) things.splice(20, things.length - KEPT)
    },
    rebuild: async () => {
      await office.reset()
      await build()
    },
    close: async () => {
      wire.close()
      await office.close()
    },
  }
  await build()
  return fixture
}

interface SignedAddress {
  readonly template: string
  readonly method: string
  readonly path: string
  readonly query: [string, string][]
  readonly headers: [string, string][]
}

function signedAddress(url: string, method: unknown, headers: unknown): SignedAddress | null {
  if (!url.includes('/v1/files/')) return null
  const { pathname, searchParams } = new URL(url)
  const lines =
    typeof headers === 'object' && headers !== null
      ? Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      : []
  return {
    template: '/v1/files/{key}',
    method: method === 'PUT' ? 'PUT' : 'GET',
    path: pathname,
    query: [...searchParams],
    headers: lines,
  }
}

/** A setting's key is named where its value is described. */
function settingKeys(operations: readonly Operation[]): string[] {
  const put = operations.find(({ name }) => name === 'PUT /v1/settings/{key}')
  return (put?.body?.schema?.properties?.['value']?.anyOf ?? []).flatMap(({ title, type }) =>
    title && type !== 'null' ? [title] : [],
  )
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}
