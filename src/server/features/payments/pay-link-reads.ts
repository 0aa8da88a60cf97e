import { and, eq, isNull, max } from 'drizzle-orm'
import { payLinkWorks } from '#domain/checkout.ts'
import { dayOf } from '#domain/dates.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { Refused } from '../../http/refused.ts'
import type { Secrets } from '../../ports.ts'
import { invoiceOfToken } from '../invoices/public.ts'
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
  const invoiceID = invoiceOfToken(secrets, token)
  if (invoiceID === null) throw new Refused('token_invalid')
  const [found] = await db
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .where(and(eq(invoices.invoiceID, invoiceID), isNull(customers.hiddenAt)))
  if (!found) throw new Refused('token_invalid')
  const { invoice } = found
  const [adjusted] = await db
    .select({ day: max(adjustments.day) })
    .from(adjustments)
    .where(eq(adjustments.invoiceID, invoiceID))
  const settledOn = invoice.datePaid ?? adjusted?.day ?? invoice.issueDate
  const { 'business.timeZone': timeZone } = await settingsInForce(db)
  if (!payLinkWorks({ owing: owingOf(invoice), settledOn }, dayOf(now, timeZone))) throw new Refused('token_invalid')
  return invoice
}
