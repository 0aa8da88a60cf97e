import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { INCOME_KINDS, INCOME_STATUSES } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, subjectOf } from '../../db/kept-totals.ts'
import { mentions } from '../../db/mentions.ts'
import { customers } from '../../db/tables/customers.ts'
import { incomes } from '../../db/tables/events.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export type IncomeShown = Awaited<ReturnType<typeof shown>>[number]

export const RUN_NAME = sql`${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}`

interface PageQuery {
  /** Filters whose totals are kept. */
  driverID: string | undefined
  status: (typeof INCOME_STATUSES)[number] | undefined
  kind: (typeof INCOME_KINDS)[number] | undefined
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

interface Totals {
  total: number
  totalCents: number
}

export async function incomesPage(db: Queryable, query: PageQuery): Promise<{ rows: IncomeShown[] } & Totals> {
  const { driverID, status, kind, orderBy, limit, offset } = query
  const where = and(
    driverID === undefined ? undefined : eq(incomes.driverID, driverID),
    status === undefined ? undefined : eq(incomes.status, status),
    kind === undefined ? undefined : eq(incomes.kind, kind),
    query.where,
  )
  const rows = await shown(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  return { rows, ...(await (query.where ? added(db, where) : kept(db, query))) }
}

async function added(db: Queryable, where: SQL | undefined): Promise<Totals> {
  const query = db
    .select({ total: count(), totalCents: sql`coalesce(sum(${incomes.amount}), 0)`.mapWith(Number) })
    .from(incomes)
    .$dynamic()
  // The stops are joined only for a keyword, because nothing else refers to them.
  if (mentions(jobs, [where])) {
    void query.leftJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    void query.leftJoin(runs, eq(runs.runOrderID, incomes.runOrderID))
    void query.leftJoin(customers, eq(customers.customerID, jobs.customerID))
  }
  const [sums] = await query.where(where)
  return sums!
}

/** The subject is driver, status and kind. */
const kept = (db: Queryable, { driverID, status, kind }: Pick<PageQuery, 'driverID' | 'status' | 'kind'>) =>
  keptTotal(db, 'incomes', subjectOf(driverID?.toLowerCase(), status, kind))

/** The incomes are in the order in which they were earned. */
export async function incomesWhere(db: Queryable, where: SQL | undefined): Promise<IncomeShown[]> {
  return shown(db).where(where).orderBy(incomes.earnedAt, incomes.refNumber)
}

/** A line by hand has no stop, run and customer. */
const shown = (db: Queryable) =>
  db
    .select({
      income: incomes,
      stop: {
        customerID: jobs.customerID,
        capturedCustomerName: jobs.capturedCustomerName,
        serviceType: jobs.serviceType,
        outcome: jobs.outcome,
      },
      run: runs,
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
