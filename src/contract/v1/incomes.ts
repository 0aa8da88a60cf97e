import * as z from 'zod/mini'
import { INCOME_KINDS, INCOME_STATUSES, OUTCOMES, CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, ofDepot, signedMoney } from '../shapes.ts'
import { runWeek } from './stops.ts'

/** What a driver earns for one stop, a correction of it, or a line by hand (domain.md 8). */
export const income = z.object({
  incomeID: id,
  readableId: z.string(),
  kind: z.enum(INCOME_KINDS),
  driverID: id,
  /** The driver's name; sent to admins only. */
  driver: z.optional(z.string()),
  /** Customer, run and stop are null for a line by hand. */
  customerID: z.nullable(id),
  customer: z.nullable(z.string()),
  runOrderID: z.nullable(id),
  runOrder: z.nullable(z.string()),
  runWeek,
  assignmentID: z.nullable(id),
  /** The stop’s; null: no stop. Earlier servers omit it. */
  serviceType: z.optional(z.nullable(z.enum(CUSTOMER_SERVICE_TYPES))),
  outcome: z.nullable(z.enum(OUTCOMES)),
  status: z.enum(INCOME_STATUSES),
  /** Bags; 0 of a rubbish removal. */
  pu: z.int(),
  /** AUD; negative for what is taken back. */
  amount: signedMoney,
  /** How the amount is calculated, in words; of a line by hand, the reason. */
  formula: z.string(),
  /** When the stop was done; for other lines, when they were made. */
  earnedAt: instant,
  createdAt: instant,
  /** Its payment, with the whole amount of that; null: not paid. */
  payment: z.nullable(z.object({ transactionID: id, datePaid: day, amount: signedMoney })),
})
export type Income = z.input<typeof income>

export const listIncomes = endpoint({
  method: 'GET',
  path: '/v1/pays',
  summary: 'Incomes, by the day earned: a driver’s own, of all drivers for an admin',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'money',
  depot: 'list',
  reads: ['runs', 'drivers', 'customers', 'suburbs', 'products', 'settings', 'transactions'],
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    driverID: z.optional(id),
    runOrderID: z.optional(id),
    /** The incomes of one payment: its transactionID. */
    payID: z.optional(id),
    status: z.optional(z.enum(INCOME_STATUSES)),
    kind: z.optional(z.enum(INCOME_KINDS)),
  }),
  output: z.extend(pageOf(income), { totalAmount: signedMoney }),
  refusals: ['keyword_too_short'],
})
