import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { XERO_COLUMNS, XERO_FILE_MAX, xeroContact, type XeroDocument, xeroFiles } from '#domain/xero.ts'

const NAMES = { accountCode: '200', taxType: 'GST on Income', taxTypeWithoutGst: 'BAS Excluded' }
const ANNA: XeroDocument = {
  number: 'INV-000123',
  adjusts: null,
  customer: 'Anna Smith',
  refId: '10482',
  email: 'anna@example.com',
  issueDate: '2026-11-09',
  dueDate: '2026-11-16',
  amount: 10_005,
  hasGst: true,
}
const filled = (document: XeroDocument) => {
  const [[heading, row]] = xeroFiles([document], NAMES) as [[string[], string[]]]
  return Object.fromEntries(heading!.flatMap((column, at) => (row![at] === '' ? [] : [[column, row![at]]])))
}

describe('The file of sales invoices for Xero (domain.md 11, M24)', () => {
  test('One line an invoice, in Xero’s columns', () => {
    expect(XERO_COLUMNS).toHaveLength(27)
    expect(filled(ANNA)).toEqual({
      '*ContactName': 'Anna Smith (10482)',
      EmailAddress: 'anna@example.com',
      '*InvoiceNumber': 'INV-000123',
      Reference: '10482',
      '*InvoiceDate': '09/11/2026',
      '*DueDate': '16/11/2026',
      '*Description': 'Invoice INV-000123',
      '*Quantity': '1',
      '*UnitAmount': '100.05',
      '*AccountCode': '200',
      '*TaxType': 'GST on Income',
      Currency: 'AUD',
    })
  })

  test('A change after the export is a document of its own, negative for a credit note', () => {
    expect(filled({ ...ANNA, number: 'ADJ-000007', adjusts: 'INV-000123', amount: -5, hasGst: false })).toMatchObject({
      '*InvoiceNumber': 'ADJ-000007',
      Reference: 'INV-000123',
      '*Description': 'Adjustment of INV-000123',
      '*UnitAmount': '-0.05',
      '*TaxType': 'BAS Excluded',
    })
  })

  test('A name is no formula of a spreadsheet, and not longer than Xero takes', () => {
    expect(xeroContact({ customer: '=HYPERLINK("x")', refId: '1' })).toBe('HYPERLINK("x") (1)')
    expect(xeroContact({ customer: 'A'.repeat(400), refId: '10482' })).toMatch(/^A{247} \(10482\)$/)
  })

  test('At most 500 a file, none twice and none lost, and a file reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.integer({ min: 0, max: 1_300 }), (customers, count) => {
        const documents = Array.from({ length: count }, (_, at) => ({
          ...ANNA,
          number: `INV-${at}`,
          customer: customers[at % Math.max(1, customers.length)] ?? 'Ben, "B"',
        }))
        const files = xeroFiles(documents, NAMES)
        expect(files).toHaveLength(Math.ceil(count / XERO_FILE_MAX))
        for (const file of files) expect(file.length - 1).toBeLessThanOrEqual(XERO_FILE_MAX)
        const read = files.flatMap((file) => Papa.parse<string[]>(Papa.unparse(file)).data.slice(1))
        expect(read.map((row) => row[10])).toEqual(documents.map(({ number }) => number))
        expect(read.map((row) => row[0])).toEqual(documents.map(xeroContact))
      }),
      { numRuns: 20 },
    )
  })
})
