import { createHash, randomBytes } from 'node:crypto'

/** A secret token: 32 random bytes, 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token, hex, as stored: nobody can sign in with a stolen table. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
