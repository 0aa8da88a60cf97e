import { filledDisk, KEEP_FREE_BYTES } from '../../db/disk-space.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../ports.ts'
import { bringUpToDate } from './alerts-commands.ts'
import { currentProblems } from './alerts-facts.ts'

export type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock' | 'mail' | 'config' | 'log'>

/**
 * Checks the installation once. Several nodes may do it at once.
 * @returns how many alerts were opened
 */
export async function checkAlerts({ database, storage, clock, mail, config }: Needs): Promise<number> {
  const now = clock.now()
  const freeBytes = (await filledDisk({ database, storage })?.()) ?? null
  // The disk alert was opened long before; now nothing may be written.
  if (freeBytes !== null && freeBytes < KEEP_FREE_BYTES) return 0
  const facts = { freeBytes, hasMailServer: mail.kind !== 'kept' }
  return inTransaction(database.db, async (tx) =>
    bringUpToDate(tx, { mail, config }, await currentProblems(tx, facts, now), now),
  )
}
