import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { forgetLinksOf } from '../../db/mail-outbox.ts'
import { oneTimeTokens } from '../../db/tables/users.ts'
import { Refused } from '../../http/refused.ts'
import { hashToken, newToken } from '../../http/tokens.ts'

type Purpose = (typeof oneTimeTokens.$inferSelect)['purpose']

interface NewToken {
  purpose: Purpose
  userID: string | null
  expiresAt: Date
  now: Date
  newEmail?: string
  sessionID?: string
}

/** Creates a token for a link that works once. It leaves the server only in a mail or on the console. */
export async function issueToken(tx: Queryable, { now, ...row }: NewToken): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({ ...row, tokenHash: hashToken(token), createdAt: now })
  return token
}

/** Uses a token up; of two concurrent uses one succeeds. Refuses an unknown, used or expired token (token_invalid). */
export async function consumeToken(
  tx: Queryable,
  token: string,
  purposes: Purpose[],
  now: Date,
): Promise<{ userID: string | null; newEmail: string | null; sessionID: string | null }> {
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
    .returning({
      userID: oneTimeTokens.userID,
      newEmail: oneTimeTokens.newEmail,
      sessionID: oneTimeTokens.sessionID,
    })
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

/** The email that a person asked for and whose link is still to be opened; null: none. */
export async function newEmailOf(db: Queryable, userID: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ newEmail: oneTimeTokens.newEmail })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userID, userID),
        eq(oneTimeTokens.purpose, 'email'),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
  return row?.newEmail ?? null
}

/** Ends the links of one purpose, where a newer one takes their place. */
export async function revokeTokensFor(tx: Queryable, userID: string, purpose: Purpose, now: Date): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.userID, userID), eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt)))
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
