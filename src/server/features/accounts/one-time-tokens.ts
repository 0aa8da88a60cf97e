import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { forgetLinksOf } from '../../db/mail-outbox.ts'
import { oneTimeTokens } from '../../db/tables/users.ts'
import { Refused } from '../../http/refused.ts'
import { hashToken, newToken } from '../../http/tokens.ts'

type Purpose = (typeof oneTimeTokens.$inferSelect)['purpose']

/** Creates a token for a link that works once. It leaves the server only in a mail or on the console. */
export async function issueToken(
  tx: Queryable,
  { purpose, userID, expiresAt, now }: { purpose: Purpose; userID: string | null; expiresAt: Date; now: Date },
): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({ tokenHash: hashToken(token), purpose, userID, createdAt: now, expiresAt })
  return token
}

/** Uses a token up; of two concurrent uses one succeeds. Refuses an unknown, used or expired token (token_invalid). */
export async function consumeToken(
  tx: Queryable,
  token: string,
  purposes: Purpose[],
  now: Date,
): Promise<{ userID: string | null }> {
  const [row] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        inArray(oneTimeTokens.purpose, purposes),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .returning({ userID: oneTimeTokens.userID })
  if (row === undefined) throw new Refused('token_invalid')
  return row
}

/** The user of a token whose link may be opened again, without using it up. Null: unknown, expired, or invalidated. */
export async function userOfToken(db: Queryable, token: string, purpose: Purpose, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ userID: oneTimeTokens.userID })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return row?.userID ?? null
}

export async function revokeTokensOf(tx: Queryable, userID: string, now: Date): Promise<void> {
  await forgetLinksOf(tx, userID)
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.userID, userID), isNull(oneTimeTokens.usedAt)))
}

export async function forgetOldTokens(db: Database, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now))
}
