import { forgetPlace as forgetPlaceOf, getPlace, listPlacesNear, sendPositions, setPlace } from '#contract/v1/places.ts'
import { type Route, serve } from '../../http/serve.ts'
import { forgetPlace, placeByHand } from './places-commands.ts'
import { howFarOff, othersOf, placeOf, requireCustomer, visitsWaiting } from './places-reads.ts'
import { takePositions } from './positions-commands.ts'

/** More dots around a customer would show no more. */
const OTHERS_SHOWN = 500

export const placesRoutes = (): Route[] => [
  serve(getPlace)(async ({ customerID }, { db }) => {
    await requireCustomer(db, customerID)
    const place = await placeOf(db, customerID)
    return { place, farFromOthers: await howFarOff(db, place), waiting: await visitsWaiting(db, customerID) }
  }),

  serve(listPlacesNear)(async ({ customerID }, { db }) => {
    await requireCustomer(db, customerID)
    return { items: await othersOf(db, customerID, OTHERS_SHOWN) }
  }),

  serve(setPlace)(async (input, context) => placeByHand(context.db, context, input)),

  serve(forgetPlaceOf)(async ({ customerID }, context) => {
    await forgetPlace(context.db, context, customerID)
    return undefined
  }),

  serve(sendPositions)(async ({ positions }, { db, actor, now }) => ({
    taken: await takePositions(db, { driverID: actor.userID, now }, positions),
  })),
]
