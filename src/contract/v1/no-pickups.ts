import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  monthNumber,
  noContent,
  ofDepot,
  optionalLine,
  queryNumber,
  weekNumber,
  yearNumber,
} from '../shapes.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

const OWN = { ADMIN: 'any', CUSTOMER: 'own' } as const

export const noPickup = z.object({
  noPickupID: id,
  refId: z.string(),
  customerID: id,
  customer: z.string(),
  yearNumber,
  monthNumber,
  weekNumber,
  /** The week's dates and cut-off; null: the calendar no longer contains it. */
  from: z.nullable(day),
  to: z.nullable(day),
  cutoff: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** Added after the cut-off: the driver sees "customer cancelled", and the customer can't withdraw it. */
  late: z.boolean(),
  createdAt: instant,
  by: z.enum(['CUSTOMER', 'OFFICE']),
  /** The person's name; for the office only. */
  createdBy: z.optional(z.string()),
  version: z.int(),
})

const week = { yearNumber, monthNumber, weekNumber }

export const listNoPickups = endpoint({
  method: 'GET',
  path: '/v1/runs/no-pickups',
  summary: 'No pickups',
  roles: OWN,
  area: 'runs',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    customerID: z.optional(id),
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: pageOf(noPickup),
  refusals: ['keyword_too_short'],
})

export const createNoPickup = endpoint({
  method: 'POST',
  path: '/v1/runs/no-pickups',
  summary: 'No pickup in this week',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers'],
  input: z.strictObject({ ...week, customerID: z.optional(id), reason: z.optional(z.nullable(optionalLine)) }),
  output: noPickup,
  status: 201,
  refusals: ['no_pickup_taken', 'week_over'],
})

export const getNoPickup = endpoint({
  method: 'GET',
  path: '/v1/runs/no-pickups/{noPickupID}',
  summary: 'One no pickup',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ noPickupID: id }),
  output: noPickup,
  versioned: true,
  refusals: [],
})

export const updateNoPickup = endpoint({
  method: 'PUT',
  path: '/v1/runs/no-pickups/{noPickupID}',
  summary: 'Change the reason or the week; a customer only before the cut-off, to a week whose cut-off has not passed',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers'],
  input: z.strictObject({
    noPickupID: id,
    ...z.partial(z.object(week)).shape,
    reason: z.optional(z.nullable(optionalLine)),
  }),
  output: noPickup,
  versioned: true,
  refusals: ['no_pickup_taken', 'week_over', 'cutoff_passed', 'wrong_state', 'version_conflict'],
})

export const deleteNoPickup = endpoint({
  method: 'DELETE',
  path: '/v1/runs/no-pickups/{noPickupID}',
  summary: 'Withdraw a no pickup: the stop is on its run again; a customer only before the cut-off, and no late one',
  roles: OWN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers'],
  input: z.strictObject({ noPickupID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['cutoff_passed', 'week_over', 'wrong_state', 'version_conflict'],
})
