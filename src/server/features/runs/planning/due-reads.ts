import { and, type AnyColumn, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { byKey } from '#domain/by-key.ts'
import type { CalendarRow, WeekRef } from '#domain/calendar.ts'
import { isOwnWeek } from '#domain/cycle.ts'
import type { DueCustomer, OpenStop } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs, withoutDue } from '../../../db/tables/customers.ts'
import { jobs, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { among } from '../../../db/among.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { onTheRun } from '../core/runs-reads.ts'

type CustomerRow = typeof customers.$inferSelect
export type CycleRow = Pick<
  CustomerRow,
  | 'status'
  | 'serviceType'
  | 'startDate'
  | 'collectionScheme'
  | 'weekNumber'
  | 'dueYear'
  | 'dueMonth'
  | 'dueWeek'
  | 'shiftedYear'
  | 'shiftedMonth'
  | 'shiftedWeek'
  | 'heldSince'
>

/** The columns that decide when a customer is due: the pointer, the week that the office named, and the hold. */
export const DUE_COLUMNS = {
  dueYear: customers.dueYear,
  dueMonth: customers.dueMonth,
  dueWeek: customers.dueWeek,
  shiftedYear: customers.shiftedYear,
  shiftedMonth: customers.shiftedMonth,
  shiftedWeek: customers.shiftedWeek,
  heldSince: customers.heldSince,
}

/**
 * Only the columns that the rules, a stop, a preview and a reminder need are read, because a plan reads a week's
 * customers.
 */
const CAPTURED = {
  customerID: customers.customerID,
  refNumber: customers.refNumber,
  nameKey: customers.nameKey,
  address: customers.address,
  postcode: customers.postcode,
  mobilePhone: customers.mobilePhone,
  status: customers.status,
  serviceType: customers.serviceType,
  startDate: customers.startDate,
  collectionScheme: customers.collectionScheme,
  amount: customers.amount,
  adminNotes: customers.adminNotes,
  homePhone: customers.homePhone,
  doNotRemind: customers.doNotRemind,
  weekNumber: customers.weekNumber,
  runNumber: customers.runNumber,
  stopOrder: customers.stopOrder,
  ...DUE_COLUMNS,
  version: customers.version,
}

/** A customer with the fields that are copied onto a stop. */
export interface Candidate extends Pick<CustomerRow, keyof typeof CAPTURED> {
  fullName: string
  firstName: string
  email: string | null
  suburb: string
  suburbWeek: number | null
  depotID: string | null
  hasRequest: boolean
}

/**
 * The customers whom the week's run could include, found by one index for each way to be due. The due rule then
 * decides.
 * @param statuses of the customers: a reminder asks who would be due if they weren't blocked
 */
export function candidatesFor(
  db: Queryable,
  week: CalendarRow,
  statuses: readonly CustomerRow['status'][] = ['ACTIVE'],
): Promise<Candidate[]> {
  const { customerID, collectionScheme, weekNumber, dueYear, dueMonth, shiftedYear } = customers
  const current = and(inArray(customers.status, [...statuses]), lte(customers.startDate, week.to))
  const dueByThen = sql`(${dueYear}, ${dueMonth}) <= (${week.yearNumber}, ${week.monthNumber})`
  const fortnightlyOf = [1, 2, 3, 4, 5].filter((own) => isOwnWeek('FORTNIGHTLY', own, week.weekNumber))
  const these = (where: SQL | undefined) => db.select({ customerID }).from(customers).where(and(current, where))
  const withRequest = db
    .select({ customerID: pickupRequests.customerID })
    .from(pickupRequests)
    .where(and(sameWeek(pickupRequests, week), isNull(pickupRequests.assignmentID)))
  // An open stop determines a customer's next week, or gives them their first due period.
  const stops = lastStops(db, sql`${jobs.customerID} = any(array(${these(withoutDue(customers))}))`)
  const withOpenStop = db
    .select({ customerID: stops.customerID })
    .from(stops)
    .innerJoin(runs, eq(runs.runOrderID, stops.runOrderID))
    .where(isOpen)
  const anyOf = union(
    these(and(eq(weekNumber, week.weekNumber), dueByThen)),
    these(and(isNull(weekNumber), dueByThen)),
    these(and(eq(collectionScheme, sql`'FORTNIGHTLY'`), inArray(weekNumber, fortnightlyOf), dueByThen)),
    these(isNotNull(shiftedYear)),
    withRequest,
    withOpenStop,
  )
  return candidatesWhere(db, week, and(current, sql`${customerID} = any(array(${anyOf}))`))
}

/** A customer's stop in a run that is not completed. */
interface OpenStopOf extends OpenStop {
  assignmentID: string
  customerID: string
}

export const isOpen = inArray(runs.status, ['draft', 'active'])

/** Leaves out the stops of drafts that stand still because their customer is on hold: nobody is expected there. */
export const notHeldBack = (customerID: AnyColumn | SQL.Aliased<string>): SQL =>
  sql`not (${runs.status} = 'draft' and exists (select from customers held where held.customer_id = ${customerID} and held.held_since is not null))`

/**
 * The stops of these customers on runs made since the first that is not completed. Ids are in the order of time, so the
 * database finds a customer's last stops without reading years of them. Without `offset 0` it would look for that run
 * among all, the oldest first. The `order by`, which is the index's, keeps this a separate step: joined to the runs,
 * the database would read every stop of the open ones.
 */
function lastStops(db: Queryable, ofThese: SQL) {
  const open = db.select({ runOrderID: runs.runOrderID }).from(runs).where(isOpen)
  const first = sql`(select run_order_id from (${open} offset 0) open order by run_order_id limit 1)`
  return db
    .select({
      assignmentID: jobs.assignmentID,
      customerID: jobs.customerID,
      runOrderID: jobs.runOrderID,
      outcome: jobs.outcome,
    })
    .from(jobs)
    .where(and(ofThese, gte(jobs.runOrderID, first), onTheRun))
    .orderBy(jobs.customerID, jobs.runOrderID)
    .as('stops')
}

export async function openStops(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, OpenStopOf[]>> {
  const stops = lastStops(db, among(jobs.customerID, customerIDs))
  const rows = await db
    .select({
      assignmentID: stops.assignmentID,
      customerID: stops.customerID,
      yearNumber: runs.yearNumber,
      monthNumber: runs.monthNumber,
      weekNumber: runs.weekNumber,
      outcome: stops.outcome,
    })
    .from(stops)
    .innerJoin(runs, eq(runs.runOrderID, stops.runOrderID))
    .where(and(isOpen, notHeldBack(stops.customerID)))
  return byKey(rows, ({ customerID }) => customerID)
}

export async function candidatesByID(
  db: Queryable,
  week: WeekRef,
  customerIDs: readonly string[],
): Promise<Map<string, Candidate>> {
  if (customerIDs.length === 0) return new Map()
  const found = await candidatesWhere(db, week, among(customers.customerID, customerIDs))
  return new Map(found.map((customer) => [customer.customerID, customer]))
}

async function candidatesWhere(db: Queryable, week: WeekRef, where: ReturnType<typeof and>): Promise<Candidate[]> {
  const rows = await db
    .select({
      ...CAPTURED,
      fullName: users.fullName,
      firstName: users.firstName,
      email: users.email,
      suburb: suburbs.label,
      suburbWeek: suburbs.weekNumber,
      depotID: suburbs.depotID,
      requestID: pickupRequests.pickupRequestID,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .leftJoin(
      pickupRequests,
      and(
        eq(pickupRequests.customerID, customers.customerID),
        sameWeek(pickupRequests, week),
        isNull(pickupRequests.assignmentID),
      ),
    )
    .where(and(isNull(customers.hiddenAt), where))
  return rows.map(({ requestID, ...customer }) => ({ ...customer, hasRequest: requestID !== null }))
}

/** Converts a customer's row into the input of the due and cycle rules. */
export function dueCustomer(customer: CycleRow & { suburbWeek: number | null; hasRequest: boolean }): DueCustomer {
  const { dueYear, dueMonth, dueWeek, shiftedYear, shiftedMonth, shiftedWeek } = customer
  return {
    status: customer.status,
    serviceType: customer.serviceType,
    startDate: customer.startDate,
    collectionScheme: customer.collectionScheme,
    weekNumber: customer.weekNumber ?? customer.suburbWeek ?? 0,
    due:
      dueYear !== null && dueMonth !== null
        ? { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek === null ? {} : { weekNumber: dueWeek }) }
        : null,
    shiftedTo:
      shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
        ? { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
        : null,
    hasRequest: customer.hasRequest,
    isHeld: customer.heldSince !== null,
  }
}
