import * as z from 'zod/mini'
import { CUSTOMER_TEXT_NAMES, CUSTOMER_TEXTS, type CustomerText } from '#domain/customer-fields.ts'
import { isOrderWish } from '#domain/round-rules.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_SERVICE_TYPES,
  CUSTOMER_STATUSES,
  INVOICE_TYPES,
  ORIGINS,
  PAYMENT_SCHEMES,
  SERVICE_TYPES,
  STATES_OF_AUSTRALIA,
} from '#domain/words.ts'
import { phone, postcode } from '../contact-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  address,
  count,
  day,
  email,
  id,
  instant,
  line,
  money,
  monthNumber,
  noContent,
  notes,
  ofDepot,
  optionalLine,
  password,
  pendingPrice,
  queryFlag,
  queryNumber,
  runNumber,
  signedMoney,
  stopOrder,
  warnings,
  weekNumber,
  yearNumber,
} from '../shapes.ts'

/** The shapes of the plain texts: of one line, and of notes. */
function shapesOf<Line, Notes>(lineShape: Line, notesShape: Notes) {
  const shapes = CUSTOMER_TEXT_NAMES.map((name) => [name, CUSTOMER_TEXTS[name] === 'line' ? lineShape : notesShape])
  return Object.fromEntries(shapes) as {
    [Name in CustomerText]: (typeof CUSTOMER_TEXTS)[Name] extends 'line' ? Line : Notes
  }
}

const READS = [
  'suburbs',
  'products',
  'runs',
  'drivers',
  'settings',
  'pays',
  'invoices',
  'transactions',
  'calendar-feeds',
  'price-changes',
] as const

const ADMIN = { ADMIN: 'any' } as const

/** Where the stop is to be in the order: `first`, `last`, or reached before a time, `HH:MM`. */
const orderWish = z
  .string()
  .check(z.maxLength(40), z.refine(isOrderWish, 'This must be first, last or a time, such as 09:00'))

/** The next due period; a fortnightly one includes the week (domain.md 3). */
export const due = z.strictObject({ yearNumber, monthNumber, weekNumber: z.optional(weekNumber) })

export const customerRow = z.object({
  customerID: id,
  refId: z.string(),
  fullName: z.string(),
  company: z.nullable(z.string()),
  address: z.string(),
  suburbID: id,
  suburb: z.string(),
  state: z.enum(STATES_OF_AUSTRALIA),
  postcode: z.string(),
  mobilePhone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  hasEmail: z.boolean(),
  weekNumber: z.nullable(weekNumber),
  runNumber,
  stopOrder: z.nullable(stopOrder),
  status: z.enum(CUSTOMER_STATUSES),
  accountType: z.enum(ACCOUNT_TYPES),
  invoiceType: z.enum(INVOICE_TYPES),
  serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
  productID: id,
  servicePackage: z.string(),
  collectionScheme: z.enum(COLLECTION_SCHEMES),
  origin: z.enum(ORIGINS),
  accountBalance: signedMoney,
  nextPickUp: z.nullable(day),
  /** Omitted where the caller's role does not include money. */
  totalSales: z.optional(signedMoney),
  createdAt: instant,
})

/** The plain texts of a customer, null where they are empty. */
const texts = shapesOf(z.nullable(z.string()), z.nullable(z.string()))

export const customer = z.extend(customerRow, {
  ...texts,
  firstName: z.string(),
  lastName: z.string(),
  homePhone: z.nullable(z.string()),
  startDate: day,
  propertyManagement: z.boolean(),
  /** With `billToName` the addressee of invoices in the customer's place, such as a property manager. */
  billToEmail: z.nullable(z.string()),
  doNotRemind: z.boolean(),
  doNotSendInvoiceEmail: z.boolean(),
  paymentScheme: z.enum(PAYMENT_SCHEMES),
  /** Price per bag (rubbish removal: the whole price), AUD. */
  amount: money,
  /** No price change up to this day, such as a fixed term; null: none. Earlier servers omit it. */
  priceFixedUntil: z.optional(z.nullable(day)),
  /** Prices the customer was told of, from their day on; null: the notice has not gone yet. */
  pendingPrices: z.optional(z.array(z.object({ priceChangeID: id, price: money, from: z.nullable(day) }))),
  features: z.array(z.string()),
  /** True: the week was set by hand; false: the customer follows the suburb's week. */
  ownWeek: z.boolean(),
  orderWish: z.nullable(z.string()),
  /** The driver who always has this customer when a run is divided; null: any. */
  driverID: z.nullable(id),
  cycle: z.object({ collectionScheme: z.enum(COLLECTION_SCHEMES), due: z.nullable(due) }),
  due: z.nullable(due),
  photos: z.array(z.object({ photoID: id, url: z.string(), takenAt: z.nullable(instant) })),
  canceledAt: z.nullable(instant),
  /** The customer’s calendar, and when a program last read it; null: there is none. Earlier servers omit it. */
  calendarFeed: z.optional(z.nullable(z.object({ createdAt: instant, readAt: z.nullable(instant) }))),
  statusReason: z.nullable(z.string()),
  /** Since when collections are paused, and what has to be paid so that they go on; null: they are not. */
  onHold: z.optional(z.nullable(z.object({ since: instant, owing: signedMoney }))),
  /** Nothing is paused up to this day. Earlier servers omit it, and the above. */
  holdLiftedUntil: z.optional(z.nullable(day)),
  version: z.int(),
  warnings,
})
export type Customer = z.input<typeof customer>

const required = {
  firstName: line,
  lastName: line,
  address,
  suburbID: id,
  state: z.enum(STATES_OF_AUSTRALIA),
  postcode,
  productID: id,
  startDate: day,
  accountType: z.enum(ACCOUNT_TYPES),
  invoiceType: z.enum(INVOICE_TYPES),
}
const optional = {
  ...shapesOf(z.nullable(optionalLine), z.nullable(notes)),
  email: z.nullable(email),
  mobilePhone: z.nullable(phone),
  homePhone: z.nullable(phone),
  paymentScheme: z.enum(PAYMENT_SCHEMES),
  amount: z.nullable(money),
  priceFixedUntil: z.nullable(day),
  weekNumber: z.nullable(weekNumber),
  runNumber,
  stopOrder: z.nullable(stopOrder),
  orderWish: z.nullable(orderWish),
  driverID: z.nullable(id),
  password,
  propertyManagement: z.boolean(),
  billToEmail: z.nullable(email),
  doNotRemind: z.boolean(),
  doNotSendInvoiceEmail: z.boolean(),
  features: z.array(line).check(z.maxLength(50)),
}

/** Two long notes and fifty features, in any characters. */
const CUSTOMER_BYTES = 163_840

const customerFilters = {
  status: z.optional(z.enum(CUSTOMER_STATUSES)),
  suburbID: z.optional(id),
  weekNumber: z.optional(queryNumber(weekNumber)),
  runNumber: z.optional(queryNumber(runNumber)),
  serviceType: z.optional(z.enum(SERVICE_TYPES)),
  productID: z.optional(id),
  accountType: z.optional(z.enum(ACCOUNT_TYPES)),
  invoiceType: z.optional(z.enum(INVOICE_TYPES)),
  origin: z.optional(z.enum(ORIGINS)),
  hasEmail: z.optional(queryFlag),
  owing: z.optional(queryFlag),
}

export const listCustomers = endpoint({
  method: 'GET',
  path: '/v1/users/customers',
  summary: 'Customers',
  roles: ADMIN,
  area: 'customers',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ ...pageQuery, ...ofDepot, ...customerFilters }),
  /** Degrees of the customer's place; null: not known. Earlier servers omit them, and the wish. */
  output: pageOf(
    z.extend(customerRow, {
      orderWish: z.optional(z.nullable(z.string())),
      latitude: z.optional(z.nullable(z.number())),
      longitude: z.optional(z.nullable(z.number())),
    }),
  ),
  refusals: ['keyword_too_short'],
})

/**
 * The email may be another account's, which alone signs in with it; without this it is `email_taken`. The customer gets
 * invoices and reminders there.
 */
export const shareEmail = z.optional(z.boolean())

export const createCustomer = endpoint({
  method: 'POST',
  path: '/v1/users/customers',
  summary: 'Add a customer',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  maxBytes: CUSTOMER_BYTES,
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({
    ...required,
    ...z.partial(z.object(optional)).shape,
    status: z.optional(z.enum(CUSTOMER_STATUSES)),
    collectionScheme: z.optional(z.enum(COLLECTION_SCHEMES)),
    due: z.optional(due),
    origin: z.optional(z.enum(ORIGINS)),
    shareEmail,
  }),
  output: customer,
  status: 201,
  refusals: ['email_taken'],
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/v1/users/customers/{customerID}',
  summary: 'One customer',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ customerID: id }),
  output: customer,
  versioned: true,
  refusals: [],
})

/** Status and cycle have their own operations, so that their rules can't be bypassed. */
export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}',
  summary: 'Change a customer’s details',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  maxBytes: CUSTOMER_BYTES,
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({
    customerID: id,
    ...z.partial(z.object({ ...required, ...optional })).shape,
    shareEmail,
    pendingPrice,
  }),
  output: customer,
  versioned: true,
  refusals: ['email_taken', 'pending_price_undecided', 'wrong_state', 'version_conflict'],
})

export const updateCycle = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/cycles',
  summary: 'Set scheme, week, run number and first due period together',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({
    customerID: id,
    collectionScheme: z.enum(COLLECTION_SCHEMES),
    weekNumber,
    runNumber,
    stopOrder: z.optional(z.nullable(stopOrder)),
    due: z.optional(due),
  }),
  output: customer,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/v1/users/customers/{customerID}',
  summary: 'Delete a customer; one with history is hidden and made anonymous instead',
  roles: ADMIN,
  // The deletion leaves the customer's balance in the books without a customer who could settle it.
  area: 'money',
  depot: 'records',
  changes: ['customers', 'runs', 'pays', 'mails'],
  input: z.strictObject({ customerID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['customer_has_open_jobs', 'wrong_state', 'version_conflict'],
})

export const customersTotalSales = endpoint({
  method: 'GET',
  path: '/v1/users/customers/total-sales',
  summary: 'What the customers of a list were invoiced, `from` and `to` bounding the issue date, and how many they are',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ ...pageQuery, ...ofDepot, ...customerFilters }),
  output: z.object({ totalSales: signedMoney, customers: z.int() }),
  refusals: ['keyword_too_short'],
})

export const RUN_NUMBERS_MAX = 5_000

export const setRunNumbers = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/run-numbers/mass',
  summary: 'Set the run number, and if given the stop order, of many customers: all or none',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  maxBytes: 655_360,
  maxValues: 5 * RUN_NUMBERS_MAX,
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({
    customers: z
      .array(z.strictObject({ customerID: id, runNumber, stopOrder: z.optional(z.nullable(stopOrder)) }))
      .check(z.minLength(1), z.maxLength(RUN_NUMBERS_MAX)),
  }),
  output: z.object({ changed: z.int(), unchanged: z.int() }),
  refusals: [],
})

export const blockCustomer = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/block',
  summary: 'Block a customer: no longer due, still signs in and pays',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({ customerID: id, reason: line }),
  output: customer,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const previewCancel = endpoint({
  method: 'GET',
  path: '/v1/users/customers/{customerID}/cancel',
  summary: 'What cancelling a customer’s service would invoice and give back',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: ['customers', 'invoices', 'transactions', 'settings'],
  input: z.strictObject({ customerID: id }),
  output: z.object({
    /** Invoices for collections that are not billed yet, and their sum with GST. */
    invoices: count,
    amount: money,
    /** Unused prepaid collections, taken off their invoices or given as credit. */
    givenBack: money,
    /** The balance afterwards; below zero: owing. */
    balance: signedMoney,
    /** What the completion of a run under way will invoice, with GST. Earlier servers omit it. */
    later: z.optional(money),
  }),
  refusals: ['wrong_state', 'books_closed'],
})

/** The reason may be in the query, because proxies drop the body of a DELETE. */
export const cancelCustomer = endpoint({
  method: 'DELETE',
  path: '/v1/users/customers/{customerID}/cancel',
  summary: 'Cancel a customer’s service',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails', 'invoices', 'transactions'],
  input: z.strictObject({ customerID: id, reason: z.optional(optionalLine) }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['wrong_state', 'books_closed', 'version_conflict'],
})

export const liftHold = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/hold',
  summary: 'Pause nothing of this customer up to a day, and end a hold; null: by the rules again',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({ customerID: id, liftUntil: z.nullable(day) }),
  output: customer,
  versioned: true,
  refusals: ['version_conflict'],
})

export const reactivateCustomer = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/active',
  summary: 'Take a blocked or cancelled customer’s service up again, from this due period on; never one that is over',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({ customerID: id, due: z.optional(due) }),
  output: customer,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})
