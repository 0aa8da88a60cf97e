import { bigint, bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { json } from './columns.ts'

/** What the payments sandbox remembers, shared by all servers. No money moves by any of it. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    /** The id has Stripe's format. */
    id: text('id').primaryKey(),
    /** In the order in which they were made. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    /** Stripe's name of the object, such as `payment_intent`. */
    kind: text('kind').notNull(),
    /** The object by which it is looked up: a refund's payment, a payment's customer; null: none. */
    ref: text('ref'),
    /** Seconds since 1970. */
    created: integer('created').notNull(),
    body: json('body').notNull(),
  },
  (table) => [
    index('sandbox_objects_kind').on(table.kind, table.place),
    index('sandbox_objects_ref').on(table.kind, table.ref, table.place),
  ],
)

/** What the sandbox has to do at a time: settle a debit, send a webhook. */
export const sandboxTasks = pgTable(
  'sandbox_tasks',
  {
    taskID: bigserial('task_id', { mode: 'number' }).primaryKey(),
    /** Epoch ms. */
    dueAt: bigint('due_at', { mode: 'number' }).notNull(),
    body: json('body').notNull(),
  },
  (table) => [index('sandbox_tasks_due').on(table.dueAt, table.taskID)],
)

/** Answers by idempotency key, kept for a day. */
export const sandboxAnswers = pgTable(
  'sandbox_answers',
  {
    key: text('key').primaryKey(),
    /** SHA-256 of the request, hex. */
    request: text('request').notNull(),
    body: json('body').notNull(),
    /** Epoch ms. */
    answeredAt: bigint('answered_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('sandbox_answers_old').on(table.answeredAt)],
)
