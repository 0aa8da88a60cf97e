import * as z from 'zod/mini'
import { INCOME_STATUSES, OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, signedDollars } from '../shapes.ts'

/** What a driver earns for one stop (domain.md 8). */
export const income = z.object({
  incomeID: id,
  readableId: z.string(),
  driverID: id,
  /** The driver's name; sent to admins only. */
  driver: z.optional(z.string()),
  customerID: id,
  customer: z.string(),
  runOrderID: id,
  runOrder: z.string(),
  assignmentID: id,
  outcome: z.nullable(z.enum(OUTCOMES)),
  status: z.enum(INCOME_STATUSES),
  pu: z.int(),
  /** AUD. */
  amount: signedDollars,
  /** How the amount is calculated, in words. */
  formula: z.string(),
  createdAt: instant,
})
export type Income = z.infer<typeof income>

export const listIncomes = endpoint({
  method: 'GET',
  path: '/v1/pays',
  summary: 'Incomes: a driver’s own, an admin’s of everybody',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  reads: ['runs', 'drivers', 'customers', 'suburbs', 'products', 'settings'],
  input: z.strictObject({
    ...pageQuery,
    driverID: z.optional(id),
    runOrderID: z.optional(id),
    status: z.optional(z.enum(INCOME_STATUSES)),
  }),
  output: z.extend(pageOf(income), { totalAmount: signedDollars }),
  refusals: ['keyword_too_short'],
})
