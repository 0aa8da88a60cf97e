import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, payInvoice, settleCustomer } from '#contract/v1/invoices.ts'
import { createTransaction, getLedger } from '#contract/v1/transactions.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

describe.each(databases)('One payment that two people record is asked about, on %s', (kind) => {
  let office: Office
  let admin: Person
  beforeAll(async () => {
    office = await openOffice(kind)
    admin = office.admin
  })
  afterAll(() => office.close())

  const owing = async (): Promise<{ customerID: string; invoiceID: string }> => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await office.call(admin, createInvoice, {
      customerID,
      lines: [{ description: 'Bin', quantity: 1, price: 75 }],
    })
    return { customerID, invoiceID }
  }
  const paid = { type: 'CUSTOMER_INBOUND', amount: 75, paymentType: 'EFT' } as const
  const credit = async (customerID: string) => (await office.call(admin, getLedger, { customerID })).credit
  const already = { status: 409, body: { code: 'entered_already' } }

  test('The second of two clerks hears of the first one’s payment, however each of them enters it', async () => {
    const { customerID, invoiceID } = await owing()
    await office.call(admin, payInvoice, { invoiceID, ...paid })
    expect(await admin.post(`/v1/invoices/${invoiceID}/transactions`, paid)).toMatchObject({
      status: 409,
      body: {
        code: 'entered_already',
        message: expect.stringMatching(/^Payment of \$75\.00 on .* is in this account/),
      },
    })
    expect(await admin.post('/v1/transactions', { customerID, ...paid, paymentType: 'CASH' })).toMatchObject(already)
    const { type: _type, ...settling } = paid
    expect(await admin.post(`/v1/invoices/settle/${customerID}`, settling)).toMatchObject(already)
    expect(await credit(customerID)).toBe(0)
  })

  test('Of two at once one is booked', async () => {
    const { customerID } = await owing()
    const answers = await Promise.all([1, 2].map(() => admin.post('/v1/transactions', { customerID, ...paid })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await credit(customerID)).toBe(0)
  })

  test('Another payment of the same amount is entered after that question, or with a key of its own', async () => {
    const { customerID, invoiceID } = await owing()
    await office.call(admin, payInvoice, { invoiceID, ...paid })
    await office.call(admin, payInvoice, { invoiceID, ...paid, again: true })
    await office.call(admin, createTransaction, { customerID, ...paid, clientKey: 'statement 12, line 4' })
    const { type: _type, ...settling } = paid
    await office.call(admin, settleCustomer, { customerID, ...settling, again: true })
    expect(await credit(customerID)).toBe(225)
  })

  test('Two invoices of one amount are paid on one day without a question', async () => {
    const { customerID, invoiceID } = await owing()
    const lines = [{ description: 'Another bin', quantity: 1, price: 75 }]
    const second = await office.call(admin, createInvoice, { customerID, lines })
    for (const each of [invoiceID, second.invoiceID]) await office.call(admin, payInvoice, { invoiceID: each, ...paid })
    expect(await admin.post(`/v1/invoices/${invoiceID}/transactions`, paid)).toMatchObject(already)
    expect(await credit(customerID)).toBe(0)
  })

  test('Another amount, another day, and a payment that was reversed are no question', async () => {
    const { customerID } = await owing()
    const [first] = (await office.call(admin, createTransaction, { customerID, ...paid })).transactions
    await office.call(admin, createTransaction, { customerID, ...paid, amount: 74.95 })
    await office.call(admin, createTransaction, { reverses: first!.transactionID, notes: 'Wrong customer' })
    await office.call(admin, createTransaction, { customerID, ...paid })
    expect(await credit(customerID)).toBe(74.95)
  })

  test('Goodwill and a refund are asked about in the same way', async () => {
    const { customerID } = await office.make.customer()
    const goodwill = { type: 'CUSTOMER_CREDIT_DEPOSIT', customerID, amount: 20, notes: 'Broken lid' } as const
    await office.call(admin, createTransaction, goodwill)
    expect(await admin.post('/v1/transactions', goodwill)).toMatchObject(already)
    const refund = { type: 'CUSTOMER_CREDIT_DEDUCT', customerID, amount: 5, paymentType: 'EFT' } as const
    await office.call(admin, createTransaction, refund)
    expect(await admin.post('/v1/transactions', refund)).toMatchObject(already)
    expect(await credit(customerID)).toBe(15)
  })
})
