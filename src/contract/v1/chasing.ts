import * as z from 'zod/mini'
import { CHASE_SETTING_KEYS, CHASE_STEPS, type ChaseSettingKey, LEFT_UNCHASED } from '#domain/chasing.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { count, day, id, instant, signedMoney, ofDepot } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const
const READS = ['customers', 'transactions', 'bank', 'cases', 'payments', 'settings', 'mails', 'runs'] as const
const whose = { customerID: id, customer: z.string(), refId: z.string() }

/** As typed and not saved yet; by default what is in force. A value that can't be saved counts as not typed. */
const unsaved = Object.fromEntries(
  CHASE_SETTING_KEYS.map((key) => [key, z.optional(z.string().check(z.maxLength(20)))]),
) as Record<ChaseSettingKey, z.ZodMiniOptional<z.ZodMiniString<string>>>

export const previewChasing = endpoint({
  method: 'GET',
  path: '/v1/invoices/chasing',
  summary:
    'Which overdue invoices are reminded of by the server on the next working day, which are left out and why, and whose collections it pauses; the same while it is off',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    /** Only invoices that get a reminder, or only the others. */
    who: z.optional(z.enum(['reminded', 'left_out'])),
    ...unsaved,
  }),
  output: z.extend(
    pageOf(
      z.object({
        ...whose,
        invoiceID: id,
        number: z.string(),
        dueDate: day,
        owing: signedMoney,
        /** Null: left out. */
        step: z.nullable(z.enum(CHASE_STEPS)),
        reason: z.nullable(z.enum(LEFT_UNCHASED)),
        /** The reason as a sentence. */
        message: z.nullable(z.string()),
        /** The last reminder that was sent or waits to be. */
        remindedOn: z.nullable(day),
      }),
    ),
    {
      /** When the server begins, whether it is switched on or not. */
      at: instant,
      /** Whether reminders are sent by themselves. Earlier servers omit it. */
      isOn: z.optional(z.boolean()),
      reminded: z.object({ customers: count, invoices: count, owing: signedMoney }),
      /** The part of `reminded` that gets a final reminder. Earlier servers omit it. */
      finals: z.optional(z.object({ customers: count, invoices: count, owing: signedMoney })),
      leftOut: z.object({ customers: count, invoices: count, owing: signedMoney }),
      /** Whose collections are paused then. */
      holds: z.object({ customers: count, owing: signedMoney }),
      /** Whose last reminder is sent once more if pausing is switched on, to name the day. Earlier servers omit it. */
      toldAgain: z.optional(z.object({ customers: count, invoices: count, owing: signedMoney })),
    },
  ),
  refusals: [],
})

export const listOnHold = endpoint({
  method: 'GET',
  path: '/v1/users/customers/on-hold',
  summary: 'Customers whose collections are paused until overdue invoices are paid, the latest first',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ page: pageQuery.page, perPage: pageQuery.perPage, ...ofDepot }),
  output: pageOf(
    z.object({
      ...whose,
      since: instant,
      /** What has to be paid so that they go on. */
      owing: signedMoney,
      phone: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})
