import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, optionalLine } from '../shapes.ts'
import { stopEvent } from './stops.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

const ADMIN = { ADMIN: 'any' } as const

/** A record that arrived after the plan had changed: stored but not billed until the office decides (domain.md 5). */
export const exception = z.extend(stopEvent, {
  runOrderID: z.nullable(z.string()),
  runOrder: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  /** Null: it names no stop known to the server. */
  customerID: z.nullable(id),
  address: z.nullable(z.string()),
  suburb: z.nullable(z.string()),
  /**
   * The records of other phones at the same stop that this record contradicts. It is empty once the office has decided.
   */
  against: z.array(stopEvent),
  /** The cause, in words. */
  message: z.string(),
  /**
   * What accepting it changes, together with the stop's other open records of the same page, AUD. Null: it is decided
   * already, or names no stop known to the server.
   */
  accepting: z.nullable(
    z.strictObject({ bills: z.number(), pays: z.array(z.strictObject({ driver: z.string(), amount: z.number() })) }),
  ),
  reason: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type Exception = z.infer<typeof exception>

export const listExceptions = endpoint({
  method: 'GET',
  path: '/v1/runs/exceptions',
  summary: 'Records the office must decide on',
  roles: ADMIN,
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(['open', 'accept', 'dismiss', 'all'])),
    runOrderID: z.optional(id),
  }),
  output: pageOf(exception),
  refusals: ['keyword_too_short'],
})

export const decideException = endpoint({
  method: 'PUT',
  path: '/v1/runs/exceptions/{eventID}',
  summary: 'Accept (it counts) or dismiss (with a reason)',
  roles: ADMIN,
  changes: ['runs', 'customers', 'pays', 'devices', 'invoices', 'transactions'],
  input: z.strictObject({
    eventID: id,
    decision: z.enum(['accept', 'dismiss']),
    reason: z.optional(z.nullable(optionalLine)),
  }),
  output: exception,
  refusals: ['already_decided', 'wrong_state', 'books_closed'],
})
