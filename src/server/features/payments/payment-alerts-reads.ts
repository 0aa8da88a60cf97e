import { and, count, eq, gt, isNotNull, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DEBIT_RETURNED, DISPUTE_LOST, type TestPayments } from '#domain/alerts.ts'
import { leftToRefund, LOST_ALERT_MS } from '#domain/checkout.ts'
import type { Queryable } from '../../db/database.ts'
import { charges } from '../../db/tables/autopay.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import {
  checkoutDisputes,
  checkoutRefunds,
  checkouts,
  providerEvents,
  refundRequests,
  unbookedResolved,
} from '../../db/tables/payments.ts'
import { takenOffOf } from '../ledger/public.ts'
import { WAS_PENDING } from './checkouts-reads.ts'

/**
 * Whether one of the payment's invoices owes, or the debit note for credit of it that was spent before the bank took it.
 * Paid again or written off, a lost dispute leaves nothing to do.
 */
const OWES_AGAIN = sql`exists (select from ${invoices} where ${invoices.customerID} = ${checkouts.customerID}
  and ${invoices.allocated} < ${invoices.amount}
  and (${checkouts.parts} @> jsonb_build_array(jsonb_build_object('invoiceID', ${invoices.invoiceID}::text))
    or (${invoices.kind} = 'debit' and ${invoices.createdAt} = (select ${transactions.createdAt} from ${transactions}
      where ${transactions.transactionID} = ${checkoutDisputes.transactionID}))))`

/** It was a bank debit, on a page or by itself: only that waits for an answer. What its bank returns is final. */
const IS_DEBIT = sql<boolean>`(${WAS_PENDING} or exists (select from ${charges}
  where ${charges.checkoutID} = ${checkouts.checkoutID} and ${charges.pendingAt} is not null))`

/** What the office has to know of card payments. A subject begins with the customer's ID where it is known. */
export async function paymentAlerts(tx: Queryable, now: Date) {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const unbooked = await tx
    .select({ eventID: providerEvents.eventID, customerID: checkouts.customerID })
    .from(providerEvents)
    .leftJoin(checkouts, eq(checkouts.checkoutID, providerEvents.checkoutID))
    .where(
      and(
        eq(providerEvents.outcome, 'unbooked'),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(unbookedResolved)
            .where(eq(unbookedResolved.eventID, providerEvents.eventID)),
        ),
      ),
    )
  const disputes = await tx
    .select({
      disputeID: checkoutDisputes.disputeID,
      state: checkoutDisputes.state,
      customerID: checkouts.customerID,
      isDebit: IS_DEBIT,
    })
    .from(checkoutDisputes)
    .innerJoin(checkouts, eq(checkouts.checkoutID, checkoutDisputes.checkoutID))
    .where(
      or(
        eq(checkoutDisputes.state, 'open'),
        and(eq(checkoutDisputes.state, 'lost'), gt(checkoutDisputes.closedAt, since(LOST_ALERT_MS)), OWES_AGAIN),
      ),
    )
  // Refunds that the provider reported as failed, and those it refused after the office was told that they wait.
  const failed = await tx
    .select({ refund: providerEvents.subjectID, customerID: checkouts.customerID })
    .from(providerEvents)
    .innerJoin(checkouts, eq(checkouts.checkoutID, providerEvents.checkoutID))
    .where(and(eq(providerEvents.kind, 'refundFailed'), gt(providerEvents.receivedAt, since(LOST_ALERT_MS))))
  const refused = await tx
    .select({ refund: refundRequests.refundRequestID, customerID: checkouts.customerID })
    .from(refundRequests)
    .innerJoin(checkouts, eq(checkouts.checkoutID, refundRequests.checkoutID))
    .where(
      and(
        eq(refundRequests.state, 'refused'),
        eq(refundRequests.repeated, true),
        gt(refundRequests.answeredAt, since(LOST_ALERT_MS)),
      ),
    )
  const debits = await tx
    .select({ checkoutID: checkouts.checkoutID, customerID: checkouts.customerID })
    .from(checkouts)
    .innerJoin(
      providerEvents,
      and(
        eq(providerEvents.checkoutID, checkouts.checkoutID),
        eq(providerEvents.kind, 'checkoutFailed'),
        gt(providerEvents.receivedAt, since(LOST_ALERT_MS)),
      ),
    )
    .where(and(eq(checkouts.state, 'failed'), WAS_PENDING))
  const refundSubjects = new Set([...failed, ...refused].map(({ refund, customerID }) => `${customerID} ${refund}`))
  return [
    ...unbooked.map(({ eventID, customerID }) => ({
      kind: 'payment-unbooked' as const,
      subject: `${customerID ?? ''} ${eventID}`,
    })),
    ...disputes.map(({ disputeID, state, customerID, isDebit }) => ({
      kind: 'payment-disputed' as const,
      subject: [customerID, disputeID, ...(isDebit ? [DEBIT_RETURNED] : state === 'lost' ? [DISPUTE_LOST] : [])].join(
        ' ',
      ),
    })),
    ...[...refundSubjects].map((subject) => ({ kind: 'refund-failed' as const, subject })),
    ...debits.map(({ checkoutID, customerID }) => ({
      kind: 'debit-failed' as const,
      subject: `${customerID} ${checkoutID}`,
    })),
    ...(Object.values(await testPaymentsOf(tx)).some((count) => count > 0)
      ? [{ kind: 'payments-sandbox' as const, subject: '' }]
      : []),
  ]
}

const reversals = alias(transactions, 'reversals')

/** Whether the books contain a sandbox payment, for which no money came. */
export async function sandboxMoneyStands(tx: Queryable): Promise<boolean> {
  const rows = await tx
    .select({ checkoutID: checkouts.checkoutID })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.test, true),
        isNotNull(checkouts.transactionID),
        ne(checkouts.state, 'refunded'),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(reversals)
            .where(eq(reversals.reverses, checkouts.transactionID)),
        ),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The sandbox's payments that still count, by what the office can do about them. */
export async function testPaymentsOf(tx: Queryable): Promise<TestPayments> {
  const standing = and(
    eq(checkouts.test, true),
    isNotNull(checkouts.transactionID),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(reversals)
        .where(sql`${reversals.reverses} in (select ${checkouts.transactionID} union all ${RETURNED})`),
    ),
  )
  const [counted] = await tx.select({ all: count() }).from(checkouts).where(standing)
  const touched = await tx
    .select({ checkoutID: checkouts.checkoutID, amount: checkouts.amount })
    .from(checkouts)
    .where(and(standing, TOUCHED))
  const takenOff = await takenOffOf(
    tx,
    touched.map(({ checkoutID }) => checkoutID),
  )
  const lefts = touched.flatMap(({ checkoutID, amount }) => {
    const off = takenOff.get(checkoutID)
    return off === undefined ? [] : leftToRefund(amount, off)
  })
  return { whole: counted!.all - lefts.length, inPart: lefts.filter((left) => left > 0).length }
}

/** The payments that it became again after a failed refund or a won dispute. */
const RETURNED = sql`(select ${checkoutRefunds.returnedID} from ${checkoutRefunds} where ${checkoutRefunds.checkoutID} = ${checkouts.checkoutID}
  union all select ${checkoutDisputes.returnedID} from ${checkoutDisputes} where ${checkoutDisputes.checkoutID} = ${checkouts.checkoutID})`

const TOUCHED = sql`exists (select from ${checkoutRefunds} where ${checkoutRefunds.checkoutID} = ${checkouts.checkoutID}
  union all select from ${refundRequests} where ${refundRequests.checkoutID} = ${checkouts.checkoutID}
  union all select from ${checkoutDisputes} where ${checkoutDisputes.checkoutID} = ${checkouts.checkoutID})`
