import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderEvent } from '#server/payments-port.ts'
import { type TestPayments, testPayments } from '../../support/payments.ts'
import { savedMethod } from '../../support/saved-methods.ts'

describe('a charge of a saved method', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())

  /** What was told of charges, in order. */
  const told = () => office.events().map((event) => (event.kind === 'charge' ? event.charge.state : event.kind))

  test('of a card that pays is paid at once, and told with what it is for', async () => {
    const { order, method } = await savedMethod(office, 'card_pays')
    const made = order()
    const charge = await office.payments.charge(made)
    await office.sandbox.runDue()
    expect(charge).toEqual({
      paymentID: expect.stringMatching(/^pi_/),
      checkoutID: made.checkoutID,
      customerID: made.customerID,
      key: made.key,
      amountCents: 12_050,
      currency: 'aud',
      kind: method.kind,
      state: 'paid',
      failure: null,
      test: true,
    })
    expect(office.events()).toMatchObject([{ kind: 'charge', charge, test: true }])
    expect(await office.payments.lookUpCharge(charge.paymentID)).toEqual(charge)
  })

  test('is one payment for one key, also when it was declined and is asked for at once (P10, P57)', async () => {
    const { order } = await savedMethod(office, 'card_soft')
    const made = order()
    const charges = await Promise.all(Array.from({ length: 8 }, () => office.payments.charge(made)))
    expect(charges[0]).toMatchObject({ state: 'failed', failure: 'insufficient_funds' })
    expect(new Set(charges.map((charge) => JSON.stringify(charge))).size).toBe(1)
    await office.sandbox.runDue()
    expect(told()).toEqual(['failed'])
    await expect(office.payments.charge({ ...made, amountCents: 1 })).rejects.toMatchObject({ kind: 'refused' })
  })

  test('of a card that is declined for now fails twice and then pays, each amount by itself (P57)', async () => {
    const { charge } = await savedMethod(office, 'card_soft')
    const states = []
    for (const amountCents of [5000, 5000, 7000, 5000, 7000, 7000]) states.push((await charge({ amountCents })).state)
    expect(states).toEqual(['failed', 'failed', 'failed', 'paid', 'failed', 'paid'])
    expect(told()).toEqual(states)
  })

  test.each([
    ['card_hard', 'lost_card'],
    ['card_authentication', 'authentication_required'],
  ])('is refused with the bank’s reason (%s)', async (act, failure) => {
    const { charge } = await savedMethod(office, act)
    const made = [await charge(), await charge(), await charge()]
    for (const one of made) expect(one).toMatchObject({ state: 'failed', failure, kind: 'card' })
    expect(told()).toEqual(['failed', 'failed', 'failed'])
  })

  test('of a card that expires pays until the month ends in Sydney, and again with its new last month (P57)', async () => {
    const { charge, providerID } = await savedMethod(office, 'card_expires')
    office.clock.set('2026-11-30T12:59:59Z')
    expect(await charge()).toMatchObject({ state: 'paid' })
    office.clock.set('2026-11-30T13:00:00Z')
    expect(await charge()).toMatchObject({ state: 'failed', failure: 'expired_card' })
    await office.press(providerID, { act: 'renew' })
    expect(await charge()).toMatchObject({ state: 'paid' })
  })

  test('of a bank account is pending first, and paid when the bank says so', async () => {
    const { charge, now } = await savedMethod(office, 'debit_pays')
    const made = await charge()
    expect(made).toMatchObject({ state: 'pending', kind: 'debit', failure: null })
    await office.pass(9999)
    expect(told()).toEqual(['pending'])
    await office.pass(1)
    expect(told()).toEqual(['pending', 'paid'])
    expect(await now(made)).toEqual({ ...made, state: 'paid' })
  })

  test('of a bank account without money fails (P57)', async () => {
    const { charge, now } = await savedMethod(office, 'debit_fails')
    const made = await charge()
    await office.pass(10_000)
    expect(told()).toEqual(['pending', 'failed'])
    expect(await now(made)).toMatchObject({ state: 'failed', failure: 'insufficient_funds', kind: 'debit' })
  })

  test('of a bank account is taken back by the bank after it was paid (P57)', async () => {
    const { charge } = await savedMethod(office, 'debit_returned')
    const { paymentID } = await charge()
    await office.pass(10_000)
    expect(told()).toEqual(['pending', 'paid'])
    await office.pass(10_000)
    const about = { paymentID, amountCents: 12_050, disputeID: expect.stringMatching(/^du_/) }
    expect(office.events().slice(2)).toMatchObject([
      { kind: 'disputeOpened', moneyTaken: true, reason: 'insufficient_funds', ...about },
      { kind: 'disputeLost', ...about },
    ])
  })

  test('of a bank account ends its debit agreement, and is still paid (P17, P57)', async () => {
    const { charge, method } = await savedMethod(office, 'debit_cancelled')
    await charge()
    expect(told()).toEqual(['pending', 'mandateEnded'])
    const [, ended] = office.events() as [ProviderEvent, ProviderEvent]
    expect(ended).toMatchObject({ providerMethodID: method.providerMethodID })
    await expect(charge()).rejects.toMatchObject({ kind: 'refused', code: 'payment_intent_mandate_invalid' })
    await office.pass(10_000)
    expect(told()).toEqual(['pending', 'mandateEnded', 'paid'])
  })

  test('that failed is cancelled once; one that is paid or on its way is not', async () => {
    const hard = await savedMethod(office, 'card_hard')
    const failed = await hard.charge()
    await office.payments.cancelCharge(failed.paymentID)
    await office.payments.cancelCharge(failed.paymentID)
    await office.sandbox.runDue()
    expect(told()).toEqual(['failed', 'cancelled'])
    expect(await hard.now(failed)).toEqual({ ...failed, state: 'cancelled' })
    const [card, debit] = [await savedMethod(office, 'card_pays'), await savedMethod(office, 'debit_pays')]
    const [paid, pending] = [await card.charge(), await debit.charge()]
    for (const { paymentID } of [paid, pending]) await office.payments.cancelCharge(paymentID)
    expect([await card.now(paid), await debit.now(pending)]).toEqual([paid, pending])
  })

  test('is listed with the customer’s others, the newest first, from the moment asked for', async () => {
    const { charge, providerCustomerID } = await savedMethod(office, 'card_pays')
    const other = await savedMethod(office, 'card_pays')
    await other.charge()
    const made = []
    for (let index = 0; index < 103; index++) {
      office.clock.pass(1000)
      made.unshift(await charge())
    }
    const listed = (since: Date) => office.payments.chargesOf(providerCustomerID, since)
    expect(await listed(new Date('2026-11-10T00:00:00Z'))).toEqual(made)
    expect(await listed(office.clock.now())).toEqual(made.slice(0, 1))
  })

  test.each([49, 100_000_000])('of %i cents is outside what can be charged', async (amountCents) => {
    const { charge } = await savedMethod(office, 'card_pays')
    await expect(charge({ amountCents })).rejects.toMatchObject({ kind: 'amount' })
  })

  test('is refused for another customer’s method, an unknown one, or one of another kind', async () => {
    const [one, other] = [await savedMethod(office, 'card_pays'), await savedMethod(office, 'card_pays')]
    for (const wrong of [
      { providerCustomerID: other.providerCustomerID },
      { providerMethodID: 'pm_none' },
      { providerCustomerID: 'cus_none' },
      { kind: 'debit' as const },
    ])
      await expect(one.charge(wrong)).rejects.toMatchObject({ kind: 'refused' })
    expect(await office.payments.chargesOf(one.providerCustomerID, new Date(0))).toEqual([])
    expect(await office.payments.lookUpCharge('pi_none')).toBeNull()
  })

  test('is refunded, disputed and paid out like any other payment', async () => {
    const { charge, providerID } = await savedMethod(office, 'card_pays')
    const { paymentID } = await charge()
    const made = await office.payments.refund(paymentID, 5000, 'one')
    expect(await office.payments.refundOf(paymentID, 'one')).toEqual(made)
    await office.press(providerID, { act: 'pay_out' })
    await office.press(providerID, { act: 'dispute' })
    await office.press(providerID, { act: 'dispute_won' })
    expect(office.events().slice(1)).toMatchObject([
      { kind: 'refunded', paymentID, amountCents: 5000 },
      { kind: 'payoutPaid', amountCents: 12_050 - 235 - 5000 },
      { kind: 'disputeOpened', paymentID, reason: 'fraudulent' },
      { kind: 'disputeWon', paymentID },
    ])
  })
})
