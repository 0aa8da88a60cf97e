import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { day, instant, secretToken } from '../shapes.ts'

/** A no pickup by the link of a reminder, without signing in (domain.md 9, Skip link). */

const skipLink = z.object({
  businessName: z.string(),
  logoUrl: z.nullable(z.string()),
  /** The firm's phone number, shown after the cut-off. */
  phone: z.string(),
  firstName: z.string(),
  fromDate: day,
  toDate: day,
  /** The last minute in which the week can be skipped, in words: "Sun 08/11/2026, 11:59 pm". */
  cutoff: z.string(),
  /**
   * `skipped`: there is a no pickup for the week. `not_due`: nothing is to be collected then, or it has been. `too_late`:
   * the cut-off has passed.
   */
  state: z.enum(['open', 'skipped', 'not_due', 'too_late']),
  /** When the no pickup was added; null: none. */
  skippedAt: z.nullable(instant),
  justNow: z.boolean(),
})
export type SkipLink = z.input<typeof skipLink>

export const getSkipLink = endpoint({
  method: 'GET',
  path: '/v1/skip-links/{skipToken}',
  summary: 'What the skip link of a reminder shows; changes nothing, however often a mail scanner opens it',
  roles: 'public',
  reads: ['runs', 'settings'],
  input: z.strictObject({ skipToken: secretToken }),
  output: skipLink,
  refusals: ['token_invalid', 'rate_limited'],
})

export const skipByLink = endpoint({
  method: 'POST',
  path: '/v1/skip-links/{skipToken}',
  summary:
    'No pickup in the link’s week, as the customer would give it; again, or after the cut-off, it changes nothing and says so',
  roles: 'public',
  changes: ['runs', 'customers'],
  input: z.strictObject({ skipToken: secretToken }),
  output: skipLink,
  status: 200,
  idempotencyKey: false,
  refusals: ['token_invalid', 'rate_limited'],
})
