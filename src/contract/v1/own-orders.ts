import * as z from 'zod/mini'
import { STOPS_IN_OWN_ORDER } from '#domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { id, noContent } from '../shapes.ts'

/** Empty: the office's order. */
const assignmentIDs = z.array(id)

/** The driver's phone tells it, so that arrivals follow the order that is driven (domain.md 18). */
export const tellOwnOrder = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/own-order',
  summary: 'Tell in which order the caller drives the stops of a run; the office’s order stays as it is',
  roles: { DRIVER: 'own' },
  changes: ['runs'],
  input: z.strictObject({ runOrderID: id, assignmentIDs: assignmentIDs.check(z.maxLength(STOPS_IN_OWN_ORDER)) }),
  output: noContent,
  status: 204,
  refusals: [],
})

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/own-orders',
  summary: 'In which order the drivers of a run drive their stops, where that is not the office’s',
  roles: { ADMIN: 'any' },
  area: 'runs',
  depot: 'records',
  reads: ['runs'],
  input: z.strictObject({ runOrderID: id }),
  output: z.object({ items: z.array(z.object({ driverID: id, assignmentIDs })) }),
  refusals: [],
})
