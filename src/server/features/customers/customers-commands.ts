import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { firstDouble } from '#domain/features.ts'
import { newID } from '#domain/identifiers.ts'
import { refusals } from '#domain/refusals.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { addAccount, changeAccount, namesIn } from '../../http/accounts.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { keptCents, keptPhone, keptPostcode, keptText } from '../../http/kept-fields.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { productByID, type ProductRow } from '../products/products-reads.ts'
import { suburbByID, type SuburbRow } from '../suburbs/suburbs-reads.ts'
import { auditedCustomer, changedContacts } from './customers-audit.ts'
import { firstDueFrom, movedDue, namedDue, NO_DUE, serviceTypeOf } from './customer-cycle.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'

const FIRST_REF_NUMBER = 10_001
type Kept = typeof customers.$inferInsert

/** What is left out comes from the package (price, schemes, features) and from the suburb (week); the first due period from the calendar. */
export async function addCustomer(tx: Queryable, author: Author, input: InputOf<typeof createCustomer>): Promise<string> {
  const { product, suburb } = await known(tx, input)
  const customerID = newID()
  const status = input.status ?? 'ACTIVE'
  const collectionScheme = input.collectionScheme ?? product.collectionScheme
  const ownWeek = typeof input.weekNumber === 'number'
  const weekNumber = input.weekNumber ?? suburb.weekNumber
  const features = input.features ?? product.features
  refuseDoubles(features)
  const row: Omit<Kept, 'refNumber'> = {
    customerID,
    title: keptText(input.title),
    company: keptText(input.company),
    address: input.address,
    suburbID: suburb.suburbID,
    state: input.state,
    postcode: keptPostcode('postcode', input.postcode),
    homePhone: keptPhone('homePhone', input.homePhone),
    mobilePhone: keptPhone('mobilePhone', input.mobilePhone),
    status,
    canceledAt: status === 'CANCELED' ? author.now : null,
    startDate: input.startDate,
    accountType: input.accountType,
    invoiceType: input.invoiceType,
    propertyManagement: input.propertyManagement ?? false,
    doNotRemind: input.doNotRemind ?? false,
    doNotSendInvoiceEmail: input.doNotSendInvoiceEmail ?? false,
    productID: product.productID,
    serviceType: serviceTypeOf(product.serviceType, collectionScheme),
    collectionScheme,
    paymentScheme: input.paymentScheme ?? product.paymentScheme,
    amount: typeof input.amount === 'number' ? keptCents('amount', input.amount) : product.price,
    features,
    origin: input.origin ?? 'NEW',
    notes: keptText(input.notes),
    adminNotes: keptText(input.adminNotes),
    sourceOfLead: keptText(input.sourceOfLead),
    weekNumber,
    ownWeek,
    runNumber: input.runNumber ?? 1,
    stopOrder: input.stopOrder ?? null,
    ...(await firstPointer()),
    createdAt: author.now,
  }
  await addAccount(tx, { ...input, userID: customerID, role: 'CUSTOMER', now: author.now })
  const refNumber = await nextNumber(tx, 'customer.ref', FIRST_REF_NUMBER)
  await tx.insert(customers).values({ ...row, refNumber })
  const after = auditedCustomer((await customerByID(tx, customerID))!)
  await recordChange(tx, author, { action: 'customer.create', subjectKind: 'customer', subjectID: customerID, after })
  return customerID

  async function firstPointer() {
    if (input.due) return namedDue(tx, collectionScheme, weekNumber, input.due)
    // A request gets its first due period when it is made official.
    return status === 'PENDING' ? NO_DUE : firstDueFrom(tx, collectionScheme, weekNumber, input.startDate)
  }
}

/** What is left out stays, null clears: a price goes back to the package's, a week to the suburb's. */
export async function changeCustomer(tx: Queryable, author: Author, { customerID, ...input }: InputOf<typeof updateCustomer>, ifMatch: number | null): Promise<void> {
  const before = await keptCustomer(tx, customerID)
  requireVersion(ifMatch, before.version)
  const { product, suburb } = await known(tx, { productID: input.productID ?? before.productID, suburbID: input.suburbID ?? before.suburbID })
  if (input.features) refuseDoubles(input.features)
  const week = weekAfter(before, suburb, input.weekNumber)
  const row: Partial<Kept> = {
    ...given('title', input.title, keptText),
    ...given('company', input.company, keptText),
    ...given('address', input.address),
    suburbID: suburb.suburbID,
    ...given('state', input.state),
    ...given('postcode', input.postcode, (text) => keptPostcode('postcode', text)),
    ...given('homePhone', input.homePhone, (text) => keptPhone('homePhone', text)),
    ...given('mobilePhone', input.mobilePhone, (text) => keptPhone('mobilePhone', text)),
    ...given('startDate', input.startDate),
    ...given('accountType', input.accountType),
    ...given('invoiceType', input.invoiceType),
    ...given('propertyManagement', input.propertyManagement),
    ...given('doNotRemind', input.doNotRemind),
    ...given('doNotSendInvoiceEmail', input.doNotSendInvoiceEmail),
    productID: product.productID,
    serviceType: serviceTypeOf(product.serviceType, before.collectionScheme),
    ...given('paymentScheme', input.paymentScheme),
    ...given('amount', input.amount, (dollars) => (dollars === null ? product.price : keptCents('amount', dollars))),
    ...given('features', input.features),
    ...given('notes', input.notes, keptText),
    ...given('adminNotes', input.adminNotes, keptText),
    ...given('sourceOfLead', input.sourceOfLead, keptText),
    ...week,
    ...given('runNumber', input.runNumber),
    ...given('stopOrder', input.stopOrder),
    ...(week.weekNumber !== before.weekNumber && movedDue(before, before.collectionScheme, week.weekNumber)),
    version: before.version + 1,
  }
  if (!changes(before, { ...row, ...namesIn(input) })) return
  await changeAccount(tx, customerID, before, input, author.now)
  await tx.update(customers).set(row).where(eq(customers.customerID, customerID))
  const after = await keptCustomer(tx, customerID)
  await recordChange(tx, author, {
    action: 'customer.update',
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
    after: { ...auditedCustomer(after), changed: changedContacts(before, after) },
  })
}

export async function keptCustomer(tx: Queryable, customerID: string): Promise<CustomerRow> {
  const row = await customerByID(tx, customerID)
  if (!row) throw new Refused('not_found')
  return row
}

/** His week: set by hand and so his own, back to the suburb's, or following the suburb he moved to. */
function weekAfter(before: CustomerRow, suburb: SuburbRow, week: number | null | undefined): { weekNumber: number | null; ownWeek: boolean } {
  if (week === null) return { weekNumber: suburb.weekNumber, ownWeek: false }
  // A form that sends back the week it was shown sets nothing by hand.
  if (week !== undefined && week !== before.weekNumber) return { weekNumber: week, ownWeek: true }
  if (before.ownWeek) return { weekNumber: before.weekNumber, ownWeek: true }
  return { weekNumber: suburb.suburbID === before.suburbID ? before.weekNumber : suburb.weekNumber, ownWeek: false }
}

/** The field as kept when it was given, nothing when it was left out. */
function given<K extends keyof Kept, Value>(field: K, value: Value | undefined, kept: (value: Value) => unknown = (same) => same): Partial<Kept> {
  return value === undefined ? {} : ({ [field]: kept(value) } as Partial<Kept>)
}

/** What he refers to; whatever of it does not exist is said at once. */
async function known(tx: Queryable, { productID, suburbID }: { productID: string; suburbID: string }): Promise<{ product: ProductRow; suburb: SuburbRow }> {
  const product = await productByID(tx, productID)
  const suburb = await suburbByID(tx, suburbID)
  if (product && suburb) return { product, suburb }
  const fields = { ...(!product && { productID: 'This service package does not exist' }), ...(!suburb && { suburbID: 'This suburb does not exist' }) }
  throw new Refused('fields_invalid', { fields })
}

function refuseDoubles(features: readonly string[]): void {
  const double = firstDouble(features)
  if (double !== null) refuseField(`features.${double}`, refusals.feature_defined.message)
}
