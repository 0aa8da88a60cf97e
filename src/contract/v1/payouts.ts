import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, queryFlag, signedMoney } from '../shapes.ts'

const payout = z.object({
  payoutID: z.string(),
  arrivesOn: day,
  /** AUD: what it took off the balance at the provider, the fee in that, and what arrives. */
  gross: signedMoney,
  fee: signedMoney,
  net: signedMoney,
  /** `open`: no bank line is matched to it yet; `failed`: the bank sent it back. */
  state: z.enum(['open', 'matched', 'failed']),
  bankLine: z.nullable(z.object({ bankLineID: id, day, file: z.string(), line: z.int() })),
  /** No money moved: the sandbox, or the provider's test mode. */
  test: z.boolean(),
})
export type Payout = z.input<typeof payout>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/v1/payouts',
  summary:
    'Payouts of the card payment provider to the firm’s bank account, with its fees and the bank line each is; `from` and `to` bound the day of arrival',
  roles: { ADMIN: 'any' },
  area: 'money',
  reads: ['bank'],
  input: z.strictObject({ ...pageQuery, open: z.optional(queryFlag) }),
  output: z.extend(pageOf(payout), {
    /** Sums of the whole list without failed payouts. */
    totals: z.object({ gross: signedMoney, fee: signedMoney, net: signedMoney }),
  }),
  refusals: ['keyword_too_short'],
})
