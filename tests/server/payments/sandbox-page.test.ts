import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { noContent } from '#contract/shapes.ts'
import { newID } from '#domain/identifiers.ts'
import { openPayments } from '#server/adapters/payments/open-payments.ts'
import { buildApp } from '#server/http/app.ts'
import { serve } from '#server/http/serve.ts'
import type { ProviderEvent, RefusedEvent } from '#server/payments-port.ts'
import { addSandboxCheckout } from '#server/sandbox-checkout.ts'
import { inProcess } from '../../support/in-process.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { databases } from '../../support/databases.ts'

const orderAt = (office: Office, overrides = {}) => ({
  checkoutID: newID(),
  amountCents: 12_050,
  currency: 'aud' as const,
  lines: [{ text: 'Invoice 1001 <b>& more</b>', amountCents: 12_050 }],
  customerEmail: null,
  successUrl: 'http://office.test/payment-success',
  cancelUrl: 'http://office.test/payment-cancel',
  expiresAt: new Date(office.clock.now().getTime() + 3_600_000),
  idempotencyKey: newID(),
  ...overrides,
})

describe('the sandbox’s payment page', () => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(databases[0]!)))
  afterAll(() => office.close())

  const opened = async (overrides = {}) => (await office.deps.payments.createCheckout(orderAt(office, overrides))).url
  const press = (url: string, act: string) =>
    office.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `act=${act}`,
    })

  test('says plainly that it is one, with the firm’s name and the amount', async () => {
    const answer = await office.fetch(await opened())
    const page = await answer.text()
    expect(answer.status).toBe(200)
    for (const text of ['This is a sandbox. No money moves.', '$120.50', '<h1>Bagrun</h1>', 'Pay by card', 'Cancel'])
      expect(page).toContain(text)
  })

  test('runs no script, loads no file, and shows every text as text', async () => {
    const answer = await office.fetch(await opened())
    const page = await answer.text()
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/office\.test;/)
    expect(page).not.toMatch(/<script|<link|<img|javascript:| on\w+=/)
    expect(page).toContain('Invoice 1001 &lt;b&gt;&amp; more&lt;/b&gt;')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('sends the browser on by a plain form', async () => {
    const answer = await press(await opened(), 'card')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://office.test/payment-success'])
  })

  test('says when the card was declined', async () => {
    const url = await opened()
    const answer = await press(url, 'decline')
    const page = await office.fetch(new URL(answer.headers.get('location')!, url).href)
    expect(await page.text()).toContain('The card was declined. Nothing was paid.')
  })

  test.each(['/sandbox-checkout/cs_sandbox_none', '/sandbox-checkout/__proto__', '/sandbox-checkout/%00'])(
    'does not exist under %s',
    async (path) => {
      const answer = await office.fetch(`http://office.test${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This payment page doesn’t exist.')
    },
  )

  test('is nowhere on a server with Stripe’s keys', async () => {
    const real = await openOffice(databases[0]!, {
      environment: { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    })
    try {
      const url = new URL(await opened())
      const answers = await Promise.all([real.fetch(url.href), real.fetch(url.href, { method: 'POST' })])
      expect(real.deps.payments.kind).toBe('stripe')
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
    } finally {
      await real.close()
    }
  })
})

describe('the sandbox’s webhook', () => {
  const receiveWebhook = endpoint({
    method: 'POST',
    path: '/v1/payments/webhook',
    summary: 'Webhook',
    roles: 'public',
    ownProof: true,
    changes: [],
    input: z.strictObject({}),
    output: noContent,
    status: 204,
    body: 'bytes',
    maxBytes: 65_536,
    refusals: [],
  })
  let office: Office
  beforeAll(async () => void (office = await openOffice(databases[0]!)))
  afterAll(() => office.close())

  test('reaches the operation of the app byte by byte, before the browser is sent back', async () => {
    const { clock, secrets, log } = office.deps
    // The office's own sandbox, which shares the database, would deliver some of the webhooks to the office.
    await office.deps.payments.close()
    const firmName = async () => 'Green & Sons'
    const { payments, sandbox } = openPayments({
      stripe: undefined,
      db: office.deps.database.db,
      clock,
      secrets,
      log,
      firmName,
    })
    const read: (ProviderEvent | RefusedEvent)[] = []
    const webhook = serve(receiveWebhook, { transaction: false })(async (_input, { bytes, headers, now }) => {
      read.push(await payments.readEvent(bytes!, headers['stripe-signature'], now))
    })
    const settings = { trustProxy: false, tls: null, origin: null, clientDir: null }
    const app = await buildApp({ ...office.deps, payments }, [webhook], settings)
    addSandboxCheckout(app, sandbox!)
    const fetch = inProcess(app)
    const order = orderAt(office, { lines: [{ text: 'Nguyễn Thị Ánh · Παπαδόπουλος', amountCents: 12_050 }] })
    const { url } = await payments.createCheckout(order)
    expect(await (await fetch(url)).text()).toContain('<h1>Green &amp; Sons</h1>')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await fetch(url, { method: 'POST', headers, body: 'act=card' })).status).toBe(303)
    expect(read).toMatchObject([{ kind: 'ignored' }, { kind: 'checkoutPaid', checkoutID: order.checkoutID }])
    await app.close()
    await payments.close()
  })
})
