import { and, eq, isNull } from 'drizzle-orm'
import { payLinkWorks } from '#domain/checkout.ts'
import { dayOf } from '#domain/dates.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { Refused } from '../../http/refused.ts'
import type { Secrets } from '../../ports.ts'
import { payLinkOfToken, settledOn } from '../invoices/public.ts'
import { settingsInForce } from '../settings/public.ts'

/**
 * The invoice of a pay link. Refuses a link that this server did not sign, that of a removed customer, and one whose
 * invoice was settled long ago (domain.md 13): mails are kept for years, and forwarded.
 */
export async function invoiceOfPayLink(
  db: Queryable,
  secrets: Pick<Secrets, 'verifyHmac'>,
  token: string,
  now: Date,
): Promise<typeof invoices.$inferSelect> {
  const link = payLinkOfToken(secrets, token)
  if (link === null) throw new Refused('token_invalid')
  const [found] = await db
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .where(and(eq(invoices.invoiceID, link.invoiceID), isNull(customers.hiddenAt)))
  if (!found) throw new Refused('token_invalid')
  const { invoice } = found
  const { 'business.timeZone': timeZone } = await settingsInForce(db)
  const state = { owing: owingOf(invoice), settledOn: await settledOn(db, invoice), madeOn: link.madeOn }
  if (!payLinkWorks(state, dayOf(now, timeZone))) throw new Refused('token_invalid')
  return invoice
}
