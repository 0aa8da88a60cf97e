import { eq, min } from 'drizzle-orm'
import { cardDay } from '#domain/checkout.ts'
import { dayOf } from '#domain/dates.ts'
import { among } from '../../db/among.ts'
import type { Database } from '../../db/database.ts'
import { noteInstant, readInstant, takeTurn } from '../../db/installation.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { payoutFailures, payouts } from '../../db/tables/payouts.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Fees, PayoutFound } from '../../payments-port.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock'>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** One of several servers asks in each interval of five minutes. */
const TURN_MS = 4 * MINUTE_MS
const ASKED_AT = 'payoutsAskedAt'
const ASKED_THROUGH = 'payoutsAskedThrough'
/** A payout leaves some days after it was made, and may fail within five business days after that. */
const LOOKS_BACK_MS = 30 * DAY_MS

/**
 * Asks the provider for its payouts and stores each once, with what the provider deducted (domain.md 11, M19). Called
 * every few minutes, also by several servers. Throws while the provider is away; the next turn starts where this one did.
 * @param goOn asked before each payout
 * @returns whether it was this server's turn
 */
export async function askPayouts(
  { database: { db }, payments, clock }: Deps,
  goOn: () => boolean = () => true,
): Promise<boolean> {
  const now = clock.now()
  const since = (await readInstant(db, ASKED_THROUGH)) ?? (await firstCheckout(db))
  if (since === null || !(await takeTurn(db, ASKED_AT, now, TURN_MS))) return false
  const found = await payments.payoutsSince(new Date(since.getTime() - LOOKS_BACK_MS))
  const known = await knownAmong(db, found)
  for (const payout of found) {
    if (!goOn()) return true
    const { payoutID, fees } = payout
    const before = known.get(payoutID)
    if (before === undefined) await keep(db, payout, fees ?? (await payments.feesOfPayout(payoutID)), now)
    else if (before === 'paid' && payout.state === 'failed') await keepFailure(db, payoutID, now)
  }
  await noteInstant(db, ASKED_THROUGH, now)
  return true
}

/** Before the first checkout there are no payouts. Null: the firm takes no cards. */
async function firstCheckout(db: Database): Promise<Date | null> {
  const [first] = await db.select({ at: min(checkouts.createdAt) }).from(checkouts)
  return first?.at ?? null
}

async function knownAmong(db: Database, found: readonly PayoutFound[]): Promise<Map<string, PayoutFound['state']>> {
  const ids = found.map(({ payoutID }) => payoutID)
  const rows = await db
    .select({ payoutID: payouts.payoutID, failure: payoutFailures.payoutID })
    .from(payouts)
    .leftJoin(payoutFailures, eq(payoutFailures.payoutID, payouts.payoutID))
    .where(among(payouts.payoutID, ids))
  return new Map(rows.map(({ payoutID, failure }) => [payoutID, failure === null ? 'paid' : 'failed']))
}

/** One that failed before it was known here is stored too, because no other payout contains its deductions. */
function keep(
  db: Database,
  { payoutID, netCents: net, arrivesOn, test, state }: PayoutFound,
  { feeCents: fee, gstCents: feeGst }: Fees,
  now: Date,
) {
  return inTransaction(db, async (tx) => {
    const settings = await settingsInForce(tx)
    const day = cardDay(arrivesOn, dayOf(now, settings['business.timeZone']), settings['books.lockedThrough'])
    await tx
      .insert(payouts)
      .values({ payoutID, gross: net + fee, fee, feeGst, net, arrivesOn, day, test, createdAt: now })
      .onConflictDoNothing()
    if (state === 'failed')
      await tx.insert(payoutFailures).values({ payoutID, day, createdAt: now }).onConflictDoNothing()
  })
}

function keepFailure(db: Database, payoutID: string, now: Date) {
  return inTransaction(db, async (tx) => {
    const settings = await settingsInForce(tx)
    const today = dayOf(now, settings['business.timeZone'])
    const [payout] = await tx.select({ day: payouts.day }).from(payouts).where(eq(payouts.payoutID, payoutID))
    const day = [cardDay(today, today, settings['books.lockedThrough']), payout!.day].toSorted().at(-1)!
    await tx.insert(payoutFailures).values({ payoutID, day, createdAt: now }).onConflictDoNothing()
  })
}
