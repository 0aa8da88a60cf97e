import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { incomes } from '../../db/tables/events.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export type IncomeShown = Awaited<ReturnType<typeof shown>>[number]

export const RUN_NAME = sql`${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}`

export async function incomesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: IncomeShown[]; total: number; totalCents: number }> {
  const rows = await shown(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({ total: sql<number>`count(*)::int`, totalCents: sql<string>`coalesce(sum(${incomes.amount}), 0)` })
    .from(incomes)
    .leftJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    .leftJoin(runs, eq(runs.runOrderID, incomes.runOrderID))
    .leftJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(where)
  return { rows, total: sum!.total, totalCents: Number(sum!.totalCents) }
}

/** In the order in which they were earned. */
export async function incomesWhere(db: Queryable, where: SQL | undefined): Promise<IncomeShown[]> {
  return shown(db).where(where).orderBy(incomes.earnedAt, incomes.refNumber)
}

/** A line by hand has no stop, run and customer. */
const shown = (db: Queryable) =>
  db
    .select({
      income: incomes,
      stop: { customerID: jobs.customerID, capturedCustomerName: jobs.capturedCustomerName, outcome: jobs.outcome },
      run: {
        yearNumber: runs.yearNumber,
        monthNumber: runs.monthNumber,
        weekNumber: runs.weekNumber,
        sequenceNumber: runs.sequenceNumber,
      },
      customerRef: customers.refNumber,
      driver: users.fullName,
      payment: { datePaid: transactions.datePaid, amount: transactions.amount },
    })
    .from(incomes)
    .innerJoin(users, eq(users.userID, incomes.driverID))
    .leftJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    .leftJoin(runs, eq(runs.runOrderID, incomes.runOrderID))
    .leftJoin(customers, eq(customers.customerID, jobs.customerID))
    .leftJoin(transactions, eq(transactions.transactionID, incomes.transactionID))
    .$dynamic()
