import * as z from 'zod/mini'
import { RUN_STATUSES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, dollars, id, instant, monthNumber, noContent, notes, optionalLine, queryNumber, runNumber, warnings, weekNumber, yearNumber } from '../shapes.ts'
import { job, jobWithEvents, shiftTo } from './jobs.ts'

const ADMIN = { ADMIN: 'any' } as const

/** A run without its jobs: a row of the office's list. */
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
  trrNotes: z.nullable(z.string()),
  totalBags: z.int(),
  /** Stops, and how many have an outcome (shifted and removed ones not counted). */
  stops: z.int(),
  done: z.int(),
  createdAt: instant,
  activatedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  version: z.int(),
})

export const run = z.extend(runRow, { jobs: z.array(jobWithEvents), invoices: z.array(z.object({ invoiceID: id })), warnings })
export type Run = z.infer<typeof run>

/** A run as a driver's phone keeps it: his own jobs only, no office notes. */
export const driverRun = z.extend(z.omit(runRow, { trrNotes: true }), { jobs: z.array(job) })
export type DriverRun = z.infer<typeof driverRun>

/** A driver gets every run with its jobs, the office rows only. */
export const runListItem = z.extend(runRow, { jobs: z.optional(z.array(job)) })

export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/runs',
  summary: 'Runs; a driver gets his active ones and those completed in the last 7 days, each with his jobs',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  input: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(['all', ...RUN_STATUSES])),
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: z.extend(pageOf(runListItem), {
    /** New after every restore of the database: phones send their receipts again. */
    dataEpoch: z.string(),
    /** What was received before this is in a backup. */
    backedUpThrough: z.nullable(instant),
  }),
  refusals: ['keyword_too_short'],
})

export const generateRun = endpoint({
  method: 'POST',
  path: '/v1/runs',
  summary: 'Generate the run of a week from the customers due',
  roles: ADMIN,
  input: z.strictObject({
    yearNumber,
    monthNumber,
    weekNumber,
    description: z.optional(z.nullable(notes)),
    drivers: z.optional(z.array(z.strictObject({ runNumber, driverID: id })).check(z.maxLength(99))),
  }),
  output: run,
  status: 201,
  refusals: ['cannot_generate_run'],
})

export const getRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}',
  summary: 'One run with its jobs; a driver sees his own jobs',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: [],
})

const assignmentIDs = z.array(id).check(z.maxLength(5000))
export const updateRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}',
  summary: 'Change a run’s texts; add, remove, re-assign, re-order and edit its jobs',
  roles: ADMIN,
  input: z.strictObject({
    runOrderID: id,
    description: z.optional(z.nullable(notes)),
    trrNotes: z.optional(z.nullable(notes)),
    jobs: z.optional(
      z.strictObject({
        add: z.optional(assignmentIDs),
        remove: z.optional(assignmentIDs),
        assign: z.optional(z.array(z.strictObject({ assignmentIDs, driverID: z.nullable(id) })).check(z.maxLength(200))),
        order: z.optional(assignmentIDs),
        edit: z.optional(
          z.array(z.strictObject({ assignmentID: id, amount: z.optional(dollars), adminNotes: z.optional(z.nullable(notes)) })).check(z.maxLength(5000)),
        ),
      }),
    ),
  }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'customer_already_added', 'cannot_generate_pickup', 'reassign_closed', 'job_has_outcome', 'version_conflict'],
})

export const deleteRun = endpoint({
  method: 'DELETE',
  path: '/v1/runs/{runOrderID}',
  summary: 'Delete a draft',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const activateRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/activate',
  summary: 'Mark active: all customers with no pickup are shifted to their next period; drivers see the run',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'driver_missing', 'version_conflict'],
})

export const completeRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/complete',
  summary: 'Complete: jobs are locked, pointers move, incomes become payable',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id, outstanding: z.optional(z.enum(['refuse', 'shift'])) }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'outcome_missing', 'version_conflict'],
})

export const archiveRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/archive',
  summary: 'Archive a completed run: read-only and out of the lists',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const shiftJob = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/assignments/{assignmentID}/shift',
  summary: 'Shift a stop to its next period, or to a named week',
  roles: ADMIN,
  input: z.strictObject({ runOrderID: id, assignmentID: id, to: z.optional(shiftTo), reason: z.optional(z.nullable(optionalLine)) }),
  output: run,
  refusals: ['wrong_state', 'job_has_outcome', 'cannot_generate_pickup'],
})
