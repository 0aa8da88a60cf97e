import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newID } from '#domain/identifiers.ts'
import { type TestPayments, testPayments } from '../../support/payments.ts'
import { savedMethod, setupOrder } from '../../support/saved-methods.ts'

describe('a method that a customer saves to be charged by itself', () => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments()))
  afterEach(() => office.close())
  const pageOf = async (providerID: string) =>
    (await office.sandbox.page({ method: 'GET', sessionID: providerID, query: '', body: '' })).body

  test('is saved on a page that says what each charge will do, and runs no script (P57)', async () => {
    const { providerID, url } = await office.payments.setUp(await setupOrder(office))
    const page = await pageOf(providerID)
    expect(url).toBe(`https://rounds.example/sandbox-checkout/${providerID}`)
    for (const text of [
      'This is a sandbox. No money moves.',
      '<h1>Green &amp; Sons</h1>',
      'Save a card',
      'Is declined twice, then pays',
      'Is refused for good',
      'Needs the bank’s approval each time',
      'Expires at the end of this month',
      'Save a bank account',
      'Fails after 10 seconds',
      'Pays, then the bank takes it back',
      'Pays once, then its agreement ends',
      'Cancel',
    ])
      expect(page).toContain(text)
    expect(page).not.toMatch(/<script|<link|<img|javascript:| on\w+=/)
  })

  test.each([
    ['card_pays', { kind: 'card', brand: 'visa', last4: '4242', expiresIn: '2029-12', mandateID: null }],
    ['card_expires', { kind: 'card', brand: 'mastercard', last4: '4444', expiresIn: '2026-11', mandateID: null }],
    [
      'debit_pays',
      { kind: 'debit', brand: null, last4: '3456', expiresIn: null, mandateID: expect.stringMatching(/^mandate_/) },
    ],
  ])('is found after it was saved (%s)', async (act, method) => {
    const order = await setupOrder(office)
    const { providerID } = await office.payments.setUp(order)
    expect(await office.payments.lookUpSetup(providerID)).toEqual({
      methodID: order.methodID,
      installation: 'this one',
      state: 'open',
      method: null,
    })
    expect(await office.press(providerID, { act })).toBe(`https://rounds.example/saved?page=${providerID}`)
    expect(office.events()).toMatchObject([{ kind: 'setupEnded', providerID, methodID: order.methodID, test: true }])
    expect(await office.payments.lookUpSetup(providerID)).toEqual({
      methodID: order.methodID,
      installation: 'this one',
      state: 'done',
      method: { providerMethodID: expect.stringMatching(/^pm_/), ...method },
    })
  })

  test('is saved once, also when the button is pressed twice', async () => {
    const { providerID, method } = await savedMethod(office, 'card_pays')
    expect(await office.press(providerID, { act: 'card_hard' })).toBe(`https://rounds.example/saved?page=${providerID}`)
    expect(await office.payments.lookUpSetup(providerID)).toMatchObject({ method })
    expect(office.received).toEqual([])
  })

  test('is not saved when the customer goes back, or too late', async () => {
    const order = await setupOrder(office)
    const { providerID } = await office.payments.setUp(order)
    expect(await office.press(providerID, { act: 'cancel' })).toBe(order.cancelUrl)
    expect(await office.payments.lookUpSetup(providerID)).toMatchObject({ state: 'open' })
    await office.pass(3_600_000)
    expect(office.events()).toMatchObject([{ kind: 'setupEnded', providerID }])
    await office.press(providerID, { act: 'card_pays' })
    expect(await office.payments.lookUpSetup(providerID)).toMatchObject({ state: 'expired', method: null })
    expect(await pageOf(providerID)).toContain('This page has expired. Nothing was saved.')
  })

  test('belongs to the provider’s customer, who is one for one key, with an email or without (P1)', async () => {
    const key = newID()
    const made = await Promise.all([1, 2, 3].map(() => office.payments.customerFor(key, 'pat@customer.example')))
    expect(new Set(made).size).toBe(1)
    expect(await office.payments.customerFor(newID(), 'pat at home')).toMatch(/^cus_/)
    await expect(
      setupOrder(office, { providerCustomerID: 'cus_none' }).then((order) => office.payments.setUp(order)),
    ).rejects.toMatchObject({ kind: 'refused', code: 'resource_missing' })
  })

  test('that is unknown to the provider is not found', async () => {
    expect(await office.payments.lookUpSetup('cs_sandbox_none')).toBeNull()
    const { providerID } = await office.pressed({ act: 'card' })
    expect(await office.payments.lookUpSetup(providerID)).toBeNull()
  })

  test('is shown afterwards with what can happen to it', async () => {
    const card = await savedMethod(office, 'card_expires')
    const debit = await savedMethod(office, 'debit_pays')
    const [ofCard, ofDebit] = [await pageOf(card.providerID), await pageOf(debit.providerID)]
    for (const text of ['Mastercard ending in 4444', '11/2026', 'Replace the card’s expiry', 'Remove it'])
      expect(ofCard).toContain(text)
    for (const text of ['bank account ending in 3456', 'Cancel the debit agreement', 'Remove it'])
      expect(ofDebit).toContain(text)
    expect(ofCard).not.toContain('Cancel the debit agreement')
    expect(ofDebit).not.toContain('Replace the card’s expiry')
  })

  test('gets a new last month from the provider when the bank sends a new card', async () => {
    const { providerID, method } = await savedMethod(office, 'card_expires')
    const { mandateID: _, ...found } = method
    await office.press(providerID, { act: 'renew' })
    expect(office.events()).toMatchObject([{ kind: 'methodUpdated', method: { ...found, expiresIn: '2029-12' } }])
    await office.press(providerID, { act: 'again' })
    expect(office.events()[1]).toEqual(office.events()[0])
    expect(await office.payments.lookUpSetup(providerID)).toMatchObject({ method: { expiresIn: '2029-12' } })
  })

  test('is taken away by the office or at the provider, once', async () => {
    const [one, other] = [await savedMethod(office, 'card_pays'), await savedMethod(office, 'card_pays')]
    await office.payments.detach(one.method.providerMethodID)
    await office.payments.detach(one.method.providerMethodID)
    await expect(office.payments.detach('pm_none')).resolves.toBeUndefined()
    await office.press(other.providerID, { act: 'detach' })
    await office.press(other.providerID, { act: 'detach' })
    expect(office.events()).toMatchObject(
      [one, other].map(({ method }) => ({ kind: 'methodDetached', providerMethodID: method.providerMethodID })),
    )
    expect(await pageOf(one.providerID)).toContain('It was removed.')
    await expect(one.charge()).rejects.toMatchObject({ kind: 'refused' })
  })

  test('whose debit agreement is cancelled is told, and never charged again', async () => {
    const { providerID, method, charge } = await savedMethod(office, 'debit_pays')
    await office.press(providerID, { act: 'end_mandate' })
    await office.press(providerID, { act: 'end_mandate' })
    expect(office.events()).toMatchObject([{ kind: 'mandateEnded', providerMethodID: method.providerMethodID }])
    await expect(charge()).rejects.toMatchObject({ kind: 'refused', code: 'payment_intent_mandate_invalid' })
  })
})
