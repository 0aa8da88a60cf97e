import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#contract/v1/customers.ts'
import { listPlacesNear } from '#contract/v1/places.ts'
import { placeProblem, type Point } from '#domain/place.ts'
import { aroundOf, farFrom, placeDoubt } from '#domain/place-doubt.ts'
import { ask } from '#client/api/query-client.ts'

/** Says of a point, before it is saved, why it is probably wrong for this customer; null: nothing says so. */
export function usePlaceDoubt(customer: Customer): (point: Point | null) => string | null {
  const { data } = useQuery(ask(listPlacesNear, { customerID: customer.customerID }))
  const around = useMemo(() => aroundOf(data?.items ?? []), [data])
  return (point) =>
    point === null || placeProblem(point) !== null
      ? null
      : placeDoubt(point, { ...customer, away: farFrom(point, around) })
}
