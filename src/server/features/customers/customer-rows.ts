import type { InputOf } from '#contract/endpoint.ts'
import type { createCustomer, updateCustomer, updateCycle } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { CUSTOMER_TEXT_NAMES, type CustomerText } from '#domain/customer-fields.ts'
import { firstDouble } from '#domain/features.ts'
import { refusals } from '#domain/refusals.ts'
import type { customers } from '../../db/tables/customers.ts'
import { type Change, changes } from '../../http/changes.ts'
import { storedPhone, storedPostcode, storedText } from '../../http/stored-values.ts'
import { refuseField } from '../../http/refused.ts'
import type { PackageRow } from '../packages/public.ts'
import type { CycleFacts } from '../calendar/public.ts'
import type { SuburbRow } from '../suburbs/public.ts'
import { auditedCustomer, changedBeside } from './customers-audit.ts'
import { type DueColumns, dueNamed, firstDueIn, movedDue, NO_DUE, serviceTypeOf } from './customer-cycle.ts'
import type { CustomerRow } from './customers-reads.ts'

/**
 * Turns the office's input about a customer into the row and its audit entry, for single changes and imports. Writes
 * nothing.
 */

export const CUSTOMER_NUMBERS = { counter: 'customer.ref', first: 10_001 } as const
export type CustomerInsert = typeof customers.$inferInsert
type New = InputOf<typeof createCustomer>

interface Home {
  readonly package: PackageRow
  readonly suburb: SuburbRow
}

/**
 * Omitted values come from the package (price, schemes, features), the suburb (week) and the calendar (first due
 * period).
 */
export function newCustomer(
  customerID: string,
  input: New,
  { package: packageRow, suburb, ...facts }: Home & CycleFacts,
  now: Date,
): Omit<CustomerInsert, 'refNumber'> {
  const status = input.status ?? 'ACTIVE'
  const collectionScheme = input.collectionScheme ?? packageRow.collectionScheme
  const ownWeek = typeof input.weekNumber === 'number'
  const weekNumber = input.weekNumber ?? suburb.weekNumber
  const features = input.features ?? packageRow.features
  refuseRetired(packageRow)
  refuseDoubles(features)
  return {
    ...textsOf(input, storedText),
    customerID,
    address: input.address,
    suburbID: suburb.suburbID,
    state: input.state,
    postcode: storedPostcode('postcode', input.postcode),
    homePhone: storedPhone('homePhone', input.homePhone),
    mobilePhone: storedPhone('mobilePhone', input.mobilePhone),
    status,
    canceledAt: status === 'CANCELED' ? now : null,
    startDate: input.startDate,
    accountType: input.accountType,
    invoiceType: input.invoiceType,
    propertyManagement: input.propertyManagement ?? false,
    billToEmail: storedText(input.billToEmail),
    doNotRemind: input.doNotRemind ?? false,
    doNotSendInvoiceEmail: input.doNotSendInvoiceEmail ?? false,
    productID: packageRow.productID,
    serviceType: serviceTypeOf(packageRow.serviceType, collectionScheme),
    collectionScheme,
    paymentScheme: input.paymentScheme ?? packageRow.paymentScheme,
    amount: input.amount ?? packageRow.price,
    priceFixedUntil: input.priceFixedUntil ?? null,
    features,
    origin: input.origin ?? 'NEW',
    weekNumber,
    ownWeek,
    runNumber: input.runNumber ?? 1,
    stopOrder: input.stopOrder ?? null,
    orderWish: input.orderWish ?? null,
    driverID: input.driverID ?? null,
    ...firstPointer(),
    createdAt: now,
  }

  function firstPointer() {
    if (input.due) return dueNamed(facts, collectionScheme, weekNumber, input.due)
    // A request gets its first due period when it is made official.
    return status === 'PENDING' ? NO_DUE : firstDueIn(facts, collectionScheme, weekNumber, input.startDate)
  }
}

/** Omitted values stay; null resets a price to the package's, a week to the suburb's. */
export function changedCustomer(
  before: CustomerRow,
  input: Omit<InputOf<typeof updateCustomer>, 'customerID'>,
  { package: packageRow, suburb }: Home,
): Partial<CustomerInsert> {
  if (packageRow.productID !== before.productID) refuseRetired(packageRow)
  if (input.features) refuseDoubles(input.features)
  const week = weekAfter(before, suburb, input.weekNumber)
  return {
    ...textsOf(input, (text) => (text === undefined ? undefined : storedText(text))),
    ...given('address', input.address),
    suburbID: suburb.suburbID,
    ...given('state', input.state),
    ...given('postcode', input.postcode, (text) => storedPostcode('postcode', text)),
    ...given('homePhone', input.homePhone, (text) => storedPhone('homePhone', text)),
    ...given('mobilePhone', input.mobilePhone, (text) => storedPhone('mobilePhone', text)),
    ...given('startDate', input.startDate),
    ...given('accountType', input.accountType),
    ...given('invoiceType', input.invoiceType),
    ...given('propertyManagement', input.propertyManagement),
    ...given('billToEmail', input.billToEmail, storedText),
    ...given('doNotRemind', input.doNotRemind),
    ...given('doNotSendInvoiceEmail', input.doNotSendInvoiceEmail),
    productID: packageRow.productID,
    serviceType: serviceTypeOf(packageRow.serviceType, before.collectionScheme),
    ...given('paymentScheme', input.paymentScheme),
    ...given('amount', input.amount, (amount) => amount ?? packageRow.price),
    ...given('priceFixedUntil', input.priceFixedUntil),
    ...given('features', input.features),
    ...week,
    ...given('runNumber', input.runNumber),
    ...given('stopOrder', input.stopOrder),
    ...given('orderWish', input.orderWish),
    ...given('driverID', input.driverID),
    ...(week.weekNumber !== before.weekNumber && movedDue(before, before.collectionScheme, week.weekNumber)),
    version: before.version + 1,
  }
}

type Address = Pick<CustomerRow, 'address' | 'suburbID'>

/** Whether the customer's bags stand elsewhere from now on, so that the place on the map is wrong. */
export const hasMoved = (before: Address, after: Partial<Address>): boolean =>
  changes(before, { address: after.address, suburbID: after.suburbID })

type NewCycle = Omit<InputOf<typeof updateCycle>, 'customerID'>

/** Scheme, week, run number and first due period together (domain.md 3). */
export function changedCycle(
  before: CustomerRow,
  input: NewCycle,
  { package: packageRow, ...facts }: CycleFacts & { package: PackageRow | null },
) {
  const { collectionScheme, weekNumber, runNumber } = input
  return {
    collectionScheme,
    serviceType: serviceTypeOf(packageRow?.serviceType ?? before.serviceType, collectionScheme),
    weekNumber,
    ownWeek: before.ownWeek || weekNumber !== before.weekNumber,
    runNumber,
    ...(input.stopOrder !== undefined && { stopOrder: input.stopOrder }),
    ...pointerAfter(before, input, facts),
    // With a new period, a week that a stop was once shifted to no longer applies.
    ...(input.due && { shiftedYear: null, shiftedMonth: null, shiftedWeek: null }),
    version: before.version + 1,
  } satisfies Partial<CustomerInsert>
}

/**
 * The named pointer, else the stored one. A customer collected on request until now gets the first week from today or
 * from the start date.
 */
function pointerAfter(
  before: CustomerRow,
  { collectionScheme, weekNumber, due }: NewCycle,
  facts: CycleFacts,
): DueColumns {
  if (due) return dueNamed(facts, collectionScheme, weekNumber, due, before)
  if (before.dueYear !== null || isOnRequest(collectionScheme)) return movedDue(before, collectionScheme, weekNumber)
  return firstDueIn(
    facts,
    collectionScheme,
    weekNumber,
    before.startDate > facts.today ? before.startDate : facts.today,
  )
}

export function creationOf(row: CustomerInsert): Change {
  return { action: 'customer.create', subjectKind: 'customer', subjectID: row.customerID, after: auditedCustomer(row) }
}

/** @param given the input, which may contain a password */
export function changeOf(
  before: CustomerRow,
  after: CustomerRow,
  given: { password?: string | undefined } = {},
): Change {
  return {
    action: 'customer.update',
    subjectKind: 'customer',
    subjectID: before.customerID,
    before: auditedCustomer(before),
    after: { ...auditedCustomer(after), changed: changedBeside(before, after, given) },
  }
}

/** The week set by hand, reset to the suburb's, or following the suburb that the customer moved to. */
function weekAfter(
  before: CustomerRow,
  suburb: SuburbRow,
  week: number | null | undefined,
): { weekNumber: number | null; ownWeek: boolean } {
  if (week === null) return { weekNumber: suburb.weekNumber, ownWeek: false }
  // A form that sends back an unchanged week does not set it by hand.
  if (week !== undefined && week !== before.weekNumber) return { weekNumber: week, ownWeek: true }
  if (before.ownWeek) return { weekNumber: before.weekNumber, ownWeek: true }
  return { weekNumber: suburb.suburbID === before.suburbID ? before.weekNumber : suburb.weekNumber, ownWeek: false }
}

/** The plain texts as they are stored; those that `store` leaves undefined are left out. */
function textsOf(
  input: Partial<Record<CustomerText, string | null | undefined>>,
  store: (text: string | null | undefined) => string | null | undefined,
): Partial<Record<CustomerText, string | null>> {
  const stored = CUSTOMER_TEXT_NAMES.map((name) => [name, store(input[name])] as const)
  return Object.fromEntries(stored.filter(([, text]) => text !== undefined))
}

function given<K extends keyof CustomerInsert, Value>(
  field: K,
  value: Value | undefined,
  convert: (value: Value) => unknown = (same) => same,
): Partial<CustomerInsert> {
  return value === undefined ? {} : ({ [field]: convert(value) } as Partial<CustomerInsert>)
}

/** Customers keep a retired package; it can't be assigned again. */
function refuseRetired({ name, retiredAt }: PackageRow): void {
  if (retiredAt !== null) refuseField('productID', `The service package ${name} is retired`)
}

function refuseDoubles(features: readonly string[]): void {
  const double = firstDouble(features)
  if (double !== null) refuseField(`features.${double}`, refusals.feature_defined.message)
}
