import { describe, expect, test } from 'vitest'
import { type Endpoint, nounOf, type Nouns } from '#contract/endpoint.ts'

/** What each operation changes and is made from, by which the office's screens are refetched. */

const modules = import.meta.glob<Record<string, unknown>>('/src/contract/v1/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const writes = endpoints.filter(({ method }) => method !== 'GET')
const nouns = new Set(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => nounOf(path)))
const has = (some: Nouns, noun: string) => some === 'any' || some.includes(noun)

/** They write nothing that a screen shows: previews, papers, and files that a later operation stores. */
const CHANGE_NOTHING = [
  'POST /v1/settings/calendars/{calendarSettingID}/move/preview',
  'POST /v1/settings/mails/preview',
  'POST /v1/runs/preview',
  'POST /v1/runs/exceptions/preview',
  'POST /v1/runs/{runOrderID}/assignments/{assignmentID}/preview',
  'POST /v1/runs/{runOrderID}/shift/preview',
  'POST /v1/transactions/payment/preview',
  'POST /v1/transactions/goodwill/preview',
  'POST /v1/invoices/{invoiceID}/amount/preview',
  'POST /v1/invoices/preview',
  'POST /v1/invoices/settle/{customerID}/preview',
  'POST /v1/invoices/print',
  'POST /v1/reminders/preview',
  'POST /v1/mails/test',
  'POST /v1/reminders/call-list',
  'POST /v1/reminders/{reminderID}/preview',
  'POST /v1/bank/lines/{bankLineID}/preview',
  'POST /v1/cases/signed-url',
  'POST /v1/users/signed-url',
  'POST /v1/users/signed-urls',
  'PUT /v1/files/{key}',
  'POST /v1/users/signin/passkey/options',
  'POST /v1/users/signin/oidc/begin',
]

/** They change other nouns than the one of their address: the audit log, and a customer who follows a mail's link. */
const OTHER_NOUN = [
  'POST /v1/mails/{mailID}/link',
  'PUT /v1/quotations/{token}/accept',
  'POST /v1/skip-links/{skipToken}',
  'POST /v1/unsubscribe/{token}',
]

describe('The nouns of an operation', () => {
  test('Every writing operation declares what it changes', () => {
    expect(writes.length).toBeGreaterThan(60)
    expect(
      writes
        .filter(({ changes }) => changes.length === 0)
        .map(nameOf)
        .toSorted(),
    ).toEqual(CHANGE_NOTHING.toSorted())
  })

  test('A writing operation changes the noun of its own address', () => {
    const forgotten = writes.filter(
      (one) =>
        nouns.has(nounOf(one.path)) &&
        !has(one.changes, nounOf(one.path)) &&
        ![...CHANGE_NOTHING, ...OTHER_NOUN].includes(nameOf(one)),
    )
    expect(forgotten.map(nameOf)).toEqual([])
  })

  test('A reading operation changes nothing', () => {
    expect(endpoints.filter(({ method, changes }) => method === 'GET' && changes.length > 0).map(nameOf)).toEqual([])
  })

  test('Every noun named is the noun of an address', () => {
    const named = endpoints.flatMap(({ changes, reads }) =>
      [changes, reads].flatMap((some) => (some === 'any' ? [] : some)),
    )
    expect(named.length).toBeGreaterThan(150)
    expect([...new Set(named)].filter((noun) => !nouns.has(noun))).toEqual([])
  })

  test('A noun is the part of the address behind the version', () => {
    expect(nounOf('/v1/users/suburbs/{suburbID}')).toBe('suburbs')
    expect(nounOf('/v1/runs/{runOrderID}/progress')).toBe('runs')
    expect(nounOf('/v1/products')).toBe('products')
  })
})
