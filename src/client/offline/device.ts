import { Dexie, type Table } from 'dexie'
import type { Role } from '#domain/words.ts'
import { dexieOptions } from './database.ts'
import type { OfflinePorts } from './ports.ts'

/** Who is signed in on this phone. The service worker reads it here: it has no localStorage. */
export interface SignIn {
  userID: string
  token: string
  /** Tells one sign-in from the next, even of the same person. */
  signInID: string
  role: Role | null
  fullName: string | null
}

interface DeviceRow {
  key: string
  value: unknown
}

/** The driver who may go on offline after a forced sign-out where there is no signal. */
export interface LastDriver {
  userID: string
  fullName: string | null
}

export class DeviceDatabase extends Dexie {
  rows!: Table<DeviceRow, string>

  constructor(ports: Pick<OfflinePorts, 'indexedDB' | 'IDBKeyRange'>) {
    super('rr-device', dexieOptions(ports))
    this.version(1).stores({ rows: 'key' })
  }
}

/** Called with every sign-in. `about` lets the login page greet a driver without signal. */
export async function rememberSignIn(
  device: DeviceDatabase,
  userID: string,
  token: string,
  about: { role?: Role; fullName?: string } = {},
): Promise<void> {
  // The token's tail tells two sign-ins apart and is of no use to anybody.
  const signIn: SignIn = {
    userID,
    token,
    signInID: token.slice(-8),
    role: about.role ?? null,
    fullName: about.fullName ?? null,
  }
  const last: LastDriver = { userID, fullName: signIn.fullName }
  const driver = signIn.role === null || signIn.role === 'DRIVER'
  await device.rows.bulkPut([
    ...(driver && last.fullName !== null ? [{ key: `name:${userID}`, value: last.fullName }] : []),
    { key: 'signIn', value: signIn },
    { key: 'lastDriver', value: driver ? last : null },
    { key: 'denied', value: null },
  ])
}

export async function currentSignIn(device: DeviceDatabase): Promise<SignIn | null> {
  return ((await device.rows.get('signIn'))?.value as SignIn | null | undefined) ?? null
}

/** What a start of his app asks: the id his database had, and who is signed in. */
export async function startOf(
  device: DeviceDatabase,
  userID: string,
): Promise<[deviceID: string | undefined, signIn: SignIn | null]> {
  const [deviceID, signIn] = await device.rows.bulkGet([`deviceID:${userID}`, 'signIn'])
  return [deviceID?.value as string | undefined, (signIn?.value as SignIn | null | undefined) ?? null]
}

/**
 * The token goes. `forced` (the server ended the session) keeps who he was, so that he may go on offline.
 * @param userID whose sign-in it is; another tab may have signed in somebody else since, who stays
 */
export async function forgetSignIn(
  device: DeviceDatabase,
  userID: string | null,
  { forced = false } = {},
): Promise<void> {
  await device.transaction('rw', device.rows, async () => {
    const [signIn, last] = (await device.rows.bulkGet(['signIn', 'lastDriver'])).map(
      (row) => row?.value as LastDriver | null | undefined,
    )
    const isHis = (row: LastDriver | null | undefined) => userID === null || row?.userID === userID
    if (isHis(signIn)) await device.rows.delete('signIn')
    if (isHis(last) && !forced) await device.rows.delete('lastDriver')
  })
}

/** Everybody whose phone this was or is, as drivers go. The name is known as long as his work lies here. */
export async function driversKnown(device: DeviceDatabase): Promise<LastDriver[]> {
  const rows = await device.rows.where('key').startsWith('deviceID:').primaryKeys()
  const userIDs = rows.map((key) => key.slice('deviceID:'.length))
  const names = await device.rows.bulkGet(userIDs.map((userID) => `name:${userID}`))
  return userIDs.map((userID, at) => ({ userID, fullName: (names[at]?.value as string | undefined) ?? null }))
}

/** Nothing of his lies here any more. */
export async function forgetName(device: DeviceDatabase, userID: string): Promise<void> {
  await device.rows.delete(`name:${userID}`)
}

/** A 403: this person is not let in any more, so "Go on offline" is not offered to him. */
export async function rememberDenied(device: DeviceDatabase, userID: string): Promise<void> {
  await device.rows.put({ key: 'denied', value: userID })
}

/** Whom the login page may offer "Go on offline". */
export async function lastDriver(device: DeviceDatabase): Promise<LastDriver | null> {
  const [last, denied] = await device.rows.bulkGet(['lastDriver', 'denied'])
  const driver = (last?.value as LastDriver | null | undefined) ?? null
  return driver !== null && denied?.value !== driver.userID ? driver : null
}

/** The device's id of a user, remembered outside his database: a database that came back empty is noticed. */
export async function rememberDeviceID(
  device: DeviceDatabase,
  userID: string,
  deviceID: string,
): Promise<{ lostBefore: boolean }> {
  return device.transaction('rw', device.rows, async () => {
    const before = (await device.rows.get(`deviceID:${userID}`))?.value
    if (before !== deviceID)
      await device.rows.bulkPut([
        { key: `deviceID:${userID}`, value: deviceID },
        { key: 'deviceID', value: deviceID },
      ])
    return { lostBefore: before !== undefined && before !== deviceID }
  })
}
