import type { Role } from '#domain/words.ts'
import { Dexie, type Table } from 'dexie'
import { type MetaRow, type OfflinePorts, dexieOptions } from './schema.ts'

/** The user signed in on this phone. It is here because the service worker has no localStorage. */
export interface SignIn {
  userID: string
  token: string
  /** Distinguishes one sign-in from the next, also for the same user. */
  signInID: string
  role: Role | null
  fullName: string | null
}

/** The driver who may go on offline after the session ended without signal. */
export interface LastDriver {
  userID: string
  fullName: string | null
}

/** The database that all users of the device share; it exists before the first sign-in. */
export class DeviceDatabase extends Dexie {
  rows!: Table<MetaRow, string>

  constructor(ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>) {
    super('rr-device', dexieOptions(ports))
    this.version(1).stores({ rows: 'key' })
  }
}

/** @param about what the login page needs to name a driver without signal */
export function signInOf(
  userID: string,
  token: string,
  { role = null, fullName = null }: Partial<Pick<SignIn, 'role' | 'fullName'>> = {},
): SignIn {
  // The end of the token distinguishes two sign-ins and can't be used to sign in.
  return { userID, token, signInID: token.slice(-8), role, fullName }
}

/** Stores the sign-in. @param about as for `signInOf` */
export async function rememberSignIn(
  deviceDb: DeviceDatabase,
  userID: string,
  token: string,
  about: Parameters<typeof signInOf>[2] = {},
): Promise<void> {
  const signIn = signInOf(userID, token, about)
  const last: LastDriver = { userID, fullName: signIn.fullName }
  const driver = signIn.role === null || signIn.role === 'DRIVER'
  await deviceDb.rows.bulkPut([
    ...(driver && last.fullName !== null ? [{ key: `name:${userID}`, value: last.fullName }] : []),
    { key: 'signIn', value: signIn },
    { key: 'lastDriver', value: driver ? last : null },
    { key: 'denied', value: null },
  ])
}

export async function currentSignIn(deviceDb: DeviceDatabase): Promise<SignIn | null> {
  return ((await deviceDb.rows.get('signIn'))?.value as SignIn | null | undefined) ?? null
}

/** What the start of the app reads: the deviceID of the user's database and the current sign-in. */
export async function startOf(
  deviceDb: DeviceDatabase,
  userID: string,
): Promise<[deviceID: string | undefined, signIn: SignIn | null]> {
  const [deviceID, signIn] = await deviceDb.rows.bulkGet([`deviceID:${userID}`, 'signIn'])
  return [deviceID?.value as string | undefined, (signIn?.value as SignIn | null | undefined) ?? null]
}

/**
 * Deletes the token. `forced` (the server ended the session) stores the driver, so that they may go on offline.
 * @param userID the user whose sign-in ends; the sign-in of another user, made in another tab meanwhile, stays
 */
export async function forgetSignIn(
  deviceDb: DeviceDatabase,
  userID: string | null,
  { forced = false } = {},
): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.rows, async () => {
    const [signIn, last] = (await deviceDb.rows.bulkGet(['signIn', 'lastDriver'])).map(
      (row) => row?.value as LastDriver | null | undefined,
    )
    const isHis = (row: LastDriver | null | undefined) => userID === null || row?.userID === userID
    if (isHis(signIn)) await deviceDb.rows.delete('signIn')
    if (isHis(last) && !forced) await deviceDb.rows.delete('lastDriver')
  })
}

/** All drivers known on this phone. A name is stored as long as the driver's work is on the phone. */
export async function driversKnown(deviceDb: DeviceDatabase): Promise<LastDriver[]> {
  const rows = await deviceDb.rows.where('key').startsWith('deviceID:').primaryKeys()
  const userIDs = rows.map((key) => key.slice('deviceID:'.length))
  const names = await deviceDb.rows.bulkGet(userIDs.map((userID) => `name:${userID}`))
  return userIDs.map((userID, at) => ({ userID, fullName: (names[at]?.value as string | undefined) ?? null }))
}

/** Call when no work of this user is left on the phone. */
export async function forgetName(deviceDb: DeviceDatabase, userID: string): Promise<void> {
  await deviceDb.rows.delete(`name:${userID}`)
}

/** Withdraws "Go on offline" from a user who got a 403 and has no access any more. */
export async function rememberDenied(deviceDb: DeviceDatabase, userID: string): Promise<void> {
  await deviceDb.rows.put({ key: 'denied', value: userID })
}

export async function lastDriver(deviceDb: DeviceDatabase): Promise<LastDriver | null> {
  const [last, denied] = await deviceDb.rows.bulkGet(['lastDriver', 'denied'])
  const driver = (last?.value as LastDriver | null | undefined) ?? null
  return driver !== null && denied?.value !== driver.userID ? driver : null
}

/** Stores a user's deviceID outside the user's database, so that a database that came back empty is noticed. */
export async function rememberDeviceID(deviceDb: DeviceDatabase, userID: string, deviceID: string): Promise<void> {
  await deviceDb.rows.bulkPut([
    { key: `deviceID:${userID}`, value: deviceID },
    { key: 'deviceID', value: deviceID },
  ])
}

/**
 * Counts in localStorage. A browser short of space deletes all databases of an origin at once; localStorage survives,
 * so the next start can report what may be lost.
 */
export interface LocalCounts {
  deviceID: string
  /** Unsent records and photos at the last write. */
  unsent: number
  /** Unsent records of earlier, lost databases, until the driver has read the notice. */
  lost: number
  /** The highest number given to a record, possibly by another window; 0: none known. */
  seq: number
  /** See `UserDatabase.isDoubted`; older builds write none. */
  isDoubted?: boolean
}

interface CountsOwner {
  ports: Pick<OfflinePorts, 'localStorage'>
  userID: string
}

export const COUNTS_KEY_PREFIX = 'rr-kept-'

/** Null: this user was never here, or the browser stores nothing. */
export function readLocalCounts({ ports, userID }: CountsOwner): LocalCounts | null {
  try {
    const text = ports.localStorage?.getItem(COUNTS_KEY_PREFIX + userID) ?? 'null'
    const { deviceID, unsent, lost, seq, isDoubted } = (JSON.parse(text) ?? {}) as Partial<LocalCounts>
    if (typeof deviceID !== 'string') return null
    const doubt = isDoubted === true ? { isDoubted } : {}
    return { deviceID, unsent: Number(unsent) || 0, lost: Number(lost) || 0, seq: Number(seq) || 0, ...doubt }
  } catch {
    return null
  }
}

/**
 * Of unsent records that got numbers, how many are missing where `there` is the highest number found. A database may
 * reopen without its last commits.
 */
export function missingOf({ seq, unsent }: Pick<LocalCounts, 'seq' | 'unsent'>, there: number): number {
  return Math.min(unsent, Math.max(0, seq - there))
}

/**
 * The counts after one more place was read. The only rule by which they change: what may be missing stays counted, in
 * `unsent` or `lost`, whatever a place says that knows less.
 * @param seen of one database: its deviceID, what waits there, its highest number, and what it has noted as lost;
 * `isWhole`: it has noted what it lacked when it was opened
 */
export function countsAfter(
  before: LocalCounts | null,
  { isWhole, ...seen }: LocalCounts & { isWhole: boolean },
): LocalCounts {
  if (before === null) return seen
  const doubt = before.isDoubted ? { isDoubted: true } : {}
  const lost = Math.max(before.lost, seen.lost)
  const seq = Math.max(before.seq, seen.seq)
  // What the lost database had is counted until it is found.
  if (before.deviceID !== seen.deviceID)
    return { ...seen, lost: Math.max(seen.lost, before.lost + before.unsent), ...doubt }
  return { ...seen, ...doubt, seq, lost, unsent: isWhole ? seen.unsent : Math.max(before.unsent, seen.unsent) }
}

/** Never throws: nothing else depends on it. */
export function writeLocalCounts({ ports, userID }: CountsOwner, counts: LocalCounts): void {
  try {
    ports.localStorage?.setItem(COUNTS_KEY_PREFIX + userID, JSON.stringify(counts))
  } catch {
    // Storage is full or forbidden. The databases alone then notice a loss.
  }
}

/** Updates the count. Call with the counts of a status whose database was not deleted, because an empty one counts nothing. */
export function noteUnsent(
  device: CountsOwner & { deviceID: string; memory: { missing: object | null } },
  { events, photos }: { events: number; photos: number },
): void {
  const { deviceID, memory } = device
  const before = readLocalCounts(device)
  // Another window has opened a newer database.
  if (before !== null && before.deviceID !== deviceID) return
  const seen = { deviceID, unsent: events + photos, lost: 0, seq: 0, isWhole: memory.missing === null }
  writeLocalCounts(device, countsAfter(before, seen))
}

/**
 * Notes that a record waits as soon as the first one is saved, because the screen counts a moment later and the browser
 * writes localStorage only after seconds. @param seq its number, which a database that loses its last commits gives again
 */
export function noteWaiting(device: CountsOwner & { deviceID: string }, seq: number): void {
  const counts = readLocalCounts(device)
  if (counts?.deviceID !== device.deviceID) return
  writeLocalCounts(device, { ...counts, unsent: Math.max(1, counts.unsent), seq: Math.max(counts.seq, seq) })
}

/** The highest number given to a record, as far as this browser remembers; 0: none. */
export function highestGiven(device: CountsOwner & { deviceID: string }): number {
  const counts = readLocalCounts(device)
  return counts?.deviceID === device.deviceID ? counts.seq : 0
}

export function noteDoubt(device: CountsOwner, isDoubted: boolean): void {
  const counts = readLocalCounts(device)
  if (counts) writeLocalCounts(device, { ...counts, isDoubted })
}

export function noteRead(device: CountsOwner): void {
  const counts = readLocalCounts(device)
  if (counts) writeLocalCounts(device, { ...counts, lost: 0 })
}
