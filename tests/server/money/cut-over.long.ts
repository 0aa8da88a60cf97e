import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listInvoices, settleCustomer } from '#contract/v1/invoices.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import { createTransaction, getLedger } from '#contract/v1/transactions.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { databases } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { bad, csvOf, importOf } from '../../fixtures/import-files.ts'
import { act, deviceOf, generated } from '../../fixtures/runs.ts'

/** Today is 10/11/2026, in the week of the first collection. */
describe.each(databases)('A customer moved from the old billing program, on %s', (kind) => {
  let office: Office
  let driver: Person
  let freshly: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    await office.make.suburb({ label: 'Berowra', postCode: '2081', weekNumber: 2 })
    await office.make.product({ name: 'Monthly bag', price: 25 })
    driver = await office.driver()
    freshly = await office.keep()
  })
  beforeEach(() => freshly())
  afterAll(() => office.close())
  const audit = async () => (await auditAllLedgers(office.deps.database.db)).difference
  afterEach(async () => expect(await audit()).toBeNull())

  const moved = (more: Record<string, unknown> = {}) => ({
    refId: 501,
    firstName: 'Prue',
    lastName: 'Paid',
    address: '1 High Street',
    suburbLabel: 'Berowra',
    packageName: 'Monthly bag',
    startDate: '2026-01-05',
    accountType: 'PERSONAL',
    invoiceType: '1A',
    paymentScheme: 'PREPAID',
    dueYear: 2026,
    dueMonth: 11,
    ...more,
  })
  const bringIn = async (...rows: Record<string, unknown>[]) => (await importOf(office, 'customers')(csvOf(rows))).body
  const customerID = async () =>
    (await office.admin.get<{ items: { customerID: string }[] }>('/v1/users/customers?keyword=501')).body.items[0]!
      .customerID
  const ledger = async () => office.call(office.admin, getLedger, { customerID: await customerID() })
  const invoices = async () => (await office.call(office.admin, listInvoices, { sort: 'number' })).items

  /** A run of that month in which everybody is collected, ready to be completed. */
  async function collected(monthNumber: number): Promise<Run> {
    const draft = await generated(office, { monthNumber, drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act<Run>(office.admin, draft, 'activate')
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop)))
    return run
  }
  async function collect(monthNumber: number) {
    await act(office.admin, await collected(monthNumber), 'complete')
    return { made: (await invoices()).map(({ amount }) => amount), left: (await ledger()).prepaidLeft }
  }

  test('uses the collections paid there, and the block is invoiced with the last of them (M24)', async () => {
    expect(await bringIn(moved({ prepaidLeft: 2 }))).toMatchObject({ created: 1, errors: [] })
    expect(await ledger()).toMatchObject({ prepaidLeft: 2, accountBalance: 0, unbilled: 0, items: [] })
    const run = await collected(11)
    const plan = await office.call(office.admin, previewCompletion, { runOrderID: run.runOrderID })
    expect(plan).toMatchObject({ invoices: [], withoutInvoice: [{ why: 'prepaid' }] })
    await act(office.admin, run, 'complete')
    expect([await invoices(), (await ledger()).prepaidLeft]).toEqual([[], 1])
    expect(await collect(12)).toEqual({ made: [75], left: 3 })
  })

  test('with one collection left of a block of one, the first completion invoices one more; with none, two', async () => {
    await bringIn(moved({ invoiceType: '1C', prepaidLeft: 1 }))
    expect(await collect(11)).toEqual({ made: [25], left: 1 })
    await freshly()
    await bringIn(moved({ invoiceType: '1C', prepaidLeft: 0 }))
    expect(await collect(11)).toEqual({ made: [50], left: 1 })
  })

  test('brings at most a block, only paying in advance, and once', async () => {
    const wrong = async (more: object) => (await bringIn(moved({ ...more }))).errors
    expect(await wrong({ prepaidLeft: 4 })).toEqual(bad([2], 'prepaidLeft: At most 3 with invoice type 1A'))
    expect(await wrong({ prepaidLeft: -1 })).toEqual(bad([2], 'prepaidLeft: use a whole number from 0 to 3'))
    expect(await wrong({ prepaidLeft: 1.5 })).toEqual(bad([2], 'prepaidLeft: use a whole number from 0 to 3'))
    expect(await wrong({ prepaidLeft: 1, paymentScheme: 'POSTPAID' })).toEqual(
      bad([2], 'prepaidLeft: This customer doesn’t pay in advance'),
    )
    // None is the same as an empty cell.
    expect(await bringIn(moved({ prepaidLeft: 0, paymentScheme: 'POSTPAID' }))).toMatchObject({ created: 1 })
    expect(await bringIn(moved({ prepaidLeft: '' }))).toMatchObject({ updated: 1 })
    expect(await bringIn(moved({ prepaidLeft: 2 }))).toMatchObject({ updated: 1, errors: [] })
    expect(await bringIn(moved({ prepaidLeft: 2 }))).toMatchObject({ unchanged: 1 })
    expect((await ledger()).prepaidLeft).toBe(2)
    await collect(11)
    // The same file still changes nothing; another figure is not counted on top.
    expect(await bringIn(moved({ prepaidLeft: 2 }))).toMatchObject({ unchanged: 1 })
    const counted = 'prepaidLeft: This customer’s prepaid collections are counted here already, which can’t change'
    expect(await wrong({ prepaidLeft: 3 })).toEqual(bad([2], counted))
    expect((await ledger()).prepaidLeft).toBe(1)
  })

  test('whose block was invoiced here brings no others', async () => {
    await bringIn(moved())
    expect(await collect(11)).toEqual({ made: [75], left: 2 })
    const counted = 'prepaidLeft: This customer’s prepaid collections are counted here already, which can’t change'
    expect((await bringIn(moved({ prepaidLeft: 1 }))).errors).toEqual(bad([2], counted))
  })

  test('who cancels is credited what the unused collections had cost, before those of a block', async () => {
    await bringIn(moved({ prepaidLeft: 3, amount: 23, openingBalance: -30 }))
    await collect(11)
    const id = await customerID()
    await office.admin.put(`/v1/users/customers/${id}`, { amount: 40 })
    expect((await office.admin.delete(`/v1/users/customers/${id}/cancel`)).status).toBe(204)
    // Two of three at the price of then, $46, of which the old debt takes $30.
    const now = await ledger()
    expect(now).toMatchObject({ prepaidLeft: 0, credit: 16, owing: 0, accountBalance: 16, unbilled: 0 })
    expect(now.items.map(({ description, effect }) => [description, effect])).toEqual([
      ['Owed before', -30],
      ['Opening credit', 46],
      ['Paid from credit', 0],
    ])
    await office.admin.put(`/v1/users/customers/${id}/active`, { due: { yearNumber: 2026, monthNumber: 12 } })
    expect((await office.admin.delete(`/v1/users/customers/${id}/cancel`)).status).toBe(204)
    expect(await ledger()).toMatchObject({ prepaidLeft: 0, accountBalance: 16 })
  })

  test('who cancels after the brought collections has the invoiced block adjusted', async () => {
    await bringIn(moved({ prepaidLeft: 1 }))
    expect(await collect(11)).toEqual({ made: [75], left: 3 })
    await office.call(office.admin, settleCustomer, { customerID: await customerID(), amount: 75, paymentType: 'EFT' })
    await collect(12)
    expect((await office.admin.delete(`/v1/users/customers/${await customerID()}/cancel`)).status).toBe(204)
    expect(await ledger()).toMatchObject({ prepaidLeft: 0, credit: 50, accountBalance: 50 })
  })

  test('owes an opening balance from the day it was due there, so that it ages rightly (M15)', async () => {
    const debt = { openingBalance: -40.5, openingDueDate: '01/09/2026' }
    expect(await bringIn(moved(debt))).toMatchObject({ created: 1, errors: [] })
    expect(await invoices()).toMatchObject([
      { number: 'OPEN-000001', oldNumber: null, issueDate: '2026-11-10', dueDate: '2026-09-01', age: '61-90' },
    ])
    expect(await bringIn(moved(debt))).toMatchObject({ unchanged: 1 })
    // Without the date it is the same balance.
    expect(await bringIn(moved({ openingBalance: -40.5 }))).toMatchObject({ unchanged: 1 })
    expect((await bringIn(moved({ ...debt, openingDueDate: '2026-09-02' }))).errors).toEqual(
      bad([2], 'openingDueDate: The opening debt is due on 01/09/2026, which can’t change'),
    )
  })

  test.each([
    ['2026-09-31', 'openingDueDate: use a date such as 23/06/2026'],
    ['01/09/2206', 'openingDueDate: More than a year ahead. Check the year'],
    ['01/09/1926', 'openingDueDate: More than 10 years ago. Check the year'],
  ])('can’t owe since %s', async (openingDueDate, sentence) => {
    expect((await bringIn(moved({ openingBalance: -5, openingDueDate }))).errors).toEqual(bad([2], sentence))
  })

  test('has no due date without a balance; credit has none, and a debt without one is due today', async () => {
    expect((await bringIn(moved({ openingDueDate: '2026-09-01' }))).errors).toEqual(
      bad([2], 'openingDueDate: Add the opening balance that is due'),
    )
    const credit = moved({ refId: 502, lastName: 'Credit', openingBalance: 12, openingDueDate: '2026-09-01' })
    expect(await bringIn(moved({ openingBalance: -5 }), credit)).toMatchObject({ created: 2, errors: [] })
    expect(await bringIn(moved({ openingBalance: -5 }), credit)).toMatchObject({ unchanged: 2, errors: [] })
    expect(await invoices()).toMatchObject([{ owing: 5, dueDate: '2026-11-10', age: 'current' }])
  })

  /** Everything a customer can bring, used, paid and cancelled. */
  async function everything() {
    await bringIn(
      moved({ prepaidLeft: 2, openingBalance: 12 }),
      moved({ refId: 502, lastName: 'Debt', openingBalance: -60, openingDueDate: '2026-08-01' }),
    )
    const old = { oldNumber: 'A-4711', refId: 501, issueDate: '2026-09-01', dueDate: '2026-09-08', owing: 50 }
    const file = csvOf([old, { ...old, oldNumber: 'A-4712', issueDate: '2026-10-01', dueDate: '2026-10-08' }])
    expect((await importOf(office, 'invoices')(file)).body).toMatchObject({ created: 2, errors: [] })
    await collect(11)
    const id = await customerID()
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID: id,
      amount: 70,
      paymentType: 'EFT',
    })
    expect((await office.admin.delete(`/v1/users/customers/${id}/cancel`)).status).toBe(204)
    // $100 owed before, less $12 brought, $70 paid and $25 for the collection that was not used.
    expect(await ledger()).toMatchObject({ accountBalance: 7, prepaidLeft: 0 })
  }

  test.skipIf(!hasHledger())('has a ledger that hledger agrees with', async () => {
    await everything()
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-journal-'))
    const file = path.join(folder, 'ledger.journal')
    expect((await auditInto(office.deps.database.db, file)).difference).toBeNull()
    const { wrong, balances } = checkJournal(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(wrong).toBeNull()
    // Debts of $160 less credit of $12 and $25.
    expect(balances.get('equity:opening balances')).toBe('-123.00 AUD')
  })

  test('The audit finds an old invoice that is there twice, and credit for collections that were not brought', async () => {
    await everything()
    const { pool } = office.deps.database
    const plant = (statement: string) =>
      pool.query({ text: `do $$ begin set local session_replication_role = 'replica'; ${statement}; end $$` })
    await pool.query({ text: 'drop index invoices_old_number' })
    try {
      await plant(`update invoices set old_number = 'A-4711' where old_number is not null`)
      expect(await audit()).toMatch(/OPEN-\d{6}: how often the old invoice A-4711 is here: expected 1, found 2/)
      await plant(`update invoices set old_number = number::text where old_number is not null`)
      expect(await audit()).toBeNull()
      await plant(`update billing_lines set price_cents = 2400 where kind = 'brought'`)
      expect(await audit()).toMatch(/opening balance: expected \$36\.00, found \$37\.00/)
    } finally {
      await freshly()
      await pool.query({
        text: 'create unique index invoices_old_number on invoices (old_number, customer_id) where old_number is not null',
      })
    }
  })
})
