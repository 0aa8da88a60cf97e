import { and, eq, ne } from 'drizzle-orm'
import type { CollectionScheme } from '#domain/words.ts'
import { type NotRemindedReason, whyNotReminded } from '#domain/reminders.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { reminderCustomers } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'
import { sameWeek } from '../../db/same-week.ts'
import type { StoredCalendarRow } from '../calendar/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { customersOfWeek, type WeekCustomer } from '../runs/public.ts'

/** Whom a batch is for: customers with this cycle, in this round; null: all. */
export interface Part {
  readonly collectionScheme: CollectionScheme | null
  readonly runNumber: number | null
}

export interface Recipient {
  readonly customer: WeekCustomer['customer']
  readonly firstName: string
  readonly email: string | null
  readonly homePhone: string | null
  /** Null: gets the reminder. */
  readonly reason: NotRemindedReason | null
}

/**
 * Everybody the week's reminder is about, and why somebody gets none.
 * @param reminderID the batch itself; null: a new one
 * @param part only customers of it, unless they have a place in the batch already
 */
export async function recipientsOfWeek(
  db: Queryable,
  week: StoredCalendarRow,
  reminderID: string | null,
  part: Part,
): Promise<Recipient[]> {
  const placeOf = await placesOfWeek(db, week)
  const ofPart = ({ customer: { customerID, collectionScheme, runNumber } }: WeekCustomer) =>
    (reminderID !== null && placeOf.get(customerID) === reminderID) ||
    ((part.collectionScheme === null || part.collectionScheme === collectionScheme) &&
      (part.runNumber === null || part.runNumber === runNumber))
  const found = (await customersOfWeek(db, week)).filter(ofPart)
  // A place in the batch of a customer who is no longer due.
  const there = new Set(found.map(({ customer }) => customer.customerID))
  const left = [...placeOf].filter(([customerID, of]) => of === reminderID && !there.has(customerID))
  const others =
    left.length === 0
      ? []
      : await customersOfWeek(
          db,
          week,
          left.map(([customerID]) => customerID),
        )
  return judged(db, [...found, ...others], reminderID, placeOf)
}

/** These customers as they are now; one who is deleted is not among them. */
export async function recipientsByID(
  db: Queryable,
  week: StoredCalendarRow,
  reminderID: string,
  customerIDs: readonly string[],
): Promise<Map<string, Recipient>> {
  const found = await customersOfWeek(db, week, customerIDs)
  const judgements = await judged(db, found, reminderID, new Map())
  return new Map(judgements.map((recipient) => [recipient.customer.customerID, recipient]))
}

async function judged(
  db: Queryable,
  found: readonly WeekCustomer[],
  reminderID: string | null,
  placeOf: ReadonlyMap<string, string>,
): Promise<Recipient[]> {
  const ids = found.map(({ customer }) => customer.customerID)
  const rows = await db
    .select({
      customerID: customers.customerID,
      firstName: users.firstName,
      email: users.email,
      doNotRemind: customers.doNotRemind,
      homePhone: customers.homePhone,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(among(customers.customerID, ids))
  const detailsOf = new Map(rows.map((row) => [row.customerID, row]))
  return found.flatMap(({ customer, notDue, hasNoPickup }): Recipient[] => {
    const details = detailsOf.get(customer.customerID)
    if (!details) return []
    const { firstName, email, doNotRemind, homePhone } = details
    const place = placeOf.get(customer.customerID)
    const hasOther = place !== undefined && place !== reminderID
    const reason = whyNotReminded({ notDue, hasNoPickup, doNotRemind, email, hasOther })
    return [{ customer, firstName, email, homePhone, reason }]
  })
}

/** customerID -> the batch of the week that reminds the customer. */
async function placesOfWeek(db: Queryable, week: StoredCalendarRow): Promise<Map<string, string>> {
  const rows = await db
    .select({ customerID: reminderCustomers.customerID, reminderID: reminderCustomers.reminderID })
    .from(reminderCustomers)
    .where(and(sameWeek(reminderCustomers, week), ne(reminderCustomers.state, 'left_out')))
  return new Map(rows.map(({ customerID, reminderID }) => [customerID, reminderID]))
}

/** customerID -> balance in cents; nothing was booked yet for one who is not in it. */
export async function balancesFor(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, number>> {
  const accounts = await balancesOf(db, customerIDs)
  return new Map([...accounts].map(([customerID, { balance }]) => [customerID, balance]))
}
