import { eq, max } from 'drizzle-orm'
import { checkoutIsOn, payLinkUntil } from '#domain/checkout.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments } from '../../db/tables/invoices.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'
import { payUrlOf } from './checkout-token.ts'
import type { InvoiceRow } from './invoices-reads.ts'

/** The day on which an invoice was paid or brought to nothing; of one that owes it says nothing. */
export async function settledOn(db: Queryable, { invoiceID, datePaid, issueDate }: InvoiceRow): Promise<Day> {
  const [adjusted] = await db
    .select({ day: max(adjustments.day) })
    .from(adjustments)
    .where(eq(adjustments.invoiceID, invoiceID))
  return datePaid ?? adjusted?.day ?? issueDate
}

/** A pay link made today, for a customer whose link has ended or who has lost the mail. */
export async function newPayLink(
  db: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  invoice: InvoiceRow,
  now: Date,
): Promise<{ url: string; until: Day | null }> {
  const settings = await settingsInForce(db)
  if (!checkoutIsOn(settings['checkout.enabled'], deps.payments.kind)) throw new Refused('checkout_off')
  const [customer] = await db
    .select({ hiddenAt: customers.hiddenAt })
    .from(customers)
    .where(eq(customers.customerID, invoice.customerID))
  if (customer?.hiddenAt !== null)
    throw new Refused('wrong_state', { message: 'This customer was removed, so a link would not work.' })
  const madeOn = dayOf(now, settings['business.timeZone'])
  return {
    url: payUrlOf(deps, invoice.invoiceID, madeOn),
    until: payLinkUntil({ owing: owingOf(invoice), settledOn: await settledOn(db, invoice), madeOn }),
  }
}
