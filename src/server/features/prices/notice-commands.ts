import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import { dayAfterNotice } from '#domain/price-on.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'

/** The first word of the keys of notices in the outbox. */
export const NOTICE = 'price-change'

/** The mail server took the notice of a rise: from now on the days of notice run. */
export async function noticeSent(tx: Queryable, mailID: string, day: Day): Promise<void> {
  await notedOn(tx, eq(priceChangeCustomers.mailID, mailID), day)
}

/** The letters were printed. @returns the customers whose notice had not gone before */
export function noticesPrinted(
  tx: Queryable,
  priceChangeID: string,
  customerIDs: readonly string[],
  day: Day,
): Promise<string[]> {
  const theirs = and(
    eq(priceChangeCustomers.priceChangeID, priceChangeID),
    among(priceChangeCustomers.customerID, customerIDs),
  )
  return notedOn(tx, theirs, day)
}

async function notedOn(tx: Queryable, which: ReturnType<typeof and>, noticedOn: Day): Promise<string[]> {
  const rows = await tx
    .select({
      priceChangeID: priceChangeCustomers.priceChangeID,
      customerID: priceChangeCustomers.customerID,
      day: priceChangeCustomers.day,
      noticeDays: priceChanges.noticeDays,
    })
    .from(priceChangeCustomers)
    .innerJoin(priceChanges, eq(priceChanges.priceChangeID, priceChangeCustomers.priceChangeID))
    .where(and(which, eq(priceChangeCustomers.state, 'pending'), isNull(priceChangeCustomers.noticedOn)))
    .for('update', { of: priceChangeCustomers })
  for (const { priceChangeID, customerID, day, noticeDays } of rows)
    await tx
      .update(priceChangeCustomers)
      .set({
        noticedOn,
        fromDay: dayAfterNotice(day, noticedOn, noticeDays ?? 0),
        version: sql`${priceChangeCustomers.version} + 1`,
      })
      .where(
        and(eq(priceChangeCustomers.priceChangeID, priceChangeID), eq(priceChangeCustomers.customerID, customerID)),
      )
  return rows.map(({ customerID }) => customerID)
}
