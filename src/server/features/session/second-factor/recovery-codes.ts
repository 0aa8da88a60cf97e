import { and, eq, isNull } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../../db/database.ts'
import { recoveryCodes } from '../../../db/tables/sign-in.ts'
import type { Secrets } from '../../../ports.ts'

const CODES = 10
const LENGTH = 10
/** Crockford's base 32: no i, l, o, u. Ten characters have 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PURPOSE = 'recovery-code'

/** Ten new codes in display form, `xxxxx-xxxxx`. Earlier codes become invalid. */
export async function renewCodes(tx: Queryable, secrets: Secrets, userID: string, now: Date): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(newCode())
  await endCodes(tx, userID)
  await tx
    .insert(recoveryCodes)
    .values(
      [...codes].map((code) => ({ userID, codeHash: secrets.hmac(PURPOSE, hashed(userID, code)), createdAt: now })),
    )
  return [...codes].map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`)
}

export async function endCodes(tx: Queryable, userID: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userID, userID))
}

/** Uses a code up; of two concurrent uses one succeeds. False: it is not one of the person's unused codes. */
export async function useCode(
  tx: Queryable,
  secrets: Secrets,
  userID: string,
  given: string,
  now: Date,
): Promise<boolean> {
  const code = normal(given)
  if (code.length !== LENGTH) return false
  const unused = and(eq(recoveryCodes.userID, userID), isNull(recoveryCodes.usedAt))
  const rows = await tx.select({ codeHash: recoveryCodes.codeHash }).from(recoveryCodes).where(unused)
  // Codes are compared, not looked up by their hash, which may have been made with an old SECRET_KEY.
  const kept = rows.find(({ codeHash }) => secrets.verifyHmac(PURPOSE, hashed(userID, code), codeHash))
  if (kept === undefined) return false
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused, eq(recoveryCodes.codeHash, kept.codeHash)))
    .returning({ userID: recoveryCodes.userID })
  return used.length > 0
}

function newCode(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Normalises a typed code; letters that look alike are equal. */
function normal(given: string): string {
  return given.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

const hashed = (userID: string, code: string) => `${userID} ${code}`
