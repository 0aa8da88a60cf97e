import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  monthNumber,
  noContent,
  notes,
  ofDepot,
  queryFlag,
  queryNumber,
  weekNumber,
  yearNumber,
} from '../shapes.ts'
import { runWeek } from './stops.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

const OWN = { ADMIN: 'any', CUSTOMER: 'own' } as const

/**
 * A customer collected on request (FLEXIBLE, ONE_OFF) is due only with an open request for the week
 * (domain.md 4, Pickup request).
 */
export const pickupRequest = z.object({
  pickupRequestID: id,
  customerID: id,
  refId: z.string(),
  customer: z.string(),
  suburb: z.string(),
  yearNumber,
  monthNumber,
  weekNumber,
  /** The week's dates; null: the calendar no longer contains it. */
  from: z.nullable(day),
  to: z.nullable(day),
  notes: z.nullable(z.string()),
  /** The stop that fulfils it, and its run, which only the office sees; null: open. */
  assignmentID: z.nullable(id),
  runOrderID: z.nullable(id),
  runOrder: z.nullable(z.string()),
  runWeek,
  createdAt: instant,
})
export type PickupRequest = z.input<typeof pickupRequest>

export const listPickupRequests = endpoint({
  method: 'GET',
  path: '/v1/runs/pickup-requests',
  summary: 'Pickup requests of who is collected on request',
  roles: OWN,
  area: 'runs',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    customerID: z.optional(id),
    open: z.optional(queryFlag),
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: pageOf(pickupRequest),
  refusals: ['keyword_too_short'],
})

export const createPickupRequest = endpoint({
  method: 'POST',
  path: '/v1/runs/pickup-requests',
  summary:
    'Ask for a pickup in a week, a customer only before its cut-off: the week’s draft or active run gets the stop at once, a later one when it is generated',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers'],
  input: z.strictObject({
    customerID: z.optional(id),
    yearNumber,
    monthNumber,
    weekNumber,
    notes: z.optional(z.nullable(notes)),
  }),
  output: pickupRequest,
  status: 201,
  refusals: ['cannot_generate_pickup'],
})

export const deletePickupRequest = endpoint({
  method: 'DELETE',
  path: '/v1/runs/pickup-requests/{pickupRequestID}',
  summary: 'Withdraw an open request, a customer only before the cut-off; one that a run has taken is that run’s stop',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers'],
  input: z.strictObject({ pickupRequestID: id }),
  output: noContent,
  status: 204,
  refusals: ['cutoff_passed', 'wrong_state'],
})
