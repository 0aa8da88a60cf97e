import * as z from 'zod/mini'
import { TASK_ACTIONS, TASK_STATES, TYPED_PAYMENT_TYPES } from '#domain/money-words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, notes, ofDepot } from '../shapes.ts'
import { invoiceFilters, unbilledAccounts } from './invoices.ts'

const ADMIN = { ADMIN: 'any' } as const

const CHANGES = ['tasks', 'invoices', 'transactions', 'customers', 'runs', 'mails'] as const

const shown = {
  taskID: id,
  action: z.enum(TASK_ACTIONS),
  state: z.enum(TASK_STATES),
  /** Done and skipped ones add up to it once the task is finished and was not cancelled. */
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  /**
   * What became by now of the mails of those done: of an invoice `send` mailed, of a reminder `remind` mailed. Null:
   * the act mails nothing.
   */
  delivered: z.nullable(
    z.object({ sent: z.int(), waiting: z.int(), failed: z.int(), kept: z.int(), printed: z.int() }),
  ),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
}
export const listedTask = z.object(shown)
export type ListedTask = z.input<typeof listedTask>

export const task = z.object({
  ...shown,
  /** The items left out, and why; at most the first 500. */
  skippedItems: z.array(
    z.object({
      customerID: id,
      customer: z.string(),
      /** Null: the act is on the customer. */
      invoiceID: z.nullable(id),
      number: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
})
export type Task = z.input<typeof task>

export const bulkInvoices = endpoint({
  method: 'POST',
  path: '/v1/invoices/bulk',
  summary:
    'Act on many invoices: makes a task that is carried out in the background, on those there are now. By `invoiceIDs` or the list’s `filters`; `mass` invoices what is unbilled of `customerIDs`, or of all customers',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  maxBytes: 1_048_576,
  maxValues: 12_000,
  input: z.strictObject({
    action: z.enum(TASK_ACTIONS),
    invoiceIDs: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5_000))),
    /** `mark-printed` selects by default customers without email, as in the print list. */
    filters: z.optional(z.strictObject(invoiceFilters)),
    customerIDs: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5_000))),
    /** Only for `mass`. */
    accounts: unbilledAccounts,
    /** Only for `pay`: each invoice is paid in full. */
    payment: z.optional(
      z.strictObject({
        paymentType: z.enum(TYPED_PAYMENT_TYPES),
        /** By default today; never in the future. */
        datePaid: z.optional(day),
        notes: z.optional(z.nullable(notes)),
      }),
    ),
  }),
  output: task,
  status: 201,
  refusals: ['keyword_too_short', 'payment_type_missing', 'nothing_to_do', 'too_many_at_once'],
})

export const listTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks',
  summary: 'Bulk acts, newest first, with how far they are',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: ['invoices', 'customers'],
  input: z.strictObject({
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    from: pageQuery.from,
    to: pageQuery.to,
    state: z.optional(z.enum(TASK_STATES)),
    ...ofDepot,
  }),
  output: pageOf(listedTask),
  refusals: [],
})

export const getTask = endpoint({
  method: 'GET',
  path: '/v1/tasks/{taskID}',
  summary: 'One bulk act: how far it is, whom it skipped and why',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: ['invoices', 'customers'],
  input: z.strictObject({ taskID: id }),
  output: task,
  refusals: [],
})

export const cancelTask = endpoint({
  method: 'PUT',
  path: '/v1/tasks/{taskID}/cancel',
  summary: 'Stop a bulk act: what is done stays done',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({ taskID: id }),
  output: task,
  refusals: ['wrong_state'],
})
