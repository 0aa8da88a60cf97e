import type { StopFigure } from '#domain/run-figures.ts'
import type { DoneEvent } from '#contract/v1/done.ts'
import type { Income } from '#contract/v1/incomes.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import type { Stop } from '#contract/v1/stops.ts'
import type { EventType } from '#domain/words.ts'
import { type DBCoreTransaction, Dexie, type DexieOptions, type Table } from 'dexie'
import type { Timers } from '../../api/call.ts'

/** The rows of a driver's phone (offline.md, "Storage" and "Event"). */

/**
 * No state may be added: after a roll-back an older build would ignore the events in it. Earlier builds wrote
 * `sending`, which means the same as `queued`.
 */
export const EVENT_STATES = ['queued', 'sending', 'acknowledged', 'needs-attention', 'discarded'] as const
export type EventState = (typeof EVENT_STATES)[number]

type EnvelopeField = 'eventID' | 'v' | 'assignmentID' | 'seq' | 'occurredAt' | 'baseVersion' | 'appBuild'
type PayloadOf<T extends EventType> = Omit<Extract<DoneEvent, { type: T }>, EnvelopeField | 'type' | 'key'>

interface EventOf<T extends EventType> {
  // What happened; never changes.
  eventID: string
  /** Envelope version it was written with; converted when sent. */
  v: number
  /** Per device, from 1: the order of its events. */
  seq: number
  runOrderID: string
  assignmentID: string
  type: T
  payload: PayloadOf<T>
  /** The version of the stop the driver was looking at. */
  baseVersion: number | null
  actorID: string
  deviceID: string
  appBuild: string
  /** The phone's clock, ISO. */
  occurredAt: string

  // The delivery columns.
  state: EventState
  /** Ended requests with it, with or without a verdict. */
  attempts: number
  /** Epoch ms; 0: due. */
  nextAttemptAt: number
  /** Refusals in a row: after one it is sent alone, after a second it needs attention. */
  refusals: number
  /** Uploads in a row that the office found missing or damaged. */
  badUploads: number
  lastAnswer: LastAnswer | null
  /** The acknowledgement. */
  result: 'applied' | 'duplicate' | 'review' | null
  /** The stop's version from which on its row has the effect, or says whether it is under review. */
  jobVersion: number | null
  /** The phone's clock, ISO. */
  acknowledgedAt: string | null
  /** The server's clock, ISO; compared with `backedUpThrough`. */
  receivedAt: string | null
  /** The server's dataEpoch at acknowledgement. A restored database has another and needs the event again. */
  ackEpoch: string | null
  /** The first payload, once the driver has edited a refused event. */
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

type Figure = StopFigure | 'planned'

/** A run pulled by an earlier build has no figures. */
export type StoredRun = Omit<DriverRun, 'jobs' | Figure> & Partial<Pick<DriverRun, Figure>>

/** A server row, never edited here, with three columns of our own. */
export type StoredStop = Stop & {
  /** Position in the server's answer. */
  place: number
  /** The dataEpoch of the row; versions are comparable only within one. */
  epoch: string
  /** Absent from the last pull and kept for its unsent events: "moved by the office". */
  absent: boolean
}

export type StoredIncome = Income

export interface StoredPhoto {
  photoID: string
  /** `access`: the customer's photo, downloaded in advance. */
  kind: 'taken' | 'access'
  assignmentID: string
  eventID: string | null
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
  takenAt: string | null
  /**
   * The address it was uploaded to; null until then. Only the acknowledgement of the photo's event proves the upload.
   */
  key: string | null
  /** Whether photoBytes still contains it. */
  hasBytes: boolean
}

/** Only the bytes, read by primary key only (iOS crashes otherwise). */
export interface StoredBytes {
  photoID: string
  bytes: ArrayBuffer
}

export interface MetaRow {
  key: string
  value: unknown
}

/** Everything external that the core uses, so that page, service worker and simulation run the same code. */
export interface OfflinePorts {
  fetch(url: string, init: RequestInit): Promise<Response>
  now(): Date
  /** 0 <= x < 1 */
  random(): number
  randomBytes(count: number): Uint8Array
  /** Null where the browser has none: two tabs may then send the same event, which the server stores once. */
  locks: Locks | null
  timers: Timers
  /** The XSRF-TOKEN cookie: from document.cookie in a page, cookieStore in the service worker. */
  xsrf(): Promise<string | null>
  /** SHA-256, lower-case hex. */
  digest(bytes: ArrayBuffer): Promise<string>
  appBuild: string
  /** Base address of /v1. */
  base?: string
  /** Bytes used and allowed by the browser. */
  estimate?(): Promise<{ usage?: number; quota?: number }>
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
  /** localStorage, which survives when the browser deletes the databases. The service worker has none. */
  localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void }
  /** Opens a file beside the databases; null or no such port: the browser has none, or other windows hold all files. */
  openJournal?(name: string): Promise<JournalPort | null>
  /** Set by tests only. */
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}

/** The used part of navigator.locks. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: boolean }, stop: (lock: unknown) => Promise<T>): Promise<T>
}

/**
 * A second copy of each unsent record, in a file beside the database (offline.md, "Journal"): a full disk breaks the
 * database, and the browser may delete it. Photos' bytes are not in it.
 */
export interface JournalPort {
  /** What was found, oldest first: of this driver's file and of those that other, closed windows left. */
  readonly entries: readonly string[]
  /** Resolves once they are on the disk. False: the file has no room. */
  append(entries: readonly string[]): Promise<boolean>
  /** Replaces everything found and appended. */
  rewrite(entries: readonly string[]): Promise<boolean>
  /** False: the browser deleted the file while it was open. */
  isThere(): Promise<boolean>
  close(): void
}

/** The rows of one read. */
export interface Rows {
  /** The nearest week first. */
  runs: readonly StoredRun[]
  /** By assignmentID. */
  stops: ReadonlyMap<string, StoredStop>
  /** By eventID. */
  events: ReadonlyMap<string, StoredEvent>
  photos: readonly StoredPhoto[]
  /** By key. */
  meta: ReadonlyMap<string, unknown>
}

// On localhost Dexie would record the call stack of every query, which is slow.
Dexie.debug = false

/**
 * One database per user: another user of the phone can't see or send these events. String keys only. Versions only ever
 * add, because Dexie does not repeat an upgrade after a roll-back; a new field of an event is recognised by its
 * envelope's `v`.
 */
export class UserDatabase extends Dexie {
  runs!: Table<StoredRun, string>
  jobs!: Table<StoredStop, string>
  incomes!: Table<StoredIncome, string>
  events!: Table<StoredEvent, string>
  photos!: Table<StoredPhoto, string>
  photoBytes!: Table<StoredBytes, string>
  meta!: Table<MetaRow, string>
  /** Called when a connection is closed. LevelDB may lose what it has committed when a write failed before. */
  onClosed: () => void = () => undefined

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
    this.use({
      stack: 'dbcore',
      name: 'disk-full',
      create: (core) => ({
        ...core,
        transaction: (...given) => {
          const transaction = core.transaction(...given) as DBCoreTransaction & IDBTransaction
          // Its requests, and a connection that is closed meanwhile, often state no reason.
          transaction.addEventListener('abort', () => isDiskFull(transaction.error) && this.doubt())
          return transaction
        },
      }),
    })
  }

  /**
   * The disk refused a write since the reserve was last written. Chromium may lose what it commits from then on, and on a
   * small disk deletes all of it.
   */
  isDoubted = false
  /** Called when `isDoubted` changes, which the next start has to know. */
  onDoubted: (isDoubted: boolean) => void = () => undefined

  doubt(isDoubted = true): void {
    if (this.isDoubted === isDoubted) return
    this.isDoubted = isDoubted
    this.onDoubted(isDoubted)
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    this.onClosed()
    super.close(options)
  }
}

/** Strict durability: a commit, and so a tick on the screen, means that the data is on the disk. It costs 0.8 ms. */
export function dexieOptions(ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>): DexieOptions {
  const options: DexieOptions = { chromeTransactionDurability: 'strict' }
  if (ports.indexedDB) options.indexedDB = ports.indexedDB
  if (ports.IDBKeyRange) options.IDBKeyRange = ports.IDBKeyRange
  return options
}

const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'PrematureCommitError'])

/**
 * Runs database work, and once more on a new connection if the browser has closed it (iOS does this in the background).
 * Throws on a second failure. The work must be safe to run twice.
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
      // The connection would answer the next query with this failure too.
      reopenNext(again, db)
      throw again
    }
  }
}

const errorsIn = (error: unknown): Error[] =>
  [error, (error as { inner?: unknown } | null)?.inner].filter((one) => one instanceof Error)

/**
 * Whether a write failed for lack of space: over the browser's quota, or a full disk, for which Chromium throws an
 * UnknownError with the file system's message.
 */
export function isFull(error: unknown): boolean {
  return isDiskFull(error) || errorsIn(error).some(({ name }) => name === 'QuotaExceededError')
}

const NO_SPACE = /NO_SPACE|no space left|disk (is )?full/i
const isDiskFull = (error: unknown) => errorsIn(error).some(({ message }) => NO_SPACE.test(message))

/** Makes the next query open a new connection after a lost one, which would fail every query with the old error. */
export function reopenNext(error: unknown, ...databases: readonly Dexie[]): void {
  if (lostConnection(error)) for (const db of databases) db.close({ disableAutoOpen: false })
}

function lostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = (error as { inner?: unknown }).inner
  return LOST_CONNECTION.has(error.name) || (inner instanceof Error && LOST_CONNECTION.has(inner.name))
}

/** Up to this many rows are read one by one. */
const A_FEW = 4

/**
 * The rows of these IDs, in their order; undefined where there is none. IDs created together are adjacent (UUIDv7), so
 * one query over their range replaces hundreds of slow single ones.
 */
export async function rowsOf<T>(table: Table<T, string>, ids: readonly string[]): Promise<(T | undefined)[]> {
  if (ids.length <= A_FEW) return ids.length === 0 ? [] : table.bulkGet([...ids])
  const key = table.schema.primKey.keyPath as keyof T & string
  const sorted = [...ids].sort()
  // One ID that is much older would widen the range to all rows between, so the number of rows is limited.
  const atMost = ids.length * 2
  const near = await table.where(key).between(sorted[0], sorted.at(-1), true, true).limit(atMost).toArray()
  const found = new Map(near.map((row) => [row[key] as string, row]))
  const readTo = near.length < atMost ? sorted.at(-1) : (near.at(-1)?.[key] as string)
  const beyond = sorted.filter((id) => id > (readTo as string))
  if (beyond.length > 0) for (const row of await table.bulkGet(beyond)) if (row) found.set(row[key] as string, row)
  return ids.map((id) => found.get(id))
}

/** The events in any of these states. One query per state, because a query over several walks row by row. */
export async function eventsIn(db: UserDatabase, ...states: EventState[]): Promise<StoredEvent[]> {
  const found = await Promise.all(states.map((state) => db.events.where('state').equals(state).toArray()))
  return found.flat()
}

/** All events of the database that are neither acknowledged nor discarded. */
export function unsentInDatabase(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, 'queued', 'sending', 'needs-attention')
}
