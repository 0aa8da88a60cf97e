import { sql } from 'drizzle-orm'
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

/**
 * Transactions that changed cached data (db/snapshot-cache.ts). Only triggers write it, so that no writer can omit it;
 * rows are only inserted, so that no two writers wait for each other. The nightly maintenance deletes old ones. In no
 * backup, because transaction ids are valid in this database only.
 */
export const notedChanges = pgTable(
  'noted_changes',
  {
    topic: text('topic').notNull(),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('noted_changes_since').on(table.topic, table.xid)],
)
