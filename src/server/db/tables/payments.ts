import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CHECKOUT_KINDS, CHECKOUT_STATES } from '#domain/money-words.ts'
import { createdAt, instant, key, ledgerCents } from './columns.ts'
import { customers } from './customers.ts'
import { transactions } from './ledger.ts'
import { users } from './users.ts'

/**
 * A page of the payment provider on which a customer may pay by card (domain.md 13), or a charge that the server makes
 * by itself (domain.md 20), whose details are in `charges`.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    checkoutID: key('checkout_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    /** The invoices paid by it, each with what it owed when the page was opened. */
    parts: jsonb('parts').$type<{ invoiceID: string; number: string; amount: number }[]>().notNull(),
    amount: ledgerCents('amount_cents').notNull(),
    kind: text('kind', { enum: CHECKOUT_KINDS }).notNull().default('page'),
    state: text('state', { enum: CHECKOUT_STATES }).notNull(),
    /** The provider's ID, and the page's address; null until the provider has answered. */
    providerID: text('provider_id').unique(),
    url: text('url'),
    /** The provider's ID of the payment; null until it is paid, or an automatic charge was made. */
    paymentID: text('payment_id').unique(),
    transactionID: uuid('transaction_id')
      .unique()
      .references(() => transactions.transactionID),
    /** No money moved: the sandbox, or the provider's test mode. */
    test: boolean('test').notNull().default(false),
    createdAt: createdAt(),
    /** Null: opened by the link of an invoice. */
    createdBy: uuid('created_by').references(() => users.userID),
    expiresAt: instant('expires_at').notNull(),
    /** When the server last asked the provider about it, because no webhook came. */
    askedAt: instant('asked_at'),
  },
  (table) => [
    index('checkouts_customer').on(table.customerID, table.createdAt),
    index('checkouts_waiting')
      .on(table.createdAt)
      .where(sql`${table.state} in ('open', 'pending')`),
    // Charges that are planned or on their way.
    index('checkouts_charges')
      .on(table.customerID)
      .where(sql`${table.kind} = 'auto' and ${table.state} in ('planned', 'asked', 'pending')`),
    check('checkouts_amount', sql`${table.amount} > 0`),
    check('checkouts_paid', sql`(${table.state} in ('paid', 'refunded')) = (${table.transactionID} is not null)`),
  ],
)

/** What the provider reported, each event once; a trigger makes it append-only. */
export const providerEvents = pgTable(
  'provider_events',
  {
    /** The provider's ID; `asked …` for what the server learned by asking about one checkout. */
    eventID: text('event_id').primaryKey(),
    kind: text('kind').notNull(),
    source: text('source', { enum: ['webhook', 'asked'] }).notNull(),
    happenedAt: instant('happened_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    outcome: text('outcome', {
      enum: [
        /** Rows were added to the ledger. */
        'booked',
        /** A state changed, or the event is kept for information. */
        'noted',
        /** It contains nothing new. */
        'repeated',
        /** Its payment is not booked yet; the two are applied together. */
        'early',
        /** A person has to look at it; the office has an alert. */
        'unbooked',
      ],
    }).notNull(),
    checkoutID: uuid('checkout_id').references(() => checkouts.checkoutID),
    paymentID: text('payment_id'),
    /** The provider's ID of the checkout, refund, dispute or payout. */
    subjectID: text('subject_id'),
    amount: ledgerCents('amount_cents'),
    currency: text('currency'),
    moneyTaken: boolean('money_taken'),
    reason: text('reason'),
    test: boolean('test').notNull(),
    transactionID: uuid('transaction_id').references(() => transactions.transactionID),
  },
  (table) => [
    index('provider_events_checkout').on(table.checkoutID),
    index('provider_events_early')
      .on(table.paymentID)
      .where(sql`${table.outcome} = 'early'`),
    index('provider_events_unbooked')
      .on(table.receivedAt)
      .where(sql`${table.outcome} = 'unbooked'`),
  ],
)

/** Money that the provider paid back, each refund once. */
export const checkoutRefunds = pgTable(
  'checkout_refunds',
  {
    refundID: text('refund_id').primaryKey(),
    checkoutID: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.checkoutID),
    amount: ledgerCents('amount_cents').notNull(),
    /** `failed`: the money did not reach the customer. */
    state: text('state', { enum: ['refunded', 'failed'] }).notNull(),
    /** The deduction; null: not booked. */
    transactionID: uuid('transaction_id').references(() => transactions.transactionID),
    /** The payment that it became again when the refund failed. */
    returnedID: uuid('returned_id').references(() => transactions.transactionID),
    createdAt: createdAt(),
  },
  (table) => [index('checkout_refunds_checkout').on(table.checkoutID)],
)

/** Disputes of card payments, each once. */
export const checkoutDisputes = pgTable(
  'checkout_disputes',
  {
    disputeID: text('dispute_id').primaryKey(),
    checkoutID: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.checkoutID),
    amount: ledgerCents('amount_cents').notNull(),
    reason: text('reason'),
    state: text('state', { enum: ['open', 'won', 'lost', 'dropped'] }).notNull(),
    /** The deduction; null: no money was taken, or it is not booked. */
    transactionID: uuid('transaction_id').references(() => transactions.transactionID),
    /** The payment that it became again when the dispute was won. */
    returnedID: uuid('returned_id').references(() => transactions.transactionID),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('checkout_disputes_checkout').on(table.checkoutID),
    index('checkout_disputes_state').on(table.state, table.closedAt),
  ],
)

/**
 * A refund that the office requested. It is stored before the provider is asked, so that no answer can be lost.
 * `checkout_refunds` has what the provider has refunded, as for every refund.
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    /** The idempotency key at the provider. */
    refundRequestID: key('refund_request_id').primaryKey(),
    checkoutID: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.checkoutID),
    amount: ledgerCents('amount_cents').notNull(),
    reason: text('reason').notNull(),
    state: text('state', {
      enum: [
        /** The provider has not answered yet. */
        'asked',
        /** The provider has accepted it under `refundID`. */
        'made',
        'refused',
      ],
    }).notNull(),
    refundID: text('refund_id').unique(),
    /** The provider's code of the reason. */
    problem: text('problem'),
    answeredAt: instant('answered_at'),
    /** The provider did not answer at first, and the office was told that the refund waits. */
    repeated: boolean('repeated').notNull().default(false),
    createdAt: createdAt(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.userID),
  },
  (table) => [
    index('refund_requests_checkout').on(table.checkoutID),
    index('refund_requests_asked')
      .on(table.createdAt)
      .where(sql`${table.state} = 'asked'`),
    check('refund_requests_amount', sql`${table.amount} > 0`),
    check('refund_requests_made', sql`(${table.state} = 'made') = (${table.refundID} is not null)`),
  ],
)

/** An event that was not booked, and what the office did about it, which ends the alert. Append-only. */
export const unbookedResolved = pgTable('unbooked_resolved', {
  eventID: text('event_id')
    .primaryKey()
    .references(() => providerEvents.eventID),
  reason: text('reason').notNull(),
  createdAt: createdAt(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.userID),
})
