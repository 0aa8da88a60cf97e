import { and, count, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contradiction } from '#domain/contradictions.ts'
import type { CustomerServiceType } from '#domain/words.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { keptTotal, SUBJECT } from '../../../db/kept-totals.ts'
import { mentions } from '../../../db/mentions.ts'
import { pageTotal } from '../../../db/page-total.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { countingEvents, type EventRow, type EventShown, eventsShown, PAYLOAD_SHOWN } from '../core/events-reads.ts'
import { CONTRADICTS } from '../recording/contradiction-commands.ts'
import type { RunRow } from '../core/runs-reads.ts'

export interface ExceptionShown extends EventShown, Pick<EventRow, 'runOrderID' | 'decidedAt' | 'decisionReason'> {
  customer: string | null
  customerID: string | null
  address: string | null
  suburb: string | null
  serviceType: CustomerServiceType | null
  run: RunRow | null
  decider: string | null
}

const deciders = alias(users, 'deciders')

/** The record's run as sent, if it can be an id: any text can be sent. */
const namedRun = sql`case when ${events.runOrderID} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${events.runOrderID}::uuid end`
/** The stop's run; without a stop, the run that the record names. */
const itsRun = sql`${runs.runOrderID} = coalesce(${jobs.runOrderID}, ${namedRun})`

/** Records of the run's stops, or sent to the run. Each is found by an index, where `or` would read every record. */
export const ofRun = (runOrderID: string) => sql`${events.eventID} = any(array(
  select e.event_id from events e join jobs j on j.assignment_id = e.job_id where j.run_order_id = ${runOrderID} and e.decision is not null
  union select e.event_id from events e where e.run_order_id = ${runOrderID} and e.decision is not null))`
export const KEYWORD_COLUMNS = [
  sql`coalesce(${jobs.capturedCustomerName}, '')`,
  users.fullName,
  sql`coalesce(${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}, '')`,
]

interface PageQuery {
  /** If it is undefined, all records are listed. Totals by decision are kept. */
  decision: NonNullable<EventRow['decision']> | undefined
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

export async function exceptionsPage(
  db: Queryable,
  query: PageQuery,
): Promise<{ rows: ExceptionShown[]; total: number }> {
  const { decision, orderBy, limit, offset } = query
  const where = and(decision === undefined ? isNotNull(events.decision) : eq(events.decision, decision), query.where)
  const rows = await db
    .select({
      event: { ...getTableColumns(events), ...PAYLOAD_SHOWN },
      actor: users.fullName,
      customer: jobs.capturedCustomerName,
      customerID: jobs.customerID,
      address: jobs.address,
      suburb: jobs.suburb,
      serviceType: jobs.serviceType,
      run: runs,
      decider: deciders.fullName,
    })
    .from(events)
    .innerJoin(users, eq(users.userID, events.actorID))
    .leftJoin(jobs, eq(jobs.assignmentID, events.jobID))
    .leftJoin(runs, itsRun)
    .leftJoin(deciders, eq(deciders.userID, events.decidedBy))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const total = await pageTotal(rows, query, () => (query.where ? counted(db, where) : kept(db, decision)))
  return { rows: rows.map(({ event, ...beside }) => ({ ...event, ...beside })), total }
}

async function counted(db: Queryable, where: SQL | undefined): Promise<number> {
  const query = db.select({ total: count() }).from(events).$dynamic()
  // The users are joined only for a keyword, because nothing else refers to them.
  if (mentions(users, [where])) {
    void query.innerJoin(users, eq(users.userID, events.actorID))
    void query.leftJoin(jobs, eq(jobs.assignmentID, events.jobID))
    void query.leftJoin(runs, itsRun)
  }
  const [row] = await query.where(where)
  return row!.total
}

const kept = async (db: Queryable, decision: PageQuery['decision']): Promise<number> =>
  (await keptTotal(db, 'exceptions', decision === undefined ? undefined : eq(SUBJECT, decision))).total

/** The number of a run's records that need a decision, for use in another statement. */
export const openOfRun = (runOrderID: string): SQL<number> => sql<number>`(
  select count(*)::int from events e left join jobs j on j.assignment_id = e.job_id
  where e.decision = 'open' and (j.run_order_id = ${runOrderID} or e.run_order_id = ${runOrderID}))`

export async function openExceptions(db: Queryable, runOrderID: string): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(sql`select ${openOfRun(runOrderID)} as open`)
  return rows[0]?.open ?? 0
}

/**
 * Each open contradiction among these records, by its eventID, with the records of other phones at the same stop that
 * it contradicts.
 */
export async function againstOf(
  db: Queryable,
  shown: readonly ExceptionShown[],
): Promise<ReadonlyMap<string, readonly EventShown[]>> {
  const open = shown.filter(
    ({ code, decision, jobID }) => code === CONTRADICTS && decision === 'open' && jobID !== null,
  )
  if (open.length === 0) return new Map()
  const counting = await countingEvents(
    db,
    open.map(({ jobID }) => jobID!),
  )
  const others = open.map(({ eventID, jobID }) => ({
    eventID,
    ids: contradiction(counting.get(jobID!) ?? [])
      .map((event) => event.eventID.toLowerCase())
      .filter((id) => id !== eventID),
  }))
  const rows = await eventsShown(
    db,
    among(
      events.eventID,
      others.flatMap(({ ids }) => ids),
    ),
  )
  const byID = new Map(rows.map((row) => [row.eventID, row]))
  return new Map(others.map(({ eventID, ids }) => [eventID, ids.flatMap((id) => byID.get(id) ?? [])]))
}

export async function exceptionByID(db: Queryable, eventID: string): Promise<ExceptionShown | null> {
  const where = eq(events.eventID, eventID)
  const { rows } = await exceptionsPage(db, { decision: undefined, where, orderBy: [], limit: 1, offset: 0 })
  return rows[0] ?? null
}
