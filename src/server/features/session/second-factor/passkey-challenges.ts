import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Queryable } from '../../../db/database.ts'
import { passkeyChallenges } from '../../../db/tables/sign-in.ts'

type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose']

export const CHALLENGE_MS = 5 * 60_000

/** Stores a challenge sent to a browser. @param userID null: who signs in is not known yet */
export async function storeChallenge(
  db: Queryable,
  challenge: string,
  purpose: Purpose,
  userID: string | null,
  now: Date,
  lastsMs = CHALLENGE_MS,
): Promise<void> {
  await db
    .insert(passkeyChallenges)
    .values({ challenge, purpose, userID, expiresAt: new Date(now.getTime() + lastsMs) })
}

/**
 * Uses a challenge up; false: it is unknown, used, expired or another user's. Call it outside the transaction of the
 * operation, so that a challenge whose answer is refused is used up too.
 */
export async function takeChallenge(
  db: Database,
  challenge: string,
  purpose: Purpose,
  userID: string | null,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userID === null ? isNull(passkeyChallenges.userID) : eq(passkeyChallenges.userID, userID),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken.length > 0
}
