import {
  createPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  seePushSubscription,
} from '#contract/v1/push.ts'
import { PUSH_DEVICES_MAX } from '#domain/pushes.ts'
import { refuseField } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { pushKeys } from './push-keys.ts'
import { see, subscribe, unsubscribe } from './subscriptions-commands.ts'
import { subscriptionByID, subscriptionsOf, type SubscriptionShown } from './subscriptions-reads.ts'

/** A browser seldom changes its subscription; every visit may ask about it. */
const LIMITS = { perUser: { hits: 120, seconds: 3600 } }

export const pushRoutes = (deps: Dependencies): Route[] => [
  serve(getPushKey)(async (_input, { db }) => ({ publicKey: (await pushKeys(db, deps)).publicKey })),

  serve(listPushSubscriptions)(async ({ customerID }, { actor, db, refuse }) => {
    if (actor.role !== 'ADMIN' && customerID !== undefined && customerID !== actor.userID) refuse('not_found')
    const whose =
      actor.role === 'ADMIN' ? (customerID ?? refuseField('customerID', 'This field is mandatory')) : actor.userID
    const items = (await subscriptionsOf(db, whose)).map(present)
    return { items, page: 1, perPage: PUSH_DEVICES_MAX, total: items.length }
  }),

  serve(createPushSubscription, { limits: LIMITS })(async (input, context) => {
    const { db, actor } = context
    const pushSubscriptionID = await subscribe(db, context, deps.config, input)
    return present((await subscriptionByID(db, actor.userID, pushSubscriptionID))!)
  }),

  serve(seePushSubscription, { limits: LIMITS })(async ({ endpoint }, context) => ({
    pushSubscriptionID: await see(context.db, context, endpoint),
  })),

  serve(deletePushSubscription)(async ({ pushSubscriptionID }, context) => {
    await unsubscribe(context.db, context, pushSubscriptionID)
  }),
]

const present = (row: SubscriptionShown) => ({ ...row, device: row.browser })
