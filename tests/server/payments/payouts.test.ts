import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { type TestPayments, testPayments } from '../../support/payments.ts'

const DAY_MS = 86_400_000
const FIRST = new Date('2026-11-10T00:00:00Z')

describe('the sandbox’s payouts', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())

  const payouts = () => office.payments.payoutsSince(FIRST)

  test('come once a day with everything of the days before, less the fees', async () => {
    await office.pressed({ act: 'card' })
    expect(await payouts()).toEqual([])
    await office.pass(DAY_MS)
    await office.pressed({ act: 'card' })
    await office.pass(3_600_000)
    expect(await payouts()).toEqual([
      {
        payoutID: expect.stringMatching(/^po_/),
        state: 'paid',
        netCents: 12_050 - 235,
        fees: null,
        arrivesOn: '2026-11-11',
        test: true,
      },
    ])
    await office.pass(DAY_MS)
    const [first, second, ...others] = await payouts()
    expect([first?.arrivesOn, second?.arrivesOn, others]).toEqual(['2026-11-11', '2026-11-12', []])
    expect(await office.payments.feesOfPayout(second!.payoutID)).toEqual({ feeCents: 235, gstCents: 21 })
  })

  test('wait while the balance is not above zero', async () => {
    const { providerID } = await office.pressed({ act: 'card' })
    await office.press(providerID, { act: 'refund_rest' })
    await office.pass(DAY_MS)
    expect(await payouts()).toEqual([])
    await office.pressed({ act: 'card' })
    await office.pass(DAY_MS)
    expect(await payouts()).toMatchObject([{ netCents: 12_050 - 2 * 235 }])
  })

  test('are the same after a restart, and told by an event', async () => {
    await office.pressed({ act: 'card' })
    await office.pass(DAY_MS)
    const before = await payouts()
    await office.restart()
    expect(await payouts()).toEqual(before)
    expect(office.events().at(-1)).toMatchObject({ kind: 'payoutPaid', payoutID: before[0]?.payoutID })
  })

  test('are listed from the moment asked for', async () => {
    await office.pressed({ act: 'card' })
    await office.pass(DAY_MS)
    expect(await office.payments.payoutsSince(new Date(FIRST.getTime() + 2 * DAY_MS))).toEqual([])
  })
})

describe('a refund that was asked for', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())

  test('is found by its key among the payment’s others, and no other is', async () => {
    const { providerID } = await office.pressed({ act: 'card' })
    const paymentID = (await office.payments.lookUp(providerID))!.paymentID!
    await office.press(providerID, { act: 'refund_half' })
    const made = await office.payments.refund(paymentID, 1000, 'our key')
    expect(await office.payments.refundOf(paymentID, 'our key')).toEqual(made)
    expect(await office.payments.refundOf(paymentID, 'another')).toBeNull()
  })
})

describe('Stripe’s payouts', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })

  /** A provider that lists these payouts, the newest first as Stripe does. */
  async function listing(payouts: readonly object[]) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: payouts, has_more: false, url: '/v1/payouts' }))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const { port } = server.address() as AddressInfo
    const address = async () => ({ host: '127.0.0.1', port })
    const settings = {
      kind: 'stripe',
      secretKey: 'sk_live_x',
      webhookSecrets: [],
      address,
      log: memoryLog([]),
    } as const
    return { asked, payments: stripePayments(settings) }
  }

  const PAYOUT = {
    id: 'po_1',
    object: 'payout',
    amount: 11_815,
    arrival_date: Date.parse('2026-11-12T00:00:00Z') / 1000,
    automatic: true,
    balance_transaction: { id: 'txn_1', fee: 0 },
    currency: 'aud',
    livemode: true,
    reconciliation_status: 'completed',
    status: 'paid',
  }
  const READ = {
    payoutID: 'po_1',
    state: 'paid',
    netCents: 11_815,
    fees: null,
    arrivesOn: '2026-11-12',
    test: false,
  }

  test('P52 the GST of its fees is what Stripe states as tax, as a line of a fee or as a booking; nothing is computed', async () => {
    const booked = (over: object) => ({ object: 'balance_transaction', fee: 0, fee_details: [], net: 0, ...over })
    const line = (type: string, amount: number) => ({ type, amount })
    const { payments } = await listing([
      booked({ reporting_category: 'charge', fee: 110, fee_details: [line('stripe_fee', 100), line('tax', 10)] }),
      booked({ reporting_category: 'charge', fee: 50, fee_details: [line('stripe_fee', 50)] }),
      booked({ reporting_category: 'fee', net: -200 }),
      booked({ reporting_category: 'tax', net: -20 }),
    ])
    expect(await payments.feesOfPayout('po_1')).toEqual({ feeCents: 380, gstCents: 30 })
  })

  test.each([
    ['that has arrived is read', {}, READ],
    ['that failed is read as such', { status: 'failed' }, { ...READ, state: 'failed' }],
    ['that was cancelled brings nothing either', { status: 'canceled' }, { ...READ, state: 'failed' }],
    ['of the test mode says so', { livemode: false }, { ...READ, test: true }],
    ['that takes money is below zero', { amount: -300 }, { ...READ, netCents: -300 }],
    [
      'made by hand says its own fee',
      { automatic: false, reconciliation_status: 'not_applicable', balance_transaction: { id: 'txn_1', fee: 118 } },
      { ...READ, fees: { feeCents: 118, gstCents: 0 } },
    ],
    ['on its way is left for later', { status: 'in_transit' }, null],
    ['whose payments Stripe still counts is left for later', { reconciliation_status: 'in_progress' }, null],
    ['in another currency is none of ours', { currency: 'nzd' }, null],
  ])('one %s', async (_what, over, expected) => {
    const { asked, payments } = await listing([{ ...PAYOUT, ...over }])
    expect(await payments.payoutsSince(FIRST)).toEqual(expected === null ? [] : [expected])
    expect(decodeURIComponent(asked[0]!)).toContain(`created[gte]=${FIRST.getTime() / 1000}`)
  })

  test('are answered oldest first', async () => {
    const { payments } = await listing([{ ...PAYOUT, id: 'po_2' }, PAYOUT])
    expect((await payments.payoutsSince(FIRST)).map(({ payoutID }) => payoutID)).toEqual(['po_1', 'po_2'])
  })
})
