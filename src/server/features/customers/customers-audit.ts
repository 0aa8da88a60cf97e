import { CUSTOMER_TEXT_NAMES } from '#domain/customer-fields.ts'
import type { customers } from '../../db/tables/customers.ts'
import { changes } from '../../http/changes.ts'
import type { CustomerRow } from './customers-reads.ts'

/**
 * The audited fields of a customer are how they are served. Of names, addresses, phones and notes only the field's name
 * is recorded when it changes, so that they are gone when the customer is deleted.
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
    priceFixedUntil: row.priceFixedUntil ?? null,
    weekNumber: row.weekNumber,
    ownWeek: row.ownWeek,
    runNumber: row.runNumber,
    stopOrder: row.stopOrder,
    orderWish: row.orderWish,
    driverID: row.driverID,
    due: [row.dueYear, row.dueMonth, row.dueWeek],
    doNotRemind: row.doNotRemind,
    doNotSendInvoiceEmail: row.doNotSendInvoiceEmail,
  }
}

const BESIDE = [
  ...CUSTOMER_TEXT_NAMES,
  'firstName',
  'lastName',
  'address',
  'state',
  'postcode',
  'email',
  'homePhone',
  'mobilePhone',
  'features',
  'propertyManagement',
  'billToEmail',
] as const

/** The names of the other changed fields. A given password always counts as changed, because it can't be compared. */
export function changedBeside(
  before: CustomerRow,
  after: CustomerRow,
  { password }: { password?: string | undefined },
): string[] {
  const changed = BESIDE.filter((field) => changes(before, { [field]: after[field] }))
  return password === undefined ? changed : [...changed, 'password']
}
