import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DROP_REASONS, END_REASONS, METHOD_KINDS, METHOD_STATES, PAUSE_REASONS } from '#domain/autopay-words.ts'
import { createdAt, day, instant, key, ledgerCents, version } from './columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { checkouts } from './payments.ts'
import { users } from './users.ts'

/** Sandbox, test and live keys of the provider know different customers, and none of the others'. */
export const PROVIDER_MODES = ['sandbox', 'test', 'live'] as const

/** The provider's customer of each of ours, made when it is first needed. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    mode: text('mode', { enum: PROVIDER_MODES }).notNull(),
    providerCustomerID: text('provider_customer_id').notNull().unique(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.customerID, table.mode] })],
)

/** A card or bank account that a customer lets the firm charge (domain.md 20). */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    methodID: key('method_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    mode: text('mode', { enum: PROVIDER_MODES }).notNull(),
    state: text('state', { enum: METHOD_STATES }).notNull(),
    /** The provider's page on which it is set up; its address while it is open. */
    setupID: text('setup_id').unique(),
    url: text('url'),
    expiresAt: instant('expires_at').notNull(),
    /** What follows is known once it is set up. */
    kind: text('kind', { enum: METHOD_KINDS }),
    providerMethodID: text('provider_method_id').unique(),
    mandateID: text('mandate_id'),
    brand: text('brand'),
    last4: text('last4'),
    /** The last month of a card, YYYY-MM. */
    expiresIn: text('expires_in'),
    activeAt: instant('active_at'),
    /** The words that the customer accepted, and what they promised; these bind this method whatever the settings become. */
    wordsVersion: text('words_version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** Null: by an invitation's link. */
    acceptedBy: uuid('accepted_by').references(() => users.userID, { onDelete: 'set null' }),
    noticeDays: integer('notice_days').notNull(),
    tries: integer('tries').notNull(),
    retryDays: integer('retry_days').notNull(),
    pauseReason: text('pause_reason', { enum: PAUSE_REASONS }),
    pausedAt: instant('paused_at'),
    /** What the office wrote when it paused it. */
    note: text('note'),
    endReason: text('end_reason', { enum: END_REASONS }),
    endedAt: instant('ended_at'),
    /** When the provider forgot it; null of an ended one: it is still to be told. */
    detachedAt: instant('detached_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex('payment_methods_one')
      .on(table.customerID, table.mode)
      .where(sql`${table.state} in ('active', 'paused')`),
    index('payment_methods_customer').on(table.customerID, table.createdAt),
    index('payment_methods_state').on(table.state, table.createdAt),
    index('payment_methods_detach')
      .on(table.endedAt)
      .where(sql`${table.state} = 'ended' and ${table.detachedAt} is null`),
    check('payment_methods_paused', sql`(${table.state} = 'paused') = (${table.pauseReason} is not null)`),
    check('payment_methods_ended', sql`(${table.state} = 'ended') = (${table.endReason} is not null)`),
    check(
      'payment_methods_known',
      sql`${table.state} not in ('active', 'paused') or ${table.providerMethodID} is not null`,
    ),
  ],
)

/** Which mail told a customer that an invoice will be charged, and the most that it may be. */
export const chargeNotices = pgTable(
  'charge_notices',
  {
    mailID: uuid('mail_id').notNull(),
    invoiceID: uuid('invoice_id')
      .notNull()
      .references(() => invoices.invoiceID),
    methodID: uuid('method_id')
      .notNull()
      .references(() => paymentMethods.methodID),
    amount: ledgerCents('amount_cents').notNull(),
    /** The failed charge that the mail tells of; null: it announces a first charge. */
    afterID: uuid('after_checkout_id').references(() => checkouts.checkoutID),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mailID, table.invoiceID] }),
    index('charge_notices_invoice').on(table.invoiceID, table.createdAt),
    index('charge_notices_method').on(table.methodID),
  ],
)

/** What an automatic charge has beside its checkout. */
export const charges = pgTable(
  'charges',
  {
    checkoutID: uuid('checkout_id')
      .primaryKey()
      .references(() => checkouts.checkoutID),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    /** Null: it was found at the provider after a restore, and the method is not known here. */
    methodID: uuid('method_id').references(() => paymentMethods.methodID),
    day: day('charge_day').notNull(),
    /** The first, second … of this customer on this day. */
    n: integer('n').notNull(),
    /** When the decision to ask was stored; it is taken once. */
    askedAt: instant('asked_at'),
    /** When the provider was last asked without an answer. */
    triedAt: instant('tried_at'),
    dropReason: text('drop_reason', { enum: DROP_REASONS }),
    /** The provider's code of a decline. */
    failure: text('failure'),
    failedAt: instant('failed_at'),
    /** Since when the bank has been silent about a debit. */
    pendingAt: instant('pending_at'),
  },
  (table) => [
    unique('charges_once').on(table.customerID, table.day, table.n),
    index('charges_method').on(table.methodID),
    index('charges_day').on(table.day),
    index('charges_failed')
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
)

/** Each try to charge an invoice, stored with the decision to ask. */
export const chargeTries = pgTable(
  'charge_tries',
  {
    invoiceID: uuid('invoice_id')
      .notNull()
      .references(() => invoices.invoiceID),
    number: integer('try_number').notNull(),
    checkoutID: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.checkoutID),
    amount: ledgerCents('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceID, table.number] }),
    index('charge_tries_checkout').on(table.checkoutID),
    check('charge_tries_amount', sql`${table.amount} > 0`),
  ],
)
