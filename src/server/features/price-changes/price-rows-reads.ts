import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { mails } from '../../db/tables/mails.ts'
import { priceChangeCustomers } from '../../db/tables/prices.ts'
import { users } from '../../db/tables/users.ts'

export type PriceRow = Awaited<ReturnType<typeof priceRowsOf>>[number]

/** The customers of an announced or cancelled change, with those left out, by name. */
export async function priceRowsOf(db: Queryable, priceChangeID: string) {
  const rows = await db
    .select({
      row: priceChangeCustomers,
      refNumber: customers.refNumber,
      customer: users.fullName,
      firstName: users.firstName,
      email: users.email,
      billToEmail: customers.billToEmail,
      address: customers.address,
      suburb: suburbs.label,
      servicePackage: products.name,
      serviceType: customers.serviceType,
      mailState: mails.state,
    })
    .from(priceChangeCustomers)
    .innerJoin(customers, eq(customers.customerID, priceChangeCustomers.customerID))
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .innerJoin(products, eq(products.productID, customers.productID))
    .leftJoin(mails, eq(mails.mailID, priceChangeCustomers.mailID))
    .where(eq(priceChangeCustomers.priceChangeID, priceChangeID))
    .orderBy(asc(customers.nameKey), asc(customers.customerID))
  return rows.map(({ row, billToEmail, email, ...names }) => ({ ...names, ...row, email: billToEmail ?? email }))
}

/** A notice that has gone neither by email nor as a letter, so that the new price has no first day yet. */
export const isWaiting = ({ state, notice, noticedOn }: PriceRow): boolean =>
  state === 'pending' && notice !== 'none' && noticedOn === null

/** To be printed: no email, or one that the mail server has not taken and is not about to. */
export const isToPrint = (row: PriceRow): boolean => isWaiting(row) && row.mailState !== 'queued'

/** Told by a printed letter of a change that was cancelled. */
export const isToUnsay = ({ state, notice, noticedOn, mailState }: PriceRow): boolean =>
  state === 'cancelled' && notice !== 'none' && noticedOn !== null && mailState !== 'sent'
