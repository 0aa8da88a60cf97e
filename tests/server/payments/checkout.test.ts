import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestPayments, testPayments } from '../../support/payments.ts'

/** Stripe's own client speaks to the sandbox over a real connection on this machine. */
describe('a checkout without Stripe’s keys', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())

  test('opens a page on the address the browser returns to', async () => {
    const { providerID, url } = await office.payments.createCheckout(office.order())
    expect(office.payments.kind).toBe('sandbox')
    expect(url).toBe(`https://rounds.example/sandbox-checkout/${providerID}`)
  })

  test('is paid by card: the webhook names our checkout, amount, currency and payment', async () => {
    const { order, providerID } = await office.pressed({ act: 'card' })
    expect(office.events()).toEqual([
      {
        kind: 'checkoutPaid',
        providerID,
        checkoutID: order.checkoutID,
        amountCents: 12_050,
        currency: 'aud',
        paymentID: expect.stringMatching(/^pi_/),
        eventID: expect.stringMatching(/^evt_/),
        happenedAt: office.clock.now(),
        test: true,
      },
    ])
  })

  test('sends the browser back with the provider’s id, also when the button is pressed twice', async () => {
    const { providerID } = await office.payments.createCheckout(office.order())
    const back = `https://rounds.example/payment-success?checkout=${providerID}`
    expect(await office.press(providerID, { act: 'card' })).toBe(back)
    expect(await office.press(providerID, { act: 'card' })).toBe(back)
    expect(office.events()).toHaveLength(1)
  })

  test('stays open when the card is declined or the customer goes back', async () => {
    const order = office.order()
    const { providerID, url } = await office.payments.createCheckout(order)
    expect(await office.press(providerID, { act: 'decline' })).toBe(`./${providerID}?declined`)
    expect(await office.press(providerID, { act: 'cancel' })).toBe(order.cancelUrl)
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'open', url, paymentID: null })
    expect(office.received).toEqual([])
  })

  test('by bank debit is pending first, and paid when the bank says so', async () => {
    const { providerID } = await office.pressed({ act: 'debit_succeeds' })
    expect(office.events().map(({ kind }) => kind)).toEqual(['checkoutPending'])
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'pending' })
    await office.pass(10_000)
    expect(office.events().map(({ kind }) => kind)).toEqual(['checkoutPending', 'checkoutPaid'])
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'paid' })
  })

  test('by bank debit that fails is never paid', async () => {
    const { providerID } = await office.pressed({ act: 'debit_fails' })
    await office.pass(10_000)
    expect(office.events().map(({ kind }) => kind)).toEqual(['checkoutPending', 'checkoutFailed'])
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'failed' })
  })

  test('that was not paid expires, and can’t be paid any more', async () => {
    const { providerID } = await office.payments.createCheckout(office.order())
    await office.pass(3_600_000)
    expect(office.events()).toMatchObject([{ kind: 'checkoutExpired', providerID }])
    await office.press(providerID, { act: 'card' })
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'expired', url: null })
    expect(office.events()).toHaveLength(1)
  })

  test('that is not to be paid any more is closed; one that is paid stays paid', async () => {
    const { providerID } = await office.payments.createCheckout(office.order())
    await office.payments.expire(providerID)
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'expired' })
    const paid = await office.pressed({ act: 'card' })
    await office.payments.expire(paid.providerID)
    expect(await office.payments.lookUp(paid.providerID)).toMatchObject({ state: 'paid' })
    await expect(office.payments.expire('cs_sandbox_none')).resolves.toBeUndefined()
  })

  test('is opened once for one key, also 20 times at once', async () => {
    const order = office.order()
    const opened = await Promise.all(Array.from({ length: 20 }, () => office.payments.createCheckout(order)))
    expect(new Set(opened.map(({ providerID }) => providerID)).size).toBe(1)
  })

  test('with the key of another order is refused', async () => {
    const order = office.order()
    await office.payments.createCheckout(order)
    const other = office.order({ idempotencyKey: order.idempotencyKey })
    await expect(office.payments.createCheckout(other)).rejects.toMatchObject({ kind: 'refused' })
  })

  test.each([49, 100_000_000])('of %i cents is outside what a card can pay', async (amountCents) => {
    const order = office.order({ amountCents, lines: [{ text: 'Invoice 1', amountCents }] })
    await expect(office.payments.createCheckout(order)).rejects.toMatchObject({ kind: 'amount' })
  })

  test('opens without the customer’s email where the provider does not accept it', async () => {
    const order = office.order({ customerEmail: 'pat at home' })
    const { providerID } = await office.payments.createCheckout(order)
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'open', checkoutID: order.checkoutID })
  })

  test('of 150 invoices is one line with their number', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => ({ text: `Invoice ${index}`, amountCents: 100 }))
    const { providerID } = await office.payments.createCheckout(office.order({ lines, amountCents: 15_000 }))
    const { body } = await office.sandbox.page({ method: 'GET', sessionID: providerID, query: '', body: '' })
    expect(body).toContain('<dt>150 invoices</dt><dd>$150.00</dd>')
  })

  test('whose lines do not add up is never opened', async () => {
    await expect(office.payments.createCheckout(office.order({ amountCents: 1 }))).rejects.toThrow('add up')
  })

  test('says what the provider keeps of the payment', async () => {
    const { providerID } = await office.pressed({ act: 'card' })
    expect(await office.payments.lookUp(providerID)).toMatchObject({ amountCents: 12_050, feeCents: 235 })
  })

  test('that the provider does not know is not found', async () => {
    expect(await office.payments.lookUp('cs_sandbox_none')).toBeNull()
  })
})
