import { type AnyColumn, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type CalendarRow, compareWeeks, highestMonths, type WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { type OpenStop, type PlannedWeek, weeksAhead } from '#domain/due.ts'
import { among } from '../../db/among.ts'
import { sameWeek } from '../../db/same-week.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { dueCustomer, notHeldBack, onTheRun } from '../runs/public.ts'
import { businessToday } from '../settings/public.ts'
import { calendarRowsAsked } from '../calendar/public.ts'

/** The input of `nextPickUp`. */
export type PickUpRow = { customerID: string } & Omit<Parameters<typeof dueCustomer>[0], 'hasRequest'>

/**
 * `nextPickUp` of each (domain.md 10): the first day of the week of the customer's unskipped stop without an outcome in
 * a draft or active run, or of the first week they are due in that has not ended, whichever is earlier. Null: not ACTIVE,
 * on request without a request, or the calendar ends before.
 */
export async function nextPickUps(db: Queryable, rows: readonly PickUpRow[], now: Date): Promise<Map<string, Day>> {
  const active = rows.filter(isActive).map(({ customerID }) => customerID)
  if (active.length === 0) return new Map()
  const { rows: known } = await db.execute<KnownRow>(knownWeeks((column) => among(column, active)))
  return pickUpsPlanned(
    rows,
    known,
    await calendarRowsAsked(db, gte(calendarSettings.to, await businessToday(db, now)), []),
  )
}

/** The same with all data loaded. @param coming the weeks that have not ended, in any order */
export function pickUpsPlanned(
  rows: readonly PickUpRow[],
  known: readonly KnownRow[],
  coming: readonly CalendarRow[],
): Map<string, Day> {
  const found = new Map<string, Day>()
  const knownOf = byCustomer(known)
  const weeks = coming.toSorted(compareWeeks)
  const highest = highestMonths(coming)
  for (const row of rows.filter(isActive)) {
    const { stop, ...weeksKnown } = knownOf.get(row.customerID) ?? { stop: null, jobs: [] }
    const ahead = weeksAhead(dueCustomer({ ...row, hasRequest: false }), weeks, highest, weeksKnown)
    const planned = firstPlanned(ahead, weeksKnown.jobs)
    // A draft made ahead may have a stop of a later week than the next one.
    const day = stop === null || (planned !== null && planned < stop) ? planned : stop
    if (day !== null) found.set(row.customerID, day)
  }
  return found
}

const isActive = ({ status }: PickUpRow) => status === 'ACTIVE'

function firstPlanned(weeks: Iterable<PlannedWeek<CalendarRow>>, stops: readonly OpenStop[]): Day | null {
  const isMet = (row: WeekRef) => stops.some((stop) => stop.outcome !== null && compareWeeks(stop, row) === 0)
  for (const { row, skipped } of weeks) if (!skipped && !isMet(row)) return row.from
  return null
}

interface Known {
  /** The first day of the earliest week in which the customer has a stop that is not skipped and has no outcome. */
  stop: Day | null
  /** The skipped stops, and those with an outcome. */
  jobs: OpenStop[]
  noPickups: WeekRef[]
  requests: WeekRef[]
}

export type KnownRow = {
  customerID: string
  kind: 'stop' | 'over' | 'noPickups' | 'requests'
  outcome: OpenStop['outcome']
  from: Day | null
  yearNumber: number
  monthNumber: number
  weekNumber: number
}

/**
 * The customers' stops in draft and active runs, their no pickups and open requests, in one query, because every list
 * needs it.
 * @param theirs the condition that a column refers to one of these customers
 */
export const knownWeeks = (theirs: (column: AnyColumn) => SQL) => sql`
  select ${jobs.customerID} as "customerID", 'stop' as kind, null as outcome, min(${runs.fromDate})::text as "from", 0 as "yearNumber", 0 as "monthNumber", 0 as "weekNumber"
  from ${openStops(theirs)} and ${jobs.outcome} is null and not ${isSkipped}
  group by ${jobs.customerID}
  union all select ${jobs.customerID}, 'over', ${jobs.outcome}, null, ${runs.yearNumber}, ${runs.monthNumber}, ${runs.weekNumber}
  from ${openStops(theirs)} and (${jobs.outcome} is not null or ${isSkipped})
  union all ${weeksOf('noPickups', noPickups, theirs)}
  union all ${weeksOf('requests', pickupRequests, theirs)} and ${isNull(pickupRequests.assignmentID)}`

const openStops = (theirs: (column: AnyColumn) => SQL) => sql`
  ${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}
  where ${theirs(jobs.customerID)} and ${onTheRun} and ${inArray(runs.status, ['draft', 'active'])} and ${notHeldBack(jobs.customerID)}`

/** The customer said "no pickup". */
const isSkipped = sql`exists (
  select 1 from ${noPickups} where ${noPickups.customerID} = ${jobs.customerID} and ${sameWeek(noPickups, runs)})`

const weeksOf = (
  kind: string,
  table: typeof noPickups | typeof pickupRequests,
  theirs: (column: AnyColumn) => SQL,
) => sql`
  select ${table.customerID}, ${kind}, null, null, ${table.yearNumber}, ${table.monthNumber}, ${table.weekNumber} from ${table} where ${theirs(table.customerID)}`

function byCustomer(rows: readonly KnownRow[]): Map<string, Known> {
  const known = new Map<string, Known>()
  for (const { customerID, kind, outcome, from, yearNumber, monthNumber, weekNumber } of rows) {
    const ofCustomer = known.get(customerID) ?? { stop: null, jobs: [], noPickups: [], requests: [] }
    known.set(customerID, ofCustomer)
    if (kind === 'stop') ofCustomer.stop = from
    else if (kind === 'over') ofCustomer.jobs.push({ yearNumber, monthNumber, weekNumber, outcome })
    else ofCustomer[kind].push({ yearNumber, monthNumber, weekNumber })
  }
  return known
}
