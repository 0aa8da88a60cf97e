import type { Queryable } from '../../db/database.ts'
import { unbookedResolved } from '../../db/tables/payments.ts'
import type { Author } from '../../http/changes.ts'

/** Stores what the office did about an event that was not booked. @returns false: it was stored before */
export async function resolveUnbooked(
  tx: Queryable,
  { actor, now }: Author,
  eventID: string,
  reason: string,
): Promise<boolean> {
  const made = await tx
    .insert(unbookedResolved)
    .values({ eventID, reason, createdAt: now, createdBy: actor.userID })
    .onConflictDoNothing()
    .returning({ eventID: unbookedResolved.eventID })
  return made.length > 0
}
