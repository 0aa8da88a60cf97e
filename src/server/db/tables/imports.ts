import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportOutcome } from './import-outcome.ts'
import { instant, key } from './columns.ts'
import { users } from './users.ts'

/** A file of suburbs or customers on its way in: how far it is, for whoever left the page and came back. */
export const imports = pgTable('imports', {
  importID: key('import_id').primaryKey(),
  kind: text('kind', { enum: ['suburbs', 'customers'] }).notNull(),
  actorID: uuid('actor_id')
    .notNull()
    .references(() => users.userID),
  dryRun: boolean('dry_run').notNull(),
  rows: integer('rows').notNull().default(0),
  done: integer('done').notNull().default(0),
  startedAt: instant('started_at').notNull(),
  /** Moves while it works: one that stands still was interrupted. */
  seenAt: instant('seen_at').notNull(),
  endedAt: instant('ended_at'),
  refused: boolean('refused').notNull().default(false),
  result: jsonb('result').$type<ImportOutcome>(),
})
