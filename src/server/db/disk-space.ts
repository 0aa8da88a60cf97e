import { statfs } from 'node:fs/promises'

/** With fewer bytes free nothing is written; the office stops earlier, and customers and strangers before it. */
export const KEEP_FREE_BYTES = 100 * 1024 * 1024
export const OFFICE_KEEPS_FREE = 2 * KEEP_FREE_BYTES
export const STRANGERS_KEEP_FREE = 5 * KEEP_FREE_BYTES
const LOOK_AGAIN_AFTER_MS = 1_500

/**
 * The disk is nearly full. A commit on a full disk would make the embedded database PANIC, so writes are refused before
 * (507).
 */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  constructor() {
    super('The disk of the data directory is nearly full: nothing is written until there is room again.')
  }
}

/** Bytes that this process may still write on the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

type Watched = { freeBytes?(): Promise<number> }

/**
 * The disk of this server that requests fill: the embedded database's, or with PostgreSQL that of the photos. Undefined:
 * there is none, because photos are on S3.
 */
export function filledDisk({ database, storage }: { database: Watched; storage: Watched }) {
  const held = database.freeBytes ? database : storage
  return held.freeBytes && (() => held.freeBytes!())
}

export interface RoomSettings {
  /** Bytes; undefined where no disk is monitored. */
  freeBytes: (() => Promise<number>) | undefined
  /** Bytes. */
  keepFree?: number | undefined
  /** Milliseconds for which one reading is used. */
  lookAgainAfter?: number | undefined
  now?: (() => number) | undefined
}

/** Makes the check before every write, which throws StorageFull while the disk is nearly full. */
export function roomToWrite({
  freeBytes,
  keepFree = KEEP_FREE_BYTES,
  lookAgainAfter = LOOK_AGAIN_AFTER_MS,
  now = Date.now,
}: RoomSettings): () => Promise<void> {
  let look: { at: number; free: Promise<number> } | undefined
  return async () => {
    if (freeBytes === undefined) return
    // Concurrent callers share one reading. A clock that was set back causes a new one.
    const age = look === undefined ? Infinity : now() - look.at
    if (look === undefined || age > lookAgainAfter || age < 0) look = { at: now(), free: freeBytes() }
    if ((await look.free) < keepFree) throw new StorageFull()
  }
}
