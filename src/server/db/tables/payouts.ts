import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, day, ledgerCents } from './columns.ts'

/**
 * Money that the payment provider sent to the firm's bank account, each payout once (domain.md 11, M19). A trigger
 * makes it append-only.
 */
export const payouts = pgTable(
  'payouts',
  {
    payoutID: text('payout_id').primaryKey(),
    /** Net and fee: what the payout took off the balance at the provider. */
    gross: ledgerCents('gross_cents').notNull(),
    fee: ledgerCents('fee_cents').notNull(),
    /** The GST in the fee that the provider states; 0: it states none. */
    feeGst: ledgerCents('fee_gst_cents').notNull().default(0),
    /** What arrives in the bank; negative when the provider takes money from it. */
    net: ledgerCents('net_cents').notNull(),
    /** The day on which the provider expects it to arrive. */
    arrivesOn: day('arrives_day').notNull(),
    /** The effective date: the day it arrives, or the first open one after a closed period (M16). */
    day: day('effective_day').notNull(),
    /** No money moved: the sandbox, or the provider's test mode. */
    test: boolean('test').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('payouts_arrives').on(table.arrivesOn, table.payoutID),
    index('payouts_net').on(table.net, table.arrivesOn),
    check('payouts_sum', sql`${table.gross} = ${table.net} + ${table.fee}`),
  ],
)

/** A payout that the bank sent back: the provider has the money again, and pays it with a later one. Append-only. */
export const payoutFailures = pgTable('payout_failures', {
  payoutID: text('payout_id')
    .primaryKey()
    .references(() => payouts.payoutID),
  /** The effective date: when the server learned of it, not before the payout's own. */
  day: day('effective_day').notNull(),
  createdAt: createdAt(),
})
