import { newID } from '#domain/identifiers.ts'
import type { Timers } from '../../api/call.ts'
import type { Rows } from '../week.ts'
import {
  DeviceDatabase,
  type SignIn,
  currentSignIn,
  readLocalCounts,
  rememberDeviceID,
  startOf,
  writeLocalCounts,
} from './device-database.ts'
import { type Journal, unopenedJournal } from './journal.ts'
import { FREE, type Pause, type QueueState, readMeta, readMetas, writeMeta } from './meta.ts'
import { type Held, becomeUnsure, isUnsent, putBack } from './records.ts'
import { type StoredEvent, UserDatabase, reopening } from './schema.ts'

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

/** One driver's phone: the argument of every function of the core. */
export interface Device {
  readonly db: UserDatabase
  readonly deviceDb: DeviceDatabase
  readonly ports: OfflinePorts
  readonly userID: string
  readonly deviceID: string
  /** The eventIDs that this page or service worker is sending now. */
  readonly inFlight: Set<string>
  /** The records that have not ended, by eventID. */
  readonly records: Map<string, Held>
  readonly journal: Journal
  readonly memory: Memory
  /** Called after each enqueue, with the record if it is new and on the disk. */
  readonly onEnqueued: Set<(recorded?: StoredEvent) => void>
}

/** What this window goes on with while the database fails. */
interface Memory {
  /** The sign-in this window could last send under. */
  signIn: SignIn | null
  /** The send queue. */
  lane: QueueState
  /** The rows as last read; null: never, or forgotten by a sign-out or a revocation. */
  rows: Rows | null
  /** Records that ended since that read began, by eventID. */
  ended: Map<string, StoredEvent>
}

/** Opens the database that all users of the device share; it exists before the first sign-in. */
export function openDeviceDb(ports: OfflinePorts): DeviceDatabase {
  return new DeviceDatabase(ports)
}

/**
 * Opens a user's database. Its deviceID distinguishes it from a lost one, since a new database starts again at seq 1.
 * @param onBlocked called when an older build holds the database open elsewhere; it opens when that one closes it
 */
export async function openDevice(
  ports: OfflinePorts,
  { userID, onBlocked }: { userID: string; onBlocked?: () => void },
): Promise<Device> {
  const db = new UserDatabase(userID, ports)
  if (onBlocked) db.on('blocked', onBlocked)
  const deviceDb = openDeviceDb(ports)
  // Opened in parallel. Whoever uses the database gets a failure.
  deviceDb.open().catch(() => undefined)
  const now = ports.now()
  const fresh = newID(now.getTime(), ports.randomBytes(10))
  // A normal start takes one query to each database and writes nothing.
  const [{ deviceID: known, pause, seq = 0 }, [remembered, signIn]] = await Promise.all([
    reopening(db, () => readMetas(db, 'deviceID', 'pause', 'seq')),
    reopening(deviceDb, () => startOf(deviceDb, userID)),
  ])
  const deviceID = known ?? (await reopening(db, () => giveDeviceID(db, fresh)))
  const { lostBefore } =
    remembered === deviceID
      ? { lostBefore: false }
      : await reopening(deviceDb, () => rememberDeviceID(deviceDb, userID, deviceID)).catch(() => LATER)
  const outside = readLocalCounts({ ports, userID })
  const ofAnother = outside !== null && outside.deviceID !== deviceID
  const lost = (outside?.lost ?? 0) + (ofAnother ? outside.unsent : 0)
  if (lostBefore || ofAnother || lost > 0)
    await writeMeta(db, 'lostBefore', { noticedAt: now.toISOString(), unsent: lost }).catch(() => undefined)
  // The count follows when it has been read.
  if (outside?.deviceID !== deviceID) writeLocalCounts({ ports, userID }, { deviceID, unsent: 0, lost })
  const device: Device = {
    db,
    deviceDb,
    ports,
    userID,
    deviceID,
    inFlight: new Set(),
    records: new Map(),
    journal: unopenedJournal(seq),
    memory: { signIn: null, lane: FREE, rows: null, ended: new Map() },
    onEnqueued: new Set(),
  }
  db.onClosed = () => becomeUnsure(device)
  const nowPaused = nextPause(device, pause, signIn)
  if (nowPaused === undefined && signIn?.userID === userID) device.memory.signIn = signIn
  if (nowPaused !== pause) await endPauseOfBefore(device, signIn).catch(() => undefined)
  return device
}

/** On a full disk the app opens without writing these values; the next start or look writes them. */
const LATER = { lostBefore: false }

/** In a transaction of its own: of two windows that find an empty database, the second uses the first one's ID. */
export function giveDeviceID(db: UserDatabase, fresh: string): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const known = await readMeta(db, 'deviceID')
    if (known === undefined)
      await db.meta.bulkAdd([
        { key: 'deviceID', value: fresh },
        { key: 'seq', value: 0 },
      ])
    return known ?? fresh
  })
}

export function closeDevice(device: Device): void {
  device.db.close()
  device.deviceDb.close()
}

/** The sign-in, and why the queue is paused. Usually nothing changes and nothing is written. */
export async function pauseNow(device: Device): Promise<{ signIn: SignIn | null; pause: Pause | undefined }> {
  const signIn = await currentSignIn(device.deviceDb)
  const { pause: before, deviceID } = await readMetas(device.db, 'pause', 'deviceID')
  // The database was deleted under the open page. What is in memory is still sent under `memory.signIn`.
  if (deviceID !== device.deviceID) return { signIn: null, pause: before }
  const pause = nextPause(device, before, signIn) === before ? before : await endPauseOfBefore(device, signIn)
  device.memory.signIn = pause === undefined && signIn?.userID === device.userID ? signIn : null
  return { signIn, pause }
}

/** Ends a pause when the same user has signed in again or a newer build runs. */
function endPauseOfBefore(device: Device, signIn: SignIn | null): Promise<Pause | undefined> {
  return device.db.transaction('rw', device.db.meta, async () => {
    const pause = await readMeta(device.db, 'pause')
    const next = nextPause(device, pause, signIn)
    if (next === pause) return pause
    if (next === undefined) await device.db.meta.delete('pause')
    else await writeMeta(device.db, 'pause', next)
    return next
  })
}

function nextPause({ userID, ports }: Device, pause: Pause | undefined, signIn: SignIn | null): Pause | undefined {
  const mine = signIn?.userID === userID ? signIn : null
  if (pause === undefined)
    return mine ? undefined : { kind: 'sign-in', at: ports.now().toISOString(), code: null, message: null, of: null }
  const over = pause.kind === 'sign-in' ? mine !== null && mine.signInID !== pause.of : pause.of !== ports.appBuild
  return over ? undefined : pause
}

/**
 * Fills the new database after the browser deleted the old one under the open page, as Chromium does on a small full
 * disk: the records and the stops shown are put into it from memory, under its deviceID. Photos are lost. Throws while
 * the database can't be written; the records are sent from memory meanwhile.
 */
export async function replaceDatabase(device: Device): Promise<void> {
  const { db, deviceDb, memory, ports, records, userID } = device
  becomeUnsure(device)
  const fresh = newID(ports.now().getTime(), ports.randomBytes(10))
  const { deviceID, unsent } = await db.transaction('rw', [db.runs, db.jobs, db.events, db.meta], async () => {
    // Another window may have been first.
    const deviceID = await giveDeviceID(db, fresh)
    const all = await putBack({ ...device, deviceID }, ({ event }) => isUnsent(event))
    if (memory.rows !== null && (await db.jobs.count()) === 0) {
      await db.runs.bulkPut([...memory.rows.runs])
      await db.jobs.bulkPut([...memory.rows.stops.values()])
    }
    return { deviceID, unsent: all.filter(({ row, after }) => row === undefined && after !== null && isUnsent(after)) }
  })
  await rememberDeviceID(deviceDb, userID, deviceID)
  const outside = readLocalCounts(device)
  if (outside !== null && outside.deviceID !== deviceID) {
    const lost = outside.lost + Math.max(0, outside.unsent - records.size)
    writeLocalCounts(device, { deviceID, unsent: unsent.length, lost })
  }
}
