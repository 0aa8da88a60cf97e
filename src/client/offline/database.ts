import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { OfflinePorts } from './ports.ts'
import type { MetaRow, StoredBytes, StoredEvent, StoredIncome, StoredJob, StoredPhoto, StoredRun } from './stored.ts'

// On localhost it would keep where every question was asked from, at a price.
Dexie.debug = false

/**
 * One database per user: another person on the same phone neither sees nor sends his work.
 * String keys only; versions only ever add (Dexie does not run an upgrade again after a roll-back): a new field of an
 * event is told by its envelope's `v` and up-cast when it is sent.
 */
export class UserDatabase extends Dexie {
  runs!: Table<StoredRun, string>
  jobs!: Table<StoredJob, string>
  incomes!: Table<StoredIncome, string>
  events!: Table<StoredEvent, string>
  photos!: Table<StoredPhoto, string>
  photoBytes!: Table<StoredBytes, string>
  meta!: Table<MetaRow, string>

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
}

/** Strict: a tick on the screen means it is on the disk, which costs 0.8 ms. */
export function dexieOptions(ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>): DexieOptions {
  const options: DexieOptions = { chromeTransactionDurability: 'strict' }
  if (ports.indexedDB) options.indexedDB = ports.indexedDB
  if (ports.IDBKeyRange) options.IDBKeyRange = ports.IDBKeyRange
  return options
}

const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'PrematureCommitError'])

/**
 * Runs a piece of database work, once more on a fresh connection when the browser closed the old one (iOS does, in the
 * background). A second failure is told, not looped on. The work may run twice, so it must bear that.
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
      // Left as it is, the next question would be answered with this failure, not tried.
      reopenNext(again, db)
      throw again
    }
  }
}

/**
 * The browser has no room for what was to be written: beyond its quota, or because the disk itself is full. For the latter
 * Chromium throws an UnknownError whose message holds the file system's error.
 */
export function isFull(error: unknown): boolean {
  const inner = (error as { inner?: unknown } | null)?.inner
  return [error, inner].some(
    (one) => one instanceof Error && (one.name === 'QuotaExceededError' || NO_SPACE.test(one.message)),
  )
}

const NO_SPACE = /NO_SPACE|no space left|disk (is )?full/i

/** After a lost connection the next question opens a new one; otherwise every question would fail with the old error. */
export function reopenNext(error: unknown, ...databases: readonly Dexie[]): void {
  if (lostConnection(error)) for (const db of databases) db.close({ disableAutoOpen: false })
}

function lostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = (error as { inner?: unknown }).inner
  return LOST_CONNECTION.has(error.name) || (inner instanceof Error && LOST_CONNECTION.has(inner.name))
}
