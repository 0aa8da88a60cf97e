import * as z from 'zod/mini'
import { BAGS_MAX, ENVELOPE_VERSION, LINE_MAX, SEQ_MAX } from '#domain/limits.ts'
import { EVENT_RESULTS, NOT_COLLECTED_OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { count, id, instant, instantText, notes, recordedDollars } from '../shapes.ts'
import { driverRun } from './runs.ts'

const envelope = {
  eventID: id,
  v: z.literal(ENVELOPE_VERSION),
  assignmentID: id,
  /** Increases per device. It orders the device's events; the clock does not. */
  seq: z.int().check(z.minimum(1), z.maximum(SEQ_MAX)),
  occurredAt: instantText,
  baseVersion: z.optional(z.nullable(z.int())),
  appBuild: z.optional(z.string().check(z.maxLength(100))),
}
/** `EVENTS_PER_REQUEST` records of 16 kB each, plus two lists of 5,000 numbers that the phone accounts for. */
const DONE_BYTES = 4 * 1_048_576
/** As many records with twice today's fields, so that a newer phone's are judged and stored, plus those two lists. */
const DONE_VALUES = 25_000
export const bags = z.int().check(z.minimum(1), z.maximum(BAGS_MAX))
/** A sequence number that the phone reports; 0: none yet. */
const reportedSeq = z.int().check(z.nonnegative(), z.maximum(SEQ_MAX))
const size = z.int().check(z.minimum(0), z.maximum(1_000_000_000))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What a record that changes money says, beside its envelope. */
export const statements = {
  done: {
    type: z.literal('done'),
    pu: bags,
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  },
  bagMt: {
    type: z.literal('bag-mt'),
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  },
  notCollected: {
    type: z.literal('not-collected'),
    outcome: z.enum(NOT_COLLECTED_OUTCOMES),
    extraAmount: z.optional(recordedDollars),
    notes: z.optional(z.nullable(notes)),
  },
  undo: { type: z.literal('undo'), undoes: id },
}

/**
 * One tap of the driver in the wire format, payload flat beside `type` (api.md, "Recording"). The server checks each
 * event alone against this, so that one invalid event does not reject its batch.
 */
export const doneEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...envelope, ...statements.done }),
  z.strictObject({ ...envelope, ...statements.bagMt }),
  z.strictObject({ ...envelope, ...statements.notCollected }),
  z.strictObject({
    ...envelope,
    type: z.literal('photo'),
    photoID: id,
    key: z.string().check(z.maxLength(300)),
    sha256,
    size,
    takenAt: z.nullable(instantText),
  }),
  z.strictObject({ ...envelope, type: z.literal('note'), notes: notes.check(z.minLength(1)) }),
  z.strictObject({ ...envelope, ...statements.undo }),
])
export type DoneEvent = z.input<typeof doneEvent>

export const eventVerdict = z.object({
  eventID: z.string(),
  result: z.enum(EVENT_RESULTS),
  /** The stop's version that includes this event's effect. */
  jobVersion: z.optional(z.int()),
  /** `review`: the stop's version from which on `openEventIDs` has the event until it is decided. Earlier servers omit it. */
  reviewVersion: z.optional(z.int()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})
export type EventVerdict = z.input<typeof eventVerdict>

export const doneAnswer = z.object({
  results: z.array(eventVerdict),
  /** The driver's run afterwards; null: `GET /v1/runs` does not include it. Omitted with `Prefer: return=minimal`. */
  run: z.optional(z.nullable(driverRun)),
  dataEpoch: z.string(),
  backedUpThrough: z.nullable(instant),
  /** The server's clock when the request arrived. */
  receivedAt: instant,
  /** `revoked`: the office revoked this device. It still sends its unsent records, and deletes everything else. */
  device: z.optional(z.object({ revoked: z.boolean() })),
  reconcile: z.optional(
    z.object({
      /** Sequence numbers of this device below its highest that the server has never seen. */
      holes: z.array(z.int()),
      /** The holes that the office has marked as resolved; omitted when empty. */
      settled: z.optional(z.array(z.int())),
      events: z.int(),
      photos: z.int(),
      equal: z.boolean(),
      /** The highest sequence number that this device ever reported; omitted unless it reports a lower one now. */
      highestSeq: z.optional(z.int()),
      /**
       * Ids of unsent records that the server has received from this user, for example through a file; omitted when
       * empty.
       */
      known: z.optional(z.array(z.string())),
    }),
  ),
})
export type DoneAnswer = z.input<typeof doneAnswer>

export const recordDone = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/done',
  summary: 'The driver’s record: up to 200 events, each judged alone, the same event twice counts once',
  roles: { ADMIN: 'any', DRIVER: 'any' },
  area: 'runs',
  depot: 'records',
  allowedWhenRevoked: true,
  maxBytes: DONE_BYTES,
  maxValues: DONE_VALUES,
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    /** Any short text: a batch is never answered with 404, so a run that does not exist is judged with its events. */
    runOrderID: z.string().check(z.minLength(1), z.maxLength(LINE_MAX)),
    sentAt: z.optional(instant),
    deviceID: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    reconcile: z.optional(
      // Not strict: a newer device may send more fields, which must not block its records.
      z.object({
        highestSeq: reportedSeq,
        unsent: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(5000)),
        /** Sequence numbers of the phone's unsent and discarded events, which make `holes` exact. */
        accounted: z.optional(z.array(reportedSeq).check(z.maxLength(5000))),
        /** All numbers up to this one are accounted for as well, because a list of them would be too long. */
        accountedThrough: z.optional(reportedSeq),
        /**
         * When the oldest unsent record was made, by the phone's clock; plain text, because an invalid clock must not
         * block the records.
         */
        oldestUnsentAt: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
        /** Number of unsent records that need a person's attention. */
        needsAttention: z.optional(count),
        /** Sent here when no event contains it. */
        appBuild: z.optional(z.string().check(z.maxLength(100))),
        /** From a revoked device: its customer data is deleted. */
        wiped: z.optional(z.boolean()),
      }),
    ),
    /** Checked one by one against `doneEvent`. At most 200: more is 413. */
    events: z.array(z.unknown()),
    finished: z.optional(z.boolean()),
  }),
  output: doneAnswer,
  refusals: ['too_many_events', 'wrong_state'],
})
