import { gte, inArray, isNull, sql } from 'drizzle-orm'
import { type CalendarRow, compareWeeks, highestMonths, type WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { type PlannedWeek, weeksAhead } from '#domain/due.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { dueCustomer } from '../runs/due-reads.ts'
import { onTheRun } from '../runs/runs-reads.ts'
import { businessToday, calendarRowsAsked } from '../settings/settings-reads.ts'
import type { CustomerRow } from './customers-reads.ts'

/**
 * `nextPickUp` of each (domain.md 10): the first day of the week of his job in a draft or active run, else of the first
 * week he is due in that has not ended. Null when he is not ACTIVE, on request without a request, or the calendar ends before.
 */
export async function nextPickUps(db: Queryable, rows: readonly CustomerRow[], now: Date): Promise<Map<string, Day>> {
  const active = rows.filter(({ status }) => status === 'ACTIVE')
  const found = new Map<string, Day>()
  if (active.length === 0) return found
  const knownOf = await knownWeeks(db, active.map(({ customerID }) => customerID))
  const coming = (await calendarRowsAsked(db, gte(calendarSettings.to, await businessToday(db, now)), [])).sort(compareWeeks)
  const highest = highestMonths(coming)
  for (const row of active) {
    const { job, ...known } = knownOf.get(row.customerID) ?? { job: null }
    const day = job ?? firstPlanned(weeksAhead(dueCustomer({ ...row, hasRequest: false }), coming, highest, known))
    if (day !== null) found.set(row.customerID, day)
  }
  return found
}

function firstPlanned(weeks: Iterable<PlannedWeek<CalendarRow>>): Day | null {
  for (const { row, skipped } of weeks) if (!skipped) return row.from
  return null
}

interface Known {
  /** The first day of the earliest week he has a job in. */
  job: Day | null
  noPickups: WeekRef[]
  requests: WeekRef[]
}

type KnownRow = { customerID: string; kind: 'job' | 'noPickups' | 'requests'; from: Day | null; yearNumber: number; monthNumber: number; weekNumber: number }

/** customerID -> his jobs in draft and active runs, his no pickups and open requests; in one question, because every list asks it. */
async function knownWeeks(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await db.execute<KnownRow>(sql`
    select ${jobs.customerID} as "customerID", 'job' as kind, min(${runs.fromDate})::text as "from", 0 as "yearNumber", 0 as "monthNumber", 0 as "weekNumber"
    from ${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}
    where ${among(jobs.customerID, customerIDs)} and ${onTheRun} and ${inArray(runs.status, ['draft', 'active'])}
    group by ${jobs.customerID}
    union all ${weeksOf('noPickups', noPickups, customerIDs)}
    union all ${weeksOf('requests', pickupRequests, customerIDs)} and ${isNull(pickupRequests.assignmentID)}`)
  const known = new Map<string, Known>()
  for (const { customerID, kind, from, yearNumber, monthNumber, weekNumber } of rows) {
    const his = known.get(customerID) ?? { job: null, noPickups: [], requests: [] }
    known.set(customerID, his)
    if (kind === 'job') his.job = from
    else his[kind].push({ yearNumber, monthNumber, weekNumber })
  }
  return known
}

const weeksOf = (kind: string, table: typeof noPickups | typeof pickupRequests, customerIDs: readonly string[]) => sql`
  select ${table.customerID}, ${kind}, null, ${table.yearNumber}, ${table.monthNumber}, ${table.weekNumber} from ${table} where ${among(table.customerID, customerIDs)}`
