import { asc, eq } from 'drizzle-orm'
import { leftToRefund } from '#domain/checkout.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { checkoutRefunds, refundRequests } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { takenOffOf } from '../ledger/public.ts'
import { type CheckoutRow, paymentsOf } from './checkouts-reads.ts'

export interface RefundShown {
  readonly amount: Cents
  /** `waiting`: the provider has not finished it, or has not answered yet. */
  readonly state: 'refunded' | 'waiting' | 'failed'
  /** Null: it was made at the provider itself. */
  readonly reason: string | null
  readonly createdBy: string | null
  readonly createdAt: Date
}

/** The refunds of a card payment, the oldest first, and what is left to refund: nothing where it was reversed. */
export async function refundsOf(
  db: Queryable,
  checkout: CheckoutRow,
): Promise<{ refunds: RefundShown[]; left: Cents; isStanding: boolean }> {
  const { checkoutID } = checkout
  const byProvider = await db.select().from(checkoutRefunds).where(eq(checkoutRefunds.checkoutID, checkoutID))
  const requested = await db
    .select({ row: refundRequests, name: users.fullName })
    .from(refundRequests)
    .innerJoin(users, eq(users.userID, refundRequests.createdBy))
    .where(eq(refundRequests.checkoutID, checkoutID))
    .orderBy(asc(refundRequests.createdAt))
  const toldOf = (refundID: string | null) => byProvider.find((row) => row.refundID === refundID)
  const ours = requested.map(({ row, name }): RefundShown => {
    const { amount, reason, createdAt, refundID } = row
    const state = toldOf(refundID)?.state ?? (row.state === 'refused' ? 'failed' : 'waiting')
    return { amount, state, reason, createdBy: name, createdAt }
  })
  const others = byProvider
    .filter(({ refundID }) => !requested.some(({ row }) => row.refundID === refundID))
    .map(({ amount, state, createdAt }): RefundShown => ({ amount, state, reason: null, createdBy: null, createdAt }))
  const refunds = [...ours, ...others].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const takenOff = (await takenOffOf(db, [checkoutID])).get(checkoutID)
  const isStanding = (await paymentsOf(db, checkout)) !== null
  const left = takenOff === undefined ? checkout.amount : leftToRefund(checkout.amount, takenOff)
  return { refunds, left: isStanding ? left : 0, isStanding }
}
