import * as z from 'zod/mini'
import { OLD_NUMBER_MAX } from '#domain/cut-over.ts'
import { IMPORT_BYTES_MAX } from '#domain/import-rows.ts'
import { endpoint } from '../endpoint.ts'
import { day, dollars, id, instant, line, money, queryFlag } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

const rowMessage = z.object({ line: z.int(), name: z.optional(z.nullable(z.string())), message: z.string() })

export const importResult = z.object({
  /** Rows of data, without the header. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /**
   * False: nothing was written, because of a dry run, or an invalid row without `skipErrors`; the counts then show what
   * would have been written.
   */
  written: z.boolean(),
  /** `line` counts from 1, the header, as an editor shows it; `name`: the person or thing that the row describes. */
  errors: z.array(rowMessage),
  /**
   * Rows that look like something already here. Like a row with an error, such a row is not imported, unless its column
   * `confirmed` says yes. Absent: none.
   */
  questions: z.optional(z.array(rowMessage)),
  /** What these rows book, AUD, and change in prices. Absent: nothing. */
  money: z.optional(
    z.object({
      /** Debts of the old billing program, in sums or as single invoices. */
      debts: z.int(),
      owed: dollars,
      credits: z.int(),
      credit: dollars,
      /** Collections paid for in advance in the old program. */
      prepaid: z.int(),
      /** Customers of before who get another price. */
      prices: z.int(),
    }),
  ),
  /** Customers who move with their suburb to another week. Absent: none. */
  moves: z.optional(z.int()),
  /** What was understood only in part, or is unusual, in rows that are imported nevertheless. Absent: none. */
  warnings: z.optional(z.array(rowMessage)),
  /** How many messages there are beyond the first 1,000 of their kind, which alone are listed. Absent: none. */
  more: z.optional(z.object({ errors: z.int(), questions: z.int(), warnings: z.int() })),
})
export type ImportResult = z.input<typeof importResult>

/**
 * `dryRun`: reports the result and writes nothing. `skipErrors`: writes the valid rows; without it one invalid row
 * prevents all writing. `importID`: made by the caller, to query the progress, also after leaving the page. A column
 * whose heading is empty or `-` is ignored. A heading `name=value` sets the value of every row whose cell is empty.
 */
const query = { dryRun: z.optional(queryFlag), skipErrors: z.optional(queryFlag), importID: z.optional(id) }

export const importSuburbs = endpoint({
  method: 'POST',
  path: '/v1/users/suburbs/import',
  summary:
    'Suburbs from a CSV file with the heading label,postCode,state,weekNumber in any order; label and postcode say which suburb is meant',
  roles: ADMIN,
  area: 'settings',
  changes: ['imports', 'suburbs', 'customers', 'runs'],
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
    'Customers from a CSV file headed by field names, suburbLabel, packageName, openingBalance, openingDueDate and prepaidLeft; a row whose refId exists updates it',
  roles: ADMIN,
  area: 'money',
  changes: ['imports', 'customers', 'suburbs', 'products', 'runs', 'mails', 'invoices', 'transactions'],
  input: z.strictObject(query),
  output: importResult,
  body: 'csv',
  maxBytes: IMPORT_BYTES_MAX,
  idempotencyKey: false,
  refusals: ['csv_unreadable', 'import_running'],
})

export const oldInvoice = z.object({
  oldNumber: line.check(z.maxLength(OLD_NUMBER_MAX)),
  refId: z.int().check(z.minimum(1), z.maximum(99_999_999)),
  issueDate: day,
  dueDate: z.optional(day),
  owing: money,
})

export const importInvoices = endpoint({
  method: 'POST',
  path: '/v1/invoices/import',
  summary:
    'Open invoices of the old billing program from a CSV file with the heading oldNumber,refId,issueDate,dueDate,owing in any order; each is booked once, under its customer and old number',
  roles: ADMIN,
  area: 'money',
  changes: ['imports', 'invoices', 'transactions', 'customers'],
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
  area: 'shared',
  input: z.strictObject({ importID: id }),
  output: z.object({
    importID: id,
    kind: z.enum(['suburbs', 'customers', 'invoices']),
    dryRun: z.boolean(),
    /** `interrupted`: the server stopped during the import; importing the same file again continues it. */
    state: z.enum(['running', 'done', 'refused', 'interrupted']),
    rows: z.int(),
    done: z.int(),
    startedAt: instant,
    endedAt: z.nullable(instant),
    result: z.nullable(importResult),
  }),
  refusals: [],
})
