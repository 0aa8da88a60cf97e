import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, getInvoice, listInvoices, remindNotesOfInvoice } from '#contract/v1/invoices.ts'
import { createTransaction, listTransactions } from '#contract/v1/transactions.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const PAYER = 'accounts@strata.example'
const REMARK = 'Sounds unwilling'

describe.each(databases)('A customer whose invoices another pays, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('reads neither the payer’s email nor what the office noted of the debt and its payments', async () => {
    const tenant = await office.customer({ billToName: 'Harbour Strata', billToEmail: PAYER })
    const customerID = tenant.userID
    const { invoiceID } = await office.call(office.admin, createInvoice, {
      customerID,
      lines: [{ description: 'Bin', quantity: 1, price: 40 }],
    })
    await office.call(office.admin, remindNotesOfInvoice, { invoiceID, remindNotes: REMARK })
    await office.call(office.admin, createTransaction, {
      customerID,
      type: 'CUSTOMER_INBOUND',
      amount: 10,
      paymentType: 'CASH',
      notes: `Paid late. ${REMARK}`,
    })
    const seenBy = async (person: typeof tenant) =>
      JSON.stringify([
        await office.call(person, listInvoices, {}),
        await office.call(person, getInvoice, { invoiceID }),
        await office.call(person, listTransactions, {}),
      ])
    expect(await seenBy(office.admin)).toContain(PAYER)
    expect(await seenBy(office.admin)).toContain(REMARK)
    expect(await seenBy(tenant)).not.toContain(PAYER)
    expect(await seenBy(tenant)).not.toContain(REMARK)
    // Searching would tell word by word what is not shown.
    const found = async (person: typeof tenant) =>
      (await office.call(person, listTransactions, { keyword: 'unwilling' })).total
    expect([await found(office.admin), await found(tenant)]).toEqual([1, 0])
  })
})
