import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeInvoiceAmount, createInvoice } from '#contract/v1/invoices.ts'
import {
  createXeroExport,
  getXeroExport,
  getXeroFile,
  listXeroExports,
  previewXeroExport,
} from '#contract/v1/xero-exports.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('Exports to Xero, on %s', (kind) => {
  let office: Office
  let anna: { customerID: string; refId: string }
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    anna = await office.make.customer({ firstName: 'Anna', lastName: 'Smith', email: 'anna@rounds.example' })
  })

  const issue = (price: number) =>
    office.call(office.admin, createInvoice, {
      customerID: anna.customerID,
      lines: [{ description: 'Green waste', quantity: 1, price }],
    })
  const adjust = (invoiceID: string, amount: number) =>
    office.call(office.admin, changeInvoiceAmount, { invoiceID, amount, reason: 'Wrong' })
  const exported = (range = {}) => office.call(office.admin, createXeroExport, range)
  const waiting = async () => (await office.call(office.admin, listXeroExports, {})).waiting
  const file = async (exportID: string, at = 1) => {
    const { name, text } = await office.call(office.admin, getXeroFile, { exportID, file: at })
    return { name, text, rows: Papa.parse<Record<string, string>>(text, { header: true }).data }
  }

  test('holds the first 10,000 of those that wait, which are counted up to one more', async () => {
    await issue(25)
    await office.deps.database.pool.query(`insert into invoices
      (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs, created_at, amount_cents, gst_cents)
      select gen_random_uuid(), kind, number + more, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs, created_at, amount_cents, gst_cents
      from invoices, generate_series(1, 10004) more`)
    expect(await waiting()).toBe(10_001)
    expect(await exported()).toMatchObject({ documents: 10_000, files: 20 })
    expect(await waiting()).toBe(5)
  })

  test('has each invoice once, and the file can be downloaded again as it was (M24)', async () => {
    await issue(25)
    await issue(50)
    expect(await waiting()).toBe(2)
    const first = await exported()
    expect(first).toMatchObject({ documents: 2, amount: 75, files: 1, createdBy: expect.any(String) as string })
    const { name, text, rows } = await file(first.exportID)
    expect(name).toBe('xero-2026-11-10.csv')
    expect(rows).toMatchObject([
      {
        '*ContactName': `Anna Smith (${anna.refId})`,
        EmailAddress: 'anna@rounds.example',
        '*InvoiceNumber': 'INV-000001',
        '*InvoiceDate': '10/11/2026',
        '*DueDate': '17/11/2026',
        '*UnitAmount': '25.00',
        '*AccountCode': '200',
        '*TaxType': 'GST on Income',
      },
      { '*InvoiceNumber': 'INV-000002', '*UnitAmount': '50.00' },
    ])
    expect(await waiting()).toBe(0)
    expect(await office.admin.post('/v1/reports/xero-exports', {})).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_export' },
    })
    await issue(100)
    await office.admin.put('/v1/settings/xero.accountCode', { value: '260' })
    const second = await exported()
    expect((await file(second.exportID)).rows).toMatchObject([
      { '*InvoiceNumber': 'INV-000003', '*AccountCode': '260' },
    ])
    expect((await file(first.exportID)).text).toBe(text)
    const { items, total } = await office.call(office.admin, getXeroExport, { exportID: first.exportID })
    expect([total, items.map(({ number, refId, amount }) => [number, refId, amount])]).toEqual([
      2,
      [
        ['INV-000001', anna.refId, 25],
        ['INV-000002', anna.refId, 50],
      ],
    ])
  })

  test('can be looked at before it is made, which marks nothing', async () => {
    const { invoiceID } = await issue(25)
    await issue(50)
    const preview = (range = {}) => office.call(office.admin, previewXeroExport, range)
    const today = '2026-11-10'
    const two = { invoices: 2, adjustments: 0, amount: 75, from: today, to: today, more: false }
    expect(await preview()).toEqual(two)
    expect(await preview({ from: '2026-11-11' })).toMatchObject({ invoices: 0, amount: 0, from: null })
    expect(await waiting()).toBe(2)
    expect(await exported()).toMatchObject({ documents: 2, amount: 75 })
    await adjust(invoiceID, 20)
    expect(await preview()).toMatchObject({ invoices: 0, adjustments: 1, amount: -5 })
  })

  test('an adjustment before the export is in the invoice, one after it is a document of its own', async () => {
    const [before, zero, after] = [await issue(30), await issue(40), await issue(50)]
    await adjust(before.invoiceID, 20)
    await adjust(zero.invoiceID, 0)
    const first = await exported()
    expect((await file(first.exportID)).rows.map((row) => [row['*InvoiceNumber'], row['*UnitAmount']])).toEqual([
      ['INV-000001', '20.00'],
      ['INV-000003', '50.00'],
    ])
    await adjust(after.invoiceID, 60)
    await adjust(after.invoiceID, 35)
    const second = await exported()
    expect((await file(second.exportID)).rows).toMatchObject([
      { '*InvoiceNumber': 'ADJ-000004', Reference: 'INV-000003', '*UnitAmount': '-15.00' },
    ])
    expect(await waiting()).toBe(0)
  })

  test('a range has the invoices issued in it, and leaves the others for later', async () => {
    await issue(25)
    office.clock.set('2026-11-12T21:00:00Z')
    await office.deps.database.pool.query('update sessions set expires_at = $1', ['2027-12-31T00:00:00Z'])
    await issue(50)
    expect(await exported({ from: '2026-11-13' })).toMatchObject({ documents: 1, amount: 50 })
    expect(await waiting()).toBe(1)
  })

  test('invoices of before the registration have the tax rate without GST', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: false })
    await issue(25)
    expect((await file((await exported()).exportID)).rows).toMatchObject([{ '*TaxType': 'BAS Excluded' }])
  })

  test('two admins at once export each invoice once', async () => {
    for (const price of [25, 50, 75]) await issue(price)
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post('/v1/reports/xero-exports', {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const { rows } = await office.deps.database.pool.query('select * from xero_documents', [])
    expect(rows).toHaveLength(3)
  })

  test('what was exported is never changed or deleted', async () => {
    await issue(25)
    await exported()
    for (const statement of [
      'update xero_documents set amount_cents = 1',
      'delete from xero_documents',
      'delete from xero_exports',
      'truncate xero_documents',
    ])
      await expect(office.deps.database.pool.query(statement, [])).rejects.toThrow(/append-only/)
  })

  test('a file the export does not have is not found', async () => {
    await issue(25)
    const { exportID } = await exported()
    expect((await office.admin.get(`/v1/reports/xero-exports/${exportID}/file?file=2`)).status).toBe(404)
  })
})
