import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  id,
  money,
  monthNumber,
  noContent,
  notes,
  optionalLine,
  runNumber,
  weekNumber,
  yearNumber,
  ofDepot,
} from '../shapes.ts'
import { shiftTo } from './stops.ts'
import { run } from './runs.ts'

/** Run operations for the office only. Separate from runs.ts, so that the driver's app does not load them. */
const ADMIN = { ADMIN: 'any' } as const

export const generateRun = endpoint({
  method: 'POST',
  path: '/v1/runs',
  summary: 'Generate the run of a week from the customers due',
  roles: ADMIN,
  area: 'runs',
  depot: 'list',
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    yearNumber,
    monthNumber,
    weekNumber,
    description: z.optional(z.nullable(notes)),
    drivers: z.optional(z.array(z.strictObject({ runNumber, driverID: id })).check(z.maxLength(99))),
    ...ofDepot,
  }),
  output: run,
  status: 201,
  refusals: ['cannot_generate_run'],
})

/** All of 5,000 stops ordered, reassigned and edited in one call, two dozen of them with the longest notes. */
const RUN_BYTES = 2 * 1_048_576
const RUN_VALUES = 50_000
const assignmentIDs = z.array(id).check(z.maxLength(5000))
export const updateRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}',
  summary: 'Change a run’s texts; add, remove, re-assign, re-order and edit its stops',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  maxBytes: RUN_BYTES,
  maxValues: RUN_VALUES,
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    runOrderID: id,
    description: z.optional(z.nullable(notes)),
    trrNotes: z.optional(z.nullable(notes)),
    jobs: z.optional(
      z.strictObject({
        add: z.optional(assignmentIDs),
        remove: z.optional(assignmentIDs),
        assign: z.optional(
          z.array(z.strictObject({ assignmentIDs, driverID: z.nullable(id) })).check(z.maxLength(200)),
        ),
        order: z.optional(assignmentIDs),
        edit: z.optional(
          z
            .array(
              z.strictObject({
                assignmentID: id,
                amount: z.optional(money),
                adminNotes: z.optional(z.nullable(notes)),
                runNumber: z.optional(runNumber),
              }),
            )
            .check(z.maxLength(5000)),
        ),
        /**
         * A past run: its customers in the order they were actually driven, the others beside their nearest neighbour.
         */
        orderFrom: z.optional(id),
      }),
    ),
  }),
  output: run,
  versioned: true,
  refusals: [
    'wrong_state',
    'customer_already_added',
    'cannot_generate_pickup',
    'reassign_closed',
    'job_has_outcome',
    'version_conflict',
  ],
})

export const deleteRun = endpoint({
  method: 'DELETE',
  path: '/v1/runs/{runOrderID}',
  summary: 'Delete a draft',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices'],
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
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'driver_missing', 'version_conflict'],
})

export const completeRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/complete',
  summary: 'Complete: stops are locked, customers move to their next collection, incomes become payable',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices', 'invoices', 'transactions', 'mails'],
  input: z.strictObject({ runOrderID: id, outstanding: z.optional(z.enum(['refuse', 'shift'])) }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'outcome_missing', 'records_contradict', 'books_closed', 'version_conflict'],
})

export const archiveRun = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/archive',
  summary: 'Archive a completed run once its exceptions are decided: read-only and out of the lists',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({ runOrderID: id }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'exceptions_open', 'version_conflict'],
})

export const shiftJob = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/assignments/{assignmentID}/shift',
  summary: 'Shift a stop to its next period, or to a named week',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    runOrderID: id,
    assignmentID: id,
    to: z.optional(shiftTo),
    reason: z.optional(z.nullable(optionalLine)),
  }),
  output: run,
  refusals: ['wrong_state', 'job_has_outcome', 'cannot_generate_pickup'],
})
