import * as z from 'zod/mini'
import { BAGS_MAX, ENVELOPE_VERSION, LINE_MAX } from '#domain/limits.ts'
import { EVENT_RESULTS, NOT_COLLECTED_OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { count, id, instant, notes, recordedDollars } from '../shapes.ts'
import { driverRun } from './runs.ts'

const envelope = {
  eventID: id,
  v: z.literal(ENVELOPE_VERSION),
  assignmentID: id,
  /** Counts up per device; orders its events, the clock does not. */
  seq: z.int().check(z.minimum(1)),
  occurredAt: instant,
  baseVersion: z.optional(z.nullable(z.int())),
  appBuild: z.optional(z.string().check(z.maxLength(100))),
}
/** `EVENTS_PER_REQUEST` records of 16 kB each, and what the phone accounts for: two lists of 5,000 beside them. */
const DONE_BYTES = 4 * 1_048_576
/** As many records with twice the fields of today's, so that a newer phone's are judged and kept, and those two lists. */
const DONE_VALUES = 25_000
export const bags = z.int().check(z.minimum(1), z.maximum(BAGS_MAX))
const size = z.int().check(z.minimum(0), z.maximum(1_000_000_000))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * One tap of the driver as it travels, payload flat beside `type` (api.md, "Recording").
 * The server judges each event alone against this, so that one bad event never sinks its batch.
 */
export const doneEvent = z.discriminatedUnion('type', [
  z.strictObject({
    ...envelope,
    type: z.literal('done'),
    pu: bags,
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('bag-mt'),
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('not-collected'),
    outcome: z.enum(NOT_COLLECTED_OUTCOMES),
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('photo'),
    photoID: id,
    key: z.string().check(z.maxLength(300)),
    sha256,
    size,
    takenAt: z.nullable(instant),
  }),
  z.strictObject({ ...envelope, type: z.literal('note'), notes: notes.check(z.minLength(1)) }),
  z.strictObject({ ...envelope, type: z.literal('undo'), undoes: id }),
])
export type DoneEvent = z.input<typeof doneEvent>

export const eventVerdict = z.object({
  eventID: z.string(),
  result: z.enum(EVENT_RESULTS),
  /** The job's version that holds this event's effect. */
  jobVersion: z.optional(z.int()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})
export type EventVerdict = z.infer<typeof eventVerdict>

export const doneAnswer = z.object({
  results: z.array(eventVerdict),
  /** The driver's run afterwards; null when `GET /v1/runs` does not hold it. Left out where `Prefer: return=minimal` asked for that. */
  run: z.optional(z.nullable(driverRun)),
  dataEpoch: z.string(),
  backedUpThrough: z.nullable(instant),
  /** The server's clock when the request arrived. */
  receivedAt: instant,
  /** `revoked`: the office took this phone back. It goes on handing over what it holds, and wipes the rest. */
  device: z.optional(z.object({ revoked: z.boolean() })),
  reconcile: z.optional(
    z.object({
      /** Sequence numbers of this device below its highest that the server has never seen. */
      holes: z.array(z.int()),
      events: z.int(),
      photos: z.int(),
      equal: z.boolean(),
      /** Ids it still holds that the office has from him already, as by a file; left out where there is none. */
      known: z.optional(z.array(z.string())),
    }),
  ),
})
export type DoneAnswer = z.infer<typeof doneAnswer>

export const recordDone = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/done',
  summary: 'The driver’s record: up to 200 events, each judged alone, the same event twice counts once',
  roles: { ADMIN: 'any', DRIVER: 'any' },
  handsOver: true,
  maxBytes: DONE_BYTES,
  maxValues: DONE_VALUES,
  input: z.strictObject({
    /** Any short text: 404 never stands for a batch, so what names no run is judged with its events. */
    runOrderID: z.string().check(z.minLength(1), z.maxLength(LINE_MAX)),
    sentAt: z.optional(instant),
    deviceID: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    reconcile: z.optional(
      // Not strict: a phone newer than this server may say more, and its records must not wait for that.
      z.object({
        highestSeq: count,
        unsent: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(5000)),
        /** Numbers the phone can account for: of its unsent events and of discarded ones. With them holes are exact. */
        accounted: z.optional(z.array(count).check(z.maxLength(5000))),
        /** When the oldest unsent one was made, by the phone's clock; text, because no clock is so wrong that records wait for it. */
        oldestUnsentAt: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
        /** How many of the unsent ones wait for a person. */
        needsAttention: z.optional(count),
        /** Told here when there is no event to tell it. */
        appBuild: z.optional(z.string().check(z.maxLength(100))),
        /** Of a phone that was taken back: what it had of the customers is gone. */
        wiped: z.optional(z.boolean()),
      }),
    ),
    /** Judged one by one against `doneEvent`. At most 200: more is 413. */
    events: z.array(z.unknown()),
    finished: z.optional(z.boolean()),
  }),
  output: doneAnswer,
  refusals: ['too_many_events', 'wrong_state'],
})
