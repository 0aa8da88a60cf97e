import { eq } from 'drizzle-orm'
import { checkoutIsOn, CHECKOUT_LEFT_MS, LEAST_BY_CARD, MOST_BY_CARD, prepayLinkWorks } from '#domain/checkout.ts'
import { dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { Refused } from '../../http/refused.ts'
import type { PaymentsPort } from '../../payments-port.ts'
import { lockAccounts } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { addCheckout, type Planned } from './checkout-plan.ts'

/**
 * Finds or adds the checkout with which a request pays one collection in advance, at the customer's current price. It
 * has no invoices, so all of it becomes credit. Refused once it is paid.
 */
export async function planPrepayment(
  tx: Queryable,
  { kind }: Pick<PaymentsPort, 'kind'>,
  customerID: string,
  now: Date,
): Promise<Planned> {
  const settings = await settingsInForce(tx)
  if (!checkoutIsOn(settings['checkout.enabled'], kind)) throw new Refused('checkout_off')
  await lockAccounts(tx, [customerID])
  const [customer] = await tx.select().from(customers).where(eq(customers.customerID, customerID))
  if (customer?.status !== 'PENDING' || customer.hiddenAt !== null) throw new Refused('token_invalid')
  const requestedOn = dayOf(customer.createdAt, settings['business.timeZone'])
  if (!prepayLinkWorks(requestedOn, dayOf(now, settings['business.timeZone']))) throw new Refused('token_invalid')
  const { amount } = customer
  if (amount < LEAST_BY_CARD || amount > MOST_BY_CARD) throw new Refused('amount_not_payable')
  const all = await tx.select().from(checkouts).where(eq(checkouts.customerID, customerID))
  const earlier = all.filter(({ parts }) => parts.length === 0)
  if (earlier.some(({ state }) => state === 'paid')) throw new Refused('paid_already')
  if (earlier.some(({ state }) => state === 'pending')) throw new Refused('payment_pending')
  const open = earlier.filter(({ state }) => state === 'open')
  const same = open.find((row) => row.amount === amount && row.expiresAt.getTime() - now.getTime() > CHECKOUT_LEFT_MS)
  const close = open.filter((row) => row !== same)
  if (close.length > 0) return { close }
  return { checkout: same ?? (await addCheckout(tx, { customerID, parts: [], amount, createdBy: null }, now)) }
}
