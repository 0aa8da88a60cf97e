import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, money, signedMoney } from '../shapes.ts'
import { statements } from './done.ts'

/** What the office can do at a stop that changes money before its run is completed. */
const stopChange = z.discriminatedUnion('type', [
  z.strictObject(statements.done),
  z.strictObject(statements.bagMt),
  z.strictObject(statements.notCollected),
  z.strictObject(statements.undo),
  z.strictObject({ type: z.literal('price'), amount: money }),
  /** `others`: further stops of the run that are given to the driver with it. */
  z.strictObject({
    type: z.literal('driver'),
    driverID: z.nullable(id),
    others: z.optional(z.array(id).check(z.maxLength(5000))),
  }),
])
export type StopChange = z.input<typeof stopChange>

/** 4,999 other stops. */
const CHANGE_BYTES = 256 * 1024
const CHANGE_VALUES = 10_000

export const previewStopChange = endpoint({
  method: 'POST',
  path: '/v1/runs/{runOrderID}/assignments/{assignmentID}/preview',
  summary: 'What a record, an undo, another price or driver would change in money at a stop; changes nothing',
  roles: { ADMIN: 'any' },
  area: 'runs',
  depot: 'records',
  maxBytes: CHANGE_BYTES,
  maxValues: CHANGE_VALUES,
  changes: [],
  reads: ['customers', 'drivers', 'devices', 'settings', 'pays'],
  input: z.strictObject({ runOrderID: id, assignmentID: id, change: stopChange }),
  output: z.object({
    /** What completing the run bills for the stop, or all that were named, AUD; null: nothing is recorded there. */
    bills: z.object({ before: z.nullable(signedMoney), after: z.nullable(signedMoney) }),
    /**
     * Each driver who is or would be paid for the stop, and the GST on top, which earlier servers omit. Left out for a
     * user who may not see money.
     */
    pays: z.optional(
      z.array(
        z.object({
          driver: z.string(),
          before: signedMoney,
          after: signedMoney,
          gst: z.optional(z.object({ before: signedMoney, after: signedMoney })),
        }),
      ),
    ),
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['wrong_state', 'reassign_closed', 'job_has_outcome', 'version_conflict'],
})
