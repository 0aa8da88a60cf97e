import { createHash, randomBytes } from 'node:crypto'

/** A secret that only its owner holds: 32 random bytes, 43 characters safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token (SHA-256, hex): a stolen table opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
