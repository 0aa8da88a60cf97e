import cookie from '@fastify/cookie'
import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../ports.ts'

/**
 * Identifies a browser that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Its
 * tries are counted separately, so that wrong tries from elsewhere do not lock its user out.
 */

const NAME = 'bagrun-device'
const PURPOSE = 'device-cookie'
const YEAR_SECONDS = 365 * 24 * 3600
/** A shared office computer has an entry per user, the latest first. */
const ENTRIES_MAX = 5
const ENTRY = /^([\w-]{22})\.([0-9a-f-]{36})\.([0-9a-f]{64})$/

interface Account {
  readonly userID: string
  readonly passwordHash: string | null
}

interface Entry {
  readonly deviceID: string
  readonly userID: string
  readonly text: string
}

/** The id of this browser for this account; null: the account has not signed in here since its password was set. */
export function knownDevice(
  secrets: Secrets,
  cookieHeader: string | undefined,
  account: Account | null,
): string | null {
  if (account === null) return null
  const isOurs = ({ deviceID, userID, text }: Entry) =>
    userID === account.userID && secrets.verifyHmac(PURPOSE, signed(deviceID, account), text.slice(-64))
  return entriesIn(cookieHeader).find(isOurs)?.deviceID ?? null
}

export function deviceCookie(
  secrets: Secrets,
  cookieHeader: string | undefined,
  account: Account,
  { publicUrl }: { readonly publicUrl: string },
): string {
  const deviceID = knownDevice(secrets, cookieHeader, account) ?? randomBytes(16).toString('base64url')
  const own = `${deviceID}.${account.userID}.${secrets.hmac(PURPOSE, signed(deviceID, account))}`
  const others = entriesIn(cookieHeader).filter(({ userID }) => userID !== account.userID)
  const value = [own, ...others.map(({ text }) => text)].slice(0, ENTRIES_MAX).join('~')
  return cookie.serialize(NAME, value, {
    path: '/v1/users',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: YEAR_SECONDS,
  })
}

/** The signature covers the password hash, so that a new password invalidates every device. */
function signed(deviceID: string, { userID, passwordHash }: Account): string {
  return [
    deviceID,
    userID,
    createHash('sha256')
      .update(passwordHash ?? '')
      .digest('hex'),
  ].join(' ')
}

function entriesIn(cookieHeader: string | undefined): Entry[] {
  const value = cookieHeader?.includes(NAME) ? (cookie.parse(cookieHeader)[NAME] ?? '') : ''
  return value.split('~', ENTRIES_MAX).flatMap((text) => {
    const [, deviceID, userID] = ENTRY.exec(text) ?? []
    return deviceID === undefined || userID === undefined ? [] : [{ deviceID, userID, text }]
  })
}
