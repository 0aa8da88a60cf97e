import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../shapes.ts'
import { device } from './devices.ts'
import { jobWithEvents } from './jobs.ts'
import { runRow } from './runs.ts'

const ADMIN = { ADMIN: 'any' } as const

/** A driver's phone as it is watched: its counts beside the office's are the ledger's (GET /v1/devices), too dear to be made every 3 s. */
export const watchedPhone = z.omit(device, { reconciliation: true, phonesOfDriver: true })
export type WatchedPhone = z.infer<typeof watchedPhone>

/** How one driver's part of the run goes; `driverID` null: the stops nobody drives. Whose stops were all given away is there as long as a phone of his holds records. */
export const driverProgress = z.object({
  driverID: z.nullable(id),
  driver: z.nullable(z.string()),
  /** Shifted and removed ones not counted. */
  stops: z.int(),
  done: z.int(),
  toDo: z.int(),
  bags: z.int(),
  phones: z.array(watchedPhone),
})
export type DriverProgress = z.infer<typeof driverProgress>

export const runProgress = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/progress',
  summary:
    'What changed in a run since a cursor: its stops, the counts per driver, their phones; polled every 3 s while the page is visible',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id, since: z.optional(z.string().check(z.maxLength(100))) }),
  output: z.object({
    /** To be sent as `since` next time. The same on every server of one database. */
    cursor: z.string(),
    /** True when `jobs` is all of them: no cursor was given, or one this database does not know (a restored backup). */
    whole: z.boolean(),
    /** The run's own row; its counts are of now. */
    run: runRow,
    drivers: z.array(driverProgress),
    /** Changed since the cursor, each whole; one may be told twice, never missed. `version` says which is newer. */
    jobs: z.array(jobWithEvents),
    /** All jobs there are, when they are others than at the cursor: known ones that are not among these are gone. Null: none came or went. */
    assignmentIDs: z.nullable(z.array(id)),
    /** Records of this run that wait for the office's decision. */
    exceptions: z.int(),
    /** As `run` has it. */
    attemptFee: z.nullable(z.number()),
  }),
  refusals: [],
})
