import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnData } from '#contract/v1/own-account.ts'
import type { Queryable } from '../../db/database.ts'
import { photos } from '../../db/tables/events.ts'
import { registrations } from '../../db/tables/registrations.ts'
import type { CustomerRow } from '../customers/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { placesOf } from '../places/public.ts'
import { pricesOn } from '../prices/public.ts'
import { businessNameOf, businessToday, settingsInForce } from '../settings/public.ts'
import { contactOf, hasOtherPayer, ownRow } from './own-account-reads.ts'
import { invoicesOf, transactionsOf } from './own-money-reads.ts'
import { collectionsOf, noPickupsOf, pickupRequestsOf } from './own-collections-reads.ts'
import { calendarFeedOf, casesOf, emailsTo, photoLinks, signInsOf } from './own-traces-reads.ts'

type OwnData = AnswerOf<typeof getOwnData>

/**
 * What the product holds about a customer, for the customer to keep (Australian Privacy Principle 12). Left out are the
 * office's own notes and reasons, and what names other people: drivers, staff, another payer, who recommended the firm.
 */
export async function ownDataOf(db: Queryable, customerID: string, now: Date): Promise<OwnData> {
  const row = await ownRow(db, customerID)
  // One after the other: a file is not urgent, and other callers need the connections.
  return {
    madeAt: now,
    business: businessNameOf(await settingsInForce(db)),
    account: await accountOf(db, row, now),
    registration: await registrationOf(db, customerID),
    collections: await collectionsOf(db, customerID),
    noPickups: await noPickupsOf(db, customerID),
    pickupRequests: await pickupRequestsOf(db, customerID),
    balance: (await balancesOf(db, [customerID])).get(customerID)?.balance ?? 0,
    invoices: await invoicesOf(db, customerID),
    transactions: await transactionsOf(db, customerID),
    cases: await casesOf(db, customerID, now),
    emails: await emailsTo(db, row.email),
    signIns: await signInsOf(db, customerID),
    calendarFeed: await calendarFeedOf(db, customerID),
  }
}

async function accountOf(db: Queryable, row: CustomerRow, now: Date): Promise<OwnData['account']> {
  const pictures = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(eq(photos.customerID, row.customerID))
    .orderBy(photos.createdAt, photos.photoID)
  return {
    ...contactOf(row),
    invoicesToOther: hasOtherPayer(row),
    price: (await pricesOn(db, [row], await businessToday(db, now))).get(row.customerID) ?? row.amount,
    photos: photoLinks(pictures),
    place: (await placesOf(db, [row.customerID])).get(row.customerID) ?? null,
  }
}

async function registrationOf(db: Queryable, customerID: string): Promise<OwnData['registration']> {
  const [row] = await db.select().from(registrations).where(eq(registrations.customerID, customerID))
  return row ?? null
}
