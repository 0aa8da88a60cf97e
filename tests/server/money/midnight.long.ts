import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, listInvoices, payInvoice } from '#contract/v1/invoices.ts'
import { cashReport, salesReport } from '#contract/v1/reports.ts'
import { addDays } from '#domain/dates.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

/** The two midnights of a Sunday on which Sydney's clocks change: the day between them has 23 or 25 hours. */
const CHANGES = [
  {
    name: 'begins (23 hours)',
    saturday: '2026-10-03',
    sunday: '2026-10-04',
    monday: '2026-10-05',
    sundayBegins: '2026-10-03T14:00:00.000Z',
    mondayBegins: '2026-10-04T13:00:00.000Z',
  },
  {
    name: 'ends (25 hours)',
    saturday: '2027-04-03',
    sunday: '2027-04-04',
    monday: '2027-04-05',
    sundayBegins: '2027-04-03T13:00:00.000Z',
    mondayBegins: '2027-04-04T14:00:00.000Z',
  },
]

describe.each(databases)('The clock over midnight, on %s', (kind) => {
  describe.each(CHANGES)('the day that daylight saving $name', (change) => {
    const { saturday, sunday, monday, sundayBegins, mondayBegins } = change
    let office: Office
    let customerID: string
    let admin: Person
    beforeAll(async () => {
      office = await openOffice(kind, { at: sundayBegins })
      customerID = (await office.customer()).userID
    })
    afterAll(() => office.close())
    afterEach(async () => expect((await auditAllLedgers(office.deps.database.db)).difference).toBeNull())

    /** The admin signs in anew: a session lasts less than the day. */
    const at = async (instant: string, ms = 0) => {
      office.clock.set(new Date(Date.parse(instant) + ms))
      admin = await signedIn(office.fetch, office.admin)
    }
    const before = (instant: string) => at(instant, -1)
    const issue = (price: number, dueDate?: string) =>
      office.call(admin, createInvoice, {
        customerID,
        lines: [{ description: 'Garden bags', quantity: 1, price }],
        ...(dueDate && { dueDate }),
      })
    const pay = (invoiceID: string, amount: number, datePaid?: string) =>
      office.call(admin, payInvoice, {
        invoiceID,
        type: 'CUSTOMER_INBOUND',
        amount,
        paymentType: 'EFT',
        again: true,
        ...(datePaid && { datePaid }),
      })

    test('An invoice and a payment bear the day it is at the business, to the millisecond', async () => {
      const days: string[][] = []
      const act = async () => {
        const { invoiceID, issueDate, dueDate } = await issue(40)
        const { transactions, invoice } = await pay(invoiceID, 40)
        days.push([issueDate, dueDate, transactions[0]!.datePaid, invoice.datePaid!])
      }
      const on = (day: string) => [day, addDays(day, 7), day, day]
      for (const midnight of [sundayBegins, mondayBegins]) {
        await before(midnight)
        await act()
        await at(midnight)
        await act()
      }
      expect(days).toEqual([on(saturday), on(sunday), on(sunday), on(monday)])
      const ofSunday = { from: sunday, to: sunday }
      expect((await office.call(admin, listInvoices, { customerID, ...ofSunday })).total).toBe(2)
      expect((await office.call(admin, cashReport, ofSunday)).received.amount).toBe(80)
      expect((await office.call(admin, salesReport, ofSunday)).total.amount).toBe(80)
    })

    test('A payment dated tomorrow is refused until tomorrow has come', async () => {
      await before(mondayBegins)
      const { invoiceID } = await issue(30)
      await expect(pay(invoiceID, 30, monday)).rejects.toThrow()
      await at(mondayBegins)
      expect((await pay(invoiceID, 30, monday)).transactions[0]!.datePaid).toBe(monday)
    })

    test('An invoice is overdue from the midnight after its due date', async () => {
      await before(sundayBegins)
      const { invoiceID } = await issue(20, sunday)
      const overdue = async () =>
        (await office.call(admin, listInvoices, { customerID, overdue: 'true' })).items.map(
          ({ invoiceID: one, age }) => [one, age],
        )
      await before(mondayBegins)
      expect(await overdue()).toEqual([])
      await at(mondayBegins)
      expect(await overdue()).toEqual([[invoiceID, '1-30']])
      await pay(invoiceID, 20)
    })
  })
})
