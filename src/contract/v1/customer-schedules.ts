import * as z from 'zod/mini'
import { SCHEDULE_STATES } from '#domain/schedules.ts'
import { CUSTOMER_SERVICE_TYPES, OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant } from '../shapes.ts'
import { periodWeek, photoLink } from './stops.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

/** One week of a customer's year (domain.md 10, `customer-schedules`). */
export const scheduledWeek = z.object({
  ...periodWeek.shape,
  from: day,
  to: day,
  /** Until then a no pickup is free. */
  cutoff: instant,
  /** The stop’s service type; without a stop, the customer’s. */
  serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
  state: z.enum(SCHEDULE_STATES),
  outcome: z.optional(z.enum(OUTCOMES)),
  /**
   * Why it was skipped, shifted or cancelled. Only the office reads a text that it wrote; customers see the reason they
   * gave.
   */
  reason: z.optional(z.string()),
  shiftedTo: z.optional(periodWeek),
  /** Bags; 0 of a rubbish removal. */
  pu: z.optional(z.int()),
  photos: z.optional(z.array(photoLink)),
  noPickupID: z.optional(id),
  /** The no pickup was added after the cut-off: the driver sees it, and the customer can’t withdraw it. */
  late: z.optional(z.boolean()),
  /** Its stop, if any; a case about this collection names it. */
  assignmentID: z.optional(id),
  /** For the office only. */
  runOrderID: z.optional(id),
})
export type ScheduledWeek = z.input<typeof scheduledWeek>

export const customerSchedules = endpoint({
  method: 'GET',
  path: '/v1/runs/customer-schedules',
  summary:
    'A customer’s collections: the next 12 months, and what happened in the past 12, earliest first; the office names the customer',
  roles: { ADMIN: 'any', CUSTOMER: 'own' },
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ customerID: z.optional(id) }),
  output: z.array(scheduledWeek),
  refusals: [],
})
