import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from './db/database.ts'
import { installation } from './db/tables/settings.ts'
import { inTransaction } from './db/transaction.ts'
import { fingerprintOf } from './secrets.ts'

const FINGERPRINT = 'secret.fingerprint'
const FILE = 'secret-key'

/**
 * The key stored under DATA_DIR, generated at the first start. It is never part of a backup, because it decrypts the
 * backup's sealed values.
 */
export function readOrCreateSecretKey(dataDir: string): string {
  const file = path.join(dataDir, FILE)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // If two first starts run at once, one writes and both read.
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    chmodSync(file, 0o600)
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new Error(`The secret key in ${file} is damaged: restore that file, or set SECRET_KEY.`)
  return key
}

/** Fails the start when this database was made with another key; accepts a new key when the old one is given too. */
export async function checkSecretKey(db: Database, secretKey: string, oldKeys: readonly string[]): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  await inTransaction(db, async (tx) => {
    await tx.insert(installation).values({ key: FINGERPRINT, value: fingerprint }).onConflictDoNothing()
    const [row] = await tx.select().from(installation).where(eq(installation.key, FINGERPRINT))
    if (row === undefined || row.value === fingerprint) return
    if (!oldKeys.some((old) => fingerprintOf(old) === row.value)) {
      throw new Error(
        'SECRET_KEY is not the key this database was made with: set the right one, or name the old one in OLD_SECRET_KEYS.',
      )
    }
    await tx.update(installation).set({ value: fingerprint }).where(eq(installation.key, FINGERPRINT))
  })
}
