import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { type TestPayments, testPayments } from '../../support/payments.ts'

const NOW = new Date('2026-11-10T00:00:00Z')
const NEW_SECRET = 'whsec_new'
const OLD_SECRET = 'whsec_old'

const SESSION = {
  id: 'cs_live_1',
  object: 'checkout.session',
  mode: 'payment',
  amount_total: 12_050,
  currency: 'aud',
  client_reference_id: 'checkout-1',
  metadata: { checkoutID: 'checkout-1' },
  payment_intent: 'pi_1',
  payment_status: 'paid',
}
const DISPUTE = { id: 'du_1', amount: 12_050, payment_intent: 'pi_1', reason: 'fraudulent', status: 'needs_response' }
const REFUND = { id: 're_1', amount: 500, payment_intent: 'pi_1', status: 'succeeded' }
const PAYOUT = { id: 'po_1', amount: 30_000, arrival_date: 1_794_268_800 }

const bytesOf = (type: string, object: unknown, more = {}) =>
  Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      created: 1_794_268_800,
      livemode: true,
      type,
      data: { object },
      ...more,
    }),
  )
const signed = (bytes: Buffer, secret: string, at = NOW) => {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')}`
}

describe('a webhook of Stripe', () => {
  const stripe = (webhookSecrets: string[], secretKey = 'sk_live_x') =>
    stripePayments({ kind: 'stripe', secretKey, webhookSecrets, log: memoryLog([]) })
  const payments = stripe([NEW_SECRET, OLD_SECRET])
  const read = (bytes: Buffer, header: string | undefined = signed(bytes, NEW_SECRET)) =>
    payments.readEvent(bytes, header, NOW)
  const PAID = bytesOf('checkout.session.completed', SESSION)

  test('is read when its signature is right', async () => {
    expect(await read(PAID)).toEqual({
      kind: 'checkoutPaid',
      eventID: 'evt_1',
      happenedAt: NOW,
      test: false,
      providerID: 'cs_live_1',
      checkoutID: 'checkout-1',
      amountCents: 12_050,
      currency: 'aud',
      paymentID: 'pi_1',
    })
  })

  test('is read under the old secret while it is being replaced, and refused afterwards', async () => {
    expect(await read(PAID, signed(PAID, OLD_SECRET))).toMatchObject({ kind: 'checkoutPaid' })
    const replaced = stripe([NEW_SECRET])
    const refused = await replaced.readEvent(PAID, signed(PAID, OLD_SECRET), NOW)
    expect(refused).toEqual({ kind: 'refused', reason: 'signature' })
  })

  test.each([
    ['no signature', ''],
    ['another secret', signed(PAID, 'whsec_other')],
    ['a signature of other bytes', signed(Buffer.from('{}'), NEW_SECRET)],
    ['garbage', 't=,v1=,,=='],
    ['a time without signature', `t=${NOW.getTime() / 1000}`],
    ['an older scheme', signed(PAID, NEW_SECRET).replace('v1=', 'v0=')],
  ])('with %s is refused', async (_what, header) => {
    expect(await read(PAID, header)).toEqual({ kind: 'refused', reason: 'signature' })
  })

  test('without the header is refused', async () => {
    expect(await payments.readEvent(PAID, undefined, NOW)).toEqual({ kind: 'refused', reason: 'signature' })
  })

  test('with one byte changed is refused', async () => {
    const changed = Buffer.from(PAID.toString().replace('12050', '12051'))
    expect(await read(changed, signed(PAID, NEW_SECRET))).toEqual({ kind: 'refused', reason: 'signature' })
  })

  test('signed more than five minutes ago is refused, by either secret', async () => {
    const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
    expect(await read(PAID, signed(PAID, NEW_SECRET, before(300)))).toMatchObject({ kind: 'checkoutPaid' })
    for (const secret of [NEW_SECRET, OLD_SECRET])
      expect(await read(PAID, signed(PAID, secret, before(301)))).toEqual({ kind: 'refused', reason: 'too_old' })
  })

  test.each(['not JSON', '', 'null', '{}', '{"object":"v2.core.event"}'])(
    'that is signed but is no event is refused: %j',
    async (text) => {
      const bytes = Buffer.from(text)
      expect(await read(bytes)).toEqual({ kind: 'refused', reason: 'unreadable' })
    },
  )

  test('of the test mode is refused by a live key, and the reverse', async () => {
    const ofTest = bytesOf('checkout.session.completed', SESSION, { livemode: false })
    expect(await read(ofTest)).toEqual({ kind: 'refused', reason: 'mode' })
    const test = stripe([NEW_SECRET], 'sk_test_x')
    expect(await test.readEvent(PAID, signed(PAID, NEW_SECRET), NOW)).toEqual({ kind: 'refused', reason: 'mode' })
    expect(await test.readEvent(ofTest, signed(ofTest, NEW_SECRET), NOW)).toMatchObject({ test: true })
  })

  test.each([
    ['checkout.session.completed', { ...SESSION, payment_status: 'unpaid' }, { kind: 'checkoutPending' }],
    ['checkout.session.async_payment_succeeded', SESSION, { kind: 'checkoutPaid', paymentID: 'pi_1' }],
    ['checkout.session.async_payment_failed', SESSION, { kind: 'checkoutFailed', checkoutID: 'checkout-1' }],
    ['checkout.session.expired', SESSION, { kind: 'checkoutExpired' }],
    ['checkout.session.completed', { ...SESSION, payment_intent: { id: 'pi_2' } }, { paymentID: 'pi_2' }],
    ['refund.created', REFUND, { kind: 'refunded', refundID: 're_1', paymentID: 'pi_1', amountCents: 500 }],
    ['refund.updated', REFUND, { kind: 'refunded' }],
    ['refund.created', { ...REFUND, status: 'pending' }, { kind: 'ignored', type: 'refund.created' }],
    ['refund.failed', { ...REFUND, status: 'failed' }, { kind: 'refundFailed', refundID: 're_1' }],
    ['charge.dispute.created', DISPUTE, { kind: 'disputeOpened', moneyTaken: true }],
    ['charge.dispute.created', { ...DISPUTE, status: 'warning_needs_response' }, { moneyTaken: false }],
    ['charge.dispute.funds_withdrawn', DISPUTE, { kind: 'disputeOpened', moneyTaken: true }],
    ['charge.dispute.closed', { ...DISPUTE, status: 'won' }, { kind: 'disputeWon', disputeID: 'du_1' }],
    ['charge.dispute.closed', { ...DISPUTE, status: 'lost' }, { kind: 'disputeLost' }],
    ['charge.dispute.closed', { ...DISPUTE, status: 'warning_closed' }, { kind: 'disputeDropped' }],
    ['payout.paid', PAYOUT, { kind: 'payoutPaid', payoutID: 'po_1', amountCents: 30_000, arrivesAt: NOW }],
    ['payout.failed', PAYOUT, { kind: 'payoutFailed' }],
    ['customer.created', { id: 'cus_1' }, { kind: 'ignored', type: 'customer.created' }],
  ])('%s means what the ledger has to do', async (type, object, expected) => {
    expect(await read(bytesOf(type, object))).toMatchObject(expected)
  })

  test.each([
    ['without our reference', { client_reference_id: null }],
    ['whose reference was set by a link', { metadata: {} }],
    ['of a subscription', { mode: 'subscription' }],
  ])('about a checkout %s is ignored', async (_what, changes) => {
    const bytes = bytesOf('checkout.session.completed', { ...SESSION, ...changes })
    expect(await read(bytes)).toMatchObject({ kind: 'ignored' })
  })

  test('about the payment of a page is ignored: its checkout’s event books it (P14)', async () => {
    const payment = { id: 'pi_1', object: 'payment_intent', amount: 12_050, currency: 'aud', status: 'succeeded' }
    const bytes = bytesOf('payment_intent.succeeded', { ...payment, metadata: { checkoutID: 'checkout-1' } })
    expect(await read(bytes)).toMatchObject({ kind: 'ignored' })
  })
})

describe('the sandbox’s webhooks', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())
  const kinds = () => office.events().map(({ kind }) => kind)

  test('read 50 times at once are 50 times the same event', async () => {
    await office.pressed({ act: 'card' })
    const { body, signature } = office.received.find(({ event }) => event.kind === 'checkoutPaid')!
    const read = () => office.payments.readEvent(Buffer.from(body), signature, office.clock.now())
    const all = await Promise.all(Array.from({ length: 50 }, read))
    expect(new Set(all.map((event) => JSON.stringify(event))).size).toBe(1)
    expect(all[0]).toEqual(office.events()[0])
  })

  test('have been answered when the page sends the browser on, even if an earlier one was still on its way', async () => {
    const [old, paid] = await Promise.all([1, 2].map(() => office.payments.createCheckout(office.order())))
    const answered: string[] = []
    let letThrough = () => {}
    const earlier = new Promise<void>((resolve) => (letThrough = resolve))
    const onItsWay = new Promise<void>((resolve) =>
      office.sandbox.sendWebhooksWith(async (body) => {
        const { type } = JSON.parse(body) as { type: string }
        resolve()
        if (type === 'checkout.session.expired') await earlier
        // The receiver takes a while, because it asks the provider first.
        else for (let asked = 0; asked < 5; asked++) await office.payments.lookUp(paid!.providerID)
        answered.push(type)
        return 200
      }),
    )
    await office.payments.expire(old!.providerID)
    await onItsWay
    const pressed = office.press(paid!.providerID, { act: 'card' })
    letThrough()
    await pressed
    expect(answered).toEqual(['checkout.session.expired', 'payment_intent.succeeded', 'checkout.session.completed'])
  })

  test('arrive twice with the same id', async () => {
    await office.pressed({ act: 'card', delivery: 'twice' })
    const [first, second] = office.events()
    expect(office.events()).toHaveLength(2)
    expect(second).toEqual(first)
  })

  test('arrive a minute late', async () => {
    await office.pressed({ act: 'card', delivery: 'late' })
    await office.pass(59_000)
    expect(kinds()).toEqual([])
    await office.pass(1000)
    expect(kinds()).toEqual(['checkoutPaid'])
  })

  test('arrive out of order', async () => {
    await office.pressed({ act: 'debit_succeeds', delivery: 'reversed' })
    await office.pass(5000)
    expect(kinds()).toEqual(['checkoutPaid', 'checkoutPending'])
  })

  test('that never arrive are found by asking', async () => {
    const { order, providerID } = await office.pressed({ act: 'card', delivery: 'never' })
    await office.pass(43_200_000)
    expect(kinds()).toEqual([])
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'paid', checkoutID: order.checkoutID })
    const since = await office.payments.eventsSince(new Date('2026-11-10T00:00:00Z'))
    expect(since).toMatchObject([{ kind: 'checkoutPaid', checkoutID: order.checkoutID }])
  })

  test('of more than a page are listed oldest first, from the moment asked for', async () => {
    for (let index = 0; index < 130; index++) {
      office.clock.pass(1000)
      const { providerID } = await office.payments.createCheckout(office.order())
      await office.payments.expire(providerID)
    }
    const all = await office.payments.eventsSince(new Date('2026-11-10T00:00:00Z'))
    expect(all).toHaveLength(130)
    expect(all[0]!.happenedAt < all[129]!.happenedAt).toBe(true)
    expect(await office.payments.eventsSince(office.clock.now())).toHaveLength(1)
  })

  test('are sent again until they are accepted, signed anew each time', async () => {
    office.answerWith(503)
    await office.pressed({ act: 'card' })
    expect(office.received).toEqual([])
    office.answerWith(200)
    for (const wait of [5000, 30_000]) await office.pass(wait)
    expect(kinds()).toEqual(['checkoutPaid'])
    await office.pass(3_600_000)
    expect(kinds()).toEqual(['checkoutPaid'])
  })

  test('are given up after half a day of refusals, with a line in the log', async () => {
    office.answerWith(500)
    await office.pressed({ act: 'card' })
    for (let hours = 0; hours < 20; hours++) await office.pass(3_600_000)
    expect(office.logged.filter(({ message }) => message.includes('gave up'))).not.toEqual([])
  })

  test('and a paid checkout survive a restart', async () => {
    office.answerWith(503)
    const { providerID } = await office.pressed({ act: 'card' })
    await office.restart()
    office.answerWith(200)
    await office.pass(5000)
    expect(kinds()).toEqual(['checkoutPaid'])
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'paid' })
  })
})
