import { listOwnOrders, tellOwnOrder } from '#contract/v1/own-orders.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { runByID } from '../core/runs-reads.ts'
import { takeOwnOrder } from './own-orders-commands.ts'
import { ownOrdersOf } from './own-orders-reads.ts'

export const ownOrdersRoutes = (): Route[] => [
  serve(tellOwnOrder)(async (input, { db, actor, now }) => {
    await takeOwnOrder(db, { driverID: actor.userID, now }, input)
    return undefined
  }),

  serve(listOwnOrders)(async ({ runOrderID }, { db }) => {
    if ((await runByID(db, runOrderID)) === null) throw new Refused('not_found')
    return { items: await ownOrdersOf(db, runOrderID) }
  }),
]
