import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ALERT_KINDS } from '#domain/alerts.ts'
import { instant, key } from './columns.ts'

/** Every backup that was started, its result, and whether it could be opened again. */
export const backups = pgTable(
  'backups',
  {
    backupID: key('backup_id').primaryKey(),
    startedAt: instant('started_at').notNull(),
    /** Null while it runs, or when the server stopped during it. */
    endedAt: instant('ended_at'),
    /** The backup's name under the backup folder; null: it failed. */
    fileName: text('file_name'),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256'),
    /** Why it failed, without private data. */
    failure: text('failure'),
  },
  (table) => [index('backups_started').on(table.startedAt)],
)

/** Alerts about the installation itself; one open row per kind and subject. */
export const alerts = pgTable(
  'alerts',
  {
    alertID: key('alert_id').primaryKey(),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    /**
     * A phone that holds or has lost records, or a driver whose phones are all silent; empty: the kind has a single
     * subject.
     */
    subject: text('subject').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the problem ended or was resolved. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('alerts_open')
      .on(table.kind, table.subject)
      .where(sql`${table.endedAt} is null`),
  ],
)
