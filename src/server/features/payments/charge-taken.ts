import { and, eq, gt, max, sql } from 'drizzle-orm'
import { chargeOfKey, pausedBy } from '#domain/autopay.ts'
import { isID, newID } from '#domain/identifiers.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { installationID } from '../../db/installation.ts'
import { charges, chargeTries } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { checkouts } from '../../db/tables/payments.ts'
import type { ChargeFound, ProviderEvent } from '../../payments-port.ts'
import { lockAccounts } from '../ledger/public.ts'
import { kindOf, methodByID, methodInUse, takeDecline } from '../payment-methods/public.ts'
import { bookCheckout } from './checkout-paid.ts'
import { type CheckoutRow, lockCheckout } from './checkouts-reads.ts'
import type { EventNeeds, Taken } from './taken.ts'

type ChargeEvent = Extract<ProviderEvent, { kind: 'charge' }>

/**
 * What became of an automatic charge (domain.md 20). It is found by its key, which is the same after a restore, when
 * its row may be another one or missing: money that moved is booked, whatever is known of it here (domain.md 20, Once).
 */
export async function takeCharge(tx: Queryable, deps: EventNeeds, event: ChargeEvent, now: Date): Promise<Taken> {
  const { charge } = event
  const key = chargeOfKey(charge.key, await installationID(tx))
  // Another installation with the same account at the provider made it.
  if (key === null) return { outcome: 'noted' }
  const [customer] = isID(key.customerID)
    ? await tx.select().from(customers).where(eq(customers.customerID, key.customerID))
    : []
  // The backup is older than the customer.
  if (!customer) return { outcome: charge.state === 'paid' ? 'unbooked' : 'noted' }
  await lockAccounts(tx, [customer.customerID])
  const [of] = await tx
    .select({ checkoutID: charges.checkoutID })
    .from(charges)
    .where(and(eq(charges.customerID, key.customerID), eq(charges.day, key.day), eq(charges.n, key.n)))
  const found = of ? await lockCheckout(tx, of.checkoutID) : await adopted(tx, deps, charge, key, now)
  const checkout = found && isPlan(found) && charge.state !== 'paid' ? await asAsked(tx, charge, found, now) : found
  if (!checkout) return { outcome: charge.state === 'paid' ? 'unbooked' : 'noted' }
  const { checkoutID, paymentID } = checkout
  if (paymentID !== null && paymentID !== charge.paymentID)
    return { outcome: charge.state === 'paid' ? 'unbooked' : 'noted', checkoutID }
  switch (charge.state) {
    case 'paid':
      return paid(tx, deps, event, checkout, now)
    case 'pending':
      return pending(tx, charge, checkout, now)
    case 'failed':
    case 'cancelled':
      return failed(tx, deps, charge, checkout, now)
  }
}

/**
 * A charge that this installation made and does not know: its backup is older. While the bank has not decided, it counts
 * as a try of the oldest invoices, so that they are not charged twice; once paid it is booked to the oldest.
 */
async function adopted(
  tx: Queryable,
  { payments }: EventNeeds,
  charge: ChargeFound,
  { customerID, day, n }: { customerID: string; day: string; n: number },
  now: Date,
): Promise<CheckoutRow | null> {
  if (charge.state === 'failed' || charge.state === 'cancelled') return null
  const parts = charge.state === 'pending' ? await oldestOpen(tx, customerID, charge.amountCents) : []
  const [row] = await tx
    .insert(checkouts)
    .values({
      checkoutID: newID(now.getTime()),
      customerID,
      kind: 'auto',
      parts,
      amount: charge.amountCents,
      state: 'asked',
      paymentID: charge.paymentID,
      createdAt: now,
      expiresAt: now,
    })
    .returning()
  const { checkoutID } = row!
  const method = await methodInUse(tx, customerID, payments.mode)
  const methodID = method && kindOf(method) === charge.kind ? method.methodID : null
  await tx.insert(charges).values({ checkoutID, customerID, methodID, day, n, askedAt: now })
  for (const { invoiceID, amount } of parts) await addTry(tx, { invoiceID, amount, checkoutID })
  return row!
}

const isPlan = ({ state }: CheckoutRow) => state === 'planned' || state === 'dropped'

/** A charge that was still a plan when the backup was made: it counts as a try, and its notice as spent. */
async function asAsked(tx: Queryable, charge: ChargeFound, checkout: CheckoutRow, now: Date): Promise<CheckoutRow> {
  const { checkoutID } = checkout
  const fixed = { state: 'asked', amount: charge.amountCents } as const
  await tx.update(checkouts).set(fixed).where(eq(checkouts.checkoutID, checkoutID))
  await tx.update(charges).set({ askedAt: now, dropReason: null }).where(eq(charges.checkoutID, checkoutID))
  for (const { invoiceID, amount } of checkout.parts) await addTry(tx, { invoiceID, amount, checkoutID })
  return { ...checkout, ...fixed }
}

/** The oldest invoices that the amount pays, each with its share. */
async function oldestOpen(tx: Queryable, customerID: string, amount: Cents): Promise<CheckoutRow['parts']> {
  const { invoiceID, kind, number, dueDate } = invoices
  const owing = sql<number>`${invoices.amount} - ${invoices.allocated}`.mapWith(Number)
  const rows = await tx
    .select({ invoiceID, kind, number, owing })
    .from(invoices)
    .where(and(eq(invoices.customerID, customerID), gt(invoices.amount, invoices.allocated)))
    .orderBy(dueDate, number, invoiceID)
  let left = amount
  return rows.flatMap((row) => {
    const share = Math.min(left, row.owing)
    left -= share
    return share > 0 ? [{ invoiceID: row.invoiceID, amount: share, number: invoiceNumber(row.kind, row.number) }] : []
  })
}

/** Stores a further try to charge an invoice. */
export async function addTry(tx: Queryable, made: Omit<typeof chargeTries.$inferInsert, 'number'>): Promise<void> {
  const [last] = await tx
    .select({ number: max(chargeTries.number) })
    .from(chargeTries)
    .where(eq(chargeTries.invoiceID, made.invoiceID))
  await tx.insert(chargeTries).values({ ...made, number: (last?.number ?? 0) + 1 })
}

async function paid(
  tx: Queryable,
  deps: EventNeeds,
  { charge, happenedAt, test }: ChargeEvent,
  checkout: CheckoutRow,
  now: Date,
): Promise<Taken> {
  const { checkoutID } = checkout
  if (checkout.transactionID !== null) return { outcome: 'repeated', checkoutID }
  // A plan whose amount was fixed after the backup: what the provider took counts.
  if (charge.currency !== 'aud' || (!isPlan(checkout) && charge.amountCents !== checkout.amount))
    return { outcome: 'unbooked', checkoutID }
  const known = { ...checkout, amount: charge.amountCents }
  const transactionID = await bookCheckout(tx, deps, known, {
    happenedAt,
    test,
    paymentID: charge.paymentID,
    paymentType: charge.kind === 'debit' ? 'DIRECT_DEBIT' : 'CARD',
    now,
  })
  return { outcome: 'booked', checkoutID, transactionID }
}

async function pending(tx: Queryable, charge: ChargeFound, checkout: CheckoutRow, now: Date): Promise<Taken> {
  const { checkoutID, state } = checkout
  if (state !== 'asked') return { outcome: 'repeated', checkoutID }
  await tx
    .update(checkouts)
    .set({ state: 'pending', paymentID: charge.paymentID })
    .where(eq(checkouts.checkoutID, checkoutID))
  await tx.update(charges).set({ pendingAt: now }).where(eq(charges.checkoutID, checkoutID))
  return { outcome: 'noted', checkoutID }
}

async function failed(
  tx: Queryable,
  deps: EventNeeds,
  charge: ChargeFound,
  checkout: CheckoutRow,
  now: Date,
): Promise<Taken> {
  const { checkoutID, state } = checkout
  if (state !== 'asked' && state !== 'pending') return { outcome: 'repeated', checkoutID }
  await chargeFailed(tx, deps, checkout, { code: charge.failure, paymentID: charge.paymentID, now })
  return { outcome: 'noted', checkoutID }
}

/** Notes a decline, and pauses the method where it is not tried again (domain.md 20, Decline). @param code the provider's; null: none */
export async function chargeFailed(
  tx: Queryable,
  deps: EventNeeds,
  { checkoutID }: CheckoutRow,
  { code, paymentID, now }: { code: string | null; paymentID: string | null; now: Date },
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ state: 'failed', ...(paymentID !== null && { paymentID }) })
    .where(eq(checkouts.checkoutID, checkoutID))
  const [charge] = await tx
    .update(charges)
    .set({ failure: code, failedAt: now })
    .where(eq(charges.checkoutID, checkoutID))
    .returning()
  const method = charge?.methodID ? await methodByID(tx, charge.methodID) : null
  if (method === null) return
  const failures = await mostFailures(tx, checkoutID, method.methodID, method.activeAt ?? method.createdAt)
  const reason = pausedBy({ code, failures }, { kind: kindOf(method), tries: method.tries })
  await takeDecline(tx, deps, method, { reason, code, checkoutID, now })
}

/** Of the charge's invoices, how often the one with the most failures failed with this method. */
async function mostFailures(tx: Queryable, checkoutID: string, methodID: string, since: Date): Promise<number> {
  const ofEach = tx
    .select({ failures: sql<number>`count(*)`.as('failures') })
    .from(chargeTries)
    .innerJoin(checkouts, eq(checkouts.checkoutID, chargeTries.checkoutID))
    .innerJoin(charges, eq(charges.checkoutID, chargeTries.checkoutID))
    .where(
      and(
        eq(charges.methodID, methodID),
        eq(checkouts.state, 'failed'),
        sql`${charges.askedAt} > ${since.toISOString()}::timestamptz`,
        sql`${chargeTries.invoiceID} in (select this.invoice_id from charge_tries this where this.checkout_id = ${checkoutID})`,
      ),
    )
    .groupBy(chargeTries.invoiceID)
    .as('of_each')
  const [row] = await tx.select({ most: max(ofEach.failures) }).from(ofEach)
  return Number(row?.most ?? 1)
}
