import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import type { UserDatabase } from './schema.ts'

/** The small values of a phone, one row each. */
export interface Meta {
  deviceID: string
  seq: number
  /** The browser deleted the database. Stays until the driver has read the notice. */
  lostBefore: { noticedAt: string; unsent?: number }
  /** How many records were put back from the journal, until the driver has read the notice. */
  restored: { at: string; count: number }
  etag: string
  lastPullAt: string
  /** How many stops the last pull contained. */
  pulledStops: number
  lastIncomesAt: string
  /** A run changed since the incomes were fetched. */
  incomesBehind: boolean
  lastSentAt: string
  dataEpoch: string
  backedUpThrough: string
  /** Server's clock minus the phone's, ms. */
  clockOffsetMs: number
  pause: Pause
  link: Link
  lane: QueueState
  photoLane: QueueState
  pullLane: QueueState
  reconcile: Reconciled
  /** The last report of this phone's counts to the office. */
  told: { at: string; what: string }
  /** The office revoked this phone; `of`: the sign-in under which the clean-up was completed. */
  revoked: { at: string; of: string | null }
  /** The records a revocation deleted after their receipt; another window's journal may still have them. */
  wiped: { at: string; eventIDs: string[] }
  /** Numbers of discarded events whose rows are deleted. */
  givenUp: number[]
}

/** Pauses the whole queue; nothing is cleared and the stops stay usable. */
export interface Pause {
  kind: 'sign-in' | 'update-needed'
  at: string
  code: string | null
  message: string | null
  /** The sign-in or build that was refused; another one ends the pause. */
  of: string | null
}

/** The pause that lasts until somebody signs in. The office has refused nothing. */
export const signInPause = (at: Date): Pause => ({
  kind: 'sign-in',
  at: at.toISOString(),
  code: null,
  message: null,
  of: null,
})

export interface Link {
  state: 'ok' | 'offline' | 'captive'
  at: string
}

export interface QueueState {
  /** Attempts in a row without a verdict. */
  failures: number
  /** Epoch ms. */
  nextAttemptAt: number
  /** The server's Retry-After, epoch ms, which no wake-up shortens. */
  holdUntil: number
  /** Epoch ms. */
  lastAttemptAt: number
  /** Events per request; halved by 413, doubled again by success. */
  batchLimit: number
}

/** A queue without a waiting time. */
export const FREE: QueueState = {
  failures: 0,
  nextAttemptAt: 0,
  holdUntil: 0,
  lastAttemptAt: 0,
  batchLimit: EVENTS_PER_REQUEST,
}

/** The office's comparison: "57 stops, 41 photos: equal" */
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

export async function readMetas<K extends keyof Meta>(db: UserDatabase, ...keys: K[]): Promise<Partial<Pick<Meta, K>>> {
  const rows = await db.meta.bulkGet(keys)
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : []))) as Partial<Pick<Meta, K>>
}

export async function writeMeta<K extends keyof Meta>(db: UserDatabase, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ key, value })
}

export async function writeMetas(db: UserDatabase, values: Partial<Meta>): Promise<void> {
  await db.meta.bulkPut(Object.entries(values).map(([key, value]) => ({ key, value })))
}

/** False: the browser deleted the database under the open page, and an empty or new one took its place. */
export async function isOwn({ db, deviceID }: { db: UserDatabase; deviceID: string }): Promise<boolean> {
  return (await readMeta(db, 'deviceID')) === deviceID
}

/**
 * Whether the driver must sign in before an answer may be written. Call in the transaction that writes it: a sign-out,
 * also of another tab, is then either visible or deletes what is written before it.
 */
export async function awaitsSignIn(db: UserDatabase): Promise<boolean> {
  return (await readMeta(db, 'pause'))?.kind === 'sign-in'
}

export const orderKey = (runOrderID: string): string => `order:${runOrderID}`

/** The own order that the office was told last. */
export const toldOrderKey = (runOrderID: string): string => `told-order:${runOrderID}`

/** What the shortest order of a run depends on, as the office last said it. */
export const rulesKey = (runOrderID: string): string => `rules:${runOrderID}`

/** The run of a stop that a pull deleted under an open screen, where a tap is still recorded. */
export const goneKey = (assignmentID: string): string => `gone:${assignmentID}`

/** What the driver typed at a stop before its outcome. */
export const draftKey = (assignmentID: string): string => `along:${assignmentID}`

/**
 * Groups of keys that end together: sign-out deletes `week` and `sending`, a revocation `week` and `draft`. `identity`,
 * which numbers the records and accounts for them, stays as long as the database.
 */
type MetaGroup = 'identity' | 'sending' | 'week' | 'draft'

const GROUPS: Record<keyof Meta, MetaGroup> = {
  deviceID: 'identity',
  seq: 'identity',
  givenUp: 'identity',
  lostBefore: 'identity',
  restored: 'identity',
  revoked: 'identity',
  wiped: 'identity',
  dataEpoch: 'identity',
  clockOffsetMs: 'identity',
  reconcile: 'identity',
  pause: 'sending',
  link: 'sending',
  lane: 'sending',
  photoLane: 'sending',
  pullLane: 'sending',
  lastSentAt: 'sending',
  told: 'sending',
  etag: 'week',
  lastPullAt: 'week',
  pulledStops: 'week',
  lastIncomesAt: 'week',
  incomesBehind: 'week',
  backedUpThrough: 'week',
}
const GROUPS_BY_PREFIX: readonly [prefix: string, group: MetaGroup][] = [
  [orderKey(''), 'week'],
  [toldOrderKey(''), 'week'],
  [rulesKey(''), 'week'],
  [goneKey(''), 'sending'],
  [draftKey(''), 'draft'],
]

/** A key of a newer build, left by a roll-back, may be about a customer, so it goes with the week. */
const groupOf = (key: string): MetaGroup =>
  GROUPS_BY_PREFIX.find(([prefix]) => key.startsWith(prefix))?.[1] ??
  (Object.hasOwn(GROUPS, key) ? GROUPS[key as keyof Meta] : 'week')

/** Deletes the values of these groups. Call in a transaction on meta. */
export async function forgetMeta(db: UserDatabase, ...groups: MetaGroup[]): Promise<void> {
  const keys = await db.meta.toCollection().primaryKeys()
  await db.meta.bulkDelete(keys.filter((key) => groups.includes(groupOf(key))))
}

export interface Gone {
  runOrderID: string
  version: number
  at: string
}
