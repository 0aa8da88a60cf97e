import {
  changeCustomerAutopay,
  changeOwnAutopay,
  getAutopayInvitation,
  getCustomerAutopay,
  getOwnAutopay,
  inviteToAutopay,
  listAutopay,
  listCharges,
  removeCustomerAutopay,
  removeOwnAutopay,
  retryCharge,
  setUpAutopay,
} from '#contract/v1/autopay.ts'
import { PaymentsTrouble } from '../../payments-port.ts'
import { inTransaction } from '../../db/transaction.ts'
import { paging } from '../../http/paging.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { Limit } from '../../http/limits.ts'
import { type Actor, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import {
  autopayIsOn,
  consentOf,
  finishSetup,
  maySetUp,
  methodInUse,
  openSetup,
  pauseOwn,
  payerOf,
  removeMethod,
  resumeMethod,
  setUpMethod,
} from '../payment-methods/public.ts'
import { businessNameOf, logoUrl, settingsInForce } from '../settings/public.ts'
import { autopayOf, autopayPage } from './autopay-present.ts'
import { chargeByID, chargesPage, presentCharge } from './charges-reads.ts'
import { invite } from './invite-commands.ts'
import { invitedBy, inviteUrl } from './invite-token.ts'

/** Each opens a page at the provider. */
const OPENINGS: Limit = { hits: 20, seconds: 15 * 60 }
/** Guessing a signature is infeasible; this limits the load of trying. */
const LINK_TRIES: Limit = { hits: 120, seconds: 15 * 60 }

export const autopayRoutes = (deps: Dependencies): Route[] => [
  serve(setUpAutopay, { transaction: false, limits: { perAddress: OPENINGS } })(
    async ({ consent, inviteToken }, { maybeActor, now }) => {
      if (inviteToken === undefined) {
        const userID = ownOf(maybeActor)
        return { url: await setUpMethod(deps, { customerID: userID, userID, consent, backTo: null }) }
      }
      const customerID = invitedBy(deps.secrets, inviteToken, now)
      if (customerID === null) throw new Refused('token_invalid')
      const backTo = inviteUrl(deps, inviteToken)
      return { url: await setUpMethod(deps, { customerID, userID: null, consent, backTo }) }
    },
  ),

  serve(getAutopayInvitation, { transaction: false, limits: { perAddress: LINK_TRIES } })(
    async ({ inviteToken }, { now }) => {
      const customerID = invitedBy(deps.secrets, inviteToken, now)
      if (customerID === null) throw new Refused('token_invalid')
      await askAboutSetup(deps, customerID, now)
      const { db } = deps.database
      const settings = await settingsInForce(db)
      const payer = await payerOf(db, customerID)
      return {
        businessName: businessNameOf(settings),
        logoUrl: await logoUrl(db),
        offered: autopayIsOn(settings, deps.payments) && payer !== null && maySetUp(payer),
        consent: consentOf(settings),
        done: (await methodInUse(db, customerID, deps.payments.mode)) !== null,
      }
    },
  ),

  serve(getOwnAutopay, { transaction: false })(async (_input, { actor, now, refuse }) => {
    await askAboutSetup(deps, actor.userID, now)
    const { db } = deps.database
    return (await autopayOf(db, deps.payments, actor.userID, 'customer', now)) ?? refuse('not_found')
  }),

  serve(changeOwnAutopay)(async ({ act }, context) => {
    const { db, actor, now, refuse } = context
    const ask = { customerID: actor.userID, mode: deps.payments.mode, ifMatch: context.ifMatch }
    if (act === 'pause') await pauseOwn(db, context, ask, { by: 'customer', note: null })
    else await resumeMethod(db, context, ask, 'customer')
    return (await autopayOf(db, deps.payments, actor.userID, 'customer', now)) ?? refuse('not_found')
  }),

  serve(removeOwnAutopay)(async (_input, context) => {
    const { db, actor, now, refuse } = context
    await removeMethod(db, context, {
      customerID: actor.userID,
      mode: deps.payments.mode,
      ifMatch: context.ifMatch,
    })
    return (await autopayOf(db, deps.payments, actor.userID, 'customer', now)) ?? refuse('not_found')
  }),

  serve(getCustomerAutopay)(
    async ({ customerID }, { db, now, refuse }) =>
      (await autopayOf(db, deps.payments, customerID, 'office', now)) ?? refuse('not_found'),
  ),

  serve(changeCustomerAutopay)(async ({ customerID, act, reason }, context) => {
    const { db, now, refuse } = context
    const ask = { customerID, mode: deps.payments.mode, ifMatch: context.ifMatch }
    if (act === 'pause' && !reason?.trim()) refuseField('reason', 'Enter why')
    if (act === 'pause') await pauseOwn(db, context, ask, { by: 'office', note: reason!.trim() })
    else await resumeMethod(db, context, ask, 'office')
    return (await autopayOf(db, deps.payments, customerID, 'office', now)) ?? refuse('not_found')
  }),

  serve(removeCustomerAutopay)(async ({ customerID }, context) => {
    const { db, now, refuse } = context
    await removeMethod(db, context, { customerID, mode: deps.payments.mode, ifMatch: context.ifMatch })
    return (await autopayOf(db, deps.payments, customerID, 'office', now)) ?? refuse('not_found')
  }),

  serve(inviteToAutopay)(async ({ customerID }, context) => invite(context.db, deps, context, customerID)),

  serve(listAutopay)(async ({ state, ...input }, { db, now }) => {
    const { page, perPage, ...part } = paging(input, deps.config)
    return { ...(await autopayPage(db, deps.payments, state, part, now)), page, perPage }
  }),

  serve(listCharges)(async ({ state, from, to, ...input }, { db }) => {
    const { page, perPage, ...part } = paging(input, deps.config)
    return { ...(await chargesPage(db, { state, from, to }, part)), page, perPage }
  }),

  serve(retryCharge)(async ({ checkoutID }, context) => {
    const { db, refuse } = context
    const found = await chargeByID(db, checkoutID)
    if (!found) return refuse('not_found')
    if (!autopayIsOn(await settingsInForce(db), deps.payments)) throw new Refused('autopay_off')
    const { customerID, state } = found.checkout
    const method = await methodInUse(db, customerID, deps.payments.mode)
    const isIts = method !== null && method.methodID === found.charge.methodID && found.isPaused
    if (state !== 'failed' || !isIts) throw new Refused('wrong_state')
    if (!found.stillOwes) throw new Refused('nothing_owing')
    // Its tries begin anew, and the customer is told before the next one as before the first.
    await resumeMethod(db, context, { customerID, mode: deps.payments.mode, ifMatch: null }, 'office')
    return presentCharge((await chargeByID(db, checkoutID))!)
  }),
]

function ownOf(actor: Actor | null): string {
  if (actor === null) throw new Refused('unauthenticated')
  if (actor.role !== 'CUSTOMER') throw new Refused('forbidden')
  return actor.userID
}

/** The customer has come back before the webhook. The page is asked about again in a moment if the provider is away. */
async function askAboutSetup(deps: Dependencies, customerID: string, now: Date): Promise<void> {
  const setup = await inTransaction(deps.database.db, (tx) => openSetup(tx, customerID, deps.payments.mode, now))
  if (setup?.setupID == null) return
  try {
    await finishSetup(deps, setup.setupID)
  } catch (error) {
    if (!(error instanceof PaymentsTrouble)) throw error
  }
}
