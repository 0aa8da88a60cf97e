import * as z from 'zod/mini'
import { CASE_MESSAGE_KINDS } from '#domain/cases.ts'
import { CALL_RESULTS, TOLD_PURPOSES } from '#domain/timeline.ts'
import { MAIL_STATES } from '#domain/delivery.ts'
import { PAYMENT_TYPES } from '#domain/money-words.ts'
import { CUSTOMER_SERVICE_TYPES, OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, money, notes, recordedMoney, signedMoney } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

const call = z.object({
  kind: z.literal('call'),
  id,
  at: instant,
  answered: z.enum(CALL_RESULTS),
  note: z.nullable(z.string()),
  by: z.string(),
})

const item = z.discriminatedUnion('kind', [
  call,
  z.object({
    kind: z.literal('mail'),
    id,
    at: instant,
    subject: z.string(),
    to: z.string(),
    state: z.enum(MAIL_STATES),
    /** `at` is when it was written. Null: no mail server took it; earlier servers omit it. */
    sentAt: z.optional(z.nullable(instant)),
  }),
  /** A message of a case. `by` is null for the automatic answer. */
  z.object({
    kind: z.literal('case'),
    id,
    at: instant,
    caseID: id,
    refId: z.string(),
    message: z.enum(CASE_MESSAGE_KINDS),
    fromCustomer: z.boolean(),
    by: z.nullable(z.string()),
    text: z.string(),
  }),
  /** Money in, refunded, given or written off; `isReversal`: such an entry was reversed. */
  z.object({
    kind: z.literal('payment'),
    id,
    at: instant,
    refId: z.string(),
    purpose: z.enum(TOLD_PURPOSES),
    isReversal: z.boolean(),
    /** A customer's bank took a disputed card payment. Earlier servers omit it. */
    isDispute: z.optional(z.boolean()),
    amount: money,
    paymentType: z.nullable(z.enum(PAYMENT_TYPES)),
    datePaid: day,
    notes: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('invoice'),
    id,
    at: instant,
    number: z.string(),
    amount: signedMoney,
    owing: signedMoney,
    dueDate: day,
  }),
  /** The customer accepted a quotation by its link. */
  z.object({ kind: z.literal('accepted'), id, at: instant, price: money }),
  /** What a driver recorded at a stop. */
  z.object({
    kind: z.literal('collection'),
    id,
    at: instant,
    runOrderID: id,
    serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
    outcome: z.enum(OUTCOMES),
    /** Bags; 0 of a rubbish removal. */
    pu: z.int(),
    extraAmount: recordedMoney,
    driver: z.nullable(z.string()),
    driverNotes: z.nullable(z.string()),
    photos: z.int(),
  }),
  /** The run was completed before the driver reached the customer; `at` is when. */
  z.object({
    kind: z.literal('not-reached'),
    id,
    at: instant,
    runOrderID: id,
    /** First day of the week it was moved to; null: the customer was not due any more, or the calendar lost the week. */
    movedTo: z.nullable(day),
  }),
])
export type TimelineItem = z.input<typeof item>

export const getTimeline = endpoint({
  method: 'GET',
  path: '/v1/users/customers/{customerID}/timeline',
  summary:
    'What happened with a customer, newest first: emails, calls, cases, payments, invoices, accepted quotations, collections and runs that did not reach the customer; the answer’s `next` continues it',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: ['mails', 'cases', 'transactions', 'invoices', 'runs', 'drivers', 'pays'],
  input: z.strictObject({
    customerID: id,
    /** `at` and `id` of the last one seen. */
    before: z.optional(instant),
    beforeID: z.optional(id),
  }),
  output: z.object({
    items: z.array(item),
    /** Null: there is nothing older. */
    next: z.nullable(z.object({ before: instant, beforeID: id })),
    /** The latest call, email that was sent, or message of a case; asked without `before` only. */
    lastContact: z.nullable(item),
  }),
  refusals: [],
})

export const noteCall = endpoint({
  method: 'POST',
  path: '/v1/users/customers/{customerID}/calls',
  summary: 'Note a phone call with a customer; append-only',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs'],
  input: z.strictObject({
    customerID: id,
    answered: z.enum(CALL_RESULTS),
    note: z.optional(z.nullable(notes)),
    /** A stop that no driver reached, if the call was about it. */
    assignmentID: z.optional(id),
  }),
  output: call,
  status: 201,
  refusals: [],
})
