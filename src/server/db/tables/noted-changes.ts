import { sql } from 'drizzle-orm'
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

/**
 * Which transactions changed data that is cached (db/snapshot-cache.ts). Written by triggers only, so that no
 * writer can omit it; insert-only, so that no two writers wait for each other. Deleted by the nightly maintenance; in
 * no backup, because transaction ids are valid in this database only.
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
