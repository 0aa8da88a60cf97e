import type { Timers } from '../api/call.ts'

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
