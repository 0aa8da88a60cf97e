import type { Secrets } from '../../../ports.ts'

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, which every app supports. */

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Time steps accepted before and after the server's own, because phones' clocks differ (RFC 6238, 5.2). */
const WINDOW = 1
export const PURPOSE = 'totp'

/**
 * The content of `totp_secrets.sealed_secret`, in base32. A new app can be offered while the earlier one still signs
 * in.
 */
export interface StoredSecrets {
  /** The secret of the confirmed app; null: there is none. */
  readonly inUse: string | null
  /** The secret shown to the person and not confirmed yet. */
  readonly offered: string | null
}

export function sealSecrets(secrets: Secrets, stored: StoredSecrets): Buffer {
  return secrets.seal(PURPOSE, JSON.stringify(stored))
}

export function openSecrets(secrets: Secrets, sealed: Buffer): StoredSecrets {
  return JSON.parse(secrets.open(PURPOSE, sealed)) as StoredSecrets
}

/** A new secret, also as the address for a QR code. */
export async function newTotp(issuer: string, label: string): Promise<{ secret: string; uri: string }> {
  const { Secret } = await import('otpauth')
  const secret = new Secret({ size: SECRET_BYTES }).base32
  return { secret, uri: (await totpOf(secret, issuer, label)).toString() }
}

/** The time step of a code; null: the code matches no accepted step. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = (await totpOf(secret)).validate({ token: digits, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

async function totpOf(secret: string, issuer = '', label = '') {
  const { TOTP } = await import('otpauth')
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}
