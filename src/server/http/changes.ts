import type { Queryable } from '../db/database.ts'
import { writeAudit, writeAudits } from './audit.ts'
import { canonical } from './etags.ts'

/** Who changes something, in which request and when: a route's context fits. */
export interface Author {
  readonly actor: { readonly userID: string }
  readonly requestID: string
  readonly now: Date
}

export interface Change {
  /** `suburb.update` */
  readonly action: string
  readonly subjectKind: string
  readonly subjectID: string
  /** Without secrets and without people's private details. */
  readonly before?: Record<string, unknown> | undefined
  readonly after?: Record<string, unknown> | undefined
}

/** Writes down who did what, inside the transaction that did it. */
export async function recordChange(tx: Queryable, { actor, requestID, now }: Author, change: Change): Promise<void> {
  await writeAudit(tx, { ...change, actorID: actor.userID, requestID, at: now })
}

/** The same for many at once. */
export async function recordChanges(
  tx: Queryable,
  { actor, requestID, now }: Author,
  said: readonly Change[],
): Promise<void> {
  await writeAudits(
    tx,
    said.map((change) => ({ ...change, actorID: actor.userID, requestID, at: now })),
  )
}

/** Whether the row would be another one with these fields; one that stays the same keeps its version, and nothing is written down. */
export function changes(before: object, fields: object): boolean {
  return Object.entries(fields).some(
    ([name, value]) => name !== 'version' && value !== undefined && text(Reflect.get(before, name)) !== text(value),
  )
}

// As JSON first: an instant is the text it becomes.
const text = (value: unknown) => JSON.stringify(canonical(JSON.parse(JSON.stringify(value ?? null))))
