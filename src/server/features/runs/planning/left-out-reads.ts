import { and, eq, isNotNull, isNull, lte, notInArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { LEFT_OUT_SHOWN } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { judgeForRun, type LeftOutReason } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { highestMonthOf, type StoredCalendarRow } from '../../calendar/public.ts'
import { onTheRun, type RunRow } from '../core/runs-reads.ts'
import { type Candidate, type CycleRow, DUE_COLUMNS, dueCustomer, isOpen, notHeldBack } from './due-reads.ts'
import { stopsAsText, stopsIn } from './weeks-as-text.ts'

export type LeftOutName = Pick<Candidate, 'customerID' | 'refNumber' | 'fullName' | 'address' | 'suburb'>

/** The customers whom a week's run leaves out for one reason. */
export interface LeftOut {
  readonly reason: LeftOutReason
  readonly count: number
  /** The first of them by name. */
  readonly customers: readonly LeftOutName[]
}

/** What the rule reads of a customer. Customers who are equal in all of it are of one kind and judged alike. */
interface Kind extends Omit<CycleRow, 'startDate' | 'heldSince'> {
  readonly isHeld: boolean
  readonly startsInTime: boolean
  readonly hasRequest: boolean
  readonly hasStop: boolean
  /** Year, month, week and outcome of each. */
  readonly openStops: string
}

const TYPES: Readonly<Record<keyof Kind, 'text' | 'integer' | 'boolean'>> = {
  status: 'text',
  serviceType: 'text',
  startsInTime: 'boolean',
  collectionScheme: 'text',
  weekNumber: 'integer',
  dueYear: 'integer',
  dueMonth: 'integer',
  dueWeek: 'integer',
  shiftedYear: 'integer',
  shiftedMonth: 'integer',
  shiftedWeek: 'integer',
  isHeld: 'boolean',
  hasRequest: 'boolean',
  hasStop: 'boolean',
  openStops: 'text',
}
const OF_KIND = Object.keys(TYPES) as (keyof Kind)[]
const namesOf = (table: string) =>
  sql.join(
    OF_KIND.map((key) => sql`${sql.raw(table)}.${sql.identifier(key)}`),
    sql`, `,
  )

type Counted = Kind & { readonly startDate: Day; readonly count: number }
interface Judged {
  readonly kind: Counted
  readonly reason: LeftOutReason
}

interface Of {
  /** Whose customers; null: those of every depot. */
  readonly depotID: string | null
  /** The customers on it are not listed. */
  readonly except?: RunRow
}

/**
 * Whom a week's run leaves out, and why. The database counts the customers of each kind, some hundreds of kinds; the
 * rule judges each kind once, and only the names that are shown are read.
 */
export async function leftOutOf(db: Queryable, week: StoredCalendarRow, of: Of): Promise<LeftOut[]> {
  const standing = standingIn(week, of)
  const { rows: kinds } = await db.execute<{ [Key in keyof Counted]: Counted[Key] }>(sql`
    select ${namesOf('standing')}, min(start_date)::text as "startDate", count(*)::integer as count
    from (${standing}) standing group by ${namesOf('standing')}`)
  const highest = await highestMonthOf(db)
  const leftOut = kinds.flatMap((kind): Judged[] => {
    // The start day matters only by its side of the week's end, which is the same for all of a kind.
    const customer = { ...dueCustomer({ ...kind, heldSince: null, suburbWeek: null }), isHeld: kind.isHeld }
    const judged = judgeForRun(customer, week, stopsIn(kind.openStops), kind.hasStop, highest)
    return judged.taken ? [] : [{ kind, reason: judged.reason }]
  })
  const names = await firstNames(db, standing, leftOut)
  return [...byKey(leftOut, ({ reason }) => reason)].map(([reason, theirs]) => ({
    reason,
    count: theirs.reduce((all, { kind }) => all + kind.count, 0),
    customers: names.get(reason) ?? [],
  }))
}

/** Every current customer with their kind; a missing number is 0, so that equal kinds are found by a hash. */
function standingIn(week: StoredCalendarRow, { depotID, except }: Of): SQL {
  const onIt =
    except &&
    sql`(select ${jobs.customerID} from ${jobs} where ${and(eq(jobs.runOrderID, except.runOrderID), onTheRun)})`
  const { heldSince, ...dueColumns } = DUE_COLUMNS
  const kind: Record<keyof Kind, SQLWrapper> = {
    status: customers.status,
    serviceType: customers.serviceType,
    startsInTime: lte(customers.startDate, week.to),
    collectionScheme: customers.collectionScheme,
    weekNumber: sql`coalesce(${customers.weekNumber}, ${suburbs.weekNumber})`,
    ...dueColumns,
    isHeld: isNotNull(heldSince),
    hasRequest: isNotNull(pickupRequests.pickupRequestID),
    hasStop: sql`there.customer_id is not null`,
    openStops: sql`coalesce(open.stops, '')`,
  }
  return sql`
    select ${customers.customerID}, ${customers.nameKey}, ${customers.refNumber}, ${customers.startDate},
      ${sql.join(
        OF_KIND.map((key) => sql`${kind[key]} as ${sql.identifier(key)}`),
        sql`, `,
      )}
    from ${customers}
      join ${suburbs} on ${eq(suburbs.suburbID, customers.suburbID)}
      left join ${pickupRequests} on ${and(
        eq(pickupRequests.customerID, customers.customerID),
        sameWeek(pickupRequests, week),
        isNull(pickupRequests.assignmentID),
      )}
      left join (
        select ${jobs.customerID}, ${stopsAsText} as stops from ${runs} join ${jobs} on ${eq(jobs.runOrderID, runs.runOrderID)}
        where ${and(isOpen, onTheRun, notHeldBack(jobs.customerID))} group by ${jobs.customerID}) open on open.customer_id = ${customers.customerID}
      left join (
        select distinct ${jobs.customerID} from ${runs} join ${jobs} on ${eq(jobs.runOrderID, runs.runOrderID)}
        where ${and(sameWeek(runs, week), onTheRun)}) there on there.customer_id = ${customers.customerID}
    where ${and(
      // The condition is written so that no index is used: reading most of a table by one takes twice as long.
      notInArray(customers.status, ['PENDING', 'CANCELED']),
      isNull(customers.hiddenAt),
      onIt && notInArray(customers.customerID, onIt),
      depotID === null ? undefined : eq(suburbs.depotID, depotID),
    )}`
}

/**
 * Reason -> the first customers by name. The steps are materialized, because the planner expects hardly anybody of
 * these kinds and would look up each customer's stops again and again.
 */
async function firstNames(
  db: Queryable,
  standing: SQL,
  leftOut: readonly Judged[],
): Promise<Map<LeftOutReason, LeftOutName[]>> {
  if (leftOut.length === 0) return new Map()
  const list = (values: readonly unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
  const reasons = leftOut.map(({ reason }) => reason)
  const values = OF_KIND.map((key) =>
    list(
      leftOut.map(({ kind }) => kind[key] ?? 0),
      TYPES[key],
    ),
  )
  const same = OF_KIND.map((key) =>
    TYPES[key] === 'integer'
      ? sql`coalesce(standing.${sql.identifier(key)}, 0) = kinds.${sql.identifier(key)}`
      : sql`standing.${sql.identifier(key)} = kinds.${sql.identifier(key)}`,
  )
  const { rows } = await db.execute<{ reason: LeftOutReason } & LeftOutName>(sql`
    with standing as materialized (${standing}),
      left_out as materialized (
        select customer_id, name_key, ref_number, kinds.reason
        from standing join unnest(${list(reasons, 'text')}, ${sql.join(values, sql`, `)})
          as kinds (reason, ${sql.join(
            OF_KIND.map((key) => sql.identifier(key)),
            sql`, `,
          )}) on ${and(...same)})
    select reasons.reason, first.customer_id as "customerID", first.ref_number as "refNumber",
      ${users.fullName} as "fullName", ${customers.address} as address, ${suburbs.label} as suburb
    from unnest(${list([...new Set(reasons)], 'text')}) reasons (reason)
      cross join lateral (
        select * from left_out where left_out.reason = reasons.reason order by name_key, ref_number limit ${LEFT_OUT_SHOWN}) first
      join ${customers} on ${customers.customerID} = first.customer_id
      join ${users} on ${users.userID} = first.customer_id
      join ${suburbs} on ${suburbs.suburbID} = ${customers.suburbID}
    order by first.name_key, first.ref_number`)
  return byKey(rows, ({ reason }) => reason)
}
