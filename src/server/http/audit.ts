import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { audit } from '../db/tables/audit.ts'

export interface AuditEntry {
  /** Null: the system, or a person who used a link instead of a session. */
  readonly actorID: string | null
  /** The API token of the actor's program. */
  readonly tokenID?: string | undefined
  /** Such as `suburb.update`. */
  readonly action: string
  readonly subjectKind: string
  readonly subjectID: string
  /** Contains no secrets and no private fields (domain.md 10). */
  readonly before?: unknown
  readonly after?: unknown
  readonly requestID: string | null
  readonly at: Date
}

/** Records who did what to what. Called with the transaction of the change, so that both commit or neither. */
export async function writeAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx
    .insert(audit)
    .values({ ...entry, auditID: newID(entry.at.getTime()), before: entry.before ?? null, after: entry.after ?? null })
}

export async function writeAudits(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  await insertRows(
    tx,
    audit,
    entries.map((entry) => ({ ...entry, auditID: newID(entry.at.getTime()) })),
  )
}
