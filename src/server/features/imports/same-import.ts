import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import type { ImportOutcome } from '../../db/tables/import-outcome.ts'
import { imports } from '../../db/tables/imports.ts'
import type { Dependencies } from '../../ports.ts'
import { stateOf } from './imports-reads.ts'

/**
 * A second request for an import that still runs, here or on another server, gets the result of the first. A double
 * click sends the same file twice, and "Another import is running" would look as if nothing had been imported.
 */

const LOOK_MS = 200

/** @param order everything that makes two requests the same, beside the file */
export const hashOf = (order: readonly unknown[], bytes: Uint8Array): string =>
  createHash('sha256').update(JSON.stringify(order)).update(bytes).digest('hex')

/** The result of a running import once it has ended; null: it broke off. */
export async function resultOf(
  db: Queryable,
  importID: string,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<ImportOutcome | null> {
  for (;;) {
    const [row] = await db.select().from(imports).where(eq(imports.importID, importID))
    if (!row) return null
    if (row.result !== null) return row.result
    if (stateOf(row, clock.now()) !== 'running') return null
    await wait(LOOK_MS)
  }
}
