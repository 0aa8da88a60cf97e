import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPayouts } from '#contract/v1/payouts.ts'
import type { Queryable } from '../../db/database.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { payoutFailures, payouts } from '../../db/tables/payouts.ts'

type Payout = AnswerOf<typeof listPayouts>['items'][number]

const arrived = sql`case when ${payoutFailures.payoutID} is null then ${payouts.net} else 0 end`

export async function payoutsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
) {
  const rows = await db
    .select({
      row: payouts,
      failure: payoutFailures.payoutID,
      bankLine: bankLines,
      file: bankFiles.name,
    })
    .from(payouts)
    .leftJoin(payoutFailures, eq(payoutFailures.payoutID, payouts.payoutID))
    .leftJoin(bankLines, eq(bankLines.payoutID, payouts.payoutID))
    .leftJoin(bankFiles, eq(bankFiles.bankFileID, bankLines.bankFileID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({
      total: count(),
      net: sql<string>`coalesce(sum(${arrived}), 0)`,
      fee: sql<string>`coalesce(sum(${payouts.fee}), 0)`,
    })
    .from(payouts)
    .leftJoin(payoutFailures, eq(payoutFailures.payoutID, payouts.payoutID))
    .where(where)
  const [net, fee] = [Number(sum!.net), Number(sum!.fee)]
  return {
    items: rows.map(presentPayout),
    total: sum!.total,
    totals: { gross: net + fee, fee, net },
  }
}

interface Read {
  readonly row: typeof payouts.$inferSelect
  readonly failure: string | null
  readonly bankLine: typeof bankLines.$inferSelect | null
  readonly file: string | null
}

function presentPayout({ row, failure, bankLine, file }: Read): Payout {
  return {
    ...row,
    state: failure !== null ? 'failed' : bankLine === null ? 'open' : 'matched',
    bankLine: bankLine && { ...bankLine, file: file ?? '' },
  }
}
