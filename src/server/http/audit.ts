import { newID } from '#domain/identifiers.ts'
import { webhookOfAudit, type WebhookKind } from '#domain/webhooks.ts'
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

const ID_OF = { 'customer.changed': 'customerID', 'run.completed': 'runOrderID', 'case.opened': 'caseID' } as const

/** What the log records of customers, runs and cases, webhooks are told. */
async function tellWebhooks(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  const kinds = new Map<WebhookKind, AuditEntry[]>()
  for (const entry of entries) {
    const kind = webhookOfAudit(entry.action, entry.subjectKind)
    if (kind !== null) kinds.set(kind, [...(kinds.get(kind) ?? []), entry])
  }
  for (const [kind, of] of kinds) {
    const ids = [...new Set(of.map(({ subjectID }) => subjectID))]
    await noteWebhooks(
      tx,
      kind,
      ids.map((id) => ({ [ID_OF[kind as keyof typeof ID_OF]]: id })),
      of[0]!.at,
    )
  }
}
