import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { byKey } from '#domain/by-key.ts'
import type { AuditedPaper, AuditedPay } from '#domain/pay-audit.ts'
import { among } from '../db/among.ts'
import type { Queryable } from '../db/database.ts'
import { incomes } from '../db/tables/events.ts'
import { transactions } from '../db/tables/ledger.ts'
import { driverPayments, rctiAdjustments } from '../db/tables/pay.ts'

const reversals = alias(transactions, 'reversals')

/**
 * The next payments to drivers by ID, with everything stored of them.
 * @param after the last payment of the step before
 */
export async function readPays(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ pays: AuditedPay[]; last: string | null }> {
  const rows = await db
    .select({ row: transactions, payment: driverPayments, reversal: reversals, note: rctiAdjustments })
    .from(transactions)
    .leftJoin(driverPayments, eq(driverPayments.transactionID, transactions.transactionID))
    .leftJoin(reversals, eq(reversals.reverses, transactions.transactionID))
    .leftJoin(rctiAdjustments, eq(rctiAdjustments.adjusts, transactions.transactionID))
    .where(
      and(
        eq(transactions.type, 'DRIVER_OUTBOUND'),
        isNull(transactions.reverses),
        after === null ? undefined : gt(transactions.transactionID, after),
      ),
    )
    .orderBy(asc(transactions.transactionID))
    .limit(limit)
  if (rows.length === 0) return { pays: [], last: null }
  const ids = rows.map(({ row }) => row.transactionID)
  const paid = byKey(
    await db.select(INCOME).from(incomes).where(among(incomes.transactionID, ids)),
    ({ transactionID }) => transactionID,
  )
  return {
    pays: rows.map(({ row, payment, reversal, note }) => ({
      refNumber: row.refNumber,
      driverID: row.driverID,
      amount: row.amount,
      payment: payment && { ...payment, paper: payment.document as AuditedPaper },
      incomes: paid.get(row.transactionID) ?? [],
      reversal: reversal && {
        driverID: reversal.driverID,
        amount: reversal.amount,
        note: note && { number: note.number, paper: note.document as AuditedPaper },
      },
    })),
    last: ids.at(-1)!,
  }
}

const INCOME = {
  transactionID: incomes.transactionID,
  driverID: incomes.driverID,
  status: incomes.status,
  amount: incomes.amount,
}
