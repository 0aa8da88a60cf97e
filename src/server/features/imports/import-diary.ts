import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { imports } from '../../db/tables/imports.ts'
import type { ImportOutcome } from '../../db/tables/import-outcome.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { STANDS_STILL_MS } from './imports-reads.ts'

/** Records an import's progress while it runs, outside its transactions, so that others see it. */

const KEPT_MS = 30 * 24 * 3_600_000

type Begun = Pick<typeof imports.$inferInsert, 'importID' | 'kind' | 'dryRun' | 'rows' | 'orderHash'>

/**
 * Refuses while another import runs, on any server (`import_running`). One without progress counts as interrupted.
 * @returns the id of the running import of the same order, which is not begun again; null: this one has begun
 */
export async function beginImport(
  database: Database,
  { actor }: Pick<Author, 'actor'>,
  begun: Begun,
  now: Date,
): Promise<string | null> {
  return inTransaction(database, async (tx) => {
    const [running] = await tx
      .select({ importID: imports.importID, orderHash: imports.orderHash })
      .from(imports)
      .where(and(isNull(imports.endedAt), gt(imports.seenAt, new Date(now.getTime() - STANDS_STILL_MS))))
      .limit(1)
    if (running && running.orderHash === begun.orderHash) return running.importID
    if (running) throw new Refused('import_running')
    await tx.delete(imports).where(lt(imports.startedAt, new Date(now.getTime() - KEPT_MS)))
    await tx.insert(imports).values({ ...begun, actorID: actor.userID, startedAt: now, seenAt: now })
    return null
  }).catch((error: unknown) => {
    if (uniqueViolation(error) !== undefined) refuseField('importID', 'Another import had this importID already')
    throw error
  })
}

/** @param done rows processed */
export async function seeImport(database: Database, importID: string, done: number, now: Date): Promise<void> {
  await database.update(imports).set({ done, seenAt: now }).where(eq(imports.importID, importID))
}

export async function endImport(
  database: Database,
  author: Author,
  { importID, kind, dryRun, rows }: Begun,
  result: ImportOutcome,
  endedAt: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const refused = !dryRun && !result.written
    await tx
      .update(imports)
      .set({ done: rows ?? 0, seenAt: endedAt, endedAt, refused, result })
      .where(eq(imports.importID, importID))
    if (!result.written) return
    const { rows: all, created, updated, unchanged, written, errors, questions, more } = result
    await recordChange(tx, author, {
      action: `import.${kind}`,
      subjectKind: 'import',
      subjectID: importID,
      after: {
        rows: all,
        created,
        updated,
        unchanged,
        written,
        errors: errors.length + (more?.errors ?? 0),
        ...(questions && { questions: questions.length + (more?.questions ?? 0) }),
      },
    })
  })
}

/** Marks the import as aborted. What was written stays, and the next import need not wait. */
export async function breakOffImport(database: Queryable, importID: string, endedAt: Date): Promise<void> {
  await database.update(imports).set({ endedAt, seenAt: endedAt }).where(eq(imports.importID, importID))
}
