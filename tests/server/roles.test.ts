import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathNames, type Reach } from '#contract/endpoint.ts'
import { ROLES, type Role } from '#domain/words.ts'
import { databases, inFull } from '../support/databases.ts'
import { type Journal, keepJournal } from '../support/table-changes.ts'
import { ALSO_A, type Caller, type IDs, OF_ANY_KIND, type RoleFixture, roleFixture } from '../fixtures/roles.ts'
import { type Office, openOffice } from '../support/office.ts'
import { type Operation, operationsOf } from '../support/openapi/document.ts'
import { type Body, type Nobody, signedIn } from '../support/person.ts'
import {
  call,
  idOf,
  idsFor,
  idsInside,
  INSIDE,
  MADE_BY_CALLER,
  nameOf,
  otherIDs,
  sampleOf,
} from '../support/role-calls.ts'
import { writeTownTiles } from '../support/town-tiles.ts'
import { NEVER } from '../fixtures/runs.ts'

/**
 * Every operation that is served x every kind of caller. The expected result is in the contract, beside the operation;
 * a new operation is tested without a line here. One that names a new kind of thing needs its id in
 * tests/fixtures/roles.ts, and fails by name until it has one.
 */
const STRANGERS = [
  'nobody',
  'a malformed token',
  'half a token',
  'a user’s id as token',
  'an expired session',
  'a revoked session',
]
/** The admin comes last: the admin ends the others' sessions and deletes their things. */
const PEOPLE: [name: string, role: Role][] = [
  ['a driver', 'DRIVER'],
  ['another driver', 'DRIVER'],
  ['a customer', 'CUSTOMER'],
  ['another customer', 'CUSTOMER'],
  ['a blocked customer', 'CUSTOMER'],
  ['an admin', 'ADMIN'],
]
const NO_ADMIN = PEOPLE.filter(([, role]) => role !== 'ADMIN')

/**
 * Every operation that is open to callers other than admins (api.md, "Who may call what"). The other tests take the
 * expected result from the contract, and would not notice an operation that the contract opens by mistake: opening one
 * needs a line here.
 */
const OPEN_DOORS = `
  GET /v1/calendar-feeds/{feedToken}: everybody
  GET /v1/app-manifest: everybody
  GET /v1/config: everybody
  GET /v1/files/{key}: everybody
  GET /v1/logo/{hash}: everybody
  GET /v1/payments/checkout/{checkoutID}: everybody
  GET /v1/payments/autopay/invitations/{inviteToken}: everybody
  GET /v1/payments/invoices/{checkoutToken}: everybody
  GET /v1/products/available: everybody
  GET /v1/quotations/{token}: everybody
  GET /v1/unsubscribe/{token}: everybody
  POST /v1/unsubscribe/{token}: everybody
  GET /v1/skip-links/{skipToken}: everybody
  GET /v1/suburbs/public: everybody
  POST /v1/payments/autopay/setup: everybody
  POST /v1/payments/checkout: everybody
  POST /v1/payments/webhook: everybody
  POST /v1/skip-links/{skipToken}: everybody
  POST /v1/users/forgot-password: everybody
  POST /v1/users/reset-password: everybody
  POST /v1/users/set-up: everybody
  POST /v1/users/signin: everybody
  POST /v1/users/signin/passkey: everybody
  POST /v1/users/signin/passkey/options: everybody
  POST /v1/users/signin/oidc: everybody
  POST /v1/users/signin/oidc/begin: everybody
  POST /v1/users/signin/oidc/code: everybody
  GET /v1/users/register: everybody
  GET /v1/users/register/{token}: everybody
  POST /v1/suburb-requests: everybody
  POST /v1/users/register: everybody
  PUT /v1/users/email/{token}/confirm: everybody
  PUT /v1/users/register/{token}/confirm: everybody
  PUT /v1/files/{key}: everybody
  PUT /v1/quotations/{token}/accept: everybody
  GET /v1/users/profile: DRIVER own, CUSTOMER own
  POST /v1/users/signout: DRIVER own, CUSTOMER own
  PUT /v1/users/profile: DRIVER own, CUSTOMER own
  PUT /v1/users/password: DRIVER own, CUSTOMER own
  GET /v1/users/sessions: DRIVER own, CUSTOMER own
  DELETE /v1/users/sessions/{sessionID}: DRIVER own, CUSTOMER own
  POST /v1/users/sessions/end-others: DRIVER own, CUSTOMER own
  GET /v1/photos/{photoID}: DRIVER own, CUSTOMER own
  GET /v1/users/own-account: CUSTOMER own
  PUT /v1/users/own-account: CUSTOMER own
  GET /v1/users/own-account/data: CUSTOMER own
  GET /v1/calendar-feeds: CUSTOMER own
  POST /v1/calendar-feeds: CUSTOMER own
  DELETE /v1/calendar-feeds: CUSTOMER own
  GET /v1/users/second-factor: DRIVER own
  POST /v1/users/second-factor/totp: DRIVER own
  PUT /v1/users/second-factor/totp: DRIVER own
  POST /v1/users/second-factor/totp/remove: DRIVER own
  POST /v1/users/second-factor/recovery-codes: DRIVER own
  POST /v1/users/second-factor/passkeys/options: DRIVER own
  POST /v1/users/second-factor/passkeys: DRIVER own
  PUT /v1/users/second-factor/passkeys/{passkeyID}: DRIVER own
  POST /v1/users/second-factor/passkeys/{passkeyID}/remove: DRIVER own
  GET /v1/pays: DRIVER own
  GET /v1/users/drivers/{driverID}/round: DRIVER own
  POST /v1/runs/positions: DRIVER own
  GET /v1/runs: DRIVER own
  GET /v1/runs/{runOrderID}: DRIVER own
  GET /v1/runs/{runOrderID}/own-round-rules: DRIVER own
  PUT /v1/runs/{runOrderID}/own-order: DRIVER own
  POST /v1/users/signed-url: DRIVER own
  POST /v1/users/signed-urls: DRIVER own
  PUT /v1/runs/{runOrderID}/done: DRIVER any
  GET /v1/invoices: CUSTOMER own
  GET /v1/invoices/{invoiceID}: CUSTOMER own
  GET /v1/invoices/{invoiceID}/pdf: CUSTOMER own
  GET /v1/invoices/{invoiceID}/adjustments/{adjustmentID}/pdf: CUSTOMER own
  PUT /v1/invoices/{invoiceID}/promise: CUSTOMER own
  GET /v1/transactions: CUSTOMER own
  GET /v1/transactions/ledger: CUSTOMER own
  GET /v1/transactions/ledger/statement: CUSTOMER own
  GET /v1/transactions/{transactionID}/receipt: CUSTOMER own
  GET /v1/payments/own: CUSTOMER own
  GET /v1/payments/autopay/own: CUSTOMER own
  PUT /v1/payments/autopay/own: CUSTOMER own
  DELETE /v1/payments/autopay/own: CUSTOMER own
  GET /v1/runs/customer-schedules: CUSTOMER own
  GET /v1/runs/no-pickups: CUSTOMER own
  POST /v1/runs/no-pickups: CUSTOMER own
  GET /v1/runs/no-pickups/{noPickupID}: CUSTOMER own
  PUT /v1/runs/no-pickups/{noPickupID}: CUSTOMER own
  DELETE /v1/runs/no-pickups/{noPickupID}: CUSTOMER own
  GET /v1/runs/own-schedule: CUSTOMER own
  GET /v1/runs/pickup-requests: CUSTOMER own
  POST /v1/runs/pickup-requests: CUSTOMER own
  DELETE /v1/runs/pickup-requests/{pickupRequestID}: CUSTOMER own
  GET /v1/cases: CUSTOMER own
  POST /v1/cases: CUSTOMER own
  GET /v1/cases/{caseID}: CUSTOMER own
  POST /v1/cases/{caseID}/messages: CUSTOMER own
  POST /v1/cases/signed-url: CUSTOMER own
  GET /v1/push/key: CUSTOMER own
  GET /v1/push/subscriptions: CUSTOMER own
  POST /v1/push/subscriptions: CUSTOMER own
  POST /v1/push/subscriptions/seen: CUSTOMER own
  DELETE /v1/push/subscriptions/{pushSubscriptionID}: CUSTOMER own
`

/**
 * A batch of a phone is never answered 404: the answer has a verdict for each record (api.md, "Recording"), and
 * positions that can't be used are left out (`tests/server/office/places.long.ts`).
 */
const NEVER_404 = new Set(['PUT /v1/runs/{runOrderID}/done', 'POST /v1/runs/positions'])
describe.each(databases)('who may call what on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let fixture: RoleFixture
  let journal: Journal
  let endpoints: Endpoint[]
  let described: Map<string, Operation>
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'br-roles-'))
    const tiles = path.join(folder, 'town.pmtiles')
    await writeTownTiles(tiles, { latitude: -33.75, longitude: 151 })
    office = await openOffice(kind, { environment: { MAP_TILES: tiles } })
    fixture = await roleFixture(office)
    journal = await keepJournal(office)
    described = new Map((await operationsOf(office)).map((operation) => [operation.name, operation]))
    endpoints = office.routes.map((route) => route.endpoint)
  }, 120_000)
  afterAll(async () => {
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  })

  // What a caller may not do depends on no database.
  if (databases.includes(kind)) {
    test('there are operations to test, for every kind of caller', () => {
      expect(endpoints.length).toBeGreaterThan(50)
      for (const role of ROLES)
        expect(endpoints.filter((one) => reachOf(one, role) === 'own').length, role).toBeGreaterThan(1)
      expect(endpoints.filter((one) => one.roles === 'public').length).toBeGreaterThan(5)
      expect(fixture.callers.map(({ name }) => name).toSorted()).toEqual(
        [...STRANGERS, ...PEOPLE.map(([name]) => name)].toSorted(),
      )
    })

    test('no operation is open to callers other than admins except those listed', () => {
      const others = ({ roles }: Endpoint) =>
        roles === 'public'
          ? ['everybody']
          : ROLES.flatMap((role) => (role === 'ADMIN' || !roles[role] ? [] : [`${role} ${roles[role]}`]))
      const open = endpoints.flatMap((one) =>
        others(one).length === 0 ? [] : [`${nameOf(one)}: ${others(one).join(', ')}`],
      )
      expect(open.toSorted()).toEqual(OPEN_DOORS.trim().split(/\n\s*/).toSorted())
    })

    test.each(STRANGERS)('%s reaches public operations, and nothing else', async (name) => {
      const { person, anothers } = callerOf(name)
      const wrong = await walk(endpoints, async (one) => {
        const { status, body } = await call(person, one, {
          ...sampleOf(described, one, anothers),
          ...idsFor(one, anothers),
        })
        if (one.roles === 'public') return refusedEntry(one, status) || status >= 500 ? `${status}` : null
        return status === 401 && body.code === 'unauthenticated' ? unchanged() : `${status} instead of 401`
      })
      expect(wrong).toEqual([])
    })

    test.each(NO_ADMIN)('%s is refused with 403 what the role may not do, whatever they send', async (name, role) => {
      const { person, own, anothers } = callerOf(name)
      const wrong = await walk(
        endpoints.filter((one) => one.roles !== 'public' && !reachOf(one, role)),
        async (one) => {
          for (const ids of [anothers, { ...anothers, ...own }]) {
            const { status, body } = await call(person, one, { ...sampleOf(described, one, ids), ...idsFor(one, ids) })
            if (status !== 403 || body.code !== 'forbidden') return `${status} instead of 403`
          }
          return unchanged()
        },
      )
      expect(wrong).toEqual([])
    })

    test.each(NO_ADMIN)('%s finds their own data', async (name, role) => {
      const { person, own } = callerOf(name)
      const wrong = await walk(
        withPathIDs(role, 'own').filter((one) => one.method === 'GET'),
        async (one) => {
          const { status } = await call(person, one, idsFor(one, own))
          return status === one.status ? null : `${status} instead of ${one.status}`
        },
      )
      expect(wrong).toEqual([])
    })

    test.each(PEOPLE)('for %s another user’s data does not exist', async (name, role) => {
      const { person, anothers } = callerOf(name)
      const wrong = await walk(withPathIDs(role, 'own'), async (one) => {
        const { status, body } = await call(person, one, {
          ...sampleOf(described, one, anothers),
          ...idsFor(one, anothers),
        })
        return status === 404 && body.code === 'not_found' ? unchanged() : `${status} instead of 404`
      })
      expect(wrong).toEqual([])
    })

    test.each(NO_ADMIN)('%s gets nothing by naming another user’s data in a filter or a body', async (name, role) => {
      const { person, own, anothers } = callerOf(name)
      const wrong = await walk(
        endpoints.filter((one) => reachOf(one, role) === 'own'),
        async (one) => {
          for (const field of otherIDs(one)) {
            const { status, body } = await call(person, one, {
              ...sampleOf(described, one, own),
              ...idsFor(one, own),
              [field]: idOf(field, anothers, one),
            })
            const fine = (status >= 400 && status < 500 && status !== 401) || (status === 200 && isEmpty(body))
            if (!fine) return `with ${field}: ${status} ${JSON.stringify(body).slice(0, 200)}`
          }
          return unchanged()
        },
      )
      expect(wrong).toEqual([])
    })

    test.each(inFull ? PEOPLE : NO_ADMIN)('for %s an id of another kind finds nothing', async (name, role) => {
      const { person, own, anothers } = callerOf(name)
      const known: IDs = { ...anothers, ...own }
      const wrong = await walk(
        endpoints.filter((one) => one.roles !== 'public' && reachOf(one, role)),
        async (one) => {
          for (const field of [...pathNames(one.path), ...otherIDs(one).filter((name) => !MADE_BY_CALLER.has(name))]) {
            const mustBe404 =
              pathNames(one.path).includes(field) && (one.method === 'GET' || reachOf(one, role) === 'own')
            for (const [kindOfThing, id] of Object.entries(known).filter(
              ([other, value]) => isOtherKind(field, other) && value !== known[field],
            )) {
              const naming = (what: string) =>
                call(person, one, { ...sampleOf(described, one, known), ...idsFor(one, known), [field]: what })
              const { status, body } = await naming(id)
              const refused = mustBe404
                ? status === 404
                : status >= 400 && status < 500 && status !== 401 && status !== 403
              const empty = status === 200 && (isEmpty(body) || (NEVER_404.has(nameOf(one)) && body['run'] === null))
              const nothing =
                refused ||
                empty ||
                (!mustBe404 &&
                  one.method === 'GET' &&
                  JSON.stringify(body) === JSON.stringify((await naming(NEVER)).body))
              if (!nothing) return `a ${kindOfThing} as ${field}: ${status} ${JSON.stringify(body).slice(0, 200)}`
            }
          }
          return unchanged()
        },
      )
      expect(wrong).toEqual([])
    })

    test('an id of another kind inside a body finds nothing either', async () => {
      const { person, own, anothers } = callerOf('an admin')
      const known: IDs = { ...anothers, ...own }
      const wrong = await walk(
        endpoints.filter((one) => nameOf(one) in INSIDE),
        async (one) => {
          for (const [field, bodyWith] of INSIDE[nameOf(one)]!) {
            for (const [kindOfThing, id] of Object.entries(known).filter(
              ([other, value]) => isOtherKind(field, other) && value !== known[field],
            )) {
              const { status, body } = await call(person, one, {
                ...sampleOf(described, one, known),
                ...idsFor(one, known),
                ...bodyWith(id, known),
              })
              // A list of addresses reports for each photo whether there is one.
              const none = status >= 400 && status < 500 && status !== 401 && status !== 403
              if (!none && !JSON.stringify(body).includes('"upload":null'))
                return `a ${kindOfThing} as ${field}: ${status} ${JSON.stringify(body).slice(0, 200)}`
            }
          }
          return unchanged()
        },
      )
      expect(wrong).toEqual([])
    })

    test('every id inside a body is tested with an id of another kind', () => {
      const named = endpoints.flatMap((one) =>
        NEVER_404.has(nameOf(one)) || nameOf(one) in INSIDE
          ? []
          : [...idsInside(described.get(nameOf(one))?.body?.schema)]
              .filter((field) => !MADE_BY_CALLER.has(field))
              .map((field) => `${nameOf(one)}: ${field}`),
      )
      expect(named).toEqual([])
    })
  }

  // These come last: they use up or remove what the other tests need.
  describe.each<['uses' | 'removes', (one: Endpoint) => boolean]>([
    ['uses', ({ method }) => method !== 'DELETE'],
    ['removes', ({ method }) => method === 'DELETE'],
  ])('everybody %s what their role allows', (_what, chosen) => {
    test.each(PEOPLE)('%s is allowed', async (name, role) => {
      const { person, own, anothers } = callerOf(name)
      const ids = { ...anothers, ...own }
      const wrong = await walk(
        endpoints.filter((one) => chosen(one) && (one.roles === 'public' || reachOf(one, role))),
        async (one) => {
          // A separate session for operations that end sessions: signing out must not end the test's own. An operation
          // that ends the other sessions would do so from there.
          const guest = /sign-?out|session(?!.*others)/.test(one.path)
            ? await signedIn(office.fetch, person as Person)
            : person
          const { status } = await call(guest, one, { ...sampleOf(described, one, ids), ...idsFor(one, ids) })
          const lost = one.method === 'GET' && one.roles !== 'public' && status === 404
          return refusedEntry(one, status) || status >= 500 || lost ? `${status}` : null
        },
      )
      expect(wrong).toEqual([])
    })
  })

  function callerOf(name: string): Caller {
    return fixture.callers.find((caller) => caller.name === name)!
  }

  /** The operations that failed, each with what happened. */
  async function walk(over: readonly Endpoint[], step: (one: Endpoint) => Promise<string | null>): Promise<string[]> {
    const wrong: string[] = []
    for (const one of over) {
      await journal.turnPage()
      const what = await step(one)
      if (what !== null) wrong.push(`${nameOf(one)}: ${what}`)
    }
    return wrong
  }

  /** Null, or the tables written by a request that was to change nothing. */
  async function unchanged(): Promise<string | null> {
    const written = await journal.written()
    return written.length === 0 ? null : `wrote ${written.join(', ')}`
  }

  const withPathIDs = (role: Role, reach: Reach) =>
    endpoints.filter((one) => reachOf(one, role) === reach && pathNames(one.path).length > 0)
})

type Person = Parameters<typeof signedIn>[1] & Nobody

const reachOf = (one: Endpoint, role: Role): Reach | undefined => (one.roles === 'public' ? undefined : one.roles[role])
const isOtherKind = (field: string, other: string): boolean =>
  field !== other &&
  !OF_ANY_KIND.has(field) &&
  !OF_ANY_KIND.has(other) &&
  !(ALSO_A[field] ?? []).includes(other) &&
  !(ALSO_A[other] ?? []).includes(field)

/** Wrong credentials are an answer of the sign-in operation, not of the session check before it. */
const refusedEntry = (one: Endpoint, status: number) =>
  status === 403 || (status === 401 && !one.refusals.includes('credentials_wrong'))

function isEmpty(body: Body): boolean {
  if (Array.isArray(body)) return body.length === 0
  return 'items' in body && Array.isArray(body['items']) && body['items'].length === 0
}
