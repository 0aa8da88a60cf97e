import { and, type AnyColumn, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Endpoint, type InputOf, pathNames } from '#contract/endpoint.ts'
import { among } from '../db/among.ts'
import type { Queryable } from '../db/database.ts'
import { caseMessages, casePhotos, cases } from '../db/tables/cases.ts'
import { customers, suburbs } from '../db/tables/customers.ts'
import { depots } from '../db/tables/depots.ts'
import { drivers } from '../db/tables/drivers.ts'
import { devices, events, incomes, photos } from '../db/tables/events.ts'
import { invoices } from '../db/tables/invoices.ts'
import { transactions } from '../db/tables/ledger.ts'
import { mails } from '../db/tables/mails.ts'
import { driverPayments } from '../db/tables/pay.ts'
import { checkouts } from '../db/tables/payments.ts'
import { jobs, noPickups, pickupRequests, runs } from '../db/tables/runs.ts'
import { tasks } from '../db/tables/tasks.ts'
import { users } from '../db/tables/users.ts'
import { Refused } from './refused.ts'
import type { Actor } from './serve.ts'

const OF_CUSTOMERS = (depotID: string) =>
  sql`select c.customer_id from customers c join suburbs s on s.suburb_id = c.suburb_id where s.depot_id = ${depotID}`
const OF_DRIVERS = (depotID: string) => sql`select d.driver_id from drivers d where d.depot_id = ${depotID}`
const OF_RUNS = (depotID: string) => sql`select r.run_order_id from runs r where r.depot_id = ${depotID}`

/*
 * What belongs to a depot, as a condition on a list; undefined where none is asked for. The tables have names of their
 * own here, so that a list does not join them for it.
 */

/** The condition that the customer lives in a suburb of the depot. */
export function customerOf(customerID: AnyColumn | SQL, depotID: string | undefined): SQL | undefined {
  return depotID === undefined ? undefined : sql`${customerID} in (${OF_CUSTOMERS(depotID)})`
}

/** The condition that the driver drives for the depot. */
export function driverOf(driverID: AnyColumn, depotID: string | undefined): SQL | undefined {
  return depotID === undefined ? undefined : sql`${driverID} in (${OF_DRIVERS(depotID)})`
}

/** The condition that it is the depot's run. */
export function runOf(runOrderID: AnyColumn, depotID: string | undefined): SQL | undefined {
  return depotID === undefined ? undefined : sql`${runOrderID} in (${OF_RUNS(depotID)})`
}

/**
 * The condition that a mail is about a customer, a driver or a driver's pay of the depot, which the second word of its
 * key names.
 */
export function mailOf(depotID: string | undefined): SQL | undefined {
  if (depotID === undefined) return undefined
  return sql`split_part(${mails.dedupeKey}, ' ', 2) in (
    select id::text from (${OF_CUSTOMERS(depotID)} union all ${OF_DRIVERS(depotID)} union all
      select p.transaction_id from driver_payments p where p.driver_id in (${OF_DRIVERS(depotID)})) as people (id))`
}

/**
 * The condition that an event is a driver's record of a stop of a run of the depot, or, without a stop, names the run,
 * which may be any text.
 */
export function eventOf(depotID: string | undefined): SQL | undefined {
  if (depotID === undefined) return undefined
  return sql`case when ${events.jobID} is null
    then ${events.runOrderID} in (select r.run_order_id::text from runs r where r.depot_id = ${depotID})
    else ${events.jobID} in (select j.assignment_id from jobs j where j.run_order_id in (${OF_RUNS(depotID)})) end`
}

/** The condition that a user of the depot began the task, and that it is about customers of the depot alone. */
export function taskOf(depotID: string | undefined): SQL | undefined {
  if (depotID === undefined) return undefined
  return sql`${tasks.createdBy} in (select u.user_id from users u where u.depot_id = ${depotID})
    and not exists (select from task_items i where i.task_id = ${tasks.taskID} and i.customer_id not in (${OF_CUSTOMERS(depotID)}))`
}

interface Kind {
  readonly table: PgTable
  readonly id: AnyColumn
  readonly isOf: (depotID: string) => SQL | undefined
}
const kind = (table: PgTable, id: AnyColumn, isOf: Kind['isOf']): Kind => ({ table, id, isOf })

const CUSTOMER = kind(customers, customers.customerID, (depotID) => customerOf(customers.customerID, depotID))
const DRIVER = kind(drivers, drivers.driverID, (depotID) => eq(drivers.depotID, depotID))
const RUN = kind(runs, runs.runOrderID, (depotID) => eq(runs.depotID, depotID))
/** Also the stop of a depot's customer on a run of no depot, such as one from before there were depots. */
const STOP = kind(jobs, jobs.assignmentID, (depotID) =>
  or(runOf(jobs.runOrderID, depotID), customerOf(jobs.customerID, depotID)),
)
const INVOICE = kind(invoices, invoices.invoiceID, (depotID) => customerOf(invoices.customerID, depotID))
const TRANSACTION = kind(transactions, transactions.transactionID, (depotID) =>
  or(customerOf(transactions.customerID, depotID), driverOf(transactions.driverID, depotID)),
)
const EVENT = kind(events, events.eventID, eventOf)
const PHOTO = kind(photos, photos.photoID, (depotID) =>
  or(
    customerOf(photos.customerID, depotID),
    sql`exists (select from ${jobs} where ${jobs.assignmentID} = ${photos.jobID} and ${STOP.isOf(depotID)})`,
    sql`exists (select from ${casePhotos} join ${caseMessages} on ${caseMessages.messageID} = ${casePhotos.messageID}
      join ${cases} on ${cases.caseID} = ${caseMessages.caseID}
      where ${casePhotos.photoID} = ${photos.photoID} and ${customerOf(cases.customerID, depotID)})`,
  ),
)

/** What a name stands for, in an address and in a body. */
const NAMED: Readonly<Record<string, Kind>> = {
  customerID: CUSTOMER,
  customerIDs: CUSTOMER,
  into: CUSTOMER,
  add: CUSTOMER,
  driverID: DRIVER,
  suburbID: kind(suburbs, suburbs.suburbID, (depotID) => eq(suburbs.depotID, depotID)),
  depotID: kind(depots, depots.depotID, (depotID) => eq(depots.depotID, depotID)),
  runOrderID: RUN,
  orderFrom: RUN,
  assignmentID: STOP,
  assignmentIDs: STOP,
  remove: STOP,
  order: STOP,
  others: STOP,
  invoiceID: INVOICE,
  invoiceIDs: INVOICE,
  transactionID: TRANSACTION,
  reverses: TRANSACTION,
  eventIDs: EVENT,
  payID: kind(driverPayments, driverPayments.transactionID, (depotID) => driverOf(driverPayments.driverID, depotID)),
}

/** What a name stands for in an address only: in a body it is the id of a record that is made, or of a phone. */
const NAMED_IN_ADDRESS: Readonly<Record<string, Kind>> = {
  ...NAMED,
  eventID: EVENT,
  photoID: PHOTO,
  deviceID: kind(devices, devices.deviceID, (depotID) => driverOf(devices.userID, depotID)),
  caseID: kind(cases, cases.caseID, (depotID) => customerOf(cases.customerID, depotID)),
  mailID: kind(mails, mails.mailID, mailOf),
  noPickupID: kind(noPickups, noPickups.noPickupID, (depotID) => customerOf(noPickups.customerID, depotID)),
  pickupRequestID: kind(pickupRequests, pickupRequests.pickupRequestID, (depotID) =>
    customerOf(pickupRequests.customerID, depotID),
  ),
  incomeID: kind(incomes, incomes.incomeID, (depotID) => driverOf(incomes.driverID, depotID)),
  taskID: kind(tasks, tasks.taskID, taskOf),
  userID: kind(users, users.userID, (depotID) =>
    or(customerOf(users.userID, depotID), driverOf(users.userID, depotID)),
  ),
  checkoutID: kind(checkouts, checkouts.checkoutID, (depotID) => customerOf(checkouts.customerID, depotID)),
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The ids in an input by the kind of record that they name. */
function namedIn(endpoint: Endpoint, input: object): Map<Kind, Set<string>> {
  const found = new Map<Kind, Set<string>>()
  const inAddress = pathNames(endpoint.path)
  const note = (kind: Kind, value: unknown) => {
    if (typeof value !== 'string') return
    if (!found.has(kind)) found.set(kind, new Set())
    // An id inside a record of a phone is as the phone sent it.
    found.get(kind)!.add(UUID.test(value) ? value.toLowerCase() : value)
  }
  const walk = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const item of value) walk(item, name)
    else if (typeof value === 'object' && value !== null && !(value instanceof Date))
      for (const [inner, item] of Object.entries(value)) walk(item, inner)
    else if (NAMED[name] && typeof value === 'string' && UUID.test(value)) note(NAMED[name], value)
  }
  for (const [name, value] of Object.entries(input)) {
    const kind = inAddress.includes(name) ? NAMED_IN_ADDRESS[name] : undefined
    if (kind) note(kind, value)
    else walk(value, name)
  }
  return found
}

/** Said where an operation, or a call of it that names no record, is about the whole firm. */
export const OF_ALL_DEPOTS = 'This is about every depot, and your account is for one.'

/**
 * Refuses a user of one depot what is another's, as if it did not exist (404), and filters lists by their depot.
 * @returns the input for the handler
 */
export async function withinDepot(
  db: Queryable,
  actor: Actor | null,
  endpoint: Endpoint,
  input: InputOf<Endpoint>,
): Promise<InputOf<Endpoint>> {
  const depotID = actor?.depotID ?? null
  if (depotID === null || endpoint.depot === 'any') return input
  const given = input as { readonly depotID?: string | null }
  if (given.depotID !== undefined && given.depotID !== depotID) throw new Refused('not_found')
  const named = namedIn(endpoint, given)
  // A list is of the depot anyway, and a report names runs from before there were depots.
  if (endpoint.depot === 'list' && endpoint.method === 'GET') named.delete(RUN)
  for (const [{ table, id, isOf }, ids] of named) {
    if (id.getSQLType() === 'uuid' && [...ids].some((one) => !UUID.test(one))) throw new Refused('not_found')
    const [row] = await db
      .select({ many: count() })
      .from(table)
      .where(and(among(id, [...ids]), isOf(depotID)))
    if (row!.many < ids.size) throw new Refused('not_found')
  }
  if (endpoint.depot === 'list') return { ...given, depotID }
  if (named.size === 0 && endpoint.roles !== 'public') throw new Refused('office_role', { message: OF_ALL_DEPOTS })
  return input
}
