import type { DoneEvent } from '#contract/v1/done.ts'
import type { Income } from '#contract/v1/incomes.ts'
import type { Stop } from '#contract/v1/stops.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import type { EventType } from '#domain/words.ts'

/** The rows of a driver's phone (offline.md, "Storage" and "Event"). */

/**
 * No state may be added: an older build, after a roll-back, would not see the events in it. `sending` was written by
 * earlier builds, and means the same as `queued`.
 */
export const EVENT_STATES = ['queued', 'sending', 'acknowledged', 'needs-attention', 'discarded'] as const
export type EventState = (typeof EVENT_STATES)[number]

type EnvelopeField = 'eventID' | 'v' | 'assignmentID' | 'seq' | 'occurredAt' | 'baseVersion' | 'appBuild'
type PayloadOf<T extends EventType> = Omit<Extract<DoneEvent, { type: T }>, EnvelopeField | 'type' | 'key'>

interface EventOf<T extends EventType> {
  // Immutable: what happened.
  eventID: string
  /** Envelope version it was written with; up-cast when sent. */
  v: number
  /** Per device, from 1: the order of its events. */
  seq: number
  runOrderID: string
  assignmentID: string
  type: T
  payload: PayloadOf<T>
  /** The stop's version the driver was looking at. */
  baseVersion: number | null
  actorID: string
  deviceID: string
  appBuild: string
  /** The phone's clock, ISO. */
  occurredAt: string

  // Delivery: how far it got.
  state: EventState
  /** Requests with it that ended, with or without a verdict. */
  attempts: number
  /** Epoch ms; 0: due. */
  nextAttemptAt: number
  /** Refusals of our server in a row: after one it is sent alone, after a second it needs attention. */
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
  /** The server's dataEpoch at acknowledgement: a restored database has another, and needs the event again. */
  ackEpoch: string | null
  /** Set when the driver edits a refused event: the first payload, for the record. */
  original: PayloadOf<T> | null
}
export type StoredEvent = { [T in EventType]: EventOf<T> }[EventType]
export type PhotoEvent = Extract<StoredEvent, { type: 'photo' }>

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

/** A server row, never edited here, with three columns of our own. */
export type StoredStop = Stop & {
  /** Position in the server's answer. */
  place: number
  /** The dataEpoch it is a copy of: versions are comparable only within one. */
  epoch: string
  /** Absent from the last pull, stored for its unsent events: "moved by the office". */
  absent: boolean
}

export type StoredIncome = Income

export interface StoredPhoto {
  photoID: string
  /** `access`: the customer's, downloaded in advance. */
  kind: 'taken' | 'access'
  assignmentID: string
  eventID: string | null
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
  takenAt: string | null
  /** The address it was uploaded to; null until then. Only the photo event's acknowledgement proves it. */
  key: string | null
  /** Whether photoBytes still contains it. */
  hasBytes: boolean
}

/** The row contains nothing but the bytes, and is read by primary key only (iOS crashes otherwise). */
export interface StoredBytes {
  photoID: string
  bytes: ArrayBuffer
}

export interface MetaRow {
  key: string
  value: unknown
}
