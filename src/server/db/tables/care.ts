import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, key } from './columns.ts'

/** Every backup that was begun, kept as a diary: what became of it, and whether it could be opened again. */
export const backups = pgTable(
  'backups',
  {
    backupID: key('backup_id').primaryKey(),
    startedAt: instant('started_at').notNull(),
    /** Null while it runs, or when the server ended in the middle. */
    endedAt: instant('ended_at'),
    /** Where it lies, under the backup folder; null when it failed. */
    fileName: text('file_name'),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256'),
    /** Why it failed, without anything private. */
    failure: text('failure'),
  },
  (table) => [index('backups_started').on(table.startedAt)],
)

/** What the office must be told about the installation itself; one open row per kind and subject. */
export const alerts = pgTable(
  'alerts',
  {
    alertID: key('alert_id').primaryKey(),
    kind: text('kind', {
      enum: [
        'backup-failed',
        'backup-stale',
        'phone-silent',
        'records-missing',
        'mail-stuck',
        'disk-short',
        'care-failed',
        'calendar-ending',
      ],
    }).notNull(),
    /** What it is about: a phone that holds records or lost some, or a driver of whom no phone is heard; empty when there is only one. */
    subject: text('subject').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The matter has ended by itself or was mended. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('alerts_open')
      .on(table.kind, table.subject)
      .where(sql`${table.endedAt} is null`),
  ],
)
