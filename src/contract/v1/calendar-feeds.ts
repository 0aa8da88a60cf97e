import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant, noContent, nothing } from '../shapes.ts'

const OWN = { CUSTOMER: 'own' } as const

const feed = z.object({
  /** Whoever has it can read the calendar. */
  url: z.string(),
  createdAt: instant,
  /** When it was last read, accurate to some hours; null: never. */
  readAt: z.nullable(instant),
})
export type CalendarFeed = z.input<typeof feed>

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/v1/calendar-feeds',
  summary: 'The own calendar’s address, where there is one',
  roles: OWN,
  input: nothing,
  output: z.object({ feed: z.nullable(feed) }),
  refusals: [],
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/v1/calendar-feeds',
  summary: 'A new address for the own calendar; an earlier one ends',
  roles: OWN,
  changes: ['calendar-feeds', 'customers'],
  input: nothing,
  output: feed,
  status: 201,
  refusals: [],
})

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/v1/calendar-feeds',
  summary: 'End the own calendar’s address; without one nothing changes',
  roles: OWN,
  changes: ['calendar-feeds', 'customers'],
  input: nothing,
  output: noContent,
  status: 204,
  refusals: [],
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/v1/calendar-feeds/{feedToken}',
  summary:
    'A customer’s collections for calendar programs (text/calendar, RFC 5545), by its signed address; with ETag and 304',
  roles: 'public',
  /** A token that this server did not sign, or that was ended, is answered with 404. */
  input: z.strictObject({ feedToken: z.string().check(z.maxLength(200)) }),
  output: z.unknown(),
  refusals: [],
})
