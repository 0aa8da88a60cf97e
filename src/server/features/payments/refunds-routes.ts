import { getCardRefunds, refundToCard as refundingToCard } from '#contract/v1/payments.ts'
import type { Limit } from '../../http/limits.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { balancesOf } from '../ledger/public.ts'
import { checkoutByID } from './checkouts-reads.ts'
import { refundToCard } from './refunds-commands.ts'
import { refundsOf } from './refunds-reads.ts'

/** Each asks the provider. */
const REFUNDS: Limit = { hits: 60, seconds: 15 * 60 }

const UNANSWERED = {
  code: 'refund_unanswered',
  message:
    'Stripe didn’t answer. The refund is asked for again every five minutes, so don’t return the money another way.',
}

export const refundsRoutes = (deps: Dependencies): Route[] => [
  serve(getCardRefunds)(async ({ checkoutID }, { db, refuse }) => {
    const checkout = await checkoutByID(db, checkoutID)
    if (!checkout) return refuse('not_found')
    const { refunds, left } = await refundsOf(db, checkout)
    const balances = await balancesOf(db, [checkout.customerID])
    const credit = balances.get(checkout.customerID)?.credit ?? 0
    return { paid: checkout.amount, left, credit, sandbox: checkout.test, refunds }
  }),

  serve(refundingToCard, { transaction: false, limits: { perSession: REFUNDS } })(async (input, context) => {
    const state = await refundToCard(deps, context, input)
    const { left } = await refundsOf(context.database, (await checkoutByID(context.database, input.checkoutID))!)
    return {
      left,
      state: state === 'refunded' ? state : 'waiting',
      ...(state === 'unanswered' && { warnings: [UNANSWERED] }),
    }
  }),
]
