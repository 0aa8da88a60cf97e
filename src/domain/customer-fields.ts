import { fieldLabels } from './field-labels.ts'

/**
 * What forms, histories, imports and the audit log call the fields of a customer. A new plain text needs a line here, one
 * in `CUSTOMER_TEXTS`, its column in the table and its box in the form; contract, storing, import, audit log and the
 * deletion of personal data read these tables.
 */
export const CUSTOMER_LABELS = fieldLabels({
  title: 'Title',
  firstName: 'Name',
  lastName: 'Family name',
  company: 'Company',
  accountType: 'Account type',
  email: 'Email',
  mobilePhone: 'Mobile phone',
  homePhone: 'Home phone',
  address: 'Address',
  suburbID: 'Suburb',
  state: 'State',
  postcode: 'Postcode',
  productID: 'Service package',
  collectionScheme: 'Collection scheme',
  paymentScheme: 'Payment scheme',
  invoiceType: 'Invoice type',
  amount: 'Amount',
  priceFixedUntil: 'Price fixed until',
  weekNumber: 'Week',
  runNumber: 'Run number',
  stopOrder: 'Stop order',
  orderWish: 'In the order',
  driverID: 'Always with driver',
  startDate: 'Start date',
  due: 'First collection',
  propertyManagement: 'Property management',
  billToName: 'Bill to',
  billToEmail: 'Bill-to email',
  doNotRemind: 'Do not remind',
  doNotSendInvoiceEmail: 'Do not send invoice email',
  notes: 'Notes',
  adminNotes: 'Notes to driver',
  sourceOfLead: 'Source of lead',
  features: 'Features',
  password: 'Password',
})
export type CustomerField = keyof typeof CUSTOMER_LABELS

/** Texts that are stored as they are given, and null where they are empty: one line, or several as `notes`. */
export const CUSTOMER_TEXTS = {
  title: 'line',
  company: 'line',
  billToName: 'line',
  sourceOfLead: 'line',
  notes: 'notes',
  adminNotes: 'notes',
} as const satisfies Partial<Record<CustomerField, 'line' | 'notes'>>
export type CustomerText = keyof typeof CUSTOMER_TEXTS

export const CUSTOMER_TEXT_NAMES = Object.keys(CUSTOMER_TEXTS) as CustomerText[]
