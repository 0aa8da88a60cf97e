import type { DoneEvent } from '#contract/v1/done.ts'
import type { Income } from '#contract/v1/incomes.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import type { Stop } from '#contract/v1/stops.ts'
import type { EventType } from '#domain/words.ts'
import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { OfflinePorts } from '../ports.ts'

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

// On localhost Dexie would record the call stack of every query, which is slow.
Dexie.debug = false

/**
 * One database per user: another user of the same phone can't see or send these events.
 * String keys only; versions only ever add (Dexie does not run an upgrade again after a roll-back): a new field of an
 * event is recognised by its envelope's `v` and up-cast when it is sent.
 */
export class UserDatabase extends Dexie {
  runs!: Table<StoredRun, string>
  jobs!: Table<StoredStop, string>
  incomes!: Table<StoredIncome, string>
  events!: Table<StoredEvent, string>
  photos!: Table<StoredPhoto, string>
  photoBytes!: Table<StoredBytes, string>
  meta!: Table<MetaRow, string>
  /**
   * Records that this window saved in the journal alone, because the database could not be written, by eventID
   * (journal.ts). Screens show them with those of the database.
   */
  readonly aside = new Map<string, StoredEvent>()
  /**
   * The unsent records this window knows of, by eventID, as they were made. LevelDB may lose what it has committed when
   * a write failed before it.
   */
  readonly live = new Map<string, StoredEvent>()
  /** The connection was closed since `live` was last compared with the database. */
  unchecked = false
  /** The stops last shown, by assignmentID: what a record needs of its stop while the database can't be read. */
  readonly shown = new Map<string, StoredStop>()
  /** The runs last shown, by runOrderID: put back with their stops when the database was deleted under the open page. */
  readonly shownRuns = new Map<string, StoredRun>()

  constructor(userID: string, ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>) {
    super(`rr-${userID}`, dexieOptions(ports))
    this.version(1).stores({
      runs: 'runOrderID',
      jobs: 'assignmentID, runOrderID',
      incomes: 'incomeID',
      events: 'eventID, assignmentID, state',
      photos: 'photoID, assignmentID',
      photoBytes: 'photoID',
      meta: 'key',
    })
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    this.unchecked = true
    super.close(options)
  }

  /** The records that the database may not have, by eventID. */
  beside(): ReadonlyMap<string, StoredEvent> {
    return this.unchecked ? new Map([...this.live, ...this.aside]) : this.aside
  }
}

/** The stops and runs last shown must not come back after they were deleted. */
export function forgetShown({ shown, shownRuns }: UserDatabase): void {
  shown.clear()
  shownRuns.clear()
}

/** Strict durability: a commit, and so a tick on the screen, means that the data is on the disk; it costs 0.8 ms. */
export function dexieOptions(ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>): DexieOptions {
  const options: DexieOptions = { chromeTransactionDurability: 'strict' }
  if (ports.indexedDB) options.indexedDB = ports.indexedDB
  if (ports.IDBKeyRange) options.IDBKeyRange = ports.IDBKeyRange
  return options
}

const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'PrematureCommitError'])

/**
 * Runs database work and, when the browser has closed the connection (iOS does this in the background), runs it once
 * more on a new connection. A second failure is thrown. The work must be safe to run twice.
 */
export async function reopening<T>(db: Dexie, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!lostConnection(error)) throw error
    db.close({ disableAutoOpen: false })
    try {
      await db.open()
      return await work()
    } catch (again) {
      // A connection left in this state would answer the next query with this failure without trying.
      reopenNext(again, db)
      throw again
    }
  }
}

/**
 * Whether the write failed for lack of space: over the browser's quota, or the disk is full. For the latter Chromium
 * throws an UnknownError whose message contains the file system's error.
 */
export function isFull(error: unknown): boolean {
  const inner = (error as { inner?: unknown } | null)?.inner
  return [error, inner].some(
    (one) => one instanceof Error && (one.name === 'QuotaExceededError' || NO_SPACE.test(one.message)),
  )
}

const NO_SPACE = /NO_SPACE|no space left|disk (is )?full/i

/** After a lost connection the next query opens a new one; otherwise every query would fail with the old error. */
export function reopenNext(error: unknown, ...databases: readonly Dexie[]): void {
  if (lostConnection(error)) for (const db of databases) db.close({ disableAutoOpen: false })
}

function lostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = (error as { inner?: unknown }).inner
  return LOST_CONNECTION.has(error.name) || (inner instanceof Error && LOST_CONNECTION.has(inner.name))
}
