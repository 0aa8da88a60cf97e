import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import { filledDisk, KEEP_FREE_BYTES } from '../../db/disk-space.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../ports.ts'
import { bringUpToDate } from './alerts-commands.ts'
import { currentProblems } from './alerts-facts.ts'

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock' | 'mail' | 'config' | 'log'>

const LOOK_EVERY_MS = 3 * 60_000

/** Checks at the start and every three minutes. `stop` waits for a check in progress. */
export function startAlerts(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the installation could not be looked after',
    works: { alerts: () => checkAlerts(deps) },
  })
}

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
