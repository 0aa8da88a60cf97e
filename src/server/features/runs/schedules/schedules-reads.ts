import { sql } from 'drizzle-orm'
import { type CalendarRow, highestMonths, type WeekRef } from '#domain/calendar.ts'
import { addDays, type Day, dayOf } from '#domain/dates.ts'
import type { DueCustomer } from '#domain/due.ts'
import type { Cents } from '#domain/money.ts'
import { customerSchedule, type ScheduledStop, type ScheduleEntry } from '#domain/schedules.ts'
import type { CustomerServiceType, Outcome, RunStatus, StopState } from '#domain/words.ts'
import { bagsIn } from '../../../db/bags-in.ts'
import type { Database } from '../../../db/database.ts'
import { PreparedQuery } from '../../../db/prepared-query.ts'
import { photos } from '../../../db/tables/events.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { calendarSettings, settings as settingsTable } from '../../../db/tables/settings.ts'
import { Refused } from '../../../http/refused.ts'
import { settingsFrom, type SettingsInForce } from '../../settings/public.ts'
import { dueCustomer } from '../planning/due-reads.ts'

/** A stop of the customer, as JSON of the statement below. */
interface StoredStop extends WeekRef {
  assignmentID: string
  runOrderID: string
  runStatus: RunStatus
  runNumber: number
  from: Day
  to: Day
  serviceType: CustomerServiceType
  state: StopState
  outcome: Outcome | null
  /** Bags; 0 of a rubbish removal. */
  pu: number
  reason: string | null
  photoIDs: string[]
  shiftedYear: number | null
  shiftedMonth: number | null
  shiftedWeek: number | null
  customerCancelled: boolean
  doneAt: string | null
  /** Whether the stop was at the customer's current address. */
  isHere: boolean
}
export type StopOfSchedule = ScheduledStop & StoredStop
interface NoPickupOfSchedule extends WeekRef {
  noPickupID: string
  late: boolean
  reason: string | null
}
export type Entry = ScheduleEntry<StopOfSchedule, NoPickupOfSchedule>

/** Maximum age of a stop in the schedule, with room for a week that started earlier. */
const DAYS_BACK = 400

const weekOf = (table: typeof noPickups | typeof pickupRequests | typeof runs | typeof calendarSettings) =>
  sql`'yearNumber', ${table.yearNumber}, 'monthNumber', ${table.monthNumber}, 'weekNumber', ${table.weekNumber}`
const whose = sql`${sql.placeholder('customerID')}::uuid`

/** One statement, because thousands of customers open their schedule within minutes of a reminder. */
const everything = new PreparedQuery<{
  customer: Parameters<typeof dueCustomer>[0] & { heldFor: number }
  settings: Record<string, unknown> | null
  calendar: CalendarRow[] | null
  stops: StoredStop[] | null
  noPickups: NoPickupOfSchedule[] | null
  requests: (WeekRef & { pickupRequestID: string })[] | null
  photos: Record<string, string | null> | null
}>(sql`
  select json_build_object('status', ${customers.status}, 'serviceType', ${customers.serviceType}, 'startDate', ${customers.startDate},
      'collectionScheme', ${customers.collectionScheme}, 'weekNumber', ${customers.weekNumber}, 'dueYear', ${customers.dueYear},
      'dueMonth', ${customers.dueMonth}, 'dueWeek', ${customers.dueWeek}, 'shiftedYear', ${customers.shiftedYear},
      'shiftedMonth', ${customers.shiftedMonth}, 'shiftedWeek', ${customers.shiftedWeek}, 'heldSince', ${customers.heldSince}, 'heldFor', ${customers.heldFor}, 'suburbWeek', ${suburbs.weekNumber}, 'hasRequest', false) as customer,
    (select json_object_agg(${settingsTable.key}, ${settingsTable.value}) from ${settingsTable}) as settings,
    (select json_agg(json_build_object(${weekOf(calendarSettings)}, 'from', ${calendarSettings.from}, 'to', ${calendarSettings.to}) order by ${calendarSettings.from})
      from ${calendarSettings}) as calendar,
    (select json_agg(json_build_object('assignmentID', ${jobs.assignmentID}, 'runOrderID', ${jobs.runOrderID}, 'runStatus', ${runs.status}, 'runNumber', ${jobs.runNumber},
        ${weekOf(runs)}, 'from', ${runs.fromDate}, 'to', ${runs.toDate}, 'serviceType', ${jobs.serviceType}, 'state', ${jobs.state}, 'outcome', ${jobs.outcome}, 'pu', ${bagsIn(jobs.pu)},
        'reason', ${jobs.reason}, 'photoIDs', ${jobs.photoIDs}, 'shiftedYear', ${jobs.shiftedYear}, 'shiftedMonth', ${jobs.shiftedMonth},
        'shiftedWeek', ${jobs.shiftedWeek}, 'customerCancelled', ${jobs.customerCancelledAt} is not null, 'doneAt', ${jobs.doneAt},
        'isHere', (${jobs.address}, ${jobs.suburb}, ${jobs.postcode}) = (${customers.address}, ${suburbs.label}, ${customers.postcode}))
        order by ${jobs.createdAt}, ${jobs.assignmentID})
      from ${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}
      where ${jobs.customerID} = ${whose} and (${runs.toDate} >= ${sql.placeholder('since')}::date or ${runs.status} in ('draft', 'active'))) as stops,
    (select json_agg(json_build_object('noPickupID', ${noPickups.noPickupID}, ${weekOf(noPickups)}, 'late', ${noPickups.late}, 'reason', ${noPickups.reason}))
      from ${noPickups} where ${noPickups.customerID} = ${whose}) as "noPickups",
    (select json_agg(json_build_object('pickupRequestID', ${pickupRequests.pickupRequestID}, ${weekOf(pickupRequests)}))
      from ${pickupRequests} where ${pickupRequests.customerID} = ${whose} and ${pickupRequests.assignmentID} is null) as requests,
    (select json_object_agg(${photos.photoID}, ${photos.takenAt}) from ${photos}
      where ${photos.jobID} in (select ${jobs.assignmentID} from ${jobs} where ${jobs.customerID} = ${whose})) as photos
  from ${customers} join ${suburbs} on ${suburbs.suburbID} = ${customers.suburbID}
  where ${customers.customerID} = ${whose} and ${customers.hiddenAt} is null`)

export interface KnownSchedule {
  entries: Entry[]
  customer: DueCustomer
  /** The stops of the schedule's years, in the order of creation. */
  stops: StopOfSchedule[]
  noPickups: NoPickupOfSchedule[]
  /** Open ones. */
  requests: (WeekRef & { pickupRequestID: string })[]
  calendar: CalendarRow[]
  settings: SettingsInForce
  today: Day
  takenAt: ReadonlyMap<string, Date | null>
  /** What has to be paid so that collections go on; null: they are not paused. */
  pausedFor: Cents | null
}

/** @param now decides what "today" is, in the business time zone */
export async function scheduleOf(db: Database, customerID: string, now: Date): Promise<KnownSchedule> {
  // One more day than needed, because the time zone is not known yet.
  const since = addDays(now.toISOString().slice(0, 10), -DAYS_BACK - 1)
  const [row] = await everything.ask(db, { customerID, since })
  if (!row) throw new Refused('not_found')
  const customer = dueCustomer(row.customer)
  const settings = settingsFrom(row.settings ?? {})
  const today = dayOf(now, settings['business.timeZone'])
  const calendar = row.calendar ?? []
  const given = row.noPickups ?? []
  const requests = row.requests ?? []
  // A customer on hold is expected nowhere before the run is active.
  const isExpected = ({ runStatus }: StoredStop) => !customer.isHeld || runStatus !== 'draft'
  const stops = (row.stops ?? []).filter(isExpected).map((stop) => ({
    ...stop,
    isOpen: stop.runStatus === 'draft' || stop.runStatus === 'active',
  }))
  const takenAt = Object.entries(row.photos ?? {}).map(([id, at]) => [id, at === null ? null : new Date(at)] as const)
  return {
    entries: customerSchedule({
      customer,
      jobs: stops,
      noPickups: given,
      requests,
      calendar,
      highestMonthOf: highestMonths(calendar),
      today,
    }),
    customer,
    stops,
    noPickups: given,
    requests,
    calendar,
    settings,
    today,
    takenAt: new Map(takenAt),
    pausedFor: customer.isHeld ? row.customer.heldFor : null,
  }
}
