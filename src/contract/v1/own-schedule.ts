import * as z from 'zod/mini'
import { CUSTOMER_STATUSES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, money, queryNumber, signedMoney } from '../shapes.ts'
import { scheduledWeek } from './customer-schedules.ts'
import { periodWeek } from './stops.ts'

const minutes = z.int().check(z.minimum(0), z.maximum(1440))

/** What a customer's portal shows (domain.md 17): nothing of other customers, and no position of a truck. */
export const ownSchedule = endpoint({
  method: 'GET',
  path: '/v1/runs/own-schedule',
  summary: 'The caller’s own collections as the portal shows them: the next 12 months, and the latest past ones',
  roles: { CUSTOMER: 'own' },
  reads: ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays', 'invoices'],
  input: z.strictObject({
    past: z.optional(queryNumber(z.int().check(z.minimum(1), z.maximum(100)))),
  }),
  output: z.object({
    status: z.enum(CUSTOMER_STATUSES),
    /** What has to be paid so that paused collections go on; null: they are not paused. Earlier servers omit it. */
    pausedFor: z.optional(z.nullable(signedMoney)),
    /** Not over yet, earliest first. */
    coming: z.array(
      z.object({
        ...scheduledWeek.shape,
        /** By when the bag is put out, in the business time zone. */
        putOut: z.object({ day, time: z.string() }),
        /** The customer's request for this week that no run has taken yet. */
        pickupRequestID: z.optional(id),
      }),
    ),
    /** Latest first. */
    past: z.array(scheduledWeek),
    pastTotal: z.int(),
    /** The next price that the customer was told of, and its first day; null: none. Earlier servers omit it. */
    comingPrice: z.optional(z.nullable(z.object({ price: money, from: day }))),
    /** When the bag was usually collected at this address; null: unknown. */
    usually: z.nullable(z.object({ weekday: z.int().check(z.minimum(1), z.maximum(7)), from: minutes, to: minutes })),
    /** The active run with a stop for the customer that has not been reached yet. */
    underWay: z.nullable(
      z.object({
        stops: z.int(),
        done: z.int(),
        lastHeardAt: instant,
        /** The hour in which the driver will probably be there; null: too early to say. Earlier servers omit it. */
        arrival: z.optional(z.nullable(z.object({ from: instant, to: instant }))),
      }),
    ),
    /**
     * For customers collected on request: the weeks that can still be requested (`own`: the suburb is collected in it),
     * and why there is none. Null: collected in turn.
     */
    requestable: z.nullable(
      z.object({
        weeks: z.array(z.object({ ...periodWeek.shape, from: day, to: day, own: z.boolean() })),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})
