import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { isID } from '#domain/identifiers.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import { correlated } from '../../db/correlated.ts'
import type { Queryable } from '../../db/database.ts'
import { among } from '../../db/among.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { checkoutDisputes, checkoutRefunds, checkouts, providerEvents } from '../../db/tables/payments.ts'
import { lockAccounts } from '../ledger/public.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

export async function checkoutByID(db: Queryable, checkoutID: string): Promise<CheckoutRow | null> {
  return (await found(db, eq(checkouts.checkoutID, checkoutID))) ?? null
}

/** @param checkoutID as in an event: any text */
export function lockCheckout(tx: Queryable, checkoutID: string): Promise<CheckoutRow | null> {
  return isID(checkoutID) ? locked(tx, eq(checkouts.checkoutID, checkoutID)) : Promise.resolve(null)
}

/** @param paymentID the provider's */
export function lockCheckoutOfPayment(tx: Queryable, paymentID: string): Promise<CheckoutRow | null> {
  return locked(tx, eq(checkouts.paymentID, paymentID))
}

/** Locks the customer's account first, as every act on a ledger does, then the checkout. */
async function locked(tx: Queryable, where: SQL): Promise<CheckoutRow | null> {
  const seen = await found(tx, where)
  if (!seen) return null
  await lockAccounts(tx, [seen.customerID])
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.checkoutID, seen.checkoutID)).for('update')
  // A request was merged meanwhile, so the checkout is another customer's now.
  if (row && row.customerID !== seen.customerID) await lockAccounts(tx, [row.customerID])
  return row ?? null
}

async function found(db: Queryable, where: SQL): Promise<CheckoutRow | undefined> {
  const [row] = await db.select().from(checkouts).where(where)
  return row
}

/** Pages that may still be paid, and what the bank was asked for and has not confirmed. */
export function waitingCheckouts(tx: Queryable, customerID: string): Promise<CheckoutRow[]> {
  return tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerID, customerID), inArray(checkouts.state, ['open', ...UNDER_WAY])))
}

/** Whether the bank was asked, so that paying once more would pay twice. */
export const isAsked = ({ state }: Pick<CheckoutRow, 'state'>): boolean => UNDER_WAY.some((one) => one === state)

/** Whether the invoice's latest bank debit waits for the bank, or failed. */
export async function debitOf(
  db: Queryable,
  { customerID, invoiceID }: { customerID: string; invoiceID: string },
): Promise<{ pending: boolean; debitFailed: boolean }> {
  const [latest] = await db
    .select({ state: checkouts.state, wasPending: WAS_PENDING })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.customerID, customerID),
        sql`${checkouts.state} not in ('open', 'expired', 'planned', 'dropped')`,
        sql`${checkouts.parts} @> ${JSON.stringify([{ invoiceID }])}::jsonb`,
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return {
    pending: latest !== undefined && isAsked(latest),
    debitFailed: latest?.state === 'failed' && latest.wasPending,
  }
}

/**
 * The customer's bank debits that failed, each with those of its invoices that still owe and of which no later payment
 * waits or failed.
 */
export async function failedDebits(
  db: Queryable,
  customerID: string,
): Promise<Pick<CheckoutRow, 'checkoutID' | 'parts'>[]> {
  const tried = await db
    .select({ checkoutID: checkouts.checkoutID, parts: checkouts.parts, state: checkouts.state })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.customerID, customerID),
        or(eq(checkouts.state, 'pending'), and(eq(checkouts.state, 'failed'), WAS_PENDING)),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
  const owing = await db
    .select({ invoiceID: invoices.invoiceID })
    .from(invoices)
    .where(
      and(
        among(
          invoices.invoiceID,
          tried.flatMap(({ parts }) => parts.map(({ invoiceID }) => invoiceID)),
        ),
        gt(invoices.amount, invoices.allocated),
      ),
    )
  const left = new Set(owing.map(({ invoiceID }) => invoiceID))
  return tried.flatMap(({ checkoutID, parts: all, state }) => {
    const parts = all.filter(({ invoiceID }) => left.delete(invoiceID))
    return state === 'failed' && parts.length > 0 ? [{ checkoutID, parts }] : []
  })
}

/** The customer was told that the bank takes a few days. A declined card is told at once, on the provider's page. */
export const WAS_PENDING = correlated(sql<boolean>`exists (select from ${providerEvents} as pending
  where pending.checkout_id = ${checkouts.checkoutID} and pending.kind = 'checkoutPending')`)

/**
 * The payments in the ledger that this checkout's money is in: the first, and those it became again after a failed
 * refund or a won dispute. Null where the office has reversed the first.
 */
export async function paymentsOf(
  tx: Queryable,
  { checkoutID, transactionID }: CheckoutRow,
): Promise<[string, ...string[]] | null> {
  if (transactionID === null) return null
  const [reversed] = await tx
    .select({ transactionID: transactions.transactionID })
    .from(transactions)
    .where(eq(transactions.reverses, transactionID))
  if (reversed) return null
  const refunds = await tx
    .select({ returnedID: checkoutRefunds.returnedID })
    .from(checkoutRefunds)
    .where(eq(checkoutRefunds.checkoutID, checkoutID))
  const disputes = await tx
    .select({ returnedID: checkoutDisputes.returnedID })
    .from(checkoutDisputes)
    .where(eq(checkoutDisputes.checkoutID, checkoutID))
  return [transactionID, ...[...refunds, ...disputes].flatMap(({ returnedID }) => returnedID ?? [])]
}
