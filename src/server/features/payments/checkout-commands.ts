import { and, eq } from 'drizzle-orm'
import { invoiceTitle } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { askAbout } from './ask-about.ts'
import { type CheckoutRequest, planCheckout, type Planned } from './checkout-plan.ts'
import type { CheckoutRow } from './checkouts-reads.ts'
import { planPrepayment } from './prepay-plan.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'config' | 'log' | 'mail'>

/** Number of times that other checkouts of the same invoices are closed before giving up. */
const TRIES = 4
const RETRY_SECONDS = 2

/**
 * The address of a page that takes exactly what is owed now. The row is stored before the provider is asked, so that
 * every payment finds its checkout. The provider is asked outside of any transaction.
 */
export function pageFor(deps: Deps, request: CheckoutRequest): Promise<string> {
  return openPage(deps, (tx) => planCheckout(tx, deps.payments, request, deps.clock.now()))
}

/** The same for one collection that a request pays in advance. */
export function prepayPageFor(deps: Deps, customerID: string): Promise<string> {
  return openPage(deps, (tx) => planPrepayment(tx, deps.payments, customerID, deps.clock.now()))
}

async function openPage(deps: Deps, plan: (tx: Queryable) => Promise<Planned>): Promise<string> {
  const { db } = deps.database
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const planned = await inTransaction(db, plan)
    if ('close' in planned) {
      for (const row of planned.close) await closePage(deps, row)
      continue
    }
    const url = planned.checkout.url ?? (await opened(deps, planned.checkout))
    if (url !== null) return url
  }
  throw new Refused('unavailable', { retryAfterSeconds: RETRY_SECONDS })
}

/** Closes the page of a checkout. If it was paid a moment before, the payment is booked instead. */
export async function closePage(
  deps: Pick<Deps, 'database' | 'payments' | 'clock' | 'mail' | 'config'>,
  row: CheckoutRow,
): Promise<void> {
  const { database, payments } = deps
  if (row.providerID === null) {
    await database.db
      .update(checkouts)
      .set({ state: 'expired' })
      .where(and(eq(checkouts.checkoutID, row.checkoutID), eq(checkouts.state, 'open')))
    return
  }
  await payments.expire(row.providerID)
  await askAbout(deps, row, { closed: true })
}

/** The page of a new checkout; null when the checkout was closed meanwhile. */
async function opened({ database, payments, config }: Deps, row: CheckoutRow): Promise<string | null> {
  const { db } = database
  const { checkoutID } = row
  const [customer] = await db.select({ email: users.email }).from(users).where(eq(users.userID, row.customerID))
  const { providerID, url } = await payments.createCheckout({
    checkoutID,
    amountCents: row.amount,
    currency: 'aud',
    lines:
      row.parts.length === 0
        ? [{ text: 'One collection in advance', amountCents: row.amount }]
        : row.parts.map(({ number, amount }) => ({ text: invoiceTitle(number), amountCents: amount })),
    // An invoice's link may have been passed on, and its reader must not see the customer's address.
    customerEmail: row.createdBy === null ? null : (customer?.email ?? null),
    successUrl: `${config.publicUrl}/payment-success?checkout=${checkoutID}`,
    cancelUrl: `${config.publicUrl}/payment-cancel?checkout=${checkoutID}`,
    expiresAt: row.expiresAt,
    idempotencyKey: checkoutID,
  })
  const [kept] = await db
    .update(checkouts)
    .set({ providerID, url })
    .where(and(eq(checkouts.checkoutID, checkoutID), eq(checkouts.state, 'open')))
    .returning()
  if (kept) return url
  await payments.expire(providerID)
  return null
}
