import { isID } from '#domain/identifiers.ts'
import type { Queryable } from '../../../db/database.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { setDone } from '../core/field-work-commands.ts'
import { lockRun } from '../core/runs-reads.ts'

/**
 * An admin marks the field work as finished, even with open stops: `doneAt` is set, and the status stays active
 * (domain.md 4).
 */
export async function finish(tx: Queryable, author: Author, runOrderID: string): Promise<void> {
  if (!isID(runOrderID)) throw new Refused('not_found')
  const run = await lockRun(tx, runOrderID)
  if (run.doneAt !== null) return
  if (run.status !== 'active') throw new Refused('wrong_state')
  await setDone(tx, run, author.now)
  await recordChange(tx, author, { action: 'run.finish', subjectKind: 'run', subjectID: runOrderID })
}
