import { pairText } from '#domain/place.ts'
import { farFrom, placeDoubt } from '#domain/place-doubt.ts'
import type { Queryable } from '../../db/database.ts'
import { takeTurns } from '../../files/turns.ts'
import { suburbsWith } from '../places/public.ts'
import type { CustomerPlan } from './customers-write.ts'

/** The file's places that are probably wrong: far from their suburb's other places, or in another state. */
export async function doubtsOfPlaces(
  db: Queryable,
  plans: readonly CustomerPlan[],
): Promise<Map<CustomerPlan, string>> {
  const doubts = new Map<CustomerPlan, string>()
  const placed = plans.flatMap((plan) => (plan.place ? [{ plan, place: plan.place }] : []))
  if (placed.length === 0) return doubts
  const given = placed.map(({ plan: { after, home }, place }) => ({
    customerID: after.customerID,
    suburbID: home.suburb.suburbID,
    ...place,
  }))
  const suburbs = await suburbsWith(db, given)
  const pause = takeTurns()
  for (const { plan, place } of placed) {
    await pause()
    const { suburbID, label } = plan.home.suburb
    const away = farFrom(place, suburbs.get(suburbID) ?? null)
    const doubt = placeDoubt(place, { suburb: label, state: plan.after.state, away })
    if (doubt !== null) doubts.set(plan, `lat, lng “${pairText(place)}”: ${doubt.replace(/\.$/, '')}`)
  }
  return doubts
}
