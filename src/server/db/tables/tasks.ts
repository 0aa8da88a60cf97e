import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { TASK_ACTIONS, TASK_STATES } from '#domain/money-words.ts'
import { UNBILLED_ACCOUNTS } from '#domain/unbilled.ts'
import { apiTokens } from './api-tokens.ts'
import { createdAt, instant, json, key } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

/** A bulk act of the office, done in the background in small steps. */
export const tasks = pgTable(
  'tasks',
  {
    taskID: key('task_id').primaryKey(),
    action: text('action', { enum: TASK_ACTIONS }).notNull(),
    state: text('state', { enum: TASK_STATES }).notNull(),
    /** The payment that `pay` records for each invoice. */
    payment: json('payment'),
    /** Which accounts `mass` invoices; null: all. */
    accounts: text('accounts', { enum: UNBILLED_ACCOUNTS }),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    createdAt: createdAt(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.userID),
    /** The API token by which the user's program ordered it; null: the user did. */
    tokenID: uuid('token_id').references(() => apiTokens.tokenID),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('tasks_running').on(table.state), index('tasks_created').on(table.createdAt)],
)

/** What a task acts on, fixed when the task is made. An item's state changes in the transaction of its effect. */
export const taskItems = pgTable(
  'task_items',
  {
    taskID: uuid('task_id')
      .notNull()
      .references(() => tasks.taskID, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** An invoice; in `mass` a customer. */
    subjectID: uuid('subject_id').notNull(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    state: text('state', { enum: ['waiting', 'done', 'skipped', 'cancelled'] }).notNull(),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.taskID, table.place] }),
    unique('task_items_once').on(table.taskID, table.subjectID),
    index('task_items_waiting')
      .on(table.taskID, table.place)
      .where(sql`${table.state} = 'waiting'`),
    index('task_items_customer').on(table.customerID),
  ],
)
