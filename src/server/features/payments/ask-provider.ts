import { and, asc, eq, isNull, lt, min, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { noteInstant, readInstant, takeTurn } from '../../db/installation.ts'
import { paymentMethods } from '../../db/tables/autopay.ts'
import { checkouts } from '../../db/tables/payments.ts'
import type { Dependencies } from '../../ports.ts'
import { askAbout } from './ask-about.ts'
import type { CheckoutRow } from './checkouts-reads.ts'
import { takeEvent } from './events-commands.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'log' | 'mail' | 'config'>

const MINUTE_MS = 60_000
const ASKED_AT = 'paymentsAskedAt'
const ASKED_THROUGH = 'paymentsAskedThrough'
/** One of several servers asks in each interval. */
export const ASK_EVERY_MS = 5 * MINUTE_MS
/** The provider lists an event a little after it happened. */
const OVERLAP_MS = 60 * MINUTE_MS
/** A checkout is asked about when its webhook is overdue by this time, and again in this interval. */
const SILENT_MS = 10 * MINUTE_MS
const ASK_AGAIN_MS = 30 * MINUTE_MS
/** Checkouts per turn. */
const AT_ONCE = 20

/**
 * Asks the provider for the events that its webhooks should have reported, then about each silent checkout. An event
 * takes effect once, however it arrives. Called every few minutes, also by several servers. While the provider is away,
 * or an event can't be taken, it throws, so that no success is counted; the next turn starts where this one did. The
 * other events are taken all the same.
 * @param goOn asked before each event and checkout
 * @returns whether it was this server's turn
 */
export async function askProvider(deps: Deps, goOn: () => boolean = () => true): Promise<boolean> {
  const { db } = deps.database
  const now = deps.clock.now()
  const since = await askedThrough(db)
  if (since === null || !(await takeTurn(db, ASKED_AT, now, ASK_EVERY_MS - MINUTE_MS))) return false
  const failures: unknown[] = []
  for (const event of await deps.payments.eventsSince(new Date(since.getTime() - OVERLAP_MS))) {
    if (!goOn()) return true
    try {
      await takeEvent(deps, event, 'asked')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be taken`)
  await noteInstant(db, ASKED_THROUGH, now)
  for (const row of await silentCheckouts(db, now)) {
    if (!goOn()) return true
    await askAbout(deps, row)
  }
  return true
}

/**
 * The time up to which events were asked for; at first that of the oldest checkout or saved method. Null: there is none.
 */
export async function askedThrough(db: Queryable): Promise<Date | null> {
  const through = await readInstant(db, ASKED_THROUGH)
  if (through) return through
  const [page] = await db.select({ at: min(checkouts.createdAt) }).from(checkouts)
  const [method] = await db.select({ at: min(paymentMethods.createdAt) }).from(paymentMethods)
  const known = [page?.at, method?.at].flatMap((at) => at ?? [])
  return known.length === 0 ? null : new Date(Math.min(...known.map((at) => at.getTime())))
}

/**
 * Claims the checkouts, so that none is asked about again for a while. One that never reached the provider has expired
 * by now.
 */
async function silentCheckouts(db: Database, now: Date): Promise<CheckoutRow[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const waits = sql`${checkouts.kind} = 'page' and ${checkouts.state} in ('open', 'pending')`
  await db
    .update(checkouts)
    .set({ state: 'expired' })
    .where(and(waits, isNull(checkouts.providerID), lt(checkouts.expiresAt, now)))
  const rows = await db
    .select()
    .from(checkouts)
    .where(
      and(
        waits,
        sql`${checkouts.providerID} is not null`,
        lt(checkouts.createdAt, before(SILENT_MS)),
        or(isNull(checkouts.askedAt), lt(checkouts.askedAt, before(ASK_AGAIN_MS))),
      ),
    )
    .orderBy(sql`${checkouts.askedAt} nulls first`, asc(checkouts.createdAt))
    .limit(AT_ONCE)
  for (const { checkoutID } of rows)
    await db.update(checkouts).set({ askedAt: now }).where(eq(checkouts.checkoutID, checkoutID))
  return rows
}
