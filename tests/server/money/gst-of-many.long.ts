import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gstReport, reportRows } from '#contract/v1/reports.ts'
import { fromDollars } from '#domain/money.ts'
import { financialYear, monthPeriod } from '#domain/periods.ts'
import { suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const YEAR = financialYear(2026)
const AUGUST = monthPeriod('2026-08')
/** Ledgers are read about 5,000 rows at a time: one customer of so many invoices and payments at once, three are not. */
const INVOICES = 1_700

describe.each(databases)('The GST of customers with many invoices, on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let home: Awaited<ReturnType<typeof suburbAndPackage>>
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    home = await suburbAndPackage(office)
    await customerOfYears()
    ofOne = await ofYear()
    await customerOfYears()
    await customerOfYears()
  })
  afterAll(() => office.close())

  const ofYear = async () =>
    (await office.call(office.admin, gstReport, YEAR)).bases.map(({ basis, g1, oneA }) => ({
      basis,
      g1: fromDollars(g1),
      oneA: fromDollars(oneA),
    }))
  let ofOne: Awaited<ReturnType<typeof ofYear>>

  let customers = 0
  /** With invoices over the whole year, of which every third is unpaid and the others are paid in part. */
  async function customerOfYears(): Promise<void> {
    const { customerID } = await office.make.customer({ ...home, firstName: `Customer ${customers}` })
    const { pool } = office.deps.database
    const given = [customerID, INVOICES * customers++, INVOICES]
    await pool.query(
      `insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs, created_at, amount_cents, gst_cents, allocated_cents)
        select gen_random_uuid(), 'invoice', $2::integer + n, $1::uuid, day, day + 14, amount, round(amount / 11.0), true, '[]', day, amount, round(amount / 11.0), case when n % 3 > 0 then amount / 2 else 0 end
        from (select n, date '2026-07-01' + n % 360 as day, 1000 + n * 7 as amount from generate_series(1, $3::integer) n) made`,
      given,
    )
    await pool.query(
      `insert into transactions (transaction_id, ref_number, customer_id, type, purpose, amount_cents, payment_type, paid_day, sequence, created_at)
        select gen_random_uuid(), number, customer_id, 'CUSTOMER_INBOUND', 'payment', allocated_cents, 'EFT', issue_day + 3, 0, issue_day + 3
        from invoices where customer_id = $1 and number > $2 and number <= $2 + $3 and allocated_cents > 0`,
      given,
    )
    await pool.query(
      `insert into allocations (allocation_id, transaction_id, invoice_id, amount_cents, effective_day, sequence, created_at)
        select gen_random_uuid(), transaction_id, invoice_id, allocated_cents, transactions.paid_day, 0, transactions.created_at
        from transactions join invoices on ref_number = number where transactions.customer_id = $1 and number > $2 and number <= $2 + $3`,
      given,
    )
  }

  test('three of the same ledger, read in parts, come to three times what one read at once does', async () => {
    expect(ofOne.every(({ oneA }) => oneA > 1_000)).toBe(true)
    expect(await ofYear()).toEqual(ofOne.map(({ basis, g1, oneA }) => ({ basis, g1: g1 * 3, oneA: oneA * 3 })))
  })

  test.each(['CASH', 'ACCRUAL'] as const)(
    'the pages of their rows on the %s basis hold each row once, by day, and come to the figure',
    async (basis) => {
      const { bases } = await office.call(office.admin, gstReport, AUGUST)
      const figure = bases.find((each) => each.basis === basis)!
      const items = []
      for (let page = 1; ; page += 1) {
        const answer = await office.call(office.admin, reportRows, {
          ...figure.rows,
          page,
          perPage: 100,
        })
        expect([answer.totalAmount, answer.totalGst]).toEqual([figure.g1, figure.oneA])
        items.push(...answer.items)
        if (answer.items.length < 100) {
          expect(items).toHaveLength(answer.total)
          break
        }
      }
      expect(items.length).toBeGreaterThan(200)
      expect(new Set(items.map(({ rowID }) => rowID)).size).toBe(items.length)
      expect(items.map(({ day }) => day)).toEqual(items.map(({ day }) => day).toSorted())
      expect(items.reduce((all, { amount }) => all + fromDollars(amount), 0)).toBe(fromDollars(figure.g1))
    },
  )
})
