import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, signedMoney } from '../shapes.ts'
import { device } from './devices.ts'
import { stopFigures, stopWithEvents } from './stops.ts'
import { runRow } from './runs.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

const ADMIN = { ADMIN: 'any' } as const

/**
 * A driver's phone on the progress screen, without the comparison with the server's counts, which is too expensive to
 * compute every 3 s (GET /v1/devices has it).
 */
export const watchedDevice = z.omit(device, { reconciliation: true, phonesOfDriver: true })
export type WatchedDevice = z.input<typeof watchedDevice>

/**
 * Progress of one driver's part of the run; `driverID` null: the stops without a driver. A driver whose stops were all
 * reassigned is included as long as one of their phones holds records.
 */
export const driverProgress = z.object({
  driverID: z.nullable(id),
  driver: z.nullable(z.string()),
  /** Moved and removed stops are not counted. */
  stops: z.int(),
  ...stopFigures,
  bags: z.int(),
  phones: z.array(watchedDevice),
})
export type DriverProgress = z.input<typeof driverProgress>

export const runProgress = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/progress',
  summary:
    'What changed in a run since a cursor: its stops, the counts per driver, their phones; polled every 3 s while the page is visible',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id, since: z.optional(z.string().check(z.maxLength(100))) }),
  output: z.object({
    /** Sent as `since` next time. Valid on every server of one database. */
    cursor: z.string(),
    /** `jobs` is complete, because no cursor was given, or one this database does not know (a restored backup). */
    whole: z.boolean(),
    /** The run's own row, with its current counts. */
    run: runRow,
    drivers: z.array(driverProgress),
    /**
     * The complete stops that changed since the cursor; one may be sent twice, none is missed. The higher `version` is
     * the newer.
     */
    jobs: z.array(stopWithEvents),
    /**
     * All current stops, if the set differs from that at the cursor: known stops that are not listed were removed.
     * Null: unchanged.
     */
    assignmentIDs: z.nullable(z.array(id)),
    /** Records of this run that need the office's decision. */
    exceptions: z.int(),
    /** The same value as in `run`. */
    attemptFee: z.nullable(signedMoney),
  }),
  refusals: [],
})
