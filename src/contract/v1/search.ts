import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { keyword, ofDepot } from '../shapes.ts'

export const SEARCH_KINDS = ['customer', 'request', 'driver', 'suburb', 'run', 'invoice'] as const

const hit = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.string(),
  title: z.string(),
  /** Where or when, to distinguish two of the same name. */
  detail: z.string(),
  /** A customer's or a run's status; null for the others. */
  status: z.nullable(z.string()),
})

export type SearchHit = z.input<typeof hit>

export const searchEverywhere = endpoint({
  method: 'GET',
  path: '/v1/search',
  summary:
    'Customers, requests, drivers, suburbs and runs by name, refId, address or phone, and invoices by number; the best few of each kind',
  roles: { ADMIN: 'any' },
  area: 'shared',
  depot: 'list',
  reads: ['customers', 'drivers', 'suburbs', 'runs', 'products', 'invoices'],
  input: z.strictObject({ keyword, ...ofDepot }),
  output: z.extend(pageOf(hit), {
    /** At least one kind has more results than are shown. */
    more: z.boolean(),
  }),
  refusals: ['keyword_too_short'],
})
