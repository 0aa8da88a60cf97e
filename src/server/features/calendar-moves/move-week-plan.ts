import { and, asc, count, countDistinct, eq, inArray, isNull, or } from 'drizzle-orm'
import type { MovedWeek } from '#contract/v1/calendar-move.ts'
import { byKey } from '#domain/by-key.ts'
import { calendarWarnings, compareWeeks, datesProblem, movedWeeks, type WeekMove } from '#domain/calendar.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { LAST_DAY } from '#domain/limits.ts'
import type { Warning } from '#domain/warnings.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { sameWeek } from '../../db/same-week.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { onTheRun, plannedCounts, type RunRow, weekName } from '../runs/public.ts'
import { businessToday } from '../settings/public.ts'
import { calendarRowByID, calendarRows, type StoredCalendarRow } from '../calendar/public.ts'

export interface MoveWish {
  calendarSettingID: string
  from: Day
  to: Day
  following?: 'keep' | 'push' | undefined
}

/** The effect of moving a week, for preview and command. */
export interface MovePlan {
  row: StoredCalendarRow
  /** The week itself first; empty when it has these dates already. */
  moves: WeekMove<StoredCalendarRow>[]
  /** Runs of the moved weeks; a completed one only together with the refusal. */
  runs: RunRow[]
  weeks: MovedWeek[]
  warnings: Warning[]
  refusal: Refused | null
}

/** Throws when the dates are invalid; refusals by the rules are part of the plan. */
export async function planMove(
  db: Queryable,
  now: Date,
  { calendarSettingID, from, to, following }: MoveWish,
): Promise<MovePlan> {
  const row = await calendarRowByID(db, calendarSettingID)
  if (!row) throw new Refused('not_found')
  if (row.from === from && row.to === to) return { row, moves: [], runs: [], weeks: [], warnings: [], refusal: null }
  const problem = datesProblem({ from, to })
  if (problem !== null) refuseField('to', problem)
  const today = await businessToday(db, now)
  if (to < today) refuseField('to', 'These dates have passed')
  const calendar = await calendarRows(db)
  const others = calendar.filter((other) => other.calendarSettingID !== calendarSettingID)
  const { moves, overlap } = movedWeeks(row, { from, to }, others, following === 'push')
  if (moves.some(({ after }) => after.to > LAST_DAY))
    refuseField('to', 'The following weeks would end after the calendar')
  const theirs = await db
    .select()
    .from(runs)
    .where(or(...moves.map((move) => sameWeek(runs, move.row))))
    .orderBy(asc(runs.fromDate), asc(runs.sequenceNumber))
  const weeks = await concerned(
    db,
    moves,
    theirs.filter(({ status }) => status === 'draft' || status === 'active'),
    calendar,
    today,
  )
  return { row, moves, runs: theirs, weeks, warnings: warningsOf(moves, others), refusal: refusalOf(theirs, overlap) }
}

function refusalOf(theirs: readonly RunRow[], overlap: StoredCalendarRow | null): Refused | null {
  const over = theirs.find(({ status }) => status === 'completed' || status === 'archived')
  if (over)
    return new Refused('week_completed', {
      message: `Run ${nameOf(over)} of the week from ${formatDay(over.fromDate)} is completed: its dates are history.`,
    })
  if (!overlap) return null
  const { yearNumber, monthNumber, weekNumber, from, to } = overlap
  return new Refused('calendar_overlap', {
    message: `These dates overlap week ${weekNumber} of ${monthNumber}/${yearNumber}, from ${formatDay(from)} to ${formatDay(to)}.`,
  })
}

const nameOf = (run: RunRow) => readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)

/** The requested week has its own warnings; the pushed weeks share one sentence. */
function warningsOf(moves: readonly WeekMove<StoredCalendarRow>[], others: readonly StoredCalendarRow[]): Warning[] {
  const [first, ...pushed] = moves
  if (!first) return []
  const odd = pushed.some(({ row, after }) => calendarWarnings(row).length === 0 && calendarWarnings(after).length > 0)
  const passed = others.find(
    (other) =>
      !pushed.some(({ row }) => row === other) && compareWeeks(other, first.row) < 0 !== other.from < first.after.from,
  )
  return [
    ...calendarWarnings(first.after),
    ...(odd
      ? [{ code: 'not_monday_sunday', message: 'The following weeks won’t be from Monday to Sunday either.' }]
      : []),
    ...(passed
      ? [
          {
            code: 'out_of_order',
            message: `It will no longer stand in its order: week ${passed.weekNumber} of ${passed.monthNumber}/${passed.yearNumber} is from ${formatDay(passed.from)}.`,
          },
        ]
      : []),
  ]
}

async function concerned(
  db: Queryable,
  moves: readonly WeekMove<StoredCalendarRow>[],
  theirs: readonly RunRow[],
  calendar: readonly StoredCalendarRow[],
  today: Day,
): Promise<MovedWeek[]> {
  const runsOf = byKey(theirs, weekName)
  const without = moves.filter(({ row }) => !runsOf.has(weekName(row))).map(({ row }) => row)
  const planned = await plannedCounts(db, without, calendar, today)
  const [stops, noes, requests] = [
    await stopsOf(db, theirs),
    await rowsFor(db, noPickups, moves),
    await rowsFor(db, pickupRequests, moves),
  ]
  return moves.map(({ row, after }) => {
    const name = weekName(row)
    const { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to } = row
    return {
      calendarSettingID,
      yearNumber,
      monthNumber,
      weekNumber,
      before: { from, to },
      after,
      runs: (runsOf.get(name) ?? []).map((run) => ({
        runOrderID: run.runOrderID,
        readableID: nameOf(run),
        status: run.status,
        ...(stops.ofRun.get(run.runOrderID) ?? { stops: 0, drivers: [] }),
      })),
      customers: planned.get(name) ?? stops.customersIn.get(name) ?? 0,
      noPickups: noes.get(name) ?? 0,
      pickupRequests: requests.get(name) ?? 0,
    }
  })
}

/** Each run's stops and drivers, and each week's customers, counted by the database. */
async function stopsOf(db: Queryable, theirs: readonly RunRow[]) {
  const inThem = and(
    inArray(
      jobs.runOrderID,
      theirs.map(({ runOrderID }) => runOrderID),
    ),
    onTheRun,
  )
  const week = { yearNumber: runs.yearNumber, monthNumber: runs.monthNumber, weekNumber: runs.weekNumber }
  if (theirs.length === 0)
    return { ofRun: new Map<string, { stops: number; drivers: string[] }>(), customersIn: new Map<string, number>() }
  const driven = await db
    .select({ runOrderID: jobs.runOrderID, driver: users.fullName, stops: count() })
    .from(jobs)
    .leftJoin(users, eq(users.userID, jobs.driverID))
    .where(inThem)
    .groupBy(jobs.runOrderID, jobs.driverID, users.fullName)
    .orderBy(asc(users.fullName))
  const met = await db
    .select({ ...week, customers: countDistinct(jobs.customerID) })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(inThem)
    .groupBy(week.yearNumber, week.monthNumber, week.weekNumber)
  const ofRun = new Map(
    [...byKey(driven, ({ runOrderID }) => runOrderID)].map(([runOrderID, parts]) => [
      runOrderID,
      { stops: parts.reduce((sum, part) => sum + part.stops, 0), drivers: parts.flatMap(({ driver }) => driver ?? []) },
    ]),
  )
  return { ofRun, customersIn: new Map(met.map((one) => [weekName(one), one.customers])) }
}

/** The number of no pickups, or of open requests, for each week. */
async function rowsFor(
  db: Queryable,
  table: typeof noPickups | typeof pickupRequests,
  moves: readonly WeekMove<StoredCalendarRow>[],
): Promise<Map<string, number>> {
  const open = table === pickupRequests ? isNull(pickupRequests.assignmentID) : undefined
  const rows = await db
    .select({
      yearNumber: table.yearNumber,
      monthNumber: table.monthNumber,
      weekNumber: table.weekNumber,
      many: count(),
    })
    .from(table)
    .where(and(or(...moves.map(({ row }) => sameWeek(table, row))), open))
    .groupBy(table.yearNumber, table.monthNumber, table.weekNumber)
  return new Map(rows.map((row) => [weekName(row), row.many]))
}
