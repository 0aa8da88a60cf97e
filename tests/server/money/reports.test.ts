import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeInvoiceAmount, createInvoice, listInvoices, payInvoice, writeOffInvoice } from '#contract/v1/invoices.ts'
import {
  cashReport,
  collectionsReport,
  customersReported,
  debtsReport,
  gstReport,
  reportRows,
  roundsReport,
  type RowsOfFigure,
  salesReport,
} from '#contract/v1/reports.ts'
import { createTransaction, listTransactions } from '#contract/v1/transactions.ts'
import type { Run } from '#contract/v1/runs.ts'
import { fromDollars } from '#domain/money.ts'
import { financialYear, quarter } from '#domain/periods.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'

const YEAR = financialYear(2026)
const SPRING = quarter(2026, 2)
const SUMMER = quarter(2026, 3)

interface Figure {
  rows: RowsOfFigure
  amount?: number
  count?: number
}

describe.each(databases)('Reports, on %s', (kind) => {
  let office: Office
  let run: Run
  const customer: Record<string, string> = {}
  const invoice: Record<string, string> = {}

  const lines = (price: number) => [{ description: 'Green waste', quantity: 1, price }]
  const issue = async (name: string, price: number) =>
    (invoice[name] = (
      await office.call(office.admin, createInvoice, { customerID: customer[name]!, lines: lines(price) })
    ).invoiceID)
  const pay = (name: string, amount: number, paymentType: 'EFT' | 'CASH' | 'CHEQUE' = 'EFT') =>
    office.call(office.admin, payInvoice, { invoiceID: invoice[name]!, type: 'CUSTOMER_INBOUND', amount, paymentType })
  /** The office is open at that time: its sessions are extended. */
  const at = async (instant: string) => {
    office.clock.set(instant)
    await office.deps.database.pool.query('update sessions set created_at = $1, expires_at = $2', [
      instant,
      '2028-12-31T00:00:00Z',
    ])
  }

  /**
   * November: a run of three at $25 a bag, and invoices by hand. January: payments, an adjustment, goodwill, a refund, a
   * write-off and a dishonoured cheque.
   */
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const home = await suburbAndPackage(office)
    const other = await office.make.product({ name: 'Bags for business', price: 40 })
    const driver = await office.driver({ payRate: 4, payPercentage: 50 })
    for (const name of ['anna', 'ben', 'cara'])
      customer[name] = (await office.make.customer({ ...home, firstName: name })).customerID
    customer['dora'] = (
      await office.make.customer({ ...home, productID: other.productID, due: { yearNumber: 2027, monthNumber: 1 } })
    ).customerID
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    run = await act(office.admin, draft, 'activate')
    const device = deviceOf(office, driver, run)
    const stopOf = (name: string) => run.jobs.find(({ customerID }) => customerID === customer[name])!
    await device.send([
      device.done(stopOf('anna'), 4, { extraAmount: 10 }),
      device.done(stopOf('ben'), 1),
      device.not(stopOf('cara'), 'NO_ACCESS'),
    ])
    await act(office.admin, run, 'complete')
    for (const name of ['anna', 'ben', 'cara'])
      invoice[name] = (
        await office.call(office.admin, listInvoices, { customerID: customer[name]! })
      ).items[0]!.invoiceID
    await issue('dora', 88)
    await pay('anna', 60)
    await at('2027-01-20T01:00:00Z')
    await pay('anna', 100, 'CASH')
    const { transactions } = await pay('ben', 25, 'CHEQUE')
    await office.call(office.admin, createTransaction, {
      reverses: transactions[0]!.transactionID,
      notes: 'Dishonoured',
    })
    await office.call(office.admin, changeInvoiceAmount, {
      invoiceID: invoice['dora']!,
      amount: 66,
      reason: 'Too much',
    })
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_CREDIT_DEPOSIT',
      customerID: customer['dora']!,
      amount: 11,
      notes: 'Sorry',
    })
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_CREDIT_DEDUCT',
      customerID: customer['anna']!,
      amount: 20,
      paymentType: 'EFT',
    })
    await office.call(office.admin, writeOffInvoice, { invoiceID: invoice['cara']!, reason: 'Gone' })
    await issue('ben', 33)
    await at('2027-02-20T01:00:00Z')
  })
  afterAll(() => office.close())

  /** All pages of the rows, at two a page. */
  async function behind(rows: RowsOfFigure) {
    const items = []
    for (let page = 1; ; page++) {
      const answer = await office.call(office.admin, reportRows, {
        ...rows,
        page,
        perPage: 2,
      })
      items.push(...answer.items)
      if (items.length >= answer.total) return { ...answer, items }
    }
  }
  const cents = (items: readonly { amount: number; gst: number }[], of: 'amount' | 'gst' = 'amount') =>
    items.reduce((all, item) => all + fromDollars(item[of]), 0)

  /** Every figure anywhere in an answer. */
  function figuresIn(value: unknown): Figure[] {
    if (Array.isArray(value)) return value.flatMap(figuresIn)
    if (typeof value !== 'object' || value === null) return []
    const own = 'rows' in value ? [value as Figure] : []
    return [...own, ...Object.entries(value).flatMap(([name, inner]) => (name === 'rows' ? [] : figuresIn(inner)))]
  }

  test('the sum of the rows behind every figure is the figure', async () => {
    const answers = [
      await office.call(office.admin, salesReport, YEAR),
      await office.call(office.admin, collectionsReport, YEAR),
      await office.call(office.admin, debtsReport, {}),
      await office.call(office.admin, cashReport, YEAR),
      await office.call(office.admin, cashReport, SUMMER),
      await office.call(office.admin, roundsReport, YEAR),
    ]
    const figures = figuresIn(answers)
    expect(figures.length).toBeGreaterThan(40)
    for (const { rows, amount, count } of figures) {
      const { items, total, totalAmount } = await behind(rows)
      expect([rows, items.length, total]).toEqual([rows, count, count])
      expect(new Set(items.map(({ rowID }) => rowID)).size).toBe(items.length)
      if (amount !== undefined)
        expect([rows, cents(items), fromDollars(totalAmount)]).toEqual([rows, fromDollars(amount), fromDollars(amount)])
    }
  })

  test('so are those of the GST of each quarter, on both bases', async () => {
    for (const period of [SPRING, SUMMER, YEAR]) {
      const { bases } = await office.call(office.admin, gstReport, period)
      for (const { g1, oneA, rows, badDebts } of bases) {
        const { items } = await behind(rows)
        expect([cents(items), cents(items, 'gst')]).toEqual([fromDollars(g1), fromDollars(oneA)])
        const written = await behind(badDebts.rows)
        expect([cents(written.items), cents(written.items, 'gst')]).toEqual([
          fromDollars(badDebts.amount),
          fromDollars(badDebts.gst),
        ])
      }
    }
  })

  test('GST: spring has the sales, summer their payments; adjustments, a write-off and goodwill where they belong (M17)', async () => {
    const of = async (period: typeof YEAR) =>
      (await office.call(office.admin, gstReport, period)).bases.map(({ basis, g1, oneA, badDebts }) => [
        basis,
        g1,
        oneA,
        badDebts.amount,
        badDebts.gst,
      ])
    // Anna 110, Ben 25, Cara 25 (attempt), Dora 88; Anna paid 60 of hers.
    expect(await of(SPRING)).toEqual([
      ['CASH', 60, 5.45, 0, 0],
      ['ACCRUAL', 248, 22.54, 0, 0],
    ])
    // Anna's other 50 (the rest of her 100 is credit, 20 of it refunded); the cheque came and went.
    expect(await of(SUMMER)).toEqual([
      ['CASH', 50, 4.55, 0, 0],
      ['ACCRUAL', 11, 1, 25, 2.27],
    ])
  })

  test('sales go by the issue date, after adjustments, and agree with the customers’ totals and the invoices (M7)', async () => {
    const { months, packages, total } = await office.call(office.admin, salesReport, YEAR)
    expect(months.filter(({ amount }) => amount > 0).map(({ month, amount }) => [month, amount])).toEqual([
      ['2026-11', 226],
      ['2027-01', 33],
    ])
    expect(packages.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([66, 193])
    const invoiced = await office.call(office.admin, listInvoices, { ...YEAR, kind: 'invoice' })
    expect([total.amount, total.count]).toEqual([invoiced.totalAmount, invoiced.total])
  })

  test('debts by age agree with the invoices’ list, and the lists of customers with their counts', async () => {
    const { ages, total, customers } = await office.call(office.admin, debtsReport, {})
    const open = await office.call(office.admin, listInvoices, { status: 'waiting_payment' })
    expect(ages.map(({ age, amount, count }) => ({ age, owing: amount, invoices: count }))).toEqual(
      open.ageing.map(({ age, owing, invoices }) => ({ age, owing, invoices })),
    )
    expect([total.amount, total.count]).toEqual([open.totalOwing, open.total])
    for (const { kind: of, customers: count } of customers) {
      const listed = await office.call(office.admin, customersReported, { kind: of })
      expect([of, listed.total, listed.items.length]).toEqual([of, count, count])
    }
  })

  test('cash received less what was reversed agrees with the transactions; a dishonoured cheque is in both', async () => {
    const { types, received, reversed, refunded } = await office.call(office.admin, cashReport, YEAR)
    expect(types.map(({ paymentType, received: { amount } }) => [paymentType, amount])).toEqual([
      ['CASH', 100],
      ['CHEQUE', 25],
      ['DUMP_VOUCHER', 0],
      ['EFT', 60],
      ['CARD', 0],
      ['DIRECT_DEBIT', 0],
    ])
    const booked = await office.call(office.admin, listTransactions, { ...YEAR, type: 'CUSTOMER_INBOUND' })
    expect([received.amount - reversed.amount, received.count + reversed.count]).toEqual([
      booked.totalAmount,
      booked.total,
    ])
    expect([reversed.amount, refunded.amount]).toEqual([25, 20])
  })

  test('collections of the week, and what its round sold and cost', async () => {
    const { weeks, bags } = await office.call(office.admin, collectionsReport, YEAR)
    expect(weeks).toMatchObject([
      {
        from: '2026-11-09',
        weekNumber: 2,
        bags: 5,
        planned: { count: 3 },
        done: { count: 2 },
        notDone: { count: 1 },
        moved: { count: 0 },
        removed: { count: 0 },
        open: { count: 0 },
      },
    ])
    expect(bags).toBe(5)
    const { rounds } = await office.call(office.admin, roundsReport, YEAR)
    // Five bags at $4 and half of $10; an attempt pays nothing.
    expect(rounds).toMatchObject([
      { runOrder: run.readableID, runNumber: 1, bags: 5, sales: { amount: 160 }, cost: { amount: 25 } },
    ])
  })

  test('the lists of customers: who is overdue and since when, cancelled, blocked, without email, not to remind', async () => {
    const list = async (of: 'overdue' | 'cancelled' | 'blocked' | 'no-email' | 'do-not-remind') =>
      (await office.call(office.admin, customersReported, { kind: of })).items
    expect(
      (await list('overdue')).map(({ owing, ageing }) => [owing, ageing.filter((each) => each.owing > 0)]),
    ).toEqual([
      [
        58,
        [
          { age: '1-30', owing: 33 },
          { age: 'over-90', owing: 25 },
        ],
      ],
      [55, [{ age: 'over-90', owing: 55 }]],
    ])
    await office.admin.put(`/v1/invoices/${invoice['dora']}/remind-notes`, { remindNotes: 'Pays on Friday' })
    await office.admin.put(`/v1/users/customers/${customer['dora']}`, { email: null, doNotRemind: true })
    await office.admin.delete(`/v1/users/customers/${customer['cara']}/cancel`)
    await office.admin.put(`/v1/users/customers/${customer['anna']}/block`, { reason: 'Away' })
    const dora = { customerID: customer['dora'], email: null, remindNotes: 'Pays on Friday', accountType: 'PERSONAL' }
    expect(await list('no-email')).toMatchObject([dora])
    expect(await list('do-not-remind')).toMatchObject([dora])
    expect(await list('cancelled')).toMatchObject([
      { customerID: customer['cara'], status: 'CANCELED', canceledAt: '2027-02-20T01:00:00.000Z' },
    ])
    expect(await list('blocked')).toMatchObject([{ customerID: customer['anna'], status: 'BLOCKED' }])
  })

  test('a period that ends before it begins, or of more than five years, is refused', async () => {
    for (const asked of ['from=2027-01-01&to=2026-12-31', 'from=2000-01-01&to=2026-12-31'])
      expect(await office.admin.get(`/v1/reports/sales?${asked}`)).toMatchObject({
        status: 422,
        body: { fields: { to: expect.any(String) as string } },
      })
  })
})
