import { and, eq, inArray, sum } from 'drizzle-orm'
import { showMoney } from '#domain/money.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { checkouts } from '../../db/tables/payments.ts'

/**
 * What is said when a payment is entered by hand while the bank was asked for one of the same customer: both are booked,
 * and what comes twice is credit (M13 of domain.md 11).
 */
export async function moneyOnItsWay(
  db: Queryable,
  customerID: string,
): Promise<{ readonly code: string; readonly message: string }[]> {
  const [row] = await db
    .select({ amount: sum(checkouts.amount) })
    .from(checkouts)
    .where(and(eq(checkouts.customerID, customerID), inArray(checkouts.state, UNDER_WAY)))
  const amount = Number(row?.amount ?? 0)
  if (amount === 0) return []
  const message = `A card payment or bank debit of ${showMoney(amount)} is on its way too. What is paid twice becomes credit.`
  return [{ code: 'payment_pending', message }]
}
