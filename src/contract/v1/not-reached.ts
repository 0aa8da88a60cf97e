import * as z from 'zod/mini'
import { TELLING } from '#domain/not-reached.ts'
import { CALL_RESULTS } from '#domain/timeline.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, runNumber, ofDepot } from '../shapes.ts'
import { runRow } from './runs.ts'
import { periodWeek } from './stops.ts'

/** Customers whose stop was moved because the run was completed before the driver reached them (domain.md 4). */

const ADMIN = { ADMIN: 'any' } as const
const READS = ['runs', 'customers', 'mails', 'settings', 'drivers'] as const

const customer = z.object({
  assignmentID: id,
  customerID: id,
  refId: z.string(),
  customer: z.string(),
  address: z.string(),
  suburb: z.string(),
  mobilePhone: z.nullable(z.string()),
  homePhone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  runNumber,
  driver: z.nullable(z.string()),
  /** The customer's next collection as their own page says it; null: none is planned. Earlier servers send `from` null. */
  next: z.nullable(z.extend(periodWeek, { from: z.nullable(day) })),
  /** The email that says so; null: none yet. */
  mail: z.nullable(z.object({ state: z.enum(['queued', 'sent', 'failed', 'kept']), at: instant })),
  /** The latest call about it that told the customer, else the latest one; earlier servers omit it. */
  call: z.optional(z.nullable(z.object({ answered: z.enum(CALL_RESULTS), at: instant }))),
  /** It can be mailed: an active customer with an email, neither mailed nor told by a call. */
  mailable: z.boolean(),
  /** How the customer is still to be told; null: told, or not active any more. Earlier servers omit it. */
  tell: z.optional(z.nullable(z.enum(TELLING))),
})
export type NotReachedCustomer = z.input<typeof customer>

const notReached = z.object({
  runOrderID: id,
  items: z.array(customer),
  mailable: z.int(),
  /** The email as the first mailable customer gets it. */
  letter: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})
export type NotReached = z.input<typeof notReached>

export const getNotReached = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/not-reached',
  summary: 'The customers a completed run did not reach: a list to call or email',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id }),
  output: notReached,
  refusals: [],
})

export const mailNotReached = endpoint({
  method: 'POST',
  path: '/v1/runs/{runOrderID}/not-reached/mail',
  summary: 'Email the customers a completed run did not reach, each once',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['mails', 'runs'],
  input: z.strictObject({ runOrderID: id }),
  output: z.extend(notReached, { mailed: z.int() }),
  status: 200,
  refusals: [],
})

export const listNotReached = endpoint({
  method: 'GET',
  path: '/v1/runs/not-reached',
  summary: 'Runs completed in the last 7 days with customers who were not reached and have not been told',
  roles: ADMIN,
  area: 'runs',
  depot: 'list',
  reads: READS,
  input: z.strictObject(ofDepot),
  output: z.object({
    items: z.array(
      z.extend(
        z.pick(runRow, {
          runOrderID: true,
          readableID: true,
          monthNumber: true,
          weekNumber: true,
          sequenceNumber: true,
          fromDate: true,
          toDate: true,
        }),
        {
          toMail: z.int(),
          /** Whose email was kept because no mail server was set; earlier servers count them as `toMail`. */
          kept: z.optional(z.int()),
          toCall: z.int(),
        },
      ),
    ),
  }),
  refusals: [],
})
