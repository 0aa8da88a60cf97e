import * as z from 'zod/mini'
import { ROUND_ENDS, ROUND_STARTS, STREET_WAYS } from '#domain/round-rules.ts'
import { endpoint } from '../endpoint.ts'
import { drivenTimes } from './driven-times.ts'
import { count, degrees, id } from '../shapes.ts'

const point = z.object({ latitude: degrees, longitude: degrees })

/** What is known of the order of a run's stops beside the stops themselves (domain.md 4, Shortest order). */
export const getRoundRules = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/round-rules',
  summary: 'What the order of a run’s stops and its division among drivers depend on',
  roles: { ADMIN: 'any' },
  area: 'runs',
  depot: 'records',
  reads: ['customers', 'suburbs', 'drivers', 'settings'],
  input: z.strictObject({ runOrderID: id }),
  output: z.object({
    /** The firm's; null: not set. */
    depot: z.nullable(point),
    tip: z.nullable(point),
    /** When drivers leave, `HH:MM`. */
    startTime: z.string(),
    /** The drivers of the run, and everybody employed in its week. */
    drivers: z.array(
      z.object({
        driverID: id,
        driver: z.string(),
        startsAt: z.enum(ROUND_STARTS),
        endsAt: z.enum(ROUND_ENDS),
        home: z.nullable(point),
        truckBags: z.nullable(z.int()),
        /** Hours. */
        longestDay: z.nullable(z.number()),
      }),
    ),
    /** One for each stop of the run. */
    customers: z.array(
      z.object({
        customerID: id,
        suburbID: id,
        /** `first`, `last`, or before a time, `HH:MM`. */
        orderWish: z.nullable(z.string()),
        /** Who always has this customer. */
        driverID: z.nullable(id),
        /** The mean of the latest collections, at least 1; 0 of a rubbish removal. */
        bags: count,
      }),
    ),
    /** In these customers' suburbs. */
    streets: z.array(z.object({ suburbID: id, name: z.string(), way: z.enum(STREET_WAYS) })),
  }),
  refusals: [],
})

/** The same for a driver's own stops, which the phone keeps for days without signal. */
export const getOwnRoundRules = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/own-round-rules',
  summary: 'What the order of the caller’s own stops of a run depends on',
  roles: { DRIVER: 'own' },
  reads: ['customers', 'suburbs', 'drivers', 'settings'],
  input: z.strictObject({ runOrderID: id }),
  output: z.object({
    /** Where the caller’s rounds start and end; null: anywhere. */
    start: z.nullable(point),
    end: z.nullable(point),
    /** What the office chose for the two; one that has no point above is not set. Absent: kept by an earlier version. */
    startsAt: z.optional(z.enum(ROUND_STARTS)),
    endsAt: z.optional(z.enum(ROUND_ENDS)),
    /** When drivers leave, `HH:MM`. */
    startTime: z.string(),
    /** Kilometres an hour, and minutes at a stop, where nothing else is known. */
    travel: z.object({ speed: z.int(), atStop: z.int() }),
    driven: drivenTimes,
    /** One for each of the caller’s stops. */
    customers: z.array(z.object({ customerID: id, suburbID: id, orderWish: z.nullable(z.string()) })),
    streets: z.array(z.object({ suburbID: id, name: z.string(), way: z.enum(STREET_WAYS) })),
  }),
  refusals: [],
})
