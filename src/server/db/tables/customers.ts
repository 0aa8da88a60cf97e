import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { STREET_WAYS } from '#domain/round-rules.ts'
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
import { cents, createdAt, day, instant, key, ledgerCents, version } from './columns.ts'
import { depots } from './depots.ts'
import { drivers } from './drivers.ts'
import { users } from './users.ts'

export const suburbs = pgTable(
  'suburbs',
  {
    suburbID: key('suburb_id').primaryKey(),
    label: text('label').notNull(),
    postCode: text('post_code').notNull(),
    state: text('state').notNull(),
    weekNumber: integer('week_number'),
    /** Whose trucks collect there; null: no depot's. */
    depotID: uuid('depot_id').references(() => depots.depotID),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex('suburbs_label_post_code').on(sql`lower(${table.label})`, table.postCode),
    index('suburbs_depot').on(table.depotID),
  ],
)

/** Streets that are driven whole before they are left (domain.md 4, Shortest order). */
export const suburbStreets = pgTable(
  'suburb_streets',
  {
    suburbID: uuid('suburb_id')
      .notNull()
      .references(() => suburbs.suburbID, { onDelete: 'cascade' }),
    /** As addresses are compared: "smith street" (domain/addresses.ts). */
    street: text('street').notNull(),
    /** The name as the office wrote it. */
    name: text('name').notNull(),
    way: text('way', { enum: STREET_WAYS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.suburbID, table.street] })],
)

export const products = pgTable('products', {
  productID: key('product_id').primaryKey(),
  name: text('name').notNull(),
  serviceType: text('service_type', { enum: SERVICE_TYPES }).notNull(),
  isPublic: boolean('is_public').notNull(),
  features: jsonb('features').$type<string[]>().notNull(),
  paymentScheme: text('payment_scheme', { enum: PAYMENT_SCHEMES }).notNull(),
  publicPaymentScheme: text('public_payment_scheme'),
  collectionScheme: text('collection_scheme', { enum: COLLECTION_SCHEMES }).notNull(),
  publicCollectionScheme: text('public_collection_scheme'),
  price: cents('price_cents').notNull(),
  /** No longer offered to new customers. */
  retiredAt: instant('retired_at'),
  createdAt: createdAt(),
  version: version(),
})

/** Collected on request, or without a due period yet. It uses literals, so that the planner finds the index. */
export const withoutDue = ({ dueYear, collectionScheme }: Record<'dueYear' | 'collectionScheme', AnyColumn>): SQL =>
  sql`(${dueYear} is null or ${collectionScheme} in ('FLEXIBLE', 'ONE_OFF'))`

export const customers = pgTable(
  'customers',
  {
    customerID: uuid('customer_id')
      .primaryKey()
      .references(() => users.userID),
    refNumber: integer('ref_number').notNull().unique(),
    title: text('title'),
    company: text('company'),
    address: text('address').notNull(),
    suburbID: uuid('suburb_id')
      .notNull()
      .references(() => suburbs.suburbID),
    state: text('state', { enum: STATES_OF_AUSTRALIA }).notNull(),
    postcode: text('postcode').notNull(),
    homePhone: text('home_phone'),
    mobilePhone: text('mobile_phone'),
    status: text('status', { enum: CUSTOMER_STATUSES }).notNull(),
    statusReason: text('status_reason'),
    canceledAt: instant('canceled_at'),
    startDate: day('start_date').notNull(),
    accountType: text('account_type', { enum: ACCOUNT_TYPES }).notNull(),
    invoiceType: text('invoice_type', { enum: INVOICE_TYPES }).notNull(),
    propertyManagement: boolean('property_management').notNull().default(false),
    /** The addressee of invoices in the customer's place, such as a property manager. */
    billToName: text('bill_to_name'),
    billToEmail: text('bill_to_email'),
    doNotRemind: boolean('do_not_remind').notNull().default(false),
    doNotSendInvoiceEmail: boolean('do_not_send_invoice_email').notNull().default(false),
    productID: uuid('product_id')
      .notNull()
      .references(() => products.productID),
    serviceType: text('service_type', { enum: CUSTOMER_SERVICE_TYPES }).notNull(),
    collectionScheme: text('collection_scheme', { enum: COLLECTION_SCHEMES }).notNull(),
    paymentScheme: text('payment_scheme', { enum: PAYMENT_SCHEMES }).notNull(),
    amount: cents('amount_cents').notNull(),
    /** No price change before this day is over, such as a fixed term. */
    priceFixedUntil: day('price_fixed_until'),
    features: jsonb('features').$type<string[]>().notNull(),
    origin: text('origin', { enum: ORIGINS }).notNull().default('NEW'),
    notes: text('notes'),
    adminNotes: text('admin_notes'),
    sourceOfLead: text('source_of_lead'),
    weekNumber: integer('week_number'),
    /** Set by hand, so it does not follow the suburb's week. */
    ownWeek: boolean('own_week').notNull().default(false),
    runNumber: integer('run_number').notNull().default(1),
    stopOrder: integer('stop_order'),
    /** "first", "last", or before which time, "HH:MM"; null: no wish (domain.md 4, Shortest order). */
    orderWish: text('order_wish'),
    /** The driver who always has this customer when a run is divided; null: any. */
    driverID: uuid('tied_driver_id').references(() => drivers.driverID, { onDelete: 'set null' }),
    /** The next due period is stored, not computed (domain.md 3). */
    dueYear: integer('due_year'),
    dueMonth: integer('due_month'),
    dueWeek: integer('due_week'),
    /** A stop shifted to a named week is due in exactly that week (domain.md 4). */
    shiftedYear: integer('shifted_year'),
    shiftedMonth: integer('shifted_month'),
    shiftedWeek: integer('shifted_week'),
    /** Since when collections are paused until overdue invoices are paid (domain.md 19); null: they are not. */
    heldSince: instant('held_since'),
    /** What they have to pay so that collections go on; 0: they are not paused. */
    heldFor: ledgerCents('held_cents').notNull().default(0),
    /** When the latest hold ended. */
    holdEndedAt: instant('hold_ended_at'),
    /** The end of which the customer was told. */
    holdToldAt: instant('hold_told_at'),
    /** The office's day up to which nothing is paused. */
    holdLiftedUntil: day('hold_lifted_until'),
    /** The last quotation of a request (domain.md 10), and whether it was accepted. */
    quotedAt: instant('quoted_at'),
    quotedPrice: cents('quoted_price_cents'),
    quotations: integer('quotations').notNull().default(0),
    acceptedAt: instant('accepted_at'),
    /** An existing customer that this request may duplicate. */
    possibleDoubleID: uuid('possible_double_id'),
    /** The folded text for keyword searches, and the sort key of lists. Maintained by `refreshSearch`. */
    searchText: text('search_text').notNull().default(''),
    nameKey: text('name_key').notNull().default(''),
    /** Deleted, but with history: hidden and anonymised. */
    hiddenAt: instant('hidden_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    index('customers_due').on(table.status, table.weekNumber, table.dueYear, table.dueMonth),
    // Customers who can be due in another way than by their week: shifted to one, with two weeks a month, or without a
    // due period.
    index('customers_shifted')
      .on(table.customerID)
      .where(sql`${table.shiftedYear} is not null`),
    index('customers_fortnightly')
      .on(table.status, table.weekNumber, table.dueYear, table.dueMonth)
      .where(sql`${table.collectionScheme} = 'FORTNIGHTLY'`),
    index('customers_without_due').on(table.status, table.customerID).where(withoutDue(table)),
    index('customers_held')
      .on(table.customerID)
      .where(sql`${table.heldSince} is not null`),
    index('customers_suburb').on(table.suburbID),
    index('customers_product').on(table.productID),
    index('customers_listed')
      .on(table.status, table.nameKey, table.customerID)
      .where(sql`${table.hiddenAt} is null`),
    index('customers_by_name')
      .on(table.nameKey, table.customerID)
      .where(sql`${table.hiddenAt} is null`),
    // Deleted customers and requests, whose sales the list does not add up.
    index('customers_unlisted')
      .on(table.customerID)
      .where(sql`(${table.hiddenAt} is not null or ${table.status} = 'PENDING')`),
    check('customers_week', sql`${table.weekNumber} between 1 and 5`),
    check('customers_amount', sql`${table.amount} >= 0`),
  ],
)
