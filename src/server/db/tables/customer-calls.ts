import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CALL_RESULTS } from '#domain/timeline.ts'
import { createdAt, key } from './columns.ts'
import { customers } from './customers.ts'
import { jobs } from './runs.ts'
import { users } from './users.ts'

/** Phone calls with a customer that the office noted. Append-only; the note is emptied when the customer is deleted. */
export const customerCalls = pgTable(
  'customer_calls',
  {
    callID: key('call_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    /** The stop that the driver did not reach, if the call was about it. */
    assignmentID: uuid('assignment_id').references(() => jobs.assignmentID, { onDelete: 'set null' }),
    answered: text('answered', { enum: CALL_RESULTS }).notNull(),
    note: text('note'),
    createdAt: createdAt(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.userID),
  },
  (table) => [
    index('customer_calls_customer').on(table.customerID, table.createdAt),
    index('customer_calls_stop').on(table.assignmentID),
  ],
)
