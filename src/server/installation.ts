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

/** The key kept under DATA_DIR, made at the first start. Never inside a backup: it opens what the backup holds sealed. */
export function keptSecretKey(dataDir: string): string {
  const file = path.join(dataDir, FILE)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Two first starts at once: one writes, both read.
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

/** Stops a start with another key than the one this database was made with; takes over a new one whose old one is given. */
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
