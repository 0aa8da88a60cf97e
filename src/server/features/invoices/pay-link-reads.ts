import { and, eq, inArray, max, sql } from 'drizzle-orm'
import { checkoutIsOn, payLinkUntil } from '#domain/checkout.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { owingOf } from '#domain/ledger.ts'
import { UNDECIDED, UNDER_WAY } from '#domain/money-words.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { charges } from '../../db/tables/autopay.ts'
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

/** Invoices that the bank was asked to pay by a debit or an automatic charge, and has not confirmed (domain.md 13, 20). */
export async function waitingDebits(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<ReadonlyMap<string, WaitingDebit>> {
  const rows = await db
    .select({ parts: checkouts.parts, createdAt: checkouts.createdAt })
    .from(checkouts)
    .where(and(inArray(checkouts.state, UNDER_WAY), among(checkouts.customerID, customerIDs)))
  return new Map(
    rows.flatMap(({ parts, createdAt }) =>
      parts.map(({ invoiceID, amount }) => [invoiceID, { amount, since: createdAt }] as const),
    ),
  )
}

/** The automatic charge that is under way for an invoice, or planned for one that owes; null: none. */
export async function chargeOfInvoice(
  db: Queryable,
  { customerID, invoiceID, amount, allocated }: Pick<InvoiceRow, 'customerID' | 'invoiceID' | 'amount' | 'allocated'>,
): Promise<{ day: Day; amount: Cents; state: (typeof UNDECIDED)[number] } | null> {
  const [row] = await db
    .select({ day: charges.day, state: checkouts.state, parts: checkouts.parts })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(
      and(
        eq(checkouts.customerID, customerID),
        inArray(checkouts.state, UNDECIDED),
        sql`${checkouts.parts} @> ${JSON.stringify([{ invoiceID }])}::jsonb`,
      ),
    )
    .orderBy(charges.day)
    .limit(1)
  // The next look at all planned charges drops it, within a minute.
  const isPaidMeanwhile = row?.state === 'planned' && allocated >= amount
  if (!row || isPaidMeanwhile) return null
  const part = row.parts.find((one) => one.invoiceID === invoiceID)!
  return { day: row.day, amount: part.amount, state: row.state as (typeof UNDECIDED)[number] }
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
