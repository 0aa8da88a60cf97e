import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { ImportOutcome } from '../../db/tables/import-outcome.ts'

const running = new WeakMap<Database, Map<string, Promise<ImportOutcome>>>()

/**
 * Answers a second request for an import that still runs as the first one. A double click sends the same file twice,
 * and "Another import is running" would look as if nothing had been imported.
 * @param order everything that makes two requests the same, beside the file
 */
export async function asTheFirst(
  database: Database,
  order: readonly unknown[],
  bytes: Uint8Array,
  run: () => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  const here = running.get(database) ?? new Map<string, Promise<ImportOutcome>>()
  running.set(database, here)
  const key = createHash('sha256').update(JSON.stringify(order)).update(bytes).digest('hex')
  const first = here.get(key)
  if (first) return first
  const outcome = run()
  here.set(key, outcome)
  try {
    return await outcome
  } finally {
    here.delete(key)
  }
}
