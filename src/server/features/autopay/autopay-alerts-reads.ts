import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { SILENT_DEBIT_DAYS, UNANSWERED_HOURS } from '#domain/autopay.ts'
import { LOST_ALERT_MS } from '#domain/checkout.ts'
import type { Queryable } from '../../db/database.ts'
import { charges, paymentMethods } from '../../db/tables/autopay.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { STILL_OWES } from './charges-reads.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the office has to know of automatic payments. A subject begins with the customer's ID. */
export async function autopayAlerts(tx: Queryable, now: Date) {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const ofCharge = { checkoutID: checkouts.checkoutID, customerID: checkouts.customerID }
  // The office has nothing to do about a failed charge that is tried again by itself.
  const failed = await tx
    .select(ofCharge)
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .innerJoin(paymentMethods, eq(paymentMethods.methodID, charges.methodID))
    .where(
      and(
        eq(checkouts.state, 'failed'),
        gt(charges.failedAt, since(LOST_ALERT_MS)),
        sql`${paymentMethods.state} <> 'active'`,
        STILL_OWES,
      ),
    )
  const paused = await tx
    .select({
      methodID: paymentMethods.methodID,
      customerID: paymentMethods.customerID,
      reason: paymentMethods.pauseReason,
    })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.state, 'paused'),
        inArray(paymentMethods.pauseReason, ['declined', 'expired', 'authentication', 'disputed']),
        gt(paymentMethods.pausedAt, since(LOST_ALERT_MS)),
      ),
    )
  const ended = await tx
    .select({
      methodID: paymentMethods.methodID,
      customerID: paymentMethods.customerID,
      reason: paymentMethods.endReason,
    })
    .from(paymentMethods)
    .where(
      and(
        inArray(paymentMethods.endReason, ['mandate_cancelled', 'detached']),
        gt(paymentMethods.endedAt, since(LOST_ALERT_MS)),
      ),
    )
  const silent = await tx
    .select(ofCharge)
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(and(eq(checkouts.state, 'pending'), lt(charges.pendingAt, since(SILENT_DEBIT_DAYS * DAY_MS))))
  const [unanswered] = await tx
    .select(ofCharge)
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(and(eq(checkouts.state, 'asked'), lt(charges.askedAt, since(UNANSWERED_HOURS * HOUR_MS))))
    .limit(1)
  // A method that was paused by a failed charge has no alert of its own, because that charge's alert says it.
  const told = new Set(failed.map(({ customerID }) => customerID))
  return [
    ...failed.map(({ customerID, checkoutID }) => ({
      kind: 'charge-failed' as const,
      subject: `${customerID} ${checkoutID}`,
    })),
    ...[...paused, ...ended].flatMap(({ customerID, methodID, reason }) =>
      told.has(customerID) ? [] : [{ kind: 'autopay-paused' as const, subject: `${customerID} ${methodID} ${reason}` }],
    ),
    ...silent.map(({ customerID, checkoutID }) => ({
      kind: 'debit-silent' as const,
      subject: `${customerID} ${checkoutID}`,
    })),
    ...(unanswered ? [{ kind: 'charges-unanswered' as const, subject: '' }] : []),
  ]
}
