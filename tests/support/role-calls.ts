import type { Endpoint } from '#contract/endpoint.ts'
import { pathNames } from '#contract/endpoint.ts'
import { NEVER } from '../fixtures/runs.ts'
import { subscriptionAt } from '../fixtures/push.ts'
import type { IDs } from '../fixtures/roles.ts'
import type { Operation, Schema } from './openapi/document.ts'
import { diceOf } from './openapi/random.ts'
import { validValue } from './openapi/values.ts'
import type { Answer, Body, Nobody } from './person.ts'

/** Calls of every operation, for the tests of who may call what. */

/** The caller chooses it: any id that no other photo or import has is a new one. */
export const MADE_BY_CALLER = new Set(['photoID', 'importID', 'messageID'])
/** Customers of one state only: those with an open request. */
const OF_REQUESTS = /^\/v1\/users\/customers\/requests\//
/** What a document can't express: which of its values belong together. */
const OWN_WORDS: Readonly<Record<string, object>> = {
  'GET /v1/reports/xero-exports/{exportID}/file': { file: 1 },
  // Without an invitation it is for signed-in customers.
  'POST /v1/payments/autopay/setup': { inviteToken: 'a token that nobody signed' },
  'POST /v1/cases': { kind: 'outcome', reason: 'other' },
  'POST /v1/cases/signed-url': { contentType: 'image/jpeg', size: 100 },
  'POST /v1/push/subscriptions': subscriptionAt('https://fcm.googleapis.com/fcm/send/role'),
  'POST /v1/users/signed-url': { purpose: 'job-photo', contentType: 'image/jpeg', size: 100 },
}

const NAMING_A_DRIVER: (id: string) => object = (id) => ({ drivers: [{ driverID: id, runNumber: 1 }] })
/** Things that are named within a list or an object of a body: their kind, and the body that names one. */
export const INSIDE: Readonly<Record<string, readonly [field: string, body: (id: string, known: IDs) => object][]>> = {
  'PUT /v1/runs/{runOrderID}': [
    ['customerID', (id) => ({ jobs: { add: [id] } })],
    ['runOrderID', (id) => ({ jobs: { orderFrom: id } })],
    ['assignmentID', (id) => ({ jobs: { remove: [id] } })],
    ['assignmentID', (id) => ({ jobs: { order: [id] } })],
    ['assignmentID', (id, { driverID }) => ({ jobs: { assign: [{ assignmentIDs: [id], driverID }] } })],
    ['driverID', (id, { assignmentID }) => ({ jobs: { assign: [{ assignmentIDs: [assignmentID], driverID: id }] } })],
    ['assignmentID', (id) => ({ jobs: { edit: [{ assignmentID: id, adminNotes: 'Gate code 12' }] } })],
  ],
  'POST /v1/runs/{runOrderID}/assignments/{assignmentID}/preview': [
    ['driverID', (id) => ({ change: { type: 'driver', driverID: id } })],
    ['assignmentID', (id, { driverID }) => ({ change: { type: 'driver', driverID, others: [id] } })],
  ],
  'POST /v1/runs': [['driverID', NAMING_A_DRIVER]],
  'POST /v1/runs/preview': [['driverID', NAMING_A_DRIVER]],
  'PUT /v1/users/customers/run-numbers/mass': [
    ['customerID', (id) => ({ customers: [{ customerID: id, runNumber: 2 }] })],
  ],
  'POST /v1/invoices/bulk': [
    ['invoiceID', (id) => ({ action: 'send', invoiceIDs: [id], customerIDs: undefined, filters: undefined })],
    ['customerID', (id) => ({ action: 'mass', customerIDs: [id], invoiceIDs: undefined, filters: undefined })],
  ],
  'POST /v1/invoices/mass': [['customerID', (id) => ({ runOrderID: undefined, customerIDs: [id] })]],
  'PUT /v1/bank/lines/dismiss': [['bankLineID', (id) => ({ bankLineIDs: [id] })]],
  'POST /v1/bank/lines/{bankLineID}/preview': [
    ['customerID', (id) => ({ parts: [{ customerID: id, amount: 15.5 }] })],
    ['invoiceID', (id, { customerID }) => ({ parts: [{ customerID, invoiceID: id, amount: 15.5 }] })],
  ],
  'PUT /v1/bank/lines/{bankLineID}/split': [
    [
      'customerID',
      (id, { customerID = '' }) => ({ parts: [customerID, id].map((one) => ({ customerID: one, amount: 15.5 })) }),
    ],
    [
      'invoiceID',
      (id, { customerID }) => ({ parts: [NEVER, id].map((invoiceID) => ({ customerID, invoiceID, amount: 15.5 })) }),
    ],
  ],
  'POST /v1/users/signed-urls': [
    [
      'assignmentID',
      (id, { photoID }) => ({
        photos: [{ photoID, assignmentID: id, contentType: 'image/jpeg', size: 100, sha256: 'a'.repeat(64) }],
      }),
    ],
  ],
}

export const nameOf = (one: Endpoint): string => `${one.method} ${one.path}`
/** The values an operation needs beside its ids to be valid, from our own document. */
export function sampleOf(described: ReadonlyMap<string, Operation>, one: Endpoint, ids: IDs): Record<string, unknown> {
  const operation = described.get(nameOf(one))
  if (!operation) throw new Error(`${nameOf(one)} is not in the OpenAPI document`)
  const source = { dice: diceOf(1), fullness: 0, id: (name: string) => ids[name] }
  const body = operation.body?.schema ? validValue(operation.body.schema, '', source) : {}
  const needed = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = Object.fromEntries(needed.map(({ name, schema }) => [name, validValue(schema, name, source)]))
  const ofBody = Object.keys(operation.body?.schema?.properties ?? {})
  const own = Object.fromEntries(
    otherIDs(one)
      .filter((name) => ofBody.includes(name) && ids[name])
      .map((name) => [name, ids[name]]),
  )
  return {
    ...(typeof body === 'object' && one.method !== 'GET' ? { ...own, ...body } : {}),
    ...query,
    ...OWN_WORDS[nameOf(one)],
  }
}
export function idsFor(one: Endpoint, known: IDs): Record<string, string> {
  return Object.fromEntries(pathNames(one.path).map((name) => [name, idOf(name, known, one)]))
}

export function idOf(name: string, known: IDs, one: Endpoint): string {
  const id = known[name === 'customerID' && OF_REQUESTS.test(one.path) ? 'requestID' : name]
  if (!id) throw new Error(`${nameOf(one)} names ${name}: tests/fixtures/roles.ts has no such thing yet`)
  return id
}

/** Ids of an input that are not in its path. A phone names itself. */
export function otherIDs(one: Endpoint): string[] {
  const shape = 'shape' in one.input ? Object.keys(one.input.shape as object) : []
  return shape.filter((name) => name.endsWith('ID') && name !== 'deviceID' && !pathNames(one.path).includes(name))
}

/** Ids within a list or an object of a body. */
export function idsInside(schema: Schema | null | undefined, depth = 0): Set<string> {
  const found = new Set<string>()
  const into = (inner: Schema | undefined, by: number) =>
    inner && idsInside(inner, depth + by).forEach((name) => found.add(name))
  for (const [name, inner] of Object.entries(schema?.properties ?? {})) {
    if (depth > 0 && /IDs?$/.test(name)) found.add(name)
    into(inner, 1)
  }
  into(schema?.items, 1)
  for (const inner of [...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])]) into(inner, 0)
  return found
}

export function call(person: Nobody, one: Endpoint, input: Readonly<Record<string, unknown>>): Promise<Answer<Body>> {
  const rest = { ...input }
  let path: string = one.path
  for (const name of pathNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const inQuery = one.method === 'GET' || one.method === 'DELETE' || one.body !== 'json'
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const asked = inQuery && query.size > 0 ? `${path}?${query}` : path
  switch (one.method) {
    case 'GET':
      return person.get(asked)
    case 'POST':
      return person.post(asked, inQuery ? undefined : rest)
    case 'PUT':
      return person.put(asked, inQuery ? undefined : rest)
    case 'DELETE':
      return person.delete(asked)
  }
}
