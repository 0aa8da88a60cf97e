import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { OfflinePorts } from './ports.ts'
import type { MetaRow, StoredBytes, StoredEvent, StoredIncome, StoredStop, StoredPhoto, StoredRun } from './stored.ts'

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
