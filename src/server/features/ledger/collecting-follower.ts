import type { Queryable } from '../../db/database.ts'

/** What follows in the same transaction when what these customers owe, or how it is collected, has changed. */
export type CollectingFollower = (tx: Queryable, customerIDs: readonly string[], now: Date) => Promise<void>

let follower: CollectingFollower | null = null

/**
 * Names what follows. The feature that decides who is on hold uses the runs, and the runs use the ledger, so the ledger
 * can't import it: `compose` hands it over.
 */
export function followCollecting(follow: CollectingFollower): void {
  follower = follow
}

export async function whenCollectingChanges(tx: Queryable, customerIDs: readonly string[], now: Date): Promise<void> {
  await follower?.(tx, customerIDs, now)
}
