import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { contractorsReport } from '#contract/v1/reports.ts'
import type { Period } from '#domain/periods.ts'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { driverPayments } from '../../db/tables/pay.ts'
import { users } from '../../db/tables/users.ts'

/**
 * Payments to contractors by pay date, less those reversed (P55). A driver who is no contractor any more is included
 * where the firm wrote a tax invoice for the payment.
 */
export async function contractorFigures(
  db: Queryable,
  { from, to }: Period,
): Promise<AnswerOf<typeof contractorsReport>> {
  const reversed = alias(driverPayments, 'reversed')
  const gst = sql<string>`coalesce(sum(coalesce(${driverPayments.gst}, 0) - coalesce(${reversed.gst}, 0)), 0)`
  const rows = await db
    .select({
      driverID: drivers.driverID,
      name: users.fullName,
      businessName: drivers.businessName,
      abn: drivers.abn,
      address: drivers.address,
      paid: sql<string>`sum(${transactions.amount})`,
      gst,
    })
    .from(transactions)
    .innerJoin(drivers, eq(drivers.driverID, transactions.driverID))
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .leftJoin(driverPayments, eq(driverPayments.transactionID, transactions.transactionID))
    .leftJoin(reversed, eq(reversed.transactionID, transactions.reverses))
    .where(
      sql`${transactions.datePaid} between ${from}::date and ${to}::date and (${drivers.employmentType} = 'CONTRACTOR'
        or ${driverPayments.rctiNumber} is not null or ${reversed.rctiNumber} is not null)`,
    )
    .groupBy(drivers.driverID, users.fullName)
    .having(sql`sum(${transactions.amount}) <> 0`)
    .orderBy(users.fullName)
  const contractors = rows.map((row) => ({ ...row, paid: Number(row.paid), gst: Number(row.gst) }))
  return {
    contractors,
    paid: contractors.reduce((sum, { paid }) => sum + paid, 0),
    gst: contractors.reduce((sum, one) => sum + one.gst, 0),
  }
}
