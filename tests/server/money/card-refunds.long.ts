import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getCardRefunds, openCheckout, refundToCard } from '#contract/v1/payments.ts'
import { createTransaction, getLedger, listTransactions } from '#contract/v1/transactions.ts'
import { dayOf } from '#domain/dates.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { repeatRefunds } from '#server/features/payments/refunds-commands.ts'
import { PaymentsTrouble } from '#server/payments-port.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { colleagueIn } from '../../support/second-admin.ts'
import { hasPoppler, pagesOf } from '../pdf/poppler.ts'
import { cardAlerts, invoiceOf, ledgerOf, type PaidByCard, paidByCard } from './card-fixture.ts'

describe.each(databases)('A refund to the card, on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  let customerID: string
  let paid: PaidByCard
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    vi.restoreAllMocks()
    await office.reset()
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    customerID = (await office.make.customer()).customerID
    paid = await paidByCard(office, provider, customerID, 50)
  })

  const REASON = 'Bag torn'
  const pathOf = (checkoutID = paid.checkoutID) => `/v1/payments/checkout/${checkoutID}/refunds`
  const refund = (
    amount: number,
    left = 50,
    { by = office.admin, headers = {} }: { by?: Person; headers?: object } = {},
  ) => by.post<Body>(pathOf(), { amount, left, reason: REASON }, { ...headers })
  const refunds = () => office.call(office.admin, getCardRefunds, { checkoutID: paid.checkoutID })
  const booked = async () => {
    const { items } = await office.call(office.admin, listTransactions, { purpose: 'refund', perPage: 100 })
    return items.map(({ amount }) => amount)
  }
  const ledger = () => ledgerOf(office, customerID)
  const away = () => new PaymentsTrouble('away')

  test('of a part and of the rest takes credit first, then the payment, and is booked once by answer and event (M9)', async () => {
    expect(
      await office.call(office.admin, refundToCard, {
        checkoutID: paid.checkoutID,
        amount: 20,
        left: 50,
        reason: REASON,
      }),
    ).toEqual({
      state: 'refunded',
      left: 30,
    })
    expect(await ledger()).toMatchObject({ owing: 20, credit: 0, accountBalance: -20 })
    office.clock.pass(1000)
    await refund(30, 30)
    expect(await ledger()).toMatchObject({ owing: 50, credit: 0 })
    // The provider's events of both have come as well.
    await provider.press(paid.url, 'again')
    expect((await booked()).toSorted()).toEqual([20, 30])
    expect(await refunds()).toMatchObject({
      paid: 50,
      left: 0,
      credit: 0,
      refunds: [
        { amount: 20, state: 'refunded', reason: REASON, createdBy: 'Admin' },
        { amount: 30, state: 'refunded' },
      ],
    })
    expect((await auditAllLedgers(office.deps.database.db)).difference).toBeNull()
  })

  test('is one row for the customer: what moves between credit and invoices changes nothing that they read', async () => {
    const own = await office.customer()
    const card = await paidByCard(office, provider, own.userID, 50)
    await office.admin.post(pathOf(card.checkoutID), { amount: 20, left: 50, reason: REASON })
    const lines = async (by: Person) =>
      (await office.call(by, getLedger, { customerID: own.userID })).items.map(({ description, effect }) => [
        description,
        effect,
      ])
    const read = [
      ['Invoice', -50],
      ['Payment', 50],
      ['Refund', -20],
    ]
    expect((await lines(own)).toSorted()).toEqual(read)
    expect(await lines(office.admin)).toContainEqual(['Returned to credit', 0])
    const path = `http://office.test/v1/transactions/ledger/statement?customerID=${own.userID}`
    const pdf = await office.fetch(path, { headers: { authorization: `Bearer ${own.token}` } })
    const text = hasPoppler ? pagesOf(Buffer.from(await pdf.arrayBuffer())).join('\n') : 'Refund'
    expect(text).toContain('Refund')
    expect(text).not.toContain('Returned to credit')
  })

  test('shows before the credit that it takes first', async () => {
    const goodwill = { type: 'CUSTOMER_CREDIT_DEPOSIT', customerID, amount: 12.5, notes: 'Sorry' } as const
    await office.call(office.admin, createTransaction, goodwill)
    expect(await refunds()).toMatchObject({ left: 50, credit: 12.5 })
    await refund(20)
    expect(await ledger()).toMatchObject({ owing: 7.5, credit: 0 })
  })

  test.each([
    ['more than was paid', 50.01, 'At most $50.00 is left of this payment'],
    ['nothing', 0, 'This must be more than $0'],
  ])('of %s is refused at the amount', async (_what, amount, sentence) => {
    const { status, body } = await refund(amount)
    expect([status, body.fields]).toEqual([422, { amount: sentence }])
    expect(await booked()).toEqual([])
  })

  test.each([{ amount: -1 }, { amount: 1.001 }, { amount: '20' }, { reason: '' }, { left: undefined }, { more: true }])(
    'with %j is refused, and the provider is not asked',
    async (wrong) => {
      const asked = vi.spyOn(office.deps.payments, 'refund')
      const { status } = await office.admin.post(pathOf(), { amount: 20, left: 50, reason: REASON, ...wrong })
      expect([status, asked.mock.calls]).toEqual([422, []])
    },
  )

  test('of two admins at once, for the whole payment, is one; the other is told that it changed', async () => {
    const other = await colleagueIn(office)
    const answers = await Promise.all([refund(50), refund(50, 50, { by: other }), refund(50)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'wrong_state',
      message: 'Something was refunded since you opened this. $0.00 is left of this payment.',
    })
    expect(await booked()).toEqual([50])
  })

  test('sent twice with one key is one refund', async () => {
    const headers = { 'idempotency-key': 'one' }
    const first = await refund(20, 50, { headers })
    const second = await refund(20, 50, { headers })
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect(await booked()).toEqual([20])
  })

  test('that the customer’s bank or the provider’s own screen made before is counted', async () => {
    await provider.press(paid.url, 'refund_half')
    await vi.waitFor(async () => expect(await booked()).toEqual([25]), { timeout: 20_000 })
    expect(await refunds()).toMatchObject({ left: 25, refunds: [{ amount: 25, reason: null, createdBy: null }] })
    expect((await refund(30, 25)).body.fields).toEqual({ amount: 'At most $25.00 is left of this payment' })
    await provider.press(paid.url, 'dispute')
    await vi.waitFor(async () => expect((await refunds()).left).toBe(0), { timeout: 20_000 })
  })

  test('P50 is dated no earlier than its payment, which closed books can have dated later', async () => {
    const today = dayOf(office.clock.now(), 'Australia/Sydney')
    const { invoiceID } = await invoiceOf(office, customerID, 40)
    await office.admin.put('/v1/settings/books.lockedThrough', { value: today })
    const { url } = await office.call(office.admin, openCheckout, { invoiceIDs: [invoiceID] })
    await provider.press(url, 'card')
    const { items } = await office.call(office.admin, listTransactions, { invoiceID, purpose: 'payment' })
    const { datePaid, checkoutID } = items[0]!
    expect(datePaid > today).toBe(true)
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '' })
    await office.call(office.admin, refundToCard, { checkoutID: checkoutID!, amount: 40, left: 40, reason: REASON })
    const refunded = await office.call(office.admin, listTransactions, { purpose: 'refund', customerID })
    expect(refunded.items.map((row) => row.datePaid)).toEqual([datePaid])
  })

  test('that the provider refuses is told in words, changes nothing, and can be asked for anew', async () => {
    const refuses = vi.spyOn(office.deps.payments, 'refund')
    refuses.mockRejectedValueOnce(new PaymentsTrouble('refused', 'balance_insufficient'))
    const { status, body } = await refund(50)
    expect([status, body.code, body.message]).toEqual([
      409,
      'wrong_state',
      expect.stringContaining('Your balance with Stripe is too low'),
    ])
    refuses.mockResolvedValueOnce({ refundID: 're_no', state: 'failed' })
    expect((await refund(50)).body.message).toContain('couldn’t return the money to this card')
    expect(await booked()).toEqual([])
    expect((await refunds()).refunds.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect((await refund(50)).status).toBe(200)
    expect(await booked()).toEqual([50])
    expect(await cardAlerts(office)).toEqual([])
  })

  test('that the provider did not answer waits, blocks another one, and is asked for again with the same key', async () => {
    const asked = vi.spyOn(office.deps.payments, 'refund').mockRejectedValueOnce(away())
    const { status, body } = await refund(50)
    expect([status, body.state, body.left]).toEqual([200, 'waiting', 0])
    expect(body.warnings).toMatchObject([{ message: expect.stringContaining('Stripe didn’t answer') }])
    expect((await refund(50)).status).toBe(409)
    office.clock.pass(5 * 60_000)
    await Promise.all([repeatRefunds(office.deps), repeatRefunds(office.deps)])
    expect(new Set(asked.mock.calls.map(([, , key]) => key)).size).toBe(1)
    expect(await booked()).toEqual([50])
    office.clock.pass(5 * 60_000)
    await repeatRefunds(office.deps)
    expect(await booked()).toEqual([50])
  })

  test('that the provider does not answer again either is no success of the work that asks it', async () => {
    vi.spyOn(office.deps.payments, 'refund').mockRejectedValueOnce(away())
    await refund(50)
    vi.spyOn(office.deps.payments, 'refundOf').mockRejectedValueOnce(away())
    office.clock.pass(5 * 60_000)
    await expect(repeatRefunds(office.deps)).rejects.toThrow(PaymentsTrouble)
    office.clock.pass(5 * 60_000)
    await repeatRefunds(office.deps, () => false)
    expect(await booked()).toEqual([])
    office.clock.pass(5 * 60_000)
    await repeatRefunds(office.deps)
    expect(await booked()).toEqual([50])
  })

  test('whose answer was lost is found at the provider, also when it has forgotten the key, and is not made twice', async () => {
    const { refund: make } = office.deps.payments
    const asked = vi.spyOn(office.deps.payments, 'refund').mockImplementationOnce(async (...all) => {
      await make(...all)
      throw away()
    })
    expect((await refund(20)).body.state).toBe('waiting')
    office.clock.pass(3 * 24 * 3_600_000)
    await repeatRefunds(office.deps)
    expect(asked).toHaveBeenCalledTimes(1)
    // The admin's session is over on that day.
    office.clock.set('2026-11-09T21:00:00Z')
    expect(await booked()).toEqual([20])
    expect(await refunds()).toMatchObject({ left: 30, refunds: [{ state: 'refunded' }] })
  })

  test('that the provider refuses later, after the office was told that it waits, is an alert', async () => {
    const asked = vi.spyOn(office.deps.payments, 'refund').mockRejectedValueOnce(away())
    await refund(50)
    asked.mockRejectedValueOnce(new PaymentsTrouble('refused', 'charge_disputed'))
    office.clock.pass(5 * 60_000)
    await repeatRefunds(office.deps)
    expect(await cardAlerts(office)).toMatchObject([
      { kind: 'refund-failed', title: expect.stringContaining('failed') },
    ])
    expect(await refunds()).toMatchObject({ left: 50, refunds: [{ state: 'failed' }] })
  })

  test('that takes the bank days is booked when it has arrived; one that fails then is an alert', async () => {
    vi.spyOn(office.deps.payments, 'refund').mockResolvedValueOnce({ refundID: 're_slow', state: 'pending' })
    expect((await refund(50)).body).toEqual({ state: 'waiting', left: 0 })
    expect(await booked()).toEqual([])
    const { rows } = await office.deps.database.pool.query<{ payment_id: string }>({
      text: 'select payment_id from checkouts',
    })
    const about = { id: 're_slow', amount: 5000, payment_intent: rows[0]!.payment_id }
    await provider.send(provider.event('refund.updated', { ...about, status: 'succeeded' }))
    expect(await booked()).toEqual([50])
    expect((await refunds()).refunds).toMatchObject([{ state: 'refunded', reason: REASON }])
    await provider.send(provider.event('refund.failed', { ...about, status: 'failed' }))
    expect(await ledger()).toMatchObject({ owing: 0 })
    expect(await cardAlerts(office)).toMatchObject([{ kind: 'refund-failed' }])
    expect((await refunds()).left).toBe(50)
  })

  test('is refused where the office has reversed the payment, and for one that was not taken here', async () => {
    const { transactionID } = paid.payment
    await office.call(office.admin, createTransaction, { reverses: transactionID, notes: 'Wrong customer' })
    expect((await refunds()).left).toBe(0)
    expect((await refund(50, 0)).body.message).toBe('This payment was reversed.')
    const unknown = await office.admin.post<Body>(pathOf('00000000-0000-7000-8000-000000000000'), {
      amount: 1,
      left: 1,
      reason: REASON,
    })
    expect(unknown.status).toBe(404)
  })

  test('is the office’s alone: a customer and a driver neither see nor make one', async () => {
    for (const by of [await office.customer(), await office.driver()]) {
      expect((await refund(20, 50, { by })).status).toBe(403)
      expect((await by.get(pathOf())).status).toBe(403)
    }
    expect((await office.nobody.post(pathOf(), { amount: 20, left: 50, reason: REASON })).status).toBe(401)
  })

  test('of money that paid something else meanwhile makes that good first from credit', async () => {
    const { invoiceID } = await invoiceOf(office, customerID, 30)
    const input = { type: 'CUSTOMER_INBOUND', customerID, amount: 45, paymentType: 'CASH' } as const
    await office.call(office.admin, createTransaction, input)
    expect(await ledger()).toMatchObject({ owing: 0, credit: 15 })
    await refund(40)
    expect(await ledger()).toMatchObject({ owing: 25, credit: 0, accountBalance: -25 })
    expect(invoiceID).toBeTruthy()
  })
})
