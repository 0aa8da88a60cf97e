import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** argon2id (the library's default kind) at a cost of about 10 ms (dependencies.md, "Server facts"). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a new password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let nobodysHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash (unknown e-mail, no password yet) it takes the same time and
 * returns false, so that the response time does not disclose which e-mails are known.
 */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(16), COST)
  const matches = await verify(kept ?? (await nobodysHash), password)
  return matches && kept !== null
}
