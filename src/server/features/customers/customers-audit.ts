import type { customers } from '../../db/tables/customers.ts'
import { changes } from '../../http/changes.ts'
import type { CustomerRow } from './customers-reads.ts'

/**
 * What the audit keeps of a customer: how he is served. Names, addresses, phones and notes stay out, so that they are gone
 * when he is deleted; that they changed is kept, by the field's name.
 */
export function auditedCustomer(row: typeof customers.$inferInsert): Record<string, unknown> {
  return {
    refId: String(row.refNumber),
    status: row.status,
    startDate: row.startDate,
    suburbID: row.suburbID,
    productID: row.productID,
    serviceType: row.serviceType,
    collectionScheme: row.collectionScheme,
    paymentScheme: row.paymentScheme,
    invoiceType: row.invoiceType,
    accountType: row.accountType,
    amountCents: row.amount,
    weekNumber: row.weekNumber,
    ownWeek: row.ownWeek,
    runNumber: row.runNumber,
    stopOrder: row.stopOrder,
    due: [row.dueYear, row.dueMonth, row.dueWeek],
    doNotRemind: row.doNotRemind,
    doNotSendInvoiceEmail: row.doNotSendInvoiceEmail,
  }
}

const BESIDE = [
  'title',
  'firstName',
  'lastName',
  'company',
  'address',
  'state',
  'postcode',
  'email',
  'homePhone',
  'mobilePhone',
  'notes',
  'adminNotes',
  'sourceOfLead',
  'features',
  'propertyManagement',
] as const

/** What else of him was changed, by the fields' names; of a password nobody knows whether it is another one. */
export function changedBeside(
  before: CustomerRow,
  after: CustomerRow,
  { password }: { password?: string | undefined },
): string[] {
  const changed = BESIDE.filter((field) => changes(before, { [field]: after[field] }))
  return password === undefined ? changed : [...changed, 'password']
}
