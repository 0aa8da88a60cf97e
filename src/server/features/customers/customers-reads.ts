import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import type { DueCustomer } from '#domain/due.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { pickupRequests } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

/** A customer with the names that stand beside his ids. */
export interface CustomerRow extends Omit<typeof customers.$inferSelect, 'features'> {
  features: string[]
  firstName: string
  lastName: string
  fullName: string
  email: string | null
  suburb: string
  suburbWeek: number | null
  servicePackage: string
}

/** One customer; null when there is none, or he is deleted (hidden). */
export async function customerByID(db: Queryable, customerID: string): Promise<CustomerRow | null> {
  const [row] = await select(db, and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return row ? flat(row) : null
}

export async function customersPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: CustomerRow[]; total: number }> {
  const rows = await select(db, where).orderBy(...orderBy).limit(limit).offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(where)
  return { rows: rows.map(flat), total: counted!.total }
}

/** A customer as a run sees him: what the due rule asks, and what a job captures. */
export interface CustomerForJob extends DueCustomer {
  customerID: string
  refId: string
  fullName: string
  address: string
  suburb: string
  state: string
  postcode: string
  mobilePhone: string | null
  /** Price of one bag; rubbish removal: the whole price. */
  amount: Cents
  /** Notes to the driver. */
  adminNotes: string | null
  runNumber: number
  stopOrder: number | null
  version: number
}

/**
 * Every ACTIVE customer with all that isDue asks about this week, in one query. Whom it names is not yet due: ask isDue.
 * @param week decides hasRequest: an open pickup request for that very week
 */
export async function customersForDue(db: Queryable, week: WeekRef): Promise<CustomerForJob[]> {
  const rows = await selectForJob(db, week).where(and(eq(customers.status, 'ACTIVE'), isNull(customers.hiddenAt)))
  return rows.map(forJob)
}

/** One customer of any status with the same; null when there is none, or he is deleted. */
export async function customerForJob(db: Queryable, customerID: string, week: WeekRef): Promise<CustomerForJob | null> {
  const [row] = await selectForJob(db, week).where(and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return row ? forJob(row) : null
}

/** What the due rule asks of a row. Without a week nobody's round comes by, so his pointer says nothing. */
export function dueCustomer(row: DueColumns): DueCustomer {
  return {
    status: row.status,
    serviceType: row.serviceType,
    collectionScheme: row.collectionScheme,
    startDate: row.startDate,
    weekNumber: row.weekNumber ?? 0,
    due: row.weekNumber === null ? null : duePointer(row),
    shiftedTo: shiftedTo(row),
  }
}

/** The next due period as the domain and the wire hold it. */
export function duePointer({ dueYear, dueMonth, dueWeek }: Pick<DueColumns, 'dueYear' | 'dueMonth' | 'dueWeek'>): DueCustomer['due'] {
  if (dueYear === null || dueMonth === null) return null
  return { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek !== null && { weekNumber: dueWeek }) }
}

type CustomerColumns = typeof customers.$inferSelect
type DueColumns = Pick<
  CustomerColumns,
  'status' | 'serviceType' | 'collectionScheme' | 'startDate' | 'weekNumber' | 'dueYear' | 'dueMonth' | 'dueWeek' | 'shiftedYear' | 'shiftedMonth' | 'shiftedWeek'
>

function shiftedTo({ shiftedYear, shiftedMonth, shiftedWeek }: DueColumns): WeekRef | null {
  if (shiftedYear === null || shiftedMonth === null || shiftedWeek === null) return null
  return { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
}

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      customer: customers,
      user: { firstName: users.firstName, lastName: users.lastName, fullName: users.fullName, email: users.email },
      suburb: { suburb: suburbs.label, suburbWeek: suburbs.weekNumber },
      product: { servicePackage: products.name },
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .innerJoin(products, eq(products.productID, customers.productID))
    .where(where)

function flat({ customer, user, suburb, product }: Awaited<ReturnType<typeof select>>[number]): CustomerRow {
  return { ...customer, ...user, ...suburb, ...product }
}

const selectForJob = (db: Queryable, { yearNumber, monthNumber, weekNumber }: WeekRef) =>
  db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      fullName: users.fullName,
      address: customers.address,
      suburb: suburbs.label,
      state: customers.state,
      postcode: customers.postcode,
      mobilePhone: customers.mobilePhone,
      amount: customers.amount,
      adminNotes: customers.adminNotes,
      runNumber: customers.runNumber,
      stopOrder: customers.stopOrder,
      version: customers.version,
      status: customers.status,
      serviceType: customers.serviceType,
      collectionScheme: customers.collectionScheme,
      startDate: customers.startDate,
      weekNumber: customers.weekNumber,
      dueYear: customers.dueYear,
      dueMonth: customers.dueMonth,
      dueWeek: customers.dueWeek,
      shiftedYear: customers.shiftedYear,
      shiftedMonth: customers.shiftedMonth,
      shiftedWeek: customers.shiftedWeek,
      hasRequest: sql<boolean>`${pickupRequests.pickupRequestID} is not null`,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .leftJoin(
      pickupRequests,
      and(
        eq(pickupRequests.customerID, customers.customerID),
        eq(pickupRequests.yearNumber, yearNumber),
        eq(pickupRequests.monthNumber, monthNumber),
        eq(pickupRequests.weekNumber, weekNumber),
        isNull(pickupRequests.assignmentID),
      ),
    )
    .$dynamic()

function forJob(row: Awaited<ReturnType<typeof selectForJob>>[number]): CustomerForJob {
  const { customerID, refNumber, fullName, address, suburb, state, postcode, mobilePhone, amount, adminNotes, runNumber, stopOrder, version, hasRequest } = row
  return {
    ...dueCustomer(row),
    hasRequest,
    customerID,
    refId: String(refNumber),
    fullName,
    address,
    suburb,
    state,
    postcode,
    mobilePhone,
    amount,
    adminNotes,
    runNumber,
    stopOrder,
    version,
  }
}
