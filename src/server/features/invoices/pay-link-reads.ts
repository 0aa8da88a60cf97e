import { and, eq, max } from 'drizzle-orm'
import { checkoutIsOn, payLinkUntil } from '#domain/checkout.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments } from '../../db/tables/invoices.ts'
import { checkouts } from '../../db/tables/payments.ts'
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

export interface WaitingDebit {
  /** What the customer asked their bank for, this invoice's part of it. */
  readonly amount: Cents
  readonly since: Date
}

/** Invoices that a bank debit of the payment provider was asked for which the bank has not confirmed (domain.md 13). */
export async function waitingDebits(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<ReadonlyMap<string, WaitingDebit>> {
  const rows = await db
    .select({ parts: checkouts.parts, createdAt: checkouts.createdAt })
    .from(checkouts)
    .where(and(eq(checkouts.state, 'pending'), among(checkouts.customerID, customerIDs)))
  return new Map(
    rows.flatMap(({ parts, createdAt }) =>
      parts.map(({ invoiceID, amount }) => [invoiceID, { amount, since: createdAt }] as const),
    ),
  )
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
