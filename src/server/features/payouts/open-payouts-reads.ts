import { and, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { KnownPayouts } from '#domain/bank-index.ts'
import { payoutDays } from '#domain/bank-payouts.ts'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { bankLines } from '../../db/tables/bank.ts'
import { payoutFailures, payouts } from '../../db/tables/payouts.ts'

/** No bank line is matched to it yet, and the bank did not send it back. */
export const isOpenPayout: SQL = sql`not exists (select from ${bankLines} where ${bankLines.payoutID} = ${payouts.payoutID})
  and not exists (select from ${payoutFailures} where ${payoutFailures.payoutID} = ${payouts.payoutID})`

export async function openPayouts(
  db: Queryable,
  lines: readonly { readonly day: Day; readonly amount: Cents }[],
): Promise<KnownPayouts> {
  const days = payoutDays(lines.map(({ day }) => day))
  const [any] = days === null ? [] : await db.select({ payoutID: payouts.payoutID }).from(payouts).limit(1)
  if (days === null || any === undefined) return { open: [], known: false }
  const open = await db
    .select({ payoutID: payouts.payoutID, arrivesOn: payouts.arrivesOn, net: payouts.net })
    .from(payouts)
    .where(
      and(
        gte(payouts.arrivesOn, days.from),
        lte(payouts.arrivesOn, days.to),
        sql`${payouts.net} = any(${sql.param([...new Set(lines.map(({ amount }) => amount))])}::bigint[])`,
        isOpenPayout,
      ),
    )
  return { open, known: true }
}
