import { and, inArray, sum } from 'drizzle-orm'
import type { Cents } from '#domain/money.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import { onItsWaySentence } from '#domain/payment-effect.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { checkouts } from '../../db/tables/payments.ts'

/** What the bank was asked for, by customer. @param customerIDs only theirs; undefined: of all */
export async function onItsWayOf(db: Queryable, customerIDs?: readonly string[]): Promise<Map<string, Cents>> {
  const rows = await db
    .select({ customerID: checkouts.customerID, amount: sum(checkouts.amount) })
    .from(checkouts)
    .where(and(inArray(checkouts.state, UNDER_WAY), customerIDs && among(checkouts.customerID, customerIDs)))
    .groupBy(checkouts.customerID)
  return new Map(rows.map(({ customerID, amount }) => [customerID, Number(amount)]))
}

/**
 * What is said when a payment is booked while the bank was asked for one of the same customer: both are booked, and what
 * comes twice is credit (M13 of domain.md 11).
 */
export async function moneyOnItsWay(
  db: Queryable,
  ...customerIDs: readonly string[]
): Promise<{ readonly code: string; readonly message: string }[]> {
  const amounts = await onItsWayOf(db, customerIDs)
  return [...amounts.values()].map((amount) => ({
    code: 'payment_pending',
    message: `${onItsWaySentence(amount)} What is paid twice becomes credit.`,
  }))
}
