import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

/**
 * The balance that a customer brought from the old system; the first line of their ledger, never changed. Negative: the
 * customer owes.
 */
export const openingBalances = pgTable('opening_balances', {
  customerID: uuid('customer_id')
    .primaryKey()
    .references(() => customers.customerID),
  amount: cents('amount_cents').notNull(),
  at: instant('at').notNull(),
  actorID: uuid('actor_id')
    .notNull()
    .references(() => users.userID),
})
