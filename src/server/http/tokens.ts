import { createHash, randomBytes } from 'node:crypto'

/** A secret token: 32 random bytes, 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a token as stored in the database (SHA-256, hex): a stolen table is of no use for signing in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
