import type { DoneEvent } from '#contract/v1/done.ts'
import type { Income } from '#contract/v1/incomes.ts'
import type { Job } from '#contract/v1/jobs.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import type { EventType } from '#domain/words.ts'

/** The rows of a driver's phone (offline.md, "Storage" and "Event"). */

/** Never another one: an older build, after a roll-back, would not see what is in it. */
export const EVENT_STATES = ['queued', 'sending', 'acknowledged', 'needs-attention', 'discarded'] as const
export type EventState = (typeof EVENT_STATES)[number]

type EnvelopeField = 'eventID' | 'v' | 'assignmentID' | 'seq' | 'occurredAt' | 'baseVersion' | 'appBuild'
type PayloadOf<T extends EventType> = Omit<Extract<DoneEvent, { type: T }>, EnvelopeField | 'type' | 'key'>

interface EventOf<T extends EventType> {
  // Immutable: what happened.
  eventID: string
  /** Envelope version it was written with; up-cast when sent. */
  v: number
  /** Per device, from 1: what orders its events. */
  seq: number
  runOrderID: string
  assignmentID: string
  type: T
  payload: PayloadOf<T>
  /** The job's version the driver was looking at. */
  baseVersion: number | null
  actorID: string
  deviceID: string
  appBuild: string
  /** The phone's clock, ISO. */
  occurredAt: string

  // Delivery: how far it got.
  state: EventState
  attempts: number
  /** Epoch ms; 0: due. */
  nextAttemptAt: number
  /** Epoch ms; 0: nobody is sending it. */
  leaseUntil: number
  /** Which opening of the app holds the lease. */
  leaseBoot: string
  /** Refusals of ours in a row: one sends it alone, a second one needs a person. */
  refusals: number
  /** Photos: uploads in a row that the office found missing or damaged. */
  badUploads: number
  lastAnswer: LastAnswer | null
  /** Of the acknowledgement. */
  result: 'applied' | 'duplicate' | 'review' | null
  jobVersion: number | null
  /** The phone's clock, ISO. */
  acknowledgedAt: string | null
  /** The server's clock, ISO: compared with `backedUpThrough`. */
  receivedAt: string | null
  /** The server's data at acknowledgement: a restored database has another, and wants it again. */
  ackEpoch: string | null
  /** Set by a person's edit of a refused event: what was said first, kept for the trace. */
  original: PayloadOf<T> | null
}
export type StoredEvent = { [T in EventType]: EventOf<T> }[EventType]

export interface LastAnswer {
  /** ISO. */
  at: string
  kind: 'no-answer' | 'foreign' | 'busy' | 'refused' | 'rejected' | 'ok'
  status: number | null
  code: string | null
  /** The server's sentence for people. */
  message: string | null
}

export type StoredRun = Omit<DriverRun, 'jobs'>

/** A server copy, never edited here, with three columns of our own about it. */
export type StoredJob = Job & {
  /** Place in the server's answer. */
  place: number
  /** The server's data it is a copy of: versions are comparable only within one. */
  epoch: string
  /** Absent from the last pull, kept for its unsent events: "moved by the office". */
  absent: boolean
}

export type StoredIncome = Income

export interface StoredPhoto {
  photoID: string
  /** `access`: the customer's, pinned for the day. */
  kind: 'taken' | 'access'
  assignmentID: string
  eventID: string | null
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
  takenAt: string | null
  /** Where it was uploaded to; null until then. Proven only by the photo event's acknowledgement. */
  key: string | null
  /** Whether photoBytes still has it. */
  hasBytes: boolean
}

/** Nothing else lies beside the bytes, and they are read by primary key only (iOS crashes otherwise). */
export interface StoredBytes {
  photoID: string
  bytes: ArrayBuffer
}

export interface MetaRow {
  key: string
  value: unknown
}
