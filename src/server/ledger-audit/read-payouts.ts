import { asc, eq } from 'drizzle-orm'
import type { AuditedPayout } from '#domain/payout-audit.ts'
import type { Queryable } from '../db/database.ts'
import { bankLines } from '../db/tables/bank.ts'
import { payoutFailures, payouts } from '../db/tables/payouts.ts'
import { sandboxMoneyStands } from '../features/payments/public.ts'

/**
 * Every payout of the payment provider, a few a week. The sandbox's count only while one of its payments stands in the
 * books: once these are reversed, no payout of them may be in the bank.
 */
export async function readPayouts(db: Queryable): Promise<AuditedPayout[]> {
  const withSandbox = await sandboxMoneyStands(db)
  return db
    .select({
      payoutID: payouts.payoutID,
      day: payouts.day,
      gross: payouts.gross,
      fee: payouts.fee,
      net: payouts.net,
      failedOn: payoutFailures.day,
      onBank: bankLines.amount,
    })
    .from(payouts)
    .leftJoin(payoutFailures, eq(payoutFailures.payoutID, payouts.payoutID))
    .leftJoin(bankLines, eq(bankLines.payoutID, payouts.payoutID))
    .where(withSandbox ? undefined : eq(payouts.test, false))
    .orderBy(asc(payouts.day), asc(payouts.payoutID))
}
