import { invoiceTitle } from './invoicing.ts'
import { type Day, formatDay } from './dates.ts'
import type { Cents } from './money.ts'

/**
 * Xero's import of sales invoices (domain.md 11, M24): https://central.xero.com/s/article/Import-customer-invoices. One
 * line per invoice, because Xero rounds GST by line; amounts include GST. A negative amount becomes a credit note.
 */

/** The columns of Xero's template, in its order; those with * must be filled. */
export const XERO_COLUMNS = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
] as const

/** Invoices in one file, limited by Xero. */
export const XERO_FILE_MAX = 500

/** Documents of one export: 20 files. */
export const XERO_EXPORT_MAX = 10_000

/** Xero's longest name of a contact. */
const CONTACT_MAX = 255

export interface XeroDocument {
  /** INV-000123; ADJ-000007 for what changed since the invoice was exported. */
  readonly number: string
  /** The invoice it changes. */
  readonly adjusts: string | null
  readonly customer: string
  readonly refId: string
  readonly email: string | null
  readonly issueDate: Day
  readonly dueDate: Day
  /** Including GST. */
  readonly amount: Cents
  readonly hasGst: boolean
}

/** The names that account and tax rates have in the firm's Xero. */
export interface XeroNames {
  readonly accountCode: string
  readonly taxType: string
  readonly taxTypeWithoutGst: string
}

/** Unique in Xero, because two customers may have one name. */
export function xeroContact({ customer, refId }: Pick<XeroDocument, 'customer' | 'refId'>): string {
  const reference = ` (${refId})`
  return `${plain(customer).slice(0, CONTACT_MAX - reference.length)}${reference}`
}

/** A text that a spreadsheet does not read as a formula. */
const plain = (text: string): string => text.replace(/^[\s=+\-@]+/, '')

/** The files' rows, each with the heading first. */
export function xeroFiles(documents: readonly XeroDocument[], names: XeroNames): string[][][] {
  const files: string[][][] = []
  for (let at = 0; at < documents.length; at += XERO_FILE_MAX)
    files.push([[...XERO_COLUMNS], ...documents.slice(at, at + XERO_FILE_MAX).map((each) => xeroRow(each, names))])
  return files
}

function xeroRow(document: XeroDocument, { accountCode, taxType, taxTypeWithoutGst }: XeroNames): string[] {
  const { number, adjusts, email, issueDate, dueDate, amount, hasGst } = document
  const filled: Partial<Record<(typeof XERO_COLUMNS)[number], string>> = {
    '*ContactName': xeroContact(document),
    EmailAddress: email ?? '',
    '*InvoiceNumber': number,
    Reference: adjusts ?? document.refId,
    '*InvoiceDate': formatDay(issueDate),
    '*DueDate': formatDay(dueDate),
    '*Description': adjusts === null ? invoiceTitle(number) : `Adjustment of ${adjusts}`,
    '*Quantity': '1',
    '*UnitAmount': decimal(amount),
    '*AccountCode': accountCode,
    '*TaxType': hasGst ? taxType : taxTypeWithoutGst,
    Currency: 'AUD',
  }
  return XERO_COLUMNS.map((column) => filled[column] ?? '')
}

/** 2550 -> "25.50" */
function decimal(cents: Cents): string {
  const digits = Math.abs(cents).toString().padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
