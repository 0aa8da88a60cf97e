import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { CalendarRow, WeekRef } from '#domain/calendar.ts'
import type { DueCustomer, OpenStop } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { among } from '../../../db/among.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { onTheRun } from '../core/runs-reads.ts'

type CustomerRow = typeof customers.$inferSelect
/** The input of the due and cycle rules. */
type CycleRow = Pick<
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
>

/** Only the columns that the rules, a stop and a preview need: a plan reads every customer. */
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
  weekNumber: customers.weekNumber,
  runNumber: customers.runNumber,
  stopOrder: customers.stopOrder,
  dueYear: customers.dueYear,
  dueMonth: customers.dueMonth,
  dueWeek: customers.dueWeek,
  shiftedYear: customers.shiftedYear,
  shiftedMonth: customers.shiftedMonth,
  shiftedWeek: customers.shiftedWeek,
  version: customers.version,
}

/** A customer with the fields that are copied onto a stop. */
export interface Candidate extends Pick<CustomerRow, keyof typeof CAPTURED> {
  fullName: string
  suburb: string
  suburbWeek: number | null
  hasRequest: boolean
}

/**
 * The customers that the week's run could include, or with `everybody` all current customers; the due rule then
 * decides.
 */
export function candidatesFor(db: Queryable, week: CalendarRow, everybody: boolean): Promise<Candidate[]> {
  if (everybody) return candidatesWhere(db, week, inArray(customers.status, ['ACTIVE', 'BLOCKED']))
  const onRequest = inArray(customers.collectionScheme, ['FLEXIBLE', 'ONE_OFF'])
  const inHisWeek = or(
    eq(customers.weekNumber, week.weekNumber),
    isNull(customers.weekNumber),
    eq(customers.collectionScheme, 'FORTNIGHTLY'),
  )
  const dueByThen = sql`(${customers.dueYear}, ${customers.dueMonth}) <= (${week.yearNumber}, ${week.monthNumber})`
  return candidatesWhere(
    db,
    week,
    and(
      eq(customers.status, 'ACTIVE'),
      lte(customers.startDate, week.to),
      or(isNotNull(customers.shiftedYear), onRequest, and(inHisWeek, dueByThen)),
    ),
  )
}

/** A customer's stop in a run that is not completed. */
interface OpenStopOf extends OpenStop {
  assignmentID: string
  customerID: string
}

/** customerID -> these stops. @param customerIDs left out: everybody's */
export async function openStops(db: Queryable, customerIDs?: readonly string[]): Promise<Map<string, OpenStopOf[]>> {
  const theirs = customerIDs && among(jobs.customerID, customerIDs)
  const rows = await db
    .select({
      assignmentID: jobs.assignmentID,
      customerID: jobs.customerID,
      yearNumber: runs.yearNumber,
      monthNumber: runs.monthNumber,
      weekNumber: runs.weekNumber,
      outcome: jobs.outcome,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(inArray(runs.status, ['draft', 'active']), theirs, onTheRun))
  return byKey(rows, ({ customerID }) => customerID)
}

export async function candidatesByID(
  db: Queryable,
  week: WeekRef,
  customerIDs: readonly string[],
): Promise<Map<string, Candidate>> {
  if (customerIDs.length === 0) return new Map()
  const found = await candidatesWhere(db, week, inArray(customers.customerID, [...customerIDs]))
  return new Map(found.map((customer) => [customer.customerID, customer]))
}

async function candidatesWhere(db: Queryable, week: WeekRef, where: ReturnType<typeof and>): Promise<Candidate[]> {
  const rows = await db
    .select({
      ...CAPTURED,
      fullName: users.fullName,
      suburb: suburbs.label,
      suburbWeek: suburbs.weekNumber,
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
  }
}
