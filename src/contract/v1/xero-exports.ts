import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, queryNumber, signedMoney } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const
const READS = ['invoices', 'transactions', 'customers', 'settings', 'admins'] as const

const xeroExport = z.object({
  exportID: id,
  from: z.nullable(day),
  to: z.nullable(day),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  documents: z.int(),
  amount: signedMoney,
  /** Number of its files: Xero takes 500 invoices from one. */
  files: z.int(),
})

export const listXeroExports = endpoint({
  method: 'GET',
  path: '/v1/reports/xero-exports',
  summary: 'Exports to Xero, the newest first, and how many documents wait for the next',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ page: pageQuery.page, perPage: pageQuery.perPage }),
  // `waiting` is counted up to one more than an export holds.
  output: z.extend(pageOf(xeroExport), { waiting: z.int() }),
  refusals: [],
})

export const previewXeroExport = endpoint({
  method: 'GET',
  path: '/v1/reports/xero-exports/preview',
  summary: 'What an export now would have; at most 10,000 documents',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  output: z.object({
    /** Exported for the first time. */
    invoices: z.int(),
    /** Changes of invoices that are exported already. */
    adjustments: z.int(),
    amount: signedMoney,
    /** Issue dates of the first and the last document; null: there is none. */
    from: z.nullable(day),
    to: z.nullable(day),
    /** More wait than one export holds. */
    more: z.boolean(),
  }),
  refusals: [],
})

export const createXeroExport = endpoint({
  method: 'POST',
  path: '/v1/reports/xero-exports',
  summary:
    'Export the invoices that are not exported yet, and what changed in exported ones; `from` and `to` bound the issue date. At most 10,000 at once',
  roles: ADMIN,
  area: 'money',
  changes: ['reports'],
  input: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  output: xeroExport,
  status: 201,
  refusals: ['nothing_to_export'],
})

export const getXeroFile = endpoint({
  method: 'GET',
  path: '/v1/reports/xero-exports/{exportID}/file',
  summary: 'One file of an export for Xero’s import of sales invoices, as text',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({
    exportID: id,
    /** The default is the first. */
    file: z.optional(queryNumber(z.int().check(z.minimum(1), z.maximum(20)))),
  }),
  output: z.object({ name: z.string(), text: z.string() }),
  refusals: [],
})

export const getXeroExport = endpoint({
  method: 'GET',
  path: '/v1/reports/xero-exports/{exportID}',
  summary: 'The documents of an export',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ exportID: id, page: pageQuery.page, perPage: pageQuery.perPage }),
  output: z.extend(
    pageOf(
      z.object({
        documentID: id,
        invoiceID: id,
        /** INV-000123, or ADJ-000007 for a change. */
        number: z.string(),
        invoice: z.string(),
        customerID: id,
        customer: z.string(),
        refId: z.string(),
        issueDate: day,
        amount: signedMoney,
      }),
    ),
    { export: xeroExport },
  ),
  refusals: [],
})
