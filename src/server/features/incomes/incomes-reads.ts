import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { incomes } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export interface IncomeShown {
  income: typeof incomes.$inferSelect
  stop: Pick<typeof jobs.$inferSelect, 'customerID' | 'capturedCustomerName' | 'outcome'>
  run: Pick<typeof runs.$inferSelect, 'yearNumber' | 'monthNumber' | 'weekNumber' | 'sequenceNumber'>
  customerRef: number
  driver: string
}

export const RUN_NAME = sql`${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}`

export async function incomesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: IncomeShown[]; total: number; totalCents: number }> {
  const rows = await db
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
    })
    .from(incomes)
    .innerJoin(users, eq(users.userID, incomes.driverID))
    .innerJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    .innerJoin(runs, eq(runs.runOrderID, incomes.runOrderID))
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({ total: sql<number>`count(*)::int`, totalCents: sql<string>`coalesce(sum(${incomes.amount}), 0)` })
    .from(incomes)
    .innerJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    .innerJoin(runs, eq(runs.runOrderID, incomes.runOrderID))
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(where)
  return { rows, total: sum!.total, totalCents: Number(sum!.totalCents) }
}
