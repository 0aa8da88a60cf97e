import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { PASSWORD_HASH_KIB } from '#domain/limits.ts'

/** argon2id, the library's default kind, with OWASP's minimum of memory in KiB (security.md, "Signing in"). */
const cost = { memoryCost: PASSWORD_HASH_KIB, timeCost: 2, parallelism: 1 }

/**
 * Sets the memory of each hash from now on, in KiB (PASSWORD_HASH_KIB). The setting belongs to the process, because
 * the hash of nobody's password must cost what all others cost.
 */
export function setPasswordCost(memoryKiB: number): void {
  cost.memoryCost = memoryKiB
  nobodysHash = undefined
}

/** The hash of a new password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let nobodysHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash (unknown email, no password yet) it takes the same time and
 * returns false, so that the response time does not disclose which emails are known.
 */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(16), cost)
  const matches = await verify(kept ?? (await nobodysHash), password)
  return matches && kept !== null
}
