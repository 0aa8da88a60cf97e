import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, json, key } from './columns.ts'

/** Which user did what to which subject; append-only. */
export const audit = pgTable(
  'audit',
  {
    auditID: key('audit_id').primaryKey(),
    at: createdAt(),
    actorID: uuid('actor_id'),
    /** The API token by which the actor's program did it; null: the actor did. */
    tokenID: uuid('token_id'),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectID: text('subject_id').notNull(),
    before: json('before'),
    after: json('after'),
    requestID: text('request_id'),
  },
  (table) => [
    index('audit_subject').on(table.subjectKind, table.subjectID, table.at),
    index('audit_at').on(table.at, table.auditID),
    index('audit_actor').on(table.actorID, table.at),
  ],
)
