import { getCheckout, getOwnWaysToPay, getPayable, openCheckout, receiveWebhook } from '#contract/v1/payments.ts'
import { checkoutIsOn } from '#domain/checkout.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Limit } from '../../http/limits.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, requireArea, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { invoiceByID } from '../invoices/public.ts'
import { businessNameOf, logoUrl, settingsInForce } from '../settings/public.ts'
import { pageFor, prepayPageFor } from './checkout-commands.ts'
import type { CheckoutRequest } from './checkout-plan.ts'
import { checkoutByID, debitOf } from './checkouts-reads.ts'
import { takeEvent } from './events-commands.ts'
import { ownWaysToPay } from './own-ways-reads.ts'
import { invoiceOfPayLink } from './pay-link-reads.ts'
import { customerOfPrepayToken } from './prepay-token.ts'
import { refundsRoutes } from './refunds-routes.ts'

/** Each opens a page at the provider. */
const OPENINGS: Limit = { hits: 60, seconds: 15 * 60 }
/** Guessing a signature is infeasible; this limits the load of trying. */
const LINK_TRIES: Limit = { hits: 120, seconds: 15 * 60 }
/** Far more than a provider sends; it repeats what was refused. */
const WEBHOOKS: Limit = { hits: 6_000, seconds: 15 * 60 }
/** The page asks every few seconds for some minutes. */
const POLLS: Limit = { hits: 600, seconds: 15 * 60 }

export const paymentsRoutes = (deps: Dependencies): Route[] => [
  serve(openCheckout, { transaction: false, limits: { perAddress: OPENINGS } })(async (input, { maybeActor, now }) => {
    if ((input.invoiceIDs === undefined) === (input.checkoutToken === undefined))
      refuseField('invoiceIDs', 'Either invoices or the token of a pay link')
    const prepaying = customerOfPrepayToken(deps.secrets, input.checkoutToken ?? '')
    if (prepaying !== null) return { url: await prepayPageFor(deps, prepaying) }
    const request =
      input.invoiceIDs === undefined
        ? await byLink(deps, input.checkoutToken!, maybeActor, now)
        : bySession(input.invoiceIDs, maybeActor)
    return { url: await pageFor(deps, request) }
  }),

  serve(getCheckout, { limits: { perAddress: POLLS } })(async ({ checkoutID }, { db, refuse }) => {
    const checkout = await checkoutByID(db, checkoutID)
    if (!checkout) return refuse('not_found')
    return {
      state: checkout.state,
      amount: checkout.amount,
      sandbox: deps.payments.kind === 'sandbox',
    }
  }),

  serve(getOwnWaysToPay)(
    async ({ returned }, { db, actor, refuse }) =>
      (await ownWaysToPay(db, actor.userID, returned)) ?? refuse('not_found'),
  ),

  serve(getPayable, { limits: { perAddress: LINK_TRIES } })(async ({ checkoutToken }, { db, now }) => {
    const invoice = await invoiceOfPayLink(db, deps.secrets, checkoutToken, now)
    const { pending, debitFailed } = await debitOf(db, invoice)
    const settings = await settingsInForce(db)
    return {
      businessName: businessNameOf(settings),
      logoUrl: await logoUrl(db),
      number: invoiceNumber(invoice.kind, invoice.number),
      owing: owingOf(invoice),
      paid: (await invoiceByID(db, invoice.invoiceID))?.isPaid ?? false,
      dueDate: invoice.dueDate,
      pending,
      debitFailed,
      canPay: checkoutIsOn(settings['checkout.enabled'], deps.payments.kind),
    }
  }),

  serve(receiveWebhook, { transaction: false, limits: { perAddress: WEBHOOKS } })(
    async (_input, { bytes, headers, now, refuse }) => {
      const event = await deps.payments.readEvent(bytes ?? new Uint8Array(), headers['stripe-signature'], now)
      if (event.kind === 'refused') {
        deps.log.warn({ reason: event.reason }, 'a webhook of the payment provider was refused')
        return refuse('webhook_refused')
      }
      const outcome = await takeEvent(deps, event, 'webhook')
      if (outcome === 'unbooked') deps.log.error({ event: event.eventID }, 'a card payment could not be booked')
      return { received: true as const }
    },
  ),

  ...refundsRoutes(deps),
]

async function byLink(
  { database, secrets }: Dependencies,
  token: string,
  actor: Actor | null,
  now: Date,
): Promise<CheckoutRequest> {
  const { invoiceID } = await invoiceOfPayLink(database.db, secrets, token, now)
  return { invoiceIDs: [invoiceID], customerID: null, userID: actor?.role === 'CUSTOMER' ? actor.userID : null }
}

/** A customer pays their own invoices, an admin any customer's. */
function bySession(invoiceIDs: readonly string[], actor: Actor | null): CheckoutRequest {
  if (actor === null) throw new Refused('unauthenticated')
  if (actor.role === 'DRIVER') throw new Refused('forbidden')
  if (actor.secondFactorMissing) throw new Refused('second_factor_missing')
  requireArea(actor, 'money')
  return { invoiceIDs, customerID: actor.role === 'CUSTOMER' ? actor.userID : null, userID: actor.userID }
}
