import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import { caseByID, type CaseRow, type CaseShown, lockCase } from './cases-reads.ts'

/** An admin finds any case, a customer only their own; another's answers as if it did not exist. */
export async function caseFor(db: Queryable, actor: Actor, caseID: string): Promise<CaseShown> {
  return allowed(await caseByID(db, caseID), actor)
}

export async function lockedCaseFor(tx: Queryable, actor: Actor, caseID: string): Promise<CaseRow> {
  return allowed(await lockCase(tx, caseID), actor)
}

function allowed<Row extends CaseRow>(row: Row | null, actor: Actor): Row {
  if (row === null || (actor.role !== 'ADMIN' && row.customerID !== actor.userID)) throw new Refused('not_found')
  return row
}
