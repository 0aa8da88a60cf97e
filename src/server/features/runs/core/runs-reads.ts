import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { runInFile, weekOfRun } from '#domain/run-name.ts'
import {
  type CountedStops,
  onRun,
  type RunFigures,
  runFigures,
  type StopFigure,
  stopFigure,
} from '#domain/run-figures.ts'
import { isFieldWorkDone } from '#domain/runs.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import { JOB_STATES, OUTCOMES } from '#domain/words.ts'
import { bagsIn } from '../../../db/bags-in.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { Refused } from '../../../http/refused.ts'

export type RunRow = typeof runs.$inferSelect

export interface RunCounts extends RunFigures {
  /** How many stops are still on the run. */
  stops: number
  totalBags: number
}
export type CountedRun = RunRow & RunCounts

/** Days for which a driver's device keeps a completed run. */
const COMPLETED_DAYS = 7

/** Still on the run: neither shifted away nor removed. */
export const onTheRun = notInArray(jobs.state, ['shifted', 'cancelled'])

/**
 * The stops a driver sees: those on the run, and those of customers who cancelled while it was active, which are struck
 * through with the reason.
 */
export const shownToDriver: SQL | undefined = or(onTheRun, isNotNull(jobs.customerCancelledAt))

/** Keeps its run in the driver's list, so that who reached nobody still reads what became of the stops. */
export const keepsRun: SQL | undefined = or(ne(jobs.state, 'cancelled'), isNotNull(jobs.customerCancelledAt))

/** A run's names in the domain's format (`runRefId`, `readableRunID`), for the keyword search. */
export const refIdText = sql`'R' || lpad(${runs.refNumber}::text, greatest(5, length(${runs.refNumber}::text)), '0')`
export const readableIDText = sql`${runs.yearNumber} || '-' || lpad(${runs.monthNumber}::text, 2, '0') || '-W' || ${runs.weekNumber} || '-' || ${runs.sequenceNumber}`

/** "Week 3, November · 16-22 Nov 2026", for sentences to people. */
export const runTitle = (run: RunRow): string => runInFile({ runOrder: runName(run), runWeek: weekOfRun(run) })!

export function runName(run: Pick<RunRow, 'yearNumber' | 'monthNumber' | 'weekNumber' | 'sequenceNumber'>): string {
  return readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
}

export async function runByID(db: Queryable, runOrderID: string): Promise<RunRow | null> {
  const [row] = await db.select().from(runs).where(eq(runs.runOrderID, runOrderID))
  return row ?? null
}

/** The first day of the week in which an active run still comes to the customer; null: in none. */
export async function stillComing(db: Queryable, customerID: string, today: Day): Promise<Day | null> {
  const [row] = await db
    .select({ from: runs.fromDate })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        eq(jobs.customerID, customerID),
        eq(jobs.state, 'planned'),
        isNull(jobs.outcome),
        isNull(jobs.customerCancelledAt),
        eq(runs.status, 'active'),
        gte(runs.toDate, today),
      ),
    )
    .orderBy(asc(runs.fromDate))
    .limit(1)
  return row?.from ?? null
}

/** Locks the run's row. Every change of a run or its stops does so first, so that changes are serialised. */
export async function lockRun(tx: Queryable, runOrderID: string): Promise<RunRow> {
  const [row] = await tx.select().from(runs).where(eq(runs.runOrderID, runOrderID)).for('update')
  if (!row) throw new Refused('not_found')
  return row
}

/** Locks this run and those of these stops, always in the same order, so that no deadlock occurs. */
export async function lockRunsOf(
  tx: Queryable,
  runOrderID: string | null,
  assignmentIDs: readonly string[],
): Promise<Map<string, RunRow>> {
  const ofStops = tx.select({ runOrderID: jobs.runOrderID }).from(jobs).where(among(jobs.assignmentID, assignmentIDs))
  const named = sql`${runs.runOrderID} = any(array(${ofStops} union select ${runOrderID}::uuid))`
  const rows = await tx.select().from(runs).where(named).orderBy(asc(runs.runOrderID)).for('update')
  return new Map(rows.map((row) => [row.runOrderID, row]))
}

/** Stops by state and outcome: a handful of rows for a run, which the domain's rule puts into its figures. */
const KINDS = {
  state: jobs.state,
  outcome: jobs.outcome,
  stops: count(),
  bags: sql<number>`coalesce(sum(${bagsIn(jobs.pu)}), 0)::int`,
}
export type CountedKind = CountedStops & { readonly bags: number }

export function countsOf(kinds: readonly CountedKind[]): RunCounts {
  const figures = runFigures(kinds)
  const driven = kinds.filter(isOnTheRun)
  return { ...figures, stops: onRun(figures), totalBags: driven.reduce((sum, { bags }) => sum + bags, 0) }
}

/** The domain's figure of a stop as a condition in SQL. */
export function ofFigure(figure: StopFigure): SQL {
  const kinds = JOB_STATES.flatMap((state) =>
    [null, ...OUTCOMES].flatMap((outcome) =>
      stopFigure({ state, outcome }) === figure ? [sql`(${state}, ${outcome ?? ''})`] : [],
    ),
  )
  return sql`(${jobs.state}, coalesce(${jobs.outcome}, '')) in (${sql.join(kinds, sql`, `)})`
}

/** @param of only these stops; null: all of the runs */
async function counted(db: Queryable, rows: readonly RunRow[], of: SQL | null): Promise<CountedRun[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ runOrderID }) => runOrderID)
  const kinds = await db
    .select({ runOrderID: jobs.runOrderID, ...KINDS })
    .from(jobs)
    .where(and(inArray(jobs.runOrderID, ids), of ?? undefined))
    .groupBy(jobs.runOrderID, jobs.state, jobs.outcome)
  const byRun = byKey(kinds, ({ runOrderID }) => runOrderID)
  return rows.map((row) => ({ ...row, ...countsOf(byRun.get(row.runOrderID) ?? []) }))
}

export const countRuns = (db: Queryable, rows: readonly RunRow[]): Promise<CountedRun[]> => counted(db, rows, null)

export async function runsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: CountedRun[]; total: number }> {
  const rows = await db
    .select()
    .from(runs)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(runs).where(where)
  return { rows: await countRuns(db, rows), total: counted!.total }
}

/** Active runs, and those completed in the last 7 days. */
export function staysOnDevices(now: Date): SQL {
  const since = new Date(now.getTime() - COMPLETED_DAYS * 86_400_000)
  return sql`(${runs.status} = 'active' or (${runs.status} = 'completed' and ${gte(runs.completedAt, since)}))`
}

/**
 * The runs of which the driver has a stop, even where all were moved to another week, with the figures of the driver's
 * stops. A run of which the office removed all of the driver's stops is none.
 */
export async function runsOfDriver(db: Queryable, driverID: string, now: Date, where?: SQL): Promise<CountedRun[]> {
  const own = eq(jobs.driverID, driverID)
  const hasStop = sql`exists (select 1 from ${jobs} where ${and(eq(jobs.runOrderID, runs.runOrderID), own, keepsRun)})`
  const rows = await db
    .select()
    .from(runs)
    .where(and(staysOnDevices(now), hasStop, where))
    .orderBy(asc(runs.fromDate), asc(runs.sequenceNumber))
  return counted(db, rows, own)
}

/** One of `runsOfDriver` with the driver's stops counted; null when it is not among them. */
export async function runOfDriver(
  db: Queryable,
  runOrderID: string,
  driverID: string,
  now: Date,
): Promise<CountedRun | null> {
  const [run] = await runsOfDriver(db, driverID, now, eq(runs.runOrderID, runOrderID))
  return run ?? null
}

/**
 * Whether every stop still on the run has an outcome.
 * @param instead these stops count as given, not as stored
 */
export async function fieldWorkDone(
  db: Queryable,
  runOrderID: string,
  instead: readonly (typeof jobs.$inferSelect)[] = [],
): Promise<boolean> {
  const others =
    instead.length === 0
      ? undefined
      : not(
          among(
            jobs.assignmentID,
            instead.map(({ assignmentID }) => assignmentID),
          ),
        )
  // A run of hundreds of stops has a handful of combinations.
  const kinds = await db
    .selectDistinct({ state: jobs.state, outcome: jobs.outcome })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), others))
  return isFieldWorkDone([...kinds, ...instead])
}

/** The same rule as a condition in SQL. */
export const isDoneInField = (runOrderID: string): SQL => {
  const stillOn = sql`select 1 from ${jobs} where ${jobs.runOrderID} = ${runOrderID} and ${onTheRun}`
  return sql`(exists (${stillOn}) and not exists (${stillOn} and ${jobs.outcome} is null))`
}

/** The drafts of a week: one of each depot, and one of the firm. */
export function draftsOf(db: Queryable, week: WeekRef): Promise<RunRow[]> {
  return db
    .select()
    .from(runs)
    .where(and(sameWeek(runs, week), eq(runs.status, 'draft')))
    .orderBy(asc(runs.runOrderID))
}

/** @param depotID null: the draft of the firm */
export async function draftOf(db: Queryable, week: WeekRef, depotID: string | null): Promise<RunRow | null> {
  return (await draftsOf(db, week)).find((draft) => draft.depotID === depotID) ?? null
}

/** Among the runs of a week, the one that collects a depot's customer: the depot's own, else the firm's. */
export function runFor<Run extends Pick<RunRow, 'depotID'>>(of: readonly Run[], depotID: string | null): Run | null {
  return of.find((run) => run.depotID === depotID) ?? of.find((run) => run.depotID === null) ?? null
}
