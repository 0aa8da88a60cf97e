import { and, asc, count, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { TOO_LATE } from '#domain/mail-faults.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { inTransaction } from '../../db/transaction.ts'
import { settingsInForce } from '../settings/public.ts'

export type ClaimedMail = typeof mails.$inferSelect
type Priority = ClaimedMail['priority']

const MINUTE_MS = 60_000
/** After this time another process may send a mail whose claiming process has died. */
const CLAIM_MS = 5 * MINUTE_MS
/** Any number, the same in every version: only the holder of this lock counts and claims bulk mails. */
const PACE_LOCK = 727_184_019

/**
 * Claims the next due mail: account mails before bulk ones, and of these at most `mail.perMinute` in any minute, on all
 * servers together.
 * @param lane `account`: leaves bulk mails to others, so that slow deliveries can't hold up a reset
 * @returns null: none may be sent now
 */
export function claimMail(db: Database, now: Date, lane: 'account' | 'any'): Promise<ClaimedMail | null> {
  return inTransaction(
    db,
    async (tx) => {
      const first = await claim(tx, now, 'account')
      if (first !== null || lane === 'account' || !(await hasBulkRoom(tx, now))) return first
      return claim(tx, now, 'bulk')
    },
    { isolation: 'read committed' },
  )
}

async function claim(tx: Queryable, now: Date, priority: Priority): Promise<ClaimedMail | null> {
  const [due] = await tx
    .select({ mailID: mails.mailID })
    .from(mails)
    .where(
      and(
        eq(mails.state, 'queued'),
        eq(mails.priority, priority),
        lte(mails.nextAttemptAt, now),
        or(isNull(mails.notAfter), gt(mails.notAfter, now)),
      ),
    )
    .orderBy(asc(mails.nextAttemptAt), asc(mails.mailID))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due === undefined) return null
  const [claimed] = await tx
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      attemptedAt: now,
      nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
    })
    .where(eq(mails.mailID, due.mailID))
    .returning()
  return claimed ?? null
}

async function hasBulkRoom(tx: Queryable, now: Date): Promise<boolean> {
  const [waiting] = await tx
    .select({ mailID: mails.mailID })
    .from(mails)
    .where(and(eq(mails.state, 'queued'), eq(mails.priority, 'bulk'), lte(mails.nextAttemptAt, now)))
    .limit(1)
  if (waiting === undefined) return false
  // Held until the claim is committed, so that a second server counts it.
  await tx.execute(sql`select pg_advisory_xact_lock(${PACE_LOCK})`)
  const [attempted] = await tx
    .select({ lately: count() })
    .from(mails)
    .where(and(eq(mails.priority, 'bulk'), gt(mails.attemptedAt, new Date(now.getTime() - MINUTE_MS))))
  return attempted!.lately < (await settingsInForce(tx))['mail.perMinute']
}

/** Fails the mails whose time is over, including those that wait for another attempt. */
export async function failLateMails(db: Queryable, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'failed', fault: 'late', lastError: TOO_LATE, nextAttemptAt: null })
    .where(and(eq(mails.state, 'queued'), lte(mails.notAfter, now)))
}
