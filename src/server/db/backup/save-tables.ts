import { sql } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../database.ts'
import { appliedMigrations } from '../migrate.ts'
import { inTransaction } from '../transaction.ts'
import { type Manifest, tableFile } from './backup-files.ts'
import { fixValueFormats, readRows } from './table-rows.ts'
import { tableShapes } from './table-shapes.ts'

export interface StoredKey {
  readonly key: string
  readonly sha256: string
  /** When it was received; ISO. */
  readonly createdAt: string
}

/**
 * Writes every table into `folder` as of one moment, regardless of concurrent writes.
 * @returns the table part of the manifest, and the photos that the tables refer to
 */
export async function saveTables(
  db: Database,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'dataEpoch' | 'secretFingerprint' | 'tables'> & { photos: StoredKey[] }> {
  await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
  return inTransaction(
    db,
    async (tx) => {
      await tx.execute(sql.raw('set transaction read only'))
      await fixValueFormats(tx)
      const tables: Manifest['tables'][number][] = []
      for (const shape of await tableShapes(tx)) {
        const gzip = createGzip({ level: 1 })
        const file = gzip.pipe(
          createWriteStream(path.join(folder, tableFile(shape.name)), { mode: 0o600, flush: true }),
        )
        const written = Promise.all([finished(gzip), finished(file)])
        // The error is reported where the promise is awaited.
        written.catch(() => undefined)
        const write = async (lines: string) => {
          if (!gzip.write(lines)) await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), written])
        }
        const sum = await readRows(tx, shape, write, true)
        gzip.end()
        await written
        tables.push({ ...shape, ...sum })
      }
      const { rows: known } = await tx.execute<{ key: string; value: string }>(
        sql`select key, value from installation where key in ('dataEpoch', 'secret.fingerprint')`,
      )
      const { rows: photos } = await tx.execute<StoredKey & Record<string, unknown>>(
        sql`select storage_key as key, sha256, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt" from photos order by storage_key`,
      )
      const valueOf = (key: string) => known.find((row) => row.key === key)?.value ?? null
      return {
        tables,
        photos,
        migrations: await appliedMigrations(tx),
        dataEpoch: valueOf('dataEpoch'),
        secretFingerprint: valueOf('secret.fingerprint'),
      }
    },
    // Read-only, so it can't conflict with other transactions.
    { isolation: 'repeatable read', attempts: 1 },
  )
}
