import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databases } from '../../../support/databases.ts'
import { roleFixture } from '../../../fixtures/roles.ts'
import { type Office, openOffice } from '../../../support/office.ts'
import { diceOf } from '../../../support/openapi/random.ts'
import { operationsOf } from '../../../support/openapi/document.ts'
import { sendLoad, type Place } from './load.ts'
import { largeRequests, sendersAmong } from './large-requests.ts'

const GONE_WITHIN_MS = 10_000

// The response times under this load are measured and checked by `npm run fuzz`.
describe.each(databases)('large requests, many at once, on %s', (kind) => {
  let office: Office
  let place: Place
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
    const { callers } = await roleFixture(office)
    // One of its things is the alert of a payment that could not be booked, which is logged.
    office.logged.length = 0
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    place = {
      port: (office.app.server.address() as AddressInfo).port,
      operations: await operationsOf(office),
      senders: sendersAmong(callers),
    }
  }, 120_000)
  afterAll(() => office?.close())

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      office.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  test('are refused at their limits, in few words, and leave no connection open', { timeout: 300_000 }, async () => {
    const found = await sendLoad(place, { requests: 300, seed: 7, perSecond: null, slow: 20, rubbish: 50 })
    expect(found.failures).toEqual([])
    expect(found.answers['413']).toBeGreaterThan(50)
    expect(found.answers['422']).toBeGreaterThan(50)
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: GONE_WITHIN_MS, interval: 100 })
    expect(office.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('are sent in every way, to every operation that takes JSON, over its limit and up to it', () => {
    const made = largeRequests(place.operations, place.senders, diceOf(1), 3_000)
    const takers = place.operations.filter(({ body }) => body?.type === 'application/json')
    for (const { name } of takers)
      expect(
        made.some((one) => one.name.startsWith(`${name} `)),
        name,
      ).toBe(true)
    expect(made.filter(({ over }) => over).length).toBeGreaterThan(100)
    // A file may be as large as its own limit.
    const isJSON = (one: string) => takers.some(({ name }) => one.startsWith(`${name} `))
    for (const { name, body, over, inPieces } of made)
      if (!over && !inPieces && isJSON(name)) expect(body.length, name).toBeLessThanOrEqual(4 * 1_048_576)
  })
})
