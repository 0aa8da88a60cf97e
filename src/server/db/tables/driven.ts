import { type AnyColumn, sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type Gap, GAP_KINDS, GAPS_NEEDED } from '#domain/driven-times.ts'
import { json } from './columns.ts'
import { runs } from './runs.ts'

/** Whether there are enough gaps for a median. */
export const enoughGaps = (gaps: AnyColumn) => sql`jsonb_array_length(${gaps}) >= ${sql.raw(String(GAPS_NEEDED))}`

/** The newest times from record to record between two streets or suburbs (domain.md 18). They name no driver and no day. */
export const drivenGaps = pgTable(
  'driven_gaps',
  {
    kind: text('kind', { enum: GAP_KINDS }).notNull(),
    first: text('first').notNull(),
    second: text('second').notNull(),
    /** Oldest first. */
    gaps: json('gaps').$type<Gap[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.first, table.second] }),
    // Most pairs were driven once or twice, which says nothing yet.
    index('driven_gaps_enough').on(table.kind, table.first, table.second).where(enoughGaps(table.gaps)),
  ],
)

/** The runs whose times are in `driven_gaps`, so that each counts once. */
export const drivenRuns = pgTable('driven_runs', {
  runOrderID: uuid('run_order_id')
    .primaryKey()
    .references(() => runs.runOrderID, { onDelete: 'cascade' }),
  /** Whose records are counted already. */
  driverIDs: json('driver_ids').$type<string[]>().notNull(),
  isDone: boolean('is_done').notNull(),
})
