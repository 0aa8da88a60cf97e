import type { Queryable } from '../db/database.ts'
import { type AuditEntry, writeAudit, writeAudits } from './audit.ts'
import { canonical } from './etags.ts'

/** Who makes a change, in which request and when. The context of a route fits. */
export interface Author {
  readonly actor: { readonly userID: string; readonly tokenID?: string }
  readonly requestID: string
  readonly now: Date
}

export interface Change {
  /** Such as `suburb.update`. */
  readonly action: string
  readonly subjectKind: string
  readonly subjectID: string
  /** Contains no secrets and no private details of people. */
  readonly before?: Record<string, unknown> | undefined
  readonly after?: Record<string, unknown> | undefined
}

/** Records who did what, inside the transaction of the change. */
export async function recordChange(tx: Queryable, { actor, requestID, now }: Author, change: Change): Promise<void> {
  await writeAudit(tx, { ...change, ...doneBy(actor), requestID, at: now })
}

export async function recordChanges(
  tx: Queryable,
  { actor, requestID, now }: Author,
  made: readonly Change[],
): Promise<void> {
  await writeAudits(
    tx,
    made.map((change) => ({ ...change, ...doneBy(actor), requestID, at: now })),
  )
}

/** The columns of the audit log that say who did it, and by which API token. */
export function doneBy({ userID, tokenID }: Author['actor']): Pick<AuditEntry, 'actorID' | 'tokenID'> {
  return { actorID: userID, ...(tokenID !== undefined && { tokenID }) }
}

/** Whether these fields would change the row. An unchanged row keeps its version, and nothing is recorded. */
export function changes(before: object, fields: object): boolean {
  return Object.entries(fields).some(
    ([name, value]) => name !== 'version' && value !== undefined && text(Reflect.get(before, name)) !== text(value),
  )
}

// Compared as JSON, so that an instant equals its text.
const text = (value: unknown) => JSON.stringify(canonical(JSON.parse(JSON.stringify(value ?? null))))
