import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeInvoiceAmount,
  createInvoice,
  getInvoice,
  payInvoice,
  previewAmount,
  previewInvoice,
  previewSettlement,
  settleCustomer,
} from '#contract/v1/invoices.ts'
import { createTransaction, previewGoodwill, previewPayment } from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { invoiceOf, ledgerOf } from './card-fixture.ts'

describe.each(databases)('What an act would do is told before it, on %s', (kind) => {
  let office: Office
  let customerID: string
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    customerID = (await office.make.customer()).customerID
  })

  const goodwill = (amount: number) => office.call(office.admin, previewGoodwill, { customerID, amount })
  const give = (amount: number) =>
    office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_CREDIT_DEPOSIT',
      customerID,
      amount,
      notes: 'Sorry',
    })
  const pay = (invoiceID: string, amount: number) =>
    office.call(office.admin, payInvoice, { invoiceID, type: 'CUSTOMER_INBOUND', amount, paymentType: 'EFT' })
  const adjusted = (invoiceID: string, amount: number) =>
    office.call(office.admin, previewAmount, { invoiceID, amount })

  test('of goodwill: which invoice it pays, and what stays', async () => {
    const { number } = await invoiceOf(office, customerID, 60)
    const shown = { paid: [{ number, amount: 12.5, owing: 47.5 }], credit: 0, owing: 47.5 }
    expect(await goodwill(12.5)).toEqual(shown)
    expect(await goodwill(70)).toEqual({ paid: [{ number, amount: 60, owing: 0 }], credit: 10, owing: 0 })
    // Nothing was entered.
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 60 })
    await give(12.5)
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 47.5 })
  })

  test('of goodwill while credit is not used automatically: it stays credit', async () => {
    await office.admin.put('/v1/settings/credit.autoApply', { value: false })
    await invoiceOf(office, customerID, 60)
    expect(await goodwill(12.5)).toEqual({ paid: [], credit: 12.5, owing: 60 })
    await give(12.5)
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 12.5, owing: 60 })
  })

  test('of a payment of an invoice: what it does not take pays the others, and only then becomes credit', async () => {
    const [named, other] = [await invoiceOf(office, customerID, 50), await invoiceOf(office, customerID, 75)]
    const shown = (amount: number) =>
      office.call(office.admin, previewPayment, { customerID, amount, invoiceID: named.invoiceID })
    const both = [
      { number: named.number, amount: 50, owing: 0 },
      { number: other.number, amount: 5, owing: 70 },
    ]
    expect(await shown(55)).toEqual({ paid: both, credit: 0, owing: 70 })
    expect(await shown(130)).toMatchObject({ credit: 5, owing: 0 })
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 125 })
    await pay(named.invoiceID, 55)
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 70 })
  })

  test('of a payment on account: the oldest invoice first, cash rounded as it will be', async () => {
    const { number } = await invoiceOf(office, customerID, 24.98)
    const shown = (paymentType: 'CASH' | 'EFT') =>
      office.call(office.admin, previewPayment, { customerID, amount: 25, paymentType })
    expect(await shown('EFT')).toEqual({ paid: [{ number, amount: 24.98, owing: 0 }], credit: 0.02, owing: 0 })
    expect(await shown('CASH')).toEqual({ paid: [{ number, amount: 24.98, owing: 0 }], credit: 0, owing: 0 })
  })

  test('of a new amount: the adjustment, its GST, and what is owed afterwards', async () => {
    const { invoiceID } = await invoiceOf(office, customerID, 25)
    const shown = await adjusted(invoiceID, 10)
    expect(shown).toMatchObject({ difference: -15, invoiceOwing: 10, released: 0, paid: [], credit: 0, owing: 10 })
    const change = { invoiceID, amount: 10, reason: 'Half' }
    const { adjustments } = await office.call(office.admin, changeInvoiceAmount, change)
    expect(adjustments).toMatchObject([{ difference: -15, gstDifference: shown.gstDifference }])
  })

  test('of a new amount of a paid invoice: what becomes credit, and what that pays at once', async () => {
    const first = await invoiceOf(office, customerID, 25)
    await pay(first.invoiceID, 25)
    expect(await adjusted(first.invoiceID, 10)).toMatchObject({ invoiceOwing: 0, released: 15, credit: 15, owing: 0 })
    const { number } = await invoiceOf(office, customerID, 60)
    expect(await adjusted(first.invoiceID, 10)).toMatchObject({
      invoiceOwing: 0,
      released: 15,
      paid: [{ number, amount: 15, owing: 45 }],
      credit: 0,
      owing: 45,
    })
    expect(await office.call(office.admin, getInvoice, { invoiceID: first.invoiceID })).toMatchObject({ amount: 25 })
  })

  const byHand = (price: number) => ({ customerID, lines: [{ description: 'Skip', quantity: 1, price }] })
  const invoiced = (price: number) => office.call(office.admin, previewInvoice, byHand(price))

  test('of an invoice by hand: what free credit pays of it at once, and what is then owed', async () => {
    await give(20)
    const shown = { fromCredit: 20, invoiceOwing: 55, paid: [], credit: 0, owing: 55 }
    expect(await invoiced(75)).toEqual(shown)
    expect(await invoiced(15)).toEqual({ fromCredit: 15, invoiceOwing: 0, paid: [], credit: 5, owing: 0 })
    // Nothing was issued.
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 20, owing: 0 })
    const { invoiceID, number } = await office.call(office.admin, createInvoice, byHand(75))
    expect(number).toBe('INV-000001')
    expect(await office.call(office.admin, getInvoice, { invoiceID })).toMatchObject({ owing: 55 })
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 55 })
  })

  test('of an invoice by hand while credit is not used automatically: it stays credit', async () => {
    await office.admin.put('/v1/settings/credit.autoApply', { value: false })
    await give(20)
    expect(await invoiced(75)).toEqual({ fromCredit: 0, invoiceOwing: 75, paid: [], credit: 20, owing: 75 })
  })

  test('of settling an account: which invoices credit and payment pay, and what is owed afterwards', async () => {
    await office.admin.put('/v1/settings/credit.autoApply', { value: false })
    await give(20)
    const [first, second] = [await invoiceOf(office, customerID, 50), await invoiceOf(office, customerID, 75)]
    const settled = (more: object) => office.call(office.admin, previewSettlement, { customerID, ...more })
    expect(await settled({})).toEqual({
      invoiced: 0,
      paid: [{ number: first.number, amount: 20, owing: 30 }],
      credit: 0,
      owing: 105,
    })
    const paid = [
      { number: first.number, amount: 50, owing: 0 },
      { number: second.number, amount: 10, owing: 65 },
    ]
    expect(await settled({ amount: 40, paymentType: 'EFT' })).toEqual({ invoiced: 0, paid, credit: 0, owing: 65 })
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 20, owing: 125 })
    await office.call(office.admin, settleCustomer, { customerID, amount: 40, paymentType: 'EFT' })
    expect(await ledgerOf(office, customerID)).toMatchObject({ credit: 0, owing: 65 })
  })

  test('only to the office, and of what can be done', async () => {
    const own = await office.customer()
    const { invoiceID } = await invoiceOf(office, customerID, 25)
    const ways = [
      ['/v1/transactions/goodwill/preview', { customerID, amount: 5 }],
      ['/v1/transactions/payment/preview', { customerID, amount: 5 }],
      [`/v1/invoices/${invoiceID}/amount/preview`, { amount: 5 }],
      [`/v1/invoices/settle/${customerID}/preview`, { amount: 5 }],
    ] as const
    for (const [path, input] of ways) {
      for (const by of [own, await office.driver()]) expect((await by.post(path, input)).status).toBe(403)
      for (const wrong of [{ amount: -1 }, { amount: 1.001 }, { amount: '5' }, { more: true }])
        expect((await office.admin.post(path, { ...input, ...wrong })).status).toBe(422)
    }
    for (const by of [own, await office.driver()])
      expect((await by.post('/v1/invoices/preview', byHand(5))).status).toBe(403)
    expect((await office.admin.post(ways[0][0], { customerID: newID(), amount: 5 })).status).toBe(422)
    expect((await office.admin.post(ways[0][0], { customerID, amount: 0 })).status).toBe(422)
    expect((await office.admin.post(`/v1/invoices/${newID()}/amount/preview`, { amount: 5 })).status).toBe(404)
    expect((await office.admin.post(ways[2][0], { amount: 25 })).body).toMatchObject({ code: 'amount_unchanged' })
  })
})
