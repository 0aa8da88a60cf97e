import * as z from 'zod/mini'
import { RUN_STATUSES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id } from '../shapes.ts'
import { periodWeek } from './stops.ts'

const ADMIN = { ADMIN: 'any' } as const

const move = {
  calendarSettingID: id,
  from: day,
  to: day,
  /**
   * `push`: the following weeks that it would overlap move by as many days, until a gap absorbs the rest; otherwise an
   * overlap is refused.
   */
  following: z.optional(z.enum(['keep', 'push'])),
}

export const movedWeek = z.object({
  calendarSettingID: id,
  ...periodWeek.shape,
  before: z.object({ from: day, to: day }),
  after: z.object({ from: day, to: day }),
  runs: z.array(
    z.object({
      runOrderID: id,
      readableID: z.string(),
      status: z.enum(RUN_STATUSES),
      stops: z.int(),
      drivers: z.array(z.string()),
    }),
  ),
  /** Customers with a stop in its runs; without a run, the customers currently due in it. */
  customers: z.int(),
  /** Customers with a no pickup for it, which stays valid. */
  noPickups: z.int(),
  pickupRequests: z.int(),
})
export type MovedWeek = z.input<typeof movedWeek>

/** `version`: the version of the moved row, for If-Match. */
const moved = z.object({
  version: z.int(),
  weeks: z.array(movedWeek),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
})

export const previewMoveWeek = endpoint({
  method: 'POST',
  path: '/v1/settings/calendars/{calendarSettingID}/move/preview',
  summary: 'Whom moving a week (holiday, flood) would concern; moves nothing',
  roles: ADMIN,
  area: 'settings',
  changes: [],
  reads: ['runs', 'customers', 'suburbs', 'products'],
  input: z.strictObject(move),
  output: z.extend(moved, {
    /** The refusal that the command would give; null: it would succeed. */
    refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const moveWeek = endpoint({
  method: 'PUT',
  path: '/v1/settings/calendars/{calendarSettingID}/move',
  summary: 'Move a whole week: its calendar row, its draft and active runs, and with them everybody concerned',
  roles: ADMIN,
  area: 'settings',
  changes: ['settings', 'runs', 'customers'],
  input: z.strictObject(move),
  output: moved,
  versioned: true,
  refusals: ['calendar_overlap', 'week_completed', 'version_conflict'],
})
