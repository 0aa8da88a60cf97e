import { newID } from '#domain/identifiers.ts'
import {
  DeviceDatabase,
  type SignIn,
  countsAfter,
  currentSignIn,
  missingOf,
  noteDoubt,
  noteRead,
  readLocalCounts,
  rememberDeviceID,
  startOf,
  writeLocalCounts,
} from './device-database.ts'
import {
  FREE,
  isOwn,
  type Meta,
  type Pause,
  type QueueState,
  readMeta,
  readMetas,
  signInPause,
  writeMeta,
  writeMetas,
} from './meta.ts'
import { type JournalPort, type OfflinePorts, type Rows, type StoredEvent, UserDatabase, reopening } from './schema.ts'

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

/**
 * The records of this window that have not ended: one map for what is in the database, in the journal, or in memory
 * alone (offline.md, "One place for a record").
 */
export interface Held {
  event: StoredEvent
  /** The database is known to have it as it is here. False: it lacks it, or may, as after a connection was closed. */
  isInDatabase: boolean
  /** Only a file of the journal had it. */
  isFound: boolean
}

/** The journal of one opened device. */
export interface Journal {
  /** Null: not opened, or this browser has none. */
  port: JournalPort | null
  /** The browser has no journal, or it failed, or it is full. */
  isMissing: boolean
  /** The highest number given to a record of this device. */
  highestSeq: number
  /** The opening, begun by the first tap or look. Null: not begun, or it failed and is tried again. */
  opening: Promise<void> | null
  isOpening: boolean
  /** The files were compared with the database once, so memory has every record that has not ended. */
  isCompared: boolean
  /** The time of the comparison, or of its failure, epoch ms; the screen follows a moment later. */
  comparedAt: number
  /** A failed journal is opened again after this time, epoch ms; null: it works, or the browser has none. */
  againAt: number | null
  /** The last write. The next one begins after it, so a rewrite has every record whose entry it replaces. */
  turn: Promise<unknown>
}

/** What this window goes on with while the database fails. */
interface Memory {
  /** The sign-in this window could last send under. */
  signIn: SignIn | null
  /** The office refused a sign-in, which the database could not note; null: it did not. */
  pause: Pause | null
  /** The send queue. */
  lane: QueueState
  /** The rows as last read; null: never, or forgotten by a sign-out or a revocation. */
  rows: Rows | null
  /** At the last read the database was deleted under the open page. */
  isDeleted: boolean
  /** Records that ended since the read of `rows` began, by eventID. */
  readonly ended: Map<string, StoredEvent>
  /** What the database lacked when it was opened and has not noted yet: how many records, up to which number. */
  missing: { count: number; seq: number } | null
  /** The office has compared this phone's numbers with its own since this start. */
  isCounted: boolean
  /** How many reads began, and which of them `rows` are of: an older read that ends later is not used. */
  reads: number
  read: number
}

export const freshID = ({ ports }: Pick<Device, 'ports'>): string => newID(ports.now().getTime(), ports.randomBytes(10))

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
  const deviceDb = new DeviceDatabase(ports)
  // The device's database opens meanwhile; whoever uses it gets its failure.
  deviceDb.open().catch(() => undefined)
  const now = ports.now()
  const fresh = freshID({ ports })
  // The counts outside are read first, because each number is noted here after its commit, maybe by another window.
  const outside = readLocalCounts({ ports, userID })
  // A normal start takes one query to each database and writes nothing.
  const [{ deviceID: known, pause, seq = 0, lostBefore: noted }, [remembered, signIn]] = await Promise.all([
    reopening(db, () => readMetas(db, 'deviceID', 'pause', 'seq', 'lostBefore')),
    reopening(deviceDb, () => startOf(deviceDb, userID)),
  ])
  const lostBy = (deviceID: string) => {
    const ofAnother = outside !== null && outside.deviceID !== deviceID
    const unsent = Math.max(noted?.unsent ?? 0, (outside?.lost ?? 0) + (ofAnother ? outside.unsent : 0))
    const isLost = ofAnother || unsent > 0 || (remembered ?? deviceID) !== deviceID
    return isLost ? { noticedAt: now.toISOString(), unsent } : null
  }
  const deviceID = known ?? (await reopening(db, () => giveDeviceID(db, fresh, lostBy(fresh))))
  const lostBefore = lostBy(deviceID)
  // On a full disk the app opens without writing these values; the next start or look writes them. The loss first: the
  // other deviceID outside is what shows it.
  if (known !== undefined && lostBefore !== null) await writeMeta(db, 'lostBefore', lostBefore).catch(() => undefined)
  if (remembered !== deviceID)
    await reopening(deviceDb, () => rememberDeviceID(deviceDb, userID, deviceID)).catch(() => undefined)
  // The count follows when it has been read. The screen takes from here what the database could not note.
  const seen = { deviceID, unsent: 0, lost: lostBefore?.unsent ?? 0, seq: 0, isWhole: false }
  if (outside?.deviceID !== deviceID) writeLocalCounts({ ports, userID }, countsAfter(outside, seen))
  const missing = outside?.deviceID === deviceID ? missingOf(outside, seq) : 0
  const device: Device = {
    db,
    deviceDb,
    ports,
    userID,
    deviceID,
    inFlight: new Set(),
    records: new Map(),
    journal: unopenedJournal(seq, ports.openJournal !== undefined),
    memory: newMemory(missing > 0 ? { count: missing, seq: outside!.seq } : null),
    onEnqueued: new Set(),
  }
  db.onClosed = () => mayLackAll(device)
  db.isDoubted ||= outside?.isDoubted ?? false
  db.onDoubted = (isDoubted) => noteDoubt(device, isDoubted)
  const nowPaused = nextPause(device, pause, signIn)
  if (nowPaused === undefined && signIn?.userID === userID) device.memory.signIn = signIn
  if (nowPaused !== pause) await endPauseOfBefore(device, signIn).catch(() => undefined)
  await noteMissing(device).catch(() => undefined)
  return device
}

const newMemory = (missing: Memory['missing']): Memory => ({
  signIn: null,
  pause: null,
  lane: FREE,
  rows: null,
  isDeleted: false,
  ended: new Map(),
  missing,
  isCounted: false,
  reads: 0,
  read: 0,
})

function unopenedJournal(highestSeq: number, canOpen: boolean): Journal {
  const state = { isMissing: !canOpen, isOpening: false, isCompared: false, comparedAt: 0 }
  return { port: null, highestSeq, opening: null, againAt: null, turn: Promise.resolve(), ...state }
}

/**
 * Runs in a transaction of its own: of two windows that find an empty database, the second uses the first one's ID.
 * @param lostBefore noted with it, so that no database counts as new where another one was lost
 */
export function giveDeviceID(db: UserDatabase, fresh: string, lostBefore: Meta['lostBefore'] | null): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const known = await readMeta(db, 'deviceID')
    if (known === undefined)
      await writeMetas(db, { deviceID: fresh, seq: 0, ...(lostBefore === null ? {} : { lostBefore }) })
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
  takeSignIn(device, pause === undefined && signIn?.userID === device.userID ? signIn : null)
  return { signIn, pause }
}

/** What is in memory is sent under this sign-in from now on, unless the office has refused it. */
export function takeSignIn({ memory }: Pick<Device, 'memory'>, signIn: SignIn | null): void {
  const isRefused = signIn !== null && memory.pause?.of === signIn.signInID
  if (!isRefused) memory.signIn = signIn
  else if (memory.signIn?.signInID === signIn.signInID) memory.signIn = null
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
  if (pause === undefined) return mine ? undefined : signInPause(ports.now())
  const over = pause.kind === 'sign-in' ? mine !== null && mine.signInID !== pause.of : pause.of !== ports.appBuild
  return over ? undefined : pause
}

/** Call when a connection was closed: a database whose disk refused a write may lose what it has committed. */
export function mayLackAll({ records }: Pick<Device, 'records'>): void {
  for (const held of records.values()) held.isInDatabase = false
}

/**
 * Notes what a database lacks that reopened without its last commits, before it gives another number: from then on its
 * own last number is no longer too low. What a file of the journal has of it is put back and no longer counted.
 */
export async function noteMissing(device: Device): Promise<void> {
  const { db, deviceID, journal, memory, ports } = device
  const { missing } = memory
  if (missing === null) return
  const lost = await db.transaction('rw', db.meta, async () => {
    const { seq = 0, lostBefore } = await readMetas(db, 'seq', 'lostBefore')
    // Another window that found the same has noted it.
    if (seq >= missing.seq || !(await isOwn(device))) return lostBefore?.unsent ?? 0
    const { noticedAt = ports.now().toISOString(), unsent = 0 } = lostBefore ?? {}
    await writeMetas(db, { seq: missing.seq, lostBefore: { noticedAt, unsent: unsent + missing.count } })
    return unsent + missing.count
  })
  const seen = { deviceID, unsent: 0, lost, seq: missing.seq, isWhole: false }
  writeLocalCounts(device, countsAfter(readLocalCounts(device), seen))
  memory.missing = null
  journal.highestSeq = Math.max(journal.highestSeq, missing.seq)
}

/** Whether the journal's files were compared with the database, or can't be. */
export const isJournalRead = ({ journal, ports }: Pick<Device, 'journal' | 'ports'>): boolean =>
  ports.openJournal === undefined || journal.isCompared || (!journal.isOpening && journal.againAt !== null)

/**
 * Whether this phone can't be missing a record of its own: its journal has each one that the database lost, or the
 * office has compared the numbers since the start.
 */
export function isProven({ journal, memory }: Pick<Device, 'journal' | 'memory'>): boolean {
  return memory.isCounted || (journal.isCompared && !journal.isMissing)
}

/**
 * Does what may show that nothing is missing, and tells the screens if it does: no row changes with it that would make
 * them read again.
 */
export function proving(device: Pick<Device, 'journal' | 'memory' | 'onEnqueued'>, change: () => void): void {
  const before = isProven(device)
  change()
  if (isProven(device) !== before) for (const wake of device.onEnqueued) wake()
}

/** The driver has read what may be lost. */
export async function noteLossRead(device: Device): Promise<void> {
  await noteMissing(device).catch(() => undefined)
  device.memory.missing = null
  noteRead(device)
  await device.db.meta.delete('lostBefore')
}

/** Forgets the week, also one that is being read: after a sign-out or a revocation nothing of it may come back. */
export function forgetWeek({ memory }: Pick<Device, 'memory'>): void {
  memory.rows = null
  memory.ended.clear()
  memory.read = memory.reads
}
