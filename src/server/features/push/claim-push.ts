import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { pushes, pushSubscriptions } from '../../db/tables/pushes.ts'
import { inTransaction } from '../../db/transaction.ts'

export type Push = typeof pushes.$inferSelect
export type Device = typeof pushSubscriptions.$inferSelect
export interface ClaimedPush {
  readonly push: Push
  readonly device: Device
}

const TOO_LATE = 'too late'
/** After this time another process may send a push whose claiming process has died. */
const CLAIM_MS = 5 * 60_000

/** Claims due pushes that no other process has claimed. @param origin of this server, for whose devices only */
export function claimPushes(db: Database, now: Date, origin: string, atMost: number): Promise<ClaimedPush[]> {
  return inTransaction(
    db,
    async (tx) => {
      const due = await tx
        .select({ push: pushes, device: pushSubscriptions })
        .from(pushes)
        .innerJoin(pushSubscriptions, eq(pushSubscriptions.pushSubscriptionID, pushes.pushSubscriptionID))
        .where(
          and(
            eq(pushes.state, 'queued'),
            lte(pushes.nextAttemptAt, now),
            gt(pushes.notAfter, now),
            eq(pushSubscriptions.origin, origin),
          ),
        )
        .orderBy(asc(pushes.nextAttemptAt), asc(pushes.pushSubscriptionID), asc(pushes.thing))
        .limit(atMost)
        .for('update', { of: pushes, skipLocked: true })
      for (const { push } of due)
        await change(tx, push, {
          attempts: sql`${pushes.attempts} + 1`,
          nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
        })
      return due.map(({ push, device }) => ({ push: { ...push, attempts: push.attempts + 1 }, device }))
    },
    { isolation: 'read committed' },
  )
}

/** Gives up the pushes whose time is over, including those that wait for another attempt. */
export async function failLatePushes(db: Queryable, now: Date): Promise<void> {
  await db
    .update(pushes)
    .set({ state: 'failed', lastError: TOO_LATE, nextAttemptAt: null })
    .where(and(eq(pushes.state, 'queued'), lte(pushes.notAfter, now)))
}

/** Stores what became of it. One that another process has finished meanwhile stays as it is. */
export async function change(
  db: Queryable,
  { pushSubscriptionID, thing }: Pick<Push, 'pushSubscriptionID' | 'thing'>,
  after: Parameters<ReturnType<Queryable['update']>['set']>[0],
): Promise<void> {
  await db
    .update(pushes)
    .set(after)
    .where(and(isIt(pushSubscriptionID, thing), eq(pushes.state, 'queued')))
}

/** Deletes it, so that it may be placed again. */
export async function takeBack(db: Queryable, { pushSubscriptionID, thing }: Push): Promise<void> {
  await db.delete(pushes).where(and(isIt(pushSubscriptionID, thing), eq(pushes.state, 'queued')))
}

const isIt = (pushSubscriptionID: string, thing: string) =>
  and(eq(pushes.pushSubscriptionID, pushSubscriptionID), eq(pushes.thing, thing))

const KEPT_DAYS = 60

export async function forgetOldPushes(db: Database, now: Date): Promise<void> {
  await db.delete(pushes).where(lte(pushes.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)))
}
