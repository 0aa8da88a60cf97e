import type { UserDatabase } from './database.ts'

/** The small facts of a phone, one row each, with their types in one place. */
export interface Meta {
  deviceID: string
  /** The last number given to an event. */
  seq: number
  /** The database came back empty: the browser evicted it. Until a person has read it. */
  lostBefore: { noticedAt: string; unsent?: number }
  etag: string
  lastPullAt: string
  /** How many stops the last pull brought. */
  pulledStops: number
  lastIncomesAt: string
  /** A run changed since: what he earns by it is not fetched yet. */
  incomesBehind: boolean
  lastSentAt: string
  dataEpoch: string
  backedUpThrough: string
  /** Server's clock minus the phone's, ms. */
  clockOffsetMs: number
  pause: Pause
  link: Link
  lane: Lane
  photoLane: Lane
  pullLane: Lane
  reconcile: Reconciled
  /** How the office was told this phone stands. */
  told: { at: string; what: string }
  /** The office took this phone back; `of`: the sign-in under which it had handed over everything. */
  revoked: { at: string; of: string | null }
  /** Numbers of records a person gave up, whose rows are gone. */
  givenUp: number[]
}

/** The whole queue waits: nothing is cleared, the stops stay usable. */
export interface Pause {
  kind: 'sign-in' | 'update-needed'
  at: string
  code: string | null
  message: string | null
  /** The sign-in, or the build, that was turned away: another one ends the pause. */
  of: string | null
}

export interface Link {
  state: 'ok' | 'offline' | 'captive'
  at: string
}

export interface Lane {
  /** Tries in a row without a verdict. */
  failures: number
  /** Epoch ms. */
  nextAttemptAt: number
  /** Epoch ms: the server asked for it (Retry-After), so no wake-up shortens it. */
  holdUntil: number
  /** Epoch ms. */
  lastAttemptAt: number
  /** Events a request; halved by 413, doubled again by success. */
  batchLimit: number
}

/** "57 stops, 41 photos: equal" */
export interface Reconciled {
  at: string
  events: number
  photos: number
  holes: number[]
  equal: boolean
}

export async function readMeta<K extends keyof Meta>(db: UserDatabase, key: K): Promise<Meta[K] | undefined> {
  return (await db.meta.get(key))?.value as Meta[K] | undefined
}

/** Several in one question. */
export async function readMetas<K extends keyof Meta>(db: UserDatabase, ...keys: K[]): Promise<Partial<Pick<Meta, K>>> {
  const rows = await db.meta.bulkGet(keys)
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : []))) as Partial<Pick<Meta, K>>
}

export async function writeMeta<K extends keyof Meta>(db: UserDatabase, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ key, value })
}

/** Several in one write. */
export async function writeMetas(db: UserDatabase, values: Partial<Meta>): Promise<void> {
  await db.meta.bulkPut(Object.entries(values).map(([key, value]) => ({ key, value })))
}

/**
 * Whether he is to sign in before the office's answers are his again. Ask it in the transaction that writes them: a sign-out,
 * which may be another tab's, has then either been written there already or clears what is written after it.
 */
export async function awaitsSignIn(db: UserDatabase): Promise<boolean> {
  return (await readMeta(db, 'pause'))?.kind === 'sign-in'
}

/** The driver's own order of a run's stops. */
export const orderKey = (runOrderID: string): string => `order:${runOrderID}`

/** Where a stop belonged that a pull took away under an open screen: a tap on it is still a fact. */
export const goneKey = (assignmentID: string): string => `gone:${assignmentID}`
export interface Gone {
  runOrderID: string
  version: number
  at: string
}
