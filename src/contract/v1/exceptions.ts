import * as z from 'zod/mini'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, ofDepot, optionalLine, signedMoney } from '../shapes.ts'
import { runWeek, stopEvent } from './stops.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

const ADMIN = { ADMIN: 'any' } as const

/** What a driver is paid more; negative: less. The GST on top, which earlier servers omit, is beside it. */
const pay = z.strictObject({ driver: z.string(), amount: signedMoney, gst: z.optional(signedMoney) })

/** A record that arrived after the plan had changed: stored but not billed until the office decides (domain.md 5). */
export const exception = z.extend(stopEvent, {
  runOrderID: z.nullable(z.string()),
  runOrder: z.nullable(z.string()),
  runWeek,
  customer: z.nullable(z.string()),
  /** Null: it names no stop known to the server. */
  customerID: z.nullable(id),
  address: z.nullable(z.string()),
  suburb: z.nullable(z.string()),
  /** The stop's service type. */
  serviceType: z.nullable(z.enum(CUSTOMER_SERVICE_TYPES)),
  /**
   * The records of other phones at the same stop that this record contradicts. It is empty once the office has decided.
   */
  against: z.array(stopEvent),
  /** The cause, in words. */
  message: z.string(),
  /**
   * What accepting it changes, together with the stop's other open records of the same page, AUD. Null: it is decided
   * already, names no stop known to the server, or the caller's role does not include money.
   */
  accepting: z.nullable(z.strictObject({ bills: signedMoney, pays: z.array(pay) })),
  reason: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type Exception = z.input<typeof exception>

export const listExceptions = endpoint({
  method: 'GET',
  path: '/v1/runs/exceptions',
  summary: 'Records the office must decide on',
  roles: ADMIN,
  area: 'runs',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    status: z.optional(z.enum(['open', 'accept', 'dismiss', 'all'])),
    runOrderID: z.optional(id),
  }),
  output: pageOf(exception),
  refusals: ['keyword_too_short'],
})

export const previewDecision = endpoint({
  method: 'POST',
  path: '/v1/runs/exceptions/preview',
  summary: 'What deciding these records in this order would change in money; decides nothing',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: [],
  reads: READS,
  input: z.strictObject({
    eventIDs: z.array(id).check(z.minLength(1), z.maxLength(100)),
    decision: z.enum(['accept', 'dismiss']),
  }),
  output: z.object({
    /**
     * AUD that completing the run will bill more; negative: less. Omitted where the caller's role does not include money,
     * as the other amounts.
     */
    bills: z.optional(signedMoney),
    /** What the stops bill afterwards, now or once their runs are completed. Earlier servers omit it. */
    billed: z.optional(signedMoney),
    /** The change of invoices that are issued. */
    invoiced: z.optional(signedMoney),
    /** The change of collections that wait for an invoice. */
    unbilled: z.optional(signedMoney),
    /** Prepaid collections that are used; negative: given back. */
    prepaid: z.int(),
    pays: z.optional(z.array(pay)),
    /** The balance afterwards of a single customer where it changes; negative: owing. */
    balance: z.optional(z.nullable(signedMoney)),
    /** Records whose decision would be refused. */
    refused: z.array(z.object({ eventID: id, message: z.string() })),
  }),
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const decideException = endpoint({
  method: 'PUT',
  path: '/v1/runs/exceptions/{eventID}',
  summary: 'Accept (it counts) or dismiss (with a reason)',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices', 'invoices', 'transactions'],
  input: z.strictObject({
    eventID: id,
    decision: z.enum(['accept', 'dismiss']),
    reason: z.optional(z.nullable(optionalLine)),
  }),
  output: exception,
  refusals: ['already_decided', 'wrong_state', 'books_closed'],
})
