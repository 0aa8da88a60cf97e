import { byKey } from '#domain/by-key.ts'
import { newID } from '#domain/identifiers.ts'
import { AUDITED_ID, webhookOfAudit } from '#domain/webhooks.ts'
import type { Queryable } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { audit } from '../db/tables/audit.ts'
import { noteWebhooks } from '../db/webhook-outbox.ts'

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
  await tellWebhooks(tx, [entry])
}

export async function writeAudits(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  await insertRows(
    tx,
    audit,
    entries.map((entry) => ({ ...entry, auditID: newID(entry.at.getTime()) })),
  )
  await tellWebhooks(tx, entries)
}

/** Notes a webhook's message for each customer, run and case that these entries are about. */
async function tellWebhooks(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  for (const [kind, of] of byKey(entries, ({ action, subjectKind }) => webhookOfAudit(action, subjectKind))) {
    if (kind === null) continue
    const ids = new Set(of.map(({ subjectID }) => subjectID))
    const things = [...ids].map((id) => ({ [AUDITED_ID[kind]]: id }))
    await noteWebhooks(tx, kind, things, of[0]!.at)
  }
}
