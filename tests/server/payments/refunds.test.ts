import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestPayments, testPayments } from '../../support/payments.ts'

describe('money that goes back', () => {
  let office: TestPayments
  let paymentID: string
  let providerID: string
  beforeEach(async () => {
    office = await testPayments()
    providerID = (await office.pressed({ act: 'card' })).providerID
    paymentID = (await office.payments.lookUp(providerID))!.paymentID!
    office.received.length = 0
  })
  afterEach(() => office.close())

  const settled = () => office.sandbox.runDue()

  test('is refunded in parts, each with its own id, up to the payment', async () => {
    const first = await office.payments.refund(paymentID, 5000, 'one')
    const second = await office.payments.refund(paymentID, 7050, 'two')
    await settled()
    expect(first.state).toBe('succeeded')
    expect(office.events()).toMatchObject([
      { kind: 'refunded', paymentID, refundID: first.refundID, amountCents: 5000 },
      { kind: 'refunded', paymentID, refundID: second.refundID, amountCents: 7050 },
    ])
    await expect(office.payments.refund(paymentID, 1, 'three')).rejects.toMatchObject({
      kind: 'refused',
      code: 'charge_already_refunded',
    })
  })

  test('is refunded once for one key', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => office.payments.refund(paymentID, 5000, 'one')))
    expect(new Set(made.map(({ refundID }) => refundID)).size).toBe(1)
    await settled()
    expect(office.events()).toHaveLength(1)
  })

  test.each([12_051, 0, -5])('is not refunded when %i cents are asked for', async (amountCents) => {
    await expect(office.payments.refund(paymentID, amountCents, 'one')).rejects.toMatchObject({ kind: 'refused' })
  })

  test('is refunded at the provider itself, and told by the same event', async () => {
    await office.press(providerID, { act: 'refund_half' })
    await office.press(providerID, { act: 'refund_rest' })
    expect(office.events()).toMatchObject([
      { kind: 'refunded', amountCents: 6025 },
      { kind: 'refunded', amountCents: 6025 },
    ])
  })

  test.each([
    ['dispute_won', 'disputeWon'],
    ['dispute_lost', 'disputeLost'],
  ])('is disputed by the customer’s bank, and the outcome is told (%s)', async (act, kind) => {
    await office.press(providerID, { act: 'dispute' })
    await office.press(providerID, { act: 'dispute' })
    await office.press(providerID, { act })
    const about = { paymentID, amountCents: 12_050, disputeID: expect.stringMatching(/^du_/) }
    expect(office.events()).toMatchObject([
      { kind: 'disputeOpened', moneyTaken: true, reason: 'fraudulent', ...about },
      { kind, ...about },
    ])
  })
})

describe('what the provider pays out', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())

  test('is what was paid, less what went back and the fees, each once', async () => {
    const { providerID } = await office.pressed({ act: 'card' })
    await office.pressed({ act: 'card' })
    await office.press(providerID, { act: 'refund_half' })
    await office.press(providerID, { act: 'pay_out' })
    await office.press(providerID, { act: 'pay_out' })
    const payouts = office.events().filter(({ kind }) => kind === 'payoutPaid')
    expect(payouts).toMatchObject([{ kind: 'payoutPaid', amountCents: 12_050 * 2 - 6025 - 235 * 2 }])
    const [payout] = payouts
    expect(payout?.kind === 'payoutPaid' && (await office.payments.feesOfPayout(payout.payoutID))).toEqual({
      feeCents: 470,
      gstCents: 42,
    })
  })

  test('has the fee of a dispute taken from it, and given back when it is won', async () => {
    const { providerID } = await office.pressed({ act: 'card' })
    await office.pressed({ act: 'card' })
    await office.press(providerID, { act: 'dispute' })
    await office.press(providerID, { act: 'pay_out' })
    await office.press(providerID, { act: 'dispute_won' })
    await office.press(providerID, { act: 'pay_out' })
    const payouts = office.events().filter((event) => event.kind === 'payoutPaid')
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([12_050 - 470 - 2500, 12_050 + 2500])
    const fees = await Promise.all(payouts.map(({ payoutID }) => office.payments.feesOfPayout(payoutID)))
    expect(fees.map(({ feeCents }) => feeCents)).toEqual([2970, -2500])
  })
})
