import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { deleteSuburb } from '#contract/v1/suburbs.ts'
import { serve } from '#server/http/serve.ts'
import { PaymentsTrouble } from '#server/payments-port.ts'
import { type LogLine, memoryLog } from '../../support/memory-log.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { smallApp } from '../../support/test-server.ts'
import { databases } from '../../support/databases.ts'

const KEY = 'sk_test_a_key_kept_secret'

describe('a provider that does not answer as it should', () => {
  const servers: Server[] = []
  const logged: LogLine[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
    logged.length = 0
  })

  /** A provider on this machine that answers every request so; null: nothing listens there. */
  async function provider(answer: RequestListener | null) {
    const server = createServer(answer ?? undefined)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    if (answer === null) await new Promise((resolve) => void server.close(resolve))
    else servers.push(server)
    return stripePayments({
      kind: 'stripe',
      secretKey: KEY,
      webhookSecrets: ['whsec_x'],
      address: async () => ({ host: '127.0.0.1', port }),
      log: memoryLog(logged),
    })
  }
  const says =
    (status: number, error: object): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))

  test('is away when nothing listens', async () => {
    const payments = await provider(null)
    await expect(payments.lookUp('cs_1')).rejects.toMatchObject({ name: 'PaymentsTrouble', kind: 'away' })
  })

  test('is asked three times when it fails', async () => {
    let asked = 0
    const payments = await provider((_request, response) => {
      asked += 1
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}')
    })
    await expect(payments.lookUp('cs_1')).rejects.toMatchObject({ kind: 'away' })
    expect(asked).toBe(3)
  })

  test('gets the same key with every try, and no telemetry', async () => {
    const seen: unknown[] = []
    const payments = await provider((request, response) => {
      seen.push(request.headers['idempotency-key'], request.headers['x-stripe-client-telemetry'])
      if (seen.length < 6) return void response.destroy()
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"re_1","status":"succeeded"}')
    })
    expect(await payments.refund('pi_1', 500, 'our key')).toEqual({ refundID: 're_1', state: 'succeeded' })
    expect(seen).toEqual(['our key', undefined, 'our key', undefined, 'our key', undefined])
  })

  test.each([
    [
      401,
      { type: 'invalid_request_error', message: `Invalid API Key provided: ${KEY}` },
      'does not accept STRIPE_SECRET_KEY',
    ],
    [403, { type: 'invalid_request_error', message: KEY }, 'without a permission'],
    [429, { type: 'invalid_request_error', message: KEY }, 'did not answer as it should'],
  ])('with status %i counts as away, and the log says why without the key', async (status, error, sentence) => {
    const payments = await provider(says(status, error))
    await expect(payments.refund('pi_1', 500, 'key')).rejects.toMatchObject({ kind: 'away' })
    expect(logged).toMatchObject([{ level: 'error', message: expect.stringContaining(sentence) }])
    expect(JSON.stringify(logged)).not.toContain(KEY)
  })

  test('that answers something else than JSON is away', async () => {
    const payments = await provider((_request, response) => void response.end('<h1>Sign in to this network</h1>'))
    await expect(payments.lookUp('cs_1')).rejects.toMatchObject({ kind: 'away' })
  })
})

describe('what the caller of our API is told', () => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(databases[0]!)))
  afterAll(() => office.close())

  test.each([
    [new PaymentsTrouble('away'), 503, 'payments_unavailable', '60'],
    [new PaymentsTrouble('amount', 'amount_too_small'), 409, 'amount_not_payable', null],
    [new PaymentsTrouble('refused', 'charge_already_refunded'), 500, 'broken', null],
  ])('about %s', async (trouble, status, code, retryAfter) => {
    const route = serve(deleteSuburb)(() => Promise.reject(trouble))
    const { fetch } = await smallApp(office, [route])
    const answer = await fetch('/v1/users/suburbs/0190a000-0000-7000-8000-000000000000', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${office.admin.token}`, 'x-xsrf-token': 'x', cookie: 'XSRF-TOKEN=x' },
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(await answer.json()).toMatchObject({ code })
  })
})
