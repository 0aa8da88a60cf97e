import { and, ne } from 'drizzle-orm'
import type { CollectionScheme } from '#domain/words.ts'
import { type NotRemindedReason, whyNotReminded } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { reminderCustomers } from '../../db/tables/reminders.ts'
import { sameWeek } from '../../db/same-week.ts'
import type { StoredCalendarRow } from '../calendar/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { customersOfWeek, type WeekCustomer } from '../runs/public.ts'

/** The customers of a batch: with this cycle, in this round; null: all. */
export interface Part {
  readonly collectionScheme: CollectionScheme | null
  readonly runNumber: number | null
}

export interface Recipient {
  readonly customer: WeekCustomer['customer']
  readonly reason: NotRemindedReason | null
}

/**
 * Everybody the week's reminder is about, and the reason why somebody gets none.
 * @param reminderID the batch itself; null: a new one
 * @param part only its customers, unless they are in the batch already
 * @returns them, and the run numbers of all customers of the week
 */
export async function recipientsOfWeek(
  db: Queryable,
  week: StoredCalendarRow,
  reminderID: string | null,
  part: Part,
): Promise<{ recipients: Recipient[]; runNumbers: number[] }> {
  const placeOf = await placesOfWeek(db, week)
  const ofPart = ({ customer: { customerID, collectionScheme, runNumber } }: WeekCustomer) =>
    (reminderID !== null && placeOf.get(customerID) === reminderID) ||
    ((part.collectionScheme === null || part.collectionScheme === collectionScheme) &&
      (part.runNumber === null || part.runNumber === runNumber))
  const ofWeek = await customersOfWeek(db, week)
  const found = ofWeek.filter(ofPart)
  // A customer in the batch who is no longer due.
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
  return {
    recipients: judged([...found, ...others], reminderID, placeOf),
    runNumbers: [...new Set(ofWeek.map(({ customer: { runNumber } }) => runNumber))].toSorted((a, b) => a - b),
  }
}

/** These customers as they are now, without deleted ones. */
export async function recipientsByID(
  db: Queryable,
  week: StoredCalendarRow,
  reminderID: string,
  customerIDs: readonly string[],
): Promise<Map<string, Recipient>> {
  const found = await customersOfWeek(db, week, customerIDs)
  const judgements = judged(found, reminderID, new Map())
  return new Map(judgements.map((recipient) => [recipient.customer.customerID, recipient]))
}

function judged(
  found: readonly WeekCustomer[],
  reminderID: string | null,
  placeOf: ReadonlyMap<string, string>,
): Recipient[] {
  return found.map(({ customer, notDue, hasNoPickup }) => {
    const { customerID, email, doNotRemind } = customer
    const place = placeOf.get(customerID)
    const hasOther = place !== undefined && place !== reminderID
    return { customer, reason: whyNotReminded({ notDue, hasNoPickup, doNotRemind, email, hasOther }) }
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

/** customerID -> balance in cents; a customer without bookings is missing. */
export async function balancesFor(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, number>> {
  const accounts = await balancesOf(db, customerIDs)
  return new Map([...accounts].map(([customerID, { balance }]) => [customerID, balance]))
}
