import { and, count, eq, gt, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import { decidePending } from '../prices/public.ts'
import { refreshSearch } from '../search/public.ts'
import { CUSTOMER_TEXT_NAMES, type CustomerText } from '#domain/customer-fields.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarFeedEntries, calendarFeeds } from '../../db/tables/calendar-feeds.ts'
import { caseMessages, casePhotos, cases } from '../../db/tables/cases.ts'
import { customerCalls } from '../../db/tables/customer-calls.ts'
import { customers } from '../../db/tables/customers.ts'
import { photos } from '../../db/tables/events.ts'
import { mails } from '../../db/tables/mails.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { revokeTokensOf } from '../accounts/public.ts'
import { Refused } from '../../http/refused.ts'
import { deletePlaces } from '../places/public.ts'
import { balancesOf, hasLedger } from '../ledger/public.ts'
import { endMethodsOf } from '../payment-methods/public.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import { auditedCustomer } from './customers-audit.ts'
import { customerFor } from './customers-policy.ts'

const NOBODY = 'Deleted customer'

/**
 * Deletes a customer without stops or money; any other is hidden and anonymised, and the figures stay (domain.md 10).
 */
export async function removeCustomer(
  tx: Queryable,
  author: Author,
  customerID: string,
  ifMatch: number | null,
  action: 'delete' | 'delete-request' | 'merge' = 'delete',
): Promise<void> {
  const before = await customerFor(tx, action, customerID, ifMatch)
  if (await hasOpenStops(tx, customerID)) throw new Refused('customer_has_open_jobs')
  if (action === 'delete-request') await refuseMoney(tx, customerID, author.now)
  await tx.delete(noPickups).where(eq(noPickups.customerID, customerID))
  await tx.delete(pickupRequests).where(eq(pickupRequests.customerID, customerID))
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.customerID, customerID))
  await tx.delete(calendarFeedEntries).where(eq(calendarFeedEntries.customerID, customerID))
  await deletePlaces(tx, [customerID])
  const hadMethod = await endMethodsOf(tx, author, customerID)
  // By the IDs in their keys, never by address: it may be the payer of other customers, or not theirs at all.
  await tx.delete(mails).where(sql`${customerID} = any(string_to_array(${mails.dedupeKey}, ' '))`)
  // A saved method is kept until the provider has forgotten it.
  const hidden = hadMethod || (await hasHistory(tx, customerID))
  if (hidden) await makeAnonymous(tx, customerID, author.now)
  else {
    await tx.delete(customers).where(eq(customers.customerID, customerID))
    await tx.delete(users).where(eq(users.userID, customerID))
  }
  await recordChange(tx, author, {
    action: hidden ? 'customer.anonymise' : 'customer.delete',
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
  })
}

/** Refuses to delete a request that has money, or money on its way (domain.md 10). */
async function refuseMoney(tx: Queryable, customerID: string, now: Date): Promise<void> {
  const account = (await balancesOf(tx, [customerID])).get(customerID)
  if (account && (account.credit !== 0 || account.owing !== 0)) throw new Refused('request_has_money')
  const waiting = await tx
    .select({ checkoutID: checkouts.checkoutID })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.customerID, customerID),
        or(eq(checkouts.state, 'pending'), and(eq(checkouts.state, 'open'), gt(checkouts.expiresAt, now))),
      ),
    )
  if (waiting.length > 0) throw new Refused('checkout_open')
}

async function hasOpenStops(tx: Queryable, customerID: string): Promise<boolean> {
  const [row] = await tx
    .select({ open: count() })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        eq(jobs.customerID, customerID),
        notInArray(jobs.state, ['shifted', 'cancelled']),
        inArray(runs.status, ['draft', 'active']),
      ),
    )
  return row!.open > 0
}

async function hasHistory(tx: Queryable, customerID: string): Promise<boolean> {
  const [worked] = await tx.select({ jobs: count() }).from(jobs).where(eq(jobs.customerID, customerID))
  const [pictured] = await tx.select({ photos: count() }).from(photos).where(eq(photos.customerID, customerID))
  const [complained] = await tx.select({ cases: count() }).from(cases).where(eq(cases.customerID, customerID))
  // A merged request's messages belong to a case that is another customer's now.
  const [wrote] = await tx.select({ words: count() }).from(caseMessages).where(eq(caseMessages.authorID, customerID))
  if (wrote!.words > 0) return true
  return worked!.jobs > 0 || pictured!.photos > 0 || complained!.cases > 0 || (await hasLedger(tx, customerID))
}

/** Empties the messages and removes their photos, which may name people. Decisions and credits stay. */
async function emptyCases(tx: Queryable, customerID: string): Promise<void> {
  const theirs = tx
    .select({ messageID: caseMessages.messageID })
    .from(caseMessages)
    .innerJoin(cases, eq(cases.caseID, caseMessages.caseID))
    .where(eq(cases.customerID, customerID))
  await tx.delete(casePhotos).where(inArray(casePhotos.messageID, theirs))
  await tx
    .update(caseMessages)
    .set({ text: '' })
    .where(and(inArray(caseMessages.messageID, theirs), ne(caseMessages.text, '')))
  await tx
    .update(cases)
    .set({ state: 'closed', disagreed: false, disagreeUntil: null, version: sql`${cases.version} + 1` })
    .where(and(eq(cases.customerID, customerID), ne(cases.state, 'closed')))
}

const NO_TEXTS = Object.fromEntries(CUSTOMER_TEXT_NAMES.map((name) => [name, null])) as Record<CustomerText, null>

async function makeAnonymous(tx: Queryable, customerID: string, now: Date): Promise<void> {
  await endSessionsOf(tx, customerID, now)
  await revokeTokensOf(tx, customerID, now)
  await tx
    .update(users)
    .set({
      firstName: 'Deleted',
      lastName: 'customer',
      fullName: NOBODY,
      email: null,
      passwordHash: null,
      disabledAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.userID, customerID))
  await tx
    .update(customers)
    .set({
      ...NO_TEXTS,
      billToEmail: null,
      address: '',
      homePhone: null,
      mobilePhone: null,
      status: 'CANCELED',
      statusReason: null,
      canceledAt: sql`coalesce(${customers.canceledAt}, ${now.toISOString()}::timestamptz)`,
      hiddenAt: now,
      version: sql`${customers.version} + 1`,
    })
    .where(eq(customers.customerID, customerID))
  await refreshSearch(tx, eq(customers.customerID, customerID))
  // No notice is printed for an account that is gone.
  await decidePending(tx, [customerID], 'drop', now)
  await emptyCases(tx, customerID)
  await tx.update(customerCalls).set({ note: null }).where(eq(customerCalls.customerID, customerID))
  // Personal data copied onto the stops is removed too; place, outcome, bags and money stay for the reports.
  await tx
    .update(jobs)
    .set({
      capturedCustomerName: NOBODY,
      address: '',
      mobilePhone: null,
      adminNotes: null,
      driverNotes: null,
      version: sql`${jobs.version} + 1`,
    })
    .where(eq(jobs.customerID, customerID))
}
