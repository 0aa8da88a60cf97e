import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createInvoice, getInvoice, payInvoice, settleCustomer, writeOffInvoice } from '#contract/v1/invoices.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { purposeInWords } from '#domain/ledger-words.ts'
import { gstReport } from '#contract/v1/reports.ts'
import { createTransaction, getLedger, listTransactions } from '#contract/v1/transactions.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'
import { refusal } from '../../fixtures/office-bodies.ts'

describe.each(databases)('Money for a written-off debt, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const invoiced = (customerID: string, price: number) =>
    office.call(office.admin, createInvoice, {
      customerID,
      lines: [{ description: 'Extra bin', quantity: 1, price }],
    })
  const writtenOff = async (price = 50) => {
    const { customerID } = await office.make.customer({})
    const { invoiceID, number } = await invoiced(customerID, price)
    await office.call(office.admin, writeOffInvoice, { invoiceID, reason: 'Moved away' })
    return { customerID, invoiceID, number }
  }
  const standing = async (customerID: string) => {
    const { credit, owing, writtenOff: debts } = await office.call(office.admin, getLedger, { customerID })
    return { credit, owing, writtenOff: (debts ?? []).map(({ amount }) => amount) }
  }
  const payment = { type: 'CUSTOMER_INBOUND', paymentType: 'EFT' } as const

  test('P45 A payment of the invoice takes the write-off back by what is paid; the rest stays written off', async () => {
    const { customerID, invoiceID } = await writtenOff()
    expect(await standing(customerID)).toEqual({ credit: 0, owing: 0, writtenOff: [50] })
    const { invoice } = await office.call(office.admin, payInvoice, { ...payment, invoiceID, amount: 30 })
    expect(invoice).toMatchObject({ owing: 0, writtenOff: true })
    expect(await standing(customerID)).toEqual({ credit: 0, owing: 0, writtenOff: [20] })
    await office.call(office.admin, payInvoice, { ...payment, invoiceID, amount: 25 })
    expect(await standing(customerID)).toEqual({ credit: 5, owing: 0, writtenOff: [] })
    expect(await office.call(office.admin, getInvoice, { invoiceID })).toMatchObject({ writtenOff: false })
    expect(await auditAllLedgers(office.deps.database.db)).toMatchObject({ difference: null })
  })

  test('P45 What takes a write-off back is called that wherever the account is shown', async () => {
    const { customerID, invoiceID } = await writtenOff()
    await office.call(office.admin, payInvoice, { ...payment, invoiceID, amount: 30 })
    const { items } = await office.call(office.admin, getLedger, { customerID })
    const ofInvoice = (await office.call(office.admin, getInvoice, { invoiceID })).transactions.map(purposeInWords)
    const listed = (await office.call(office.admin, listTransactions, { customerID })).items.map(purposeInWords)
    expect(listed.toSorted()).toEqual([
      'Payment',
      'Write-off cancelled',
      'Write-off cancelled',
      'Written off',
      'Written off',
    ])
    expect(ofInvoice.toSorted()).toEqual(['Payment', 'Write-off cancelled', 'Written off'])
    const described = items.flatMap(({ kind, description }) => (kind === 'transaction' ? [description] : []))
    expect(described.toSorted()).toEqual(listed.toSorted())
    const told = (await office.call(office.admin, getTimeline, { customerID })).items
    const payments = told.flatMap((item) => (item.kind === 'payment' ? [item] : []))
    // All of them are of the same moment.
    expect(payments.map(({ purpose, isReversal, amount }) => `${purpose} ${isReversal} ${amount}`).toSorted()).toEqual([
      'payment false 30',
      'write_off false 50',
      'write_off true 30',
    ])
  })

  test('P46 Other money pays what is owed; what would become credit recovers the debt only where that is asked', async () => {
    const { customerID } = await writtenOff()
    await invoiced(customerID, 20)
    await office.call(office.admin, createTransaction, { ...payment, customerID, amount: 30 })
    expect(await standing(customerID)).toEqual({ credit: 10, owing: 0, writtenOff: [50] })
    const another = { ...payment, customerID, amount: 30, again: true }
    await office.call(office.admin, createTransaction, { ...another, recover: true })
    expect(await standing(customerID)).toEqual({ credit: 10, owing: 0, writtenOff: [20] })
  })

  test('P46 After a settlement the credit it left recovers the debt, by at most what is written off', async () => {
    const { customerID, invoiceID } = await writtenOff()
    await office.call(office.admin, settleCustomer, { customerID, amount: 60, paymentType: 'CASH' })
    const fromCredit = (amount: number) =>
      office.admin.post(`/v1/invoices/${invoiceID}/transactions`, { type: 'CUSTOMER_CREDIT_DEDUCT', amount })
    expect(await fromCredit(55)).toMatchObject(refusal(409, 'more_than_written_off'))
    expect(await fromCredit(50)).toMatchObject({ status: 201 })
    expect(await standing(customerID)).toEqual({ credit: 10, owing: 0, writtenOff: [] })
    expect(await fromCredit(5)).toMatchObject(refusal(409, 'nothing_owing'))
  })

  test('P49 When that payment is reversed the invoice owes again, and is not written off again', async () => {
    const { customerID, invoiceID } = await writtenOff()
    const { transactions } = await office.call(office.admin, payInvoice, { ...payment, invoiceID, amount: 50 })
    const paid = transactions.find(({ purpose }) => purpose === 'payment')!
    await office.call(office.admin, createTransaction, { reverses: paid.transactionID, notes: 'Dishonoured' })
    expect(await standing(customerID)).toEqual({ credit: 0, owing: 50, writtenOff: [] })
  })

  test('P48 The GST report counts the money (cash) and adds the recovered GST to 1A (accrual)', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const { invoiceID } = await writtenOff(110)
    await office.call(office.admin, payInvoice, { ...payment, invoiceID, amount: 44 })
    const { bases } = await office.call(office.admin, gstReport, { from: '2026-01-01', to: '2027-12-31' })
    expect(bases.map(({ basis, g1, oneA, badDebts: { amount, gst } }) => ({ basis, g1, oneA, amount, gst }))).toEqual([
      { basis: 'CASH', g1: 44, oneA: 4, amount: 0, gst: 0 },
      { basis: 'ACCRUAL', g1: 110, oneA: 14, amount: 110, gst: 10 },
    ])
  })

  test('P45 Money dated before the write-off takes it back on the write-off’s day, and is counted on its own', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const { customerID } = await office.make.customer({})
    const { invoiceID } = await invoiced(customerID, 55)
    // The old year’s money is entered in the new one, after the write-off.
    const on = async (day: string) => {
      office.clock.set(`${day}T02:00:00Z`)
      return signedIn(office.fetch, office.admin)
    }
    await office.call(await on('2027-01-02'), writeOffInvoice, { invoiceID, reason: 'Moved away' })
    const admin = await on('2027-01-05')
    const { transactions } = await office.call(admin, payInvoice, {
      ...payment,
      invoiceID,
      amount: 55,
      datePaid: '2026-12-29',
    })
    expect(transactions.map(({ purpose, datePaid }) => [purpose, datePaid]).toSorted()).toEqual([
      ['payment', '2026-12-29'],
      ['release', '2027-01-02'],
      ['write_off', '2027-01-02'],
    ])
    const figures = async (from: string, to: string) =>
      (await office.call(admin, gstReport, { from, to })).bases.map(({ basis, g1, oneA, badDebts: { gst } }) => [
        basis,
        g1,
        oneA,
        gst,
      ])
    expect(await figures('2026-10-01', '2026-12-31')).toEqual([
      ['CASH', 55, 5, 0],
      ['ACCRUAL', 55, 5, 0],
    ])
    expect(await figures('2027-01-01', '2027-03-31')).toEqual([
      ['CASH', 0, 0, 0],
      ['ACCRUAL', 0, 5, 5],
    ])
    expect(await auditAllLedgers(office.deps.database.db)).toMatchObject({ difference: null })
  })

  test('P45 The same key twice recovers once: the key belongs to the payment', async () => {
    const { customerID } = await writtenOff()
    const recover = { ...payment, customerID, amount: 30, recover: true, clientKey: 'statement 12, line 4' }
    const first = await office.call(office.admin, createTransaction, recover)
    const again = await office.call(office.admin, createTransaction, recover)
    const paid = first.transactions.filter(({ purpose }) => purpose === 'payment')
    expect(again.transactions).toMatchObject(paid.map(({ transactionID }) => ({ transactionID })))
    expect(await standing(customerID)).toEqual({ credit: 0, owing: 0, writtenOff: [20] })
  })

  test('P53 The GST report says when its basis was changed', async () => {
    const changedOn = async () =>
      (await office.call(office.admin, gstReport, { from: '2026-01-01', to: '2027-12-31' })).basisChangedOn
    expect(await changedOn()).toBeNull()
    await office.admin.put('/v1/settings/gst.basis', { value: 'ACCRUAL' })
    expect(await changedOn()).toBe('2026-11-10')
  })
})
