import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { getInvoice, listInvoices, payInvoice, writeOffInvoice } from '#contract/v1/invoices.ts'
import { refundToCard } from '#contract/v1/payments.ts'
import { cashReport, reportRows } from '#contract/v1/reports.ts'
import { createTransaction, getLedger, listTransactions } from '#contract/v1/transactions.ts'
import { financialYear } from '#domain/periods.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { cardAlerts, ledgerOf, type PaidByCard, paidByCard } from './card-fixture.ts'

const CASH = { type: 'CUSTOMER_INBOUND', amount: 60, paymentType: 'CASH' } as const
const TAKEN_BACK = 'Taken by the bank (dispute)'

describe.each(databases)('A card payment that its customer disputes, on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  let own: Person
  let customerID: string
  let paid: PaidByCard
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    own = await office.customer()
    customerID = own.userID
    paid = await paidByCard(office, provider, customerID, 60)
    office.clock.pass(1000)
  })

  const paymentNow = async () => {
    const { items } = await office.call(office.admin, listTransactions, { customerID })
    return items.find(({ transactionID }) => transactionID === paid.payment.transactionID)!
  }
  const invoiceNow = async () => {
    const { items } = await office.call(office.admin, listInvoices, { customerID })
    return office.call(office.admin, getInvoice, { invoiceID: items[0]!.invoiceID })
  }
  const refund = (amount: number, left: number) =>
    office.call(office.admin, refundToCard, { checkoutID: paid.checkoutID, amount, left, reason: 'Bag torn' })

  test('is called a dispute in the payments, the history, the invoice, the audit log and both ledgers, and never a refund', async () => {
    await provider.press(paid.url, 'dispute')
    const { items } = await office.call(office.admin, listTransactions, { customerID, purpose: 'refund' })
    expect(items).toMatchObject([{ isDispute: true, amount: 60 }])
    const { items: happened } = await office.call(office.admin, getTimeline, { customerID })
    expect(happened).toContainEqual(expect.objectContaining({ kind: 'payment', purpose: 'refund', isDispute: true }))
    expect((await invoiceNow()).transactions).toMatchObject([{ purpose: 'payment', card: { disputed: true } }])
    const { items: acts } = await office.call(office.admin, listAudit, { subjectKind: 'transaction' })
    expect(acts.map(({ action }) => action)).toContain('dispute.create')
    expect(acts.map(({ action }) => action)).not.toContain('refund.create')
    for (const { items: lines } of [await ledgerOf(office, customerID), await office.call(own, getLedger, {})]) {
      expect(lines.map(({ description }) => description)).toContain(TAKEN_BACK)
      expect(lines.map(({ description }) => description)).not.toContain('Refund')
    }
  })

  test('is no refund in the report of money received, which names what the bank took', async () => {
    await refund(20, 60)
    await provider.press(paid.url, 'dispute')
    const year = financialYear(2026)
    const { types, ...all } = await office.call(office.admin, cashReport, year)
    const expected = { received: { amount: 60 }, reversed: { amount: 0 }, refunded: { amount: 20 } }
    for (const figures of [all, types.find(({ paymentType }) => paymentType === 'CARD')!]) {
      expect(figures).toMatchObject({ ...expected, disputed: { count: 1 } })
      for (const { rows, amount } of [figures.refunded, figures.disputed])
        expect(await office.call(office.admin, reportRows, rows)).toMatchObject({ total: 1, totalAmount: amount })
    }
  })

  test('has nothing left to refund, and says why; won, it can be refunded again', async () => {
    expect(await paymentNow()).toMatchObject({ isDispute: false, card: { refunded: 0, disputed: false, left: 60 } })
    await provider.press(paid.url, 'dispute')
    expect(await paymentNow()).toMatchObject({ card: { refunded: 0, disputed: true, left: 0 } })
    await provider.press(paid.url, 'dispute_won')
    expect(await paymentNow()).toMatchObject({ card: { refunded: 0, disputed: false, left: 60 } })
  })

  test('or that the office refunds, says how much of it was refunded and what is left', async () => {
    await refund(20, 60)
    expect(await paymentNow()).toMatchObject({ card: { refunded: 20, disputed: false, left: 40 } })
    const { items } = await office.call(office.admin, listTransactions, { customerID, purpose: 'refund' })
    expect(items).toMatchObject([{ isDispute: false, card: null }])
    await refund(40, 40)
    expect(await paymentNow()).toMatchObject({ card: { refunded: 60, disputed: false, left: 0 } })
  })

  const lost = async () => (await cardAlerts(office)).filter(({ title }) => title.endsWith('is lost'))

  test.each([
    ['is paid again', (invoiceID: string) => office.call(office.admin, payInvoice, { invoiceID, ...CASH })],
    [
      'is written off',
      (invoiceID: string) => office.call(office.admin, writeOffInvoice, { invoiceID, reason: 'Moved away' }),
    ],
  ])('and loses asks for the money until the invoice %s', async (_how, settle) => {
    await provider.press(paid.url, 'dispute')
    await provider.press(paid.url, 'dispute_lost')
    expect(await lost()).toHaveLength(1)
    const { invoiceID, owing } = await invoiceNow()
    expect(owing).toBe(60)
    await settle(invoiceID)
    expect(await lost()).toEqual([])
  })

  test('after its credit was spent asks for the money until the debit note is paid', async () => {
    // The invoice is brought to nothing, and its money is paid back to the customer.
    const { invoiceID } = await invoiceNow()
    await office.admin.put(`/v1/invoices/${invoiceID}/amount`, { amount: 0, reason: 'Not collected' })
    await office.call(office.admin, createTransaction, { ...CASH, type: 'CUSTOMER_CREDIT_DEDUCT', customerID })
    office.clock.pass(1000)
    await provider.press(paid.url, 'dispute')
    await provider.press(paid.url, 'dispute_lost')
    expect(await lost()).toHaveLength(1)
    office.clock.pass(1000)
    await office.call(office.admin, createTransaction, { ...CASH, type: 'CUSTOMER_INBOUND', customerID })
    expect(await lost()).toEqual([])
  })

  const sandboxAdvice = async () => {
    await checkAlerts(office.deps)
    const { items } = await office.call(office.admin, listAlerts, {})
    return items.find(({ kind: each }) => each === 'payments-sandbox')?.advice
  }

  test('or that was refunded is not among the test payments that the office is asked to reverse', async () => {
    expect(await sandboxAdvice()).toContain('Reverse the 1 payment under Payments that isn’t refunded or disputed.')
    const other = await paidByCard(office, provider, customerID, 30)
    expect(await sandboxAdvice()).toContain('Reverse the 2 payments under Payments that aren’t refunded or disputed.')
    await provider.press(other.url, 'dispute')
    expect(await sandboxAdvice()).toContain('Reverse the 1 payment under Payments that isn’t refunded or disputed.')
    await refund(20, 60)
    const inPart = await sandboxAdvice()
    expect(inPart).toContain('Refund the rest of 1 payment to the card: it is refunded in part.')
    expect(inPart).not.toContain('Reverse the')
    await refund(40, 40)
    expect(await sandboxAdvice()).toBeUndefined()
  })
})
