import { and, eq, ne, sql } from 'drizzle-orm'
import { PUSH_LATE_MS } from '#domain/pushes.ts'
import type { Queryable } from './database.ts'
import { pushes, pushSubscriptions } from './tables/pushes.ts'

export interface InvoicePush {
  readonly customerID: string
  readonly invoiceID: string
  /** `send`, or which payment reminder it is; each is pushed once. */
  readonly step: string
}

/**
 * Queues pushes of invoices inside the transaction that queues their mails. After the commit the push runner sends them
 * to the devices that the customers have then.
 */
export async function queueInvoicePushes(tx: Queryable, all: readonly InvoicePush[], now: Date): Promise<void> {
  if (all.length === 0) return
  const rows = JSON.stringify(all.map(({ customerID, invoiceID, step }) => ({ customerID, invoiceID, step })))
  const notAfter = new Date(now.getTime() + PUSH_LATE_MS.invoice)
  await tx.execute(sql`
    insert into ${pushes} (push_subscription_id, thing, kind, subject, state, next_attempt_at, not_after, created_at)
    select ${pushSubscriptions.pushSubscriptionID}, 'invoice ' || asked."invoiceID" || ' ' || asked.step, 'invoice',
      asked."invoiceID", 'queued', ${now.toISOString()}::timestamptz, ${notAfter.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as asked("customerID" uuid, "invoiceID" text, step text)
      join ${pushSubscriptions} on ${pushSubscriptions.customerID} = asked."customerID"
    on conflict do nothing`)
}

/** Deletes the device on which a customer signed out, and the pushes that wait for it. */
export async function forgetPushesOfSession(tx: Queryable, sessionID: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionID, sessionID))
}

/**
 * The same for all devices of a person, including those whose session has only expired.
 * @param but the session that stays
 */
export async function forgetPushesOf(tx: Queryable, userID: string, but?: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.customerID, userID),
        but === undefined ? undefined : ne(pushSubscriptions.sessionID, but),
      ),
    )
}
