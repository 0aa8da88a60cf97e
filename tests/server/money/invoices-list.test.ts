import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, listInvoices, payInvoice } from '#contract/v1/invoices.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { addDays, dayOf } from '#domain/dates.ts'
import { ageOf, AGES } from '#domain/invoicing.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { aCustomer, aHome, made } from '../../fixtures/office-bodies.ts'

type Filters = CallOf<typeof listInvoices>

describe.each(databases)('The list of invoices, on %s', (kind) => {
  let office: Office
  let admin: Person
  let customers: { customerID: string; refId: string }[]
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    const home = await aHome(office.admin, {
      suburb: { label: 'Ledgerville', postCode: '2076', weekNumber: 2 },
      product: { name: 'Garden bag' },
    })
    customers = []
    for (const [lastName, email] of [
      ['Whitaker', 'whitaker@list.example'],
      ['Nguyen', undefined],
      ['Papas', 'papas@list.example'],
    ])
      customers.push(
        await made<{ customerID: string; refId: string }>(
          office.admin,
          '/v1/users/customers',
          aCustomer(home, { firstName: 'Lee', lastName, email }),
        ),
      )
    admin = office.admin
    for (let at = 0; at < 24; at += 1) await issued(at)
    office.clock.pass(100 * DAY_MS)
    admin = await signedIn(office.fetch, admin)
  })
  afterAll(() => office.close())

  const DAY_MS = 86_400_000
  const issued = async (at: number) => {
    const { invoiceID, owing } = await office.call(admin, createInvoice, {
      customerID: customers[at % 3]!.customerID,
      dueDate: addDays(today(), at * 5),
      lines: [{ description: 'Extra bags', quantity: 1 + (at % 4), price: 12.5 }],
    })
    if (at % 5 === 0) await paid(invoiceID, owing)
    else if (at % 7 === 0) await paid(invoiceID, 5)
  }
  const paid = (invoiceID: string, amount: number) =>
    office.call(admin, payInvoice, { invoiceID, type: 'CUSTOMER_INBOUND', amount, paymentType: 'EFT' })
  const list = (filters: Filters = {}) => office.call(admin, listInvoices, { perPage: 100, ...filters })
  const today = () => dayOf(office.clock.now(), 'Australia/Sydney')

  test('With any filters the totals are those of the rows, and the ageing that of the listed invoices, were they of any age', async () => {
    const questions: Filters[] = [
      {},
      { status: 'paid' },
      { status: 'waiting_payment' },
      { overdue: 'true' },
      { overdue: 'false' },
      ...AGES.map((age) => ({ age })),
      { hasEmail: 'true', overdue: 'true' },
      { hasEmail: 'false' },
      { keyword: 'whitaker' },
      { keyword: 'whitaker', age: '31-60' },
      { customerID: customers[1]!.customerID, status: 'waiting_payment' },
      { sent: 'false', keyword: 'lee' },
    ]
    for (const { age, ...filters } of questions) {
      const { items, total, totalAmount, totalOwing, ageing } = await list({ ...filters, age })
      expect({ total, totalAmount, totalOwing }).toEqual({
        total: items.length,
        totalAmount: items.reduce((sum, row) => sum + row.amount, 0),
        totalOwing: items.reduce((sum, row) => sum + row.owing, 0),
      })
      const open = (await list(filters)).items.filter((row) => row.owing > 0)
      const aged = (each: string) => open.filter((row) => ageOf(row.dueDate, today()) === each)
      expect(ageing).toEqual(
        AGES.map((each) => ({
          age: each,
          invoices: aged(each).length,
          owing: aged(each).reduce((sum, row) => sum + row.owing, 0),
        })),
      )
    }
    const { totalOwing: late, ageing: overdue } = await list({ overdue: 'true' })
    expect(overdue.find(({ age }) => age === 'current')).toMatchObject({ invoices: 0 })
    expect(overdue.reduce((sum, { owing }) => sum + owing, 0)).toBe(late)
    expect((await list()).total).toBe(24)
    expect((await list({ age: '31-60' })).total).toBeGreaterThan(0)
  })

  test('The totals follow each new invoice and each payment at once, with the same question asked before', async () => {
    const before = await list({ status: 'waiting_payment' })
    await issued(1)
    const more = await list({ status: 'waiting_payment' })
    expect([more.total, more.totalOwing]).toEqual([before.total + 1, before.totalOwing + 25])
    await paid(more.items.find((row) => row.owing === 25)!.invoiceID, 5)
    const less = await list({ status: 'waiting_payment' })
    expect([less.total, less.totalOwing]).toEqual([more.total, more.totalOwing - 5])
  })

  test('A keyword finds an invoice by its number and its beginning, and a customer’s by name and number', async () => {
    const found = async (keyword: string) => (await list({ keyword, sort: 'number' })).items.map((row) => row.number)
    expect(await found('INV-000003')).toEqual(['INV-000003'])
    expect(await found('000003')).toEqual(['INV-000003'])
    expect((await found('INV-00001')).slice(0, 3)).toEqual(['INV-000001', 'INV-000010', 'INV-000011'])
    expect(await found('OPEN-000003')).toEqual([])
    expect((await found('Nguyen')).slice(0, 3)).toEqual(['INV-000002', 'INV-000005', 'INV-000008'])
    expect((await found(customers[2]!.refId)).slice(0, 2)).toEqual(['INV-000003', 'INV-000006'])
  })

  test('Every invoice is on one page, once, in any order', async () => {
    for (const sort of ['number', '-issueDate', 'customer', '-owing', 'refId']) {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 10, sort })))
      const numbers = pages.flatMap(({ items }) => items.map((row) => row.number))
      expect(new Set(numbers).size).toBe(pages[0]!.total)
      const searched = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 10, sort, keyword: 'lee' })))
      expect(searched.flatMap(({ items }) => items.map((row) => row.number))).toEqual(numbers)
    }
  })
})
