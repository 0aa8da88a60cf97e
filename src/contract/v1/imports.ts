import * as z from 'zod/mini'
import { IMPORT_BYTES_MAX } from '#domain/import-rows.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, queryFlag } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

/** What came of a file, or would. */
export const importResult = z.object({
  /** Lines of data, the header not counted. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** False where nothing was kept: a dry run, or a bad row without `skipErrors`; the figures then say what would come of it. */
  written: z.boolean(),
  /** `line` counts from 1, the header being line 1, as an editor shows it; `name`: whom or what the line is about. */
  errors: z.array(z.object({ line: z.int(), name: z.optional(z.nullable(z.string())), message: z.string() })),
})
export type ImportResult = z.infer<typeof importResult>

/**
 * `dryRun`: says what would come of it and writes nothing. `skipErrors`: writes the good rows; without it one bad row and
 * nothing is written. `importID`: made by the caller, to ask how far it is, also after leaving the page.
 * A column whose heading is empty or `-` is left out. A heading `name=value` says what every line has that says nothing there.
 */
const query = { dryRun: z.optional(queryFlag), skipErrors: z.optional(queryFlag), importID: z.optional(id) }

export const importSuburbs = endpoint({
  method: 'POST',
  path: '/v1/users/suburbs/import',
  summary:
    'Suburbs from a CSV file with the heading label,postCode,state,weekNumber in any order; label and postcode say which suburb is meant',
  roles: ADMIN,
  input: z.strictObject(query),
  output: importResult,
  body: 'csv',
  maxBytes: IMPORT_BYTES_MAX,
  idempotencyKey: false,
  refusals: ['csv_unreadable', 'import_running'],
})

export const importCustomers = endpoint({
  method: 'POST',
  path: '/v1/users/customers/import',
  summary:
    'Customers from a CSV file headed by field names, suburbLabel, packageName and openingBalance; a row whose refId exists updates it',
  roles: ADMIN,
  input: z.strictObject(query),
  output: importResult,
  body: 'csv',
  maxBytes: IMPORT_BYTES_MAX,
  idempotencyKey: false,
  refusals: ['csv_unreadable', 'import_running'],
})

export const importProgress = endpoint({
  method: 'GET',
  path: '/v1/users/imports/{importID}',
  summary: 'How far an import is, and what came of it',
  roles: ADMIN,
  input: z.strictObject({ importID: id }),
  output: z.object({
    importID: id,
    kind: z.enum(['suburbs', 'customers']),
    dryRun: z.boolean(),
    /** `interrupted`: the server ended under it; the same file again goes on where it stopped. */
    state: z.enum(['running', 'done', 'refused', 'interrupted']),
    rows: z.int(),
    done: z.int(),
    startedAt: instant,
    endedAt: z.nullable(instant),
    result: z.nullable(importResult),
  }),
  refusals: [],
})
