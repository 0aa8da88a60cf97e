import { and, count, eq, getTableColumns, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../db/database.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { type EventRow, type EventShown, PAYLOAD_SHOWN } from '../core/events-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'

export interface ExceptionShown extends EventShown, Pick<EventRow, 'runOrderID' | 'decidedAt' | 'decisionReason'> {
  customer: string | null
  customerID: string | null
  address: string | null
  suburb: string | null
  run: RunRow | null
  /** The name of the user who decided it. */
  decider: string | null
}

const deciders = alias(users, 'deciders')

/** The stop's run; without a stop, the run named in the record. */
const itsRun = sql`${runs.runOrderID}::text = coalesce(${jobs.runOrderID}::text, ${events.runOrderID})`

export const ofRun = (runOrderID: string) => or(eq(jobs.runOrderID, runOrderID), eq(events.runOrderID, runOrderID))
export const KEYWORD_COLUMNS = [
  sql`coalesce(${jobs.capturedCustomerName}, '')`,
  users.fullName,
  sql`coalesce(${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}, '')`,
]

export async function exceptionsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: ExceptionShown[]; total: number }> {
  const rows = await db
    .select({
      event: { ...getTableColumns(events), ...PAYLOAD_SHOWN },
      actor: users.fullName,
      customer: jobs.capturedCustomerName,
      customerID: jobs.customerID,
      address: jobs.address,
      suburb: jobs.suburb,
      run: runs,
      decider: deciders.fullName,
    })
    .from(events)
    .innerJoin(users, eq(users.userID, events.actorID))
    .leftJoin(jobs, eq(jobs.assignmentID, events.jobID))
    .leftJoin(runs, itsRun)
    .leftJoin(deciders, eq(deciders.userID, events.decidedBy))
    .where(and(isNotNull(events.decision), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(events)
    .innerJoin(users, eq(users.userID, events.actorID))
    .leftJoin(jobs, eq(jobs.assignmentID, events.jobID))
    .leftJoin(runs, itsRun)
    .where(and(isNotNull(events.decision), where))
  return { rows: rows.map(({ event, ...beside }) => ({ ...event, ...beside })), total: counted!.total }
}

/** The number of a run's records that need the office's decision, to be used within another statement. */
export const openOfRun = (runOrderID: string): SQL<number> => sql<number>`(
  select count(*)::int from events e left join jobs j on j.assignment_id = e.job_id
  where e.decision = 'open' and (j.run_order_id = ${runOrderID} or e.run_order_id = ${runOrderID}))`

export async function openExceptions(db: Queryable, runOrderID: string): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(sql`select ${openOfRun(runOrderID)} as open`)
  return rows[0]?.open ?? 0
}

export async function exceptionByID(db: Queryable, eventID: string): Promise<ExceptionShown | null> {
  const { rows } = await exceptionsPage(db, { where: eq(events.eventID, eventID), orderBy: [], limit: 1, offset: 0 })
  return rows[0] ?? null
}
