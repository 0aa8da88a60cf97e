import * as z from 'zod/mini'
import { RUN_STATUSES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  monthNumber,
  ofDepot,
  queryNumber,
  signedMoney,
  warnings,
  weekNumber,
  yearNumber,
} from '../shapes.ts'
import { stop, stopFigures, stopWithEvents } from './stops.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

/** A run without its stops: a row of the office's list. */
export const runRow = z.object({
  runOrderID: id,
  readableID: z.string(),
  refId: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(RUN_STATUSES),
  yearNumber,
  monthNumber,
  weekNumber,
  sequenceNumber: z.int(),
  fromDate: day,
  toDate: day,
  /** Whose customers it collects; null: those of every depot. Servers before depots omit it. */
  depotID: z.optional(z.nullable(id)),
  trrNotes: z.nullable(z.string()),
  totalBags: z.int(),
  /** Without moved and removed ones: done, not done and open. */
  stops: z.int(),
  ...stopFigures,
  createdAt: instant,
  activatedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  version: z.int(),
})

export const run = z.extend(runRow, {
  jobs: z.array(stopWithEvents),
  /** The invoices that bill a collection of this run. For the office only. */
  invoices: z.array(z.object({ invoiceID: id })),
  /** AUD for a failed attempt, as chargeOf takes it: the current setting, fixed at completion. For the office only. */
  attemptFee: z.optional(z.nullable(signedMoney)),
  warnings,
})
export type Run = z.input<typeof run>

/** A run for a driver's device: only the driver's own stops, no office notes. */
export const driverRun = z.extend(z.omit(runRow, { trrNotes: true }), { jobs: z.array(stop) })
export type DriverRun = z.input<typeof driverRun>

/** For a driver every run includes its stops; the office receives the rows only. */
export const runListItem = z.extend(runRow, { jobs: z.optional(z.array(stop)) })

export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/runs',
  summary: 'Runs; a driver gets their active ones and those completed in the last 7 days, each with their stops',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'runs',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    status: z.optional(z.enum(['all', ...RUN_STATUSES])),
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: z.extend(pageOf(runListItem), {
    /** Changes with every restore of the database; devices then send their receipts again. */
    dataEpoch: z.string(),
    /** Everything received before this instant is in a backup. */
    backedUpThrough: z.nullable(instant),
  }),
  refusals: ['keyword_too_short'],
})

export const getRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}',
  summary: 'One run with its stops; a driver gets the runs of `GET /v1/runs` only, each with their own stops',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'runs',
  depot: 'records',
  reads: [...READS, 'invoices'],
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: [],
})
