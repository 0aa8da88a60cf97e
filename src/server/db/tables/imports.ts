import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportOutcome } from './import-outcome.ts'
import { instant, key } from './columns.ts'
import { users } from './users.ts'

/** A file of suburbs, customers or open invoices being imported. Its progress is shown again after leaving the page. */
export const imports = pgTable('imports', {
  importID: key('import_id').primaryKey(),
  kind: text('kind', { enum: ['suburbs', 'customers', 'invoices'] }).notNull(),
  actorID: uuid('actor_id')
    .notNull()
    .references(() => users.userID),
  dryRun: boolean('dry_run').notNull(),
  rows: integer('rows').notNull().default(0),
  done: integer('done').notNull().default(0),
  startedAt: instant('started_at').notNull(),
  /** Updated while it runs; with an old value the import was interrupted. */
  seenAt: instant('seen_at').notNull(),
  endedAt: instant('ended_at'),
  refused: boolean('refused').notNull().default(false),
  /** Of the file and of what was asked; null: of an import before this column. */
  orderHash: text('order_hash'),
  result: jsonb('result').$type<ImportOutcome>(),
})
