import { importCustomers, importInvoices, importSuburbs } from '#contract/v1/imports.ts'
import {
  CUSTOMER_COLUMNS,
  type CustomerColumn,
  type ImportColumn,
  OPEN_INVOICE_COLUMNS,
  type OpenInvoiceColumn,
  SUBURB_COLUMNS,
  type SuburbColumn,
} from '#domain/import-rows.ts'

export type Field = SuburbColumn | CustomerColumn | OpenInvoiceColumn

export interface ImportKind {
  readonly noun: 'Suburbs' | 'Customers' | 'Invoices'
  readonly endpoint: typeof importSuburbs | typeof importCustomers | typeof importInvoices
  readonly fields: Readonly<Partial<Record<Field, ImportColumn>>>
  /** A file with this column refers to existing records and may lack the fields of a new one. */
  readonly knownBy: Field | null
  /** One line of a template, by field. */
  readonly example: Readonly<Partial<Record<Field, string>>>
}

export const IMPORT_KINDS = {
  suburbs: {
    noun: 'Suburbs',
    endpoint: importSuburbs,
    fields: SUBURB_COLUMNS,
    knownBy: null,
    example: { label: 'Blacktown', postCode: '2148', state: 'NSW', weekNumber: '2' },
  },
  customers: {
    noun: 'Customers',
    endpoint: importCustomers,
    fields: CUSTOMER_COLUMNS,
    knownBy: 'refId',
    example: {
      refId: '10482',
      title: 'Ms',
      firstName: 'Wendy',
      lastName: 'Example',
      email: 'wendy@example.com',
      mobilePhone: '0400 000 000',
      address: '12 Example Street',
      suburbLabel: 'Blacktown',
      state: 'NSW',
      postcode: '2148',
      packageName: 'Monthly bag',
      startDate: '03/02/2025',
      status: 'Active',
      accountType: 'Personal',
      invoiceType: '1C',
      paymentScheme: 'After the collection',
      collectionScheme: 'Every month',
      amount: '25.00',
      weekNumber: '2',
      runNumber: '1',
      stopOrder: '10',
      orderWish: '09:00',
      propertyManagement: 'no',
      billToName: '',
      billToEmail: '',
      doNotRemind: 'no',
      doNotSendInvoiceEmail: 'no',
      features: 'Side gate|Dog',
      lat: '-33.768100',
      lng: '150.907200',
      openingBalance: '-25.00',
      openingDueDate: '30/06/2026',
      prepaidLeft: '0',
    },
  },
  invoices: {
    noun: 'Invoices',
    endpoint: importInvoices,
    fields: OPEN_INVOICE_COLUMNS,
    knownBy: null,
    example: {
      oldNumber: '4711',
      refId: '10482',
      issueDate: '23/06/2026',
      dueDate: '30/06/2026',
      owing: '25.00',
    },
  },
} as const satisfies Record<string, ImportKind>

export type KindName = keyof typeof IMPORT_KINDS
