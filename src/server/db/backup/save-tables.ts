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
import { fixValueFormats, type OnRows, readRows } from './table-rows.ts'
import { tableShapes } from './table-shapes.ts'

/**
 * Writes every table into `folder` as of one moment, whatever is written meanwhile.
 * @returns the table part of the manifest
 */
export async function saveTables(
  db: Database,
  folder: string,
  onRows?: OnRows,
): Promise<Pick<Manifest, 'migrations' | 'dataEpoch' | 'secretFingerprint' | 'tables'>> {
  await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
  return inTransaction(
    db,
    async (tx) => {
      await tx.execute(sql.raw('set transaction read only'))
      await tx.execute(sql.raw('set local statement_timeout = 0'))
      await fixValueFormats(tx)
      const tables: Manifest['tables'][number][] = []
      for (const shape of await tableShapes(tx)) {
        const sum = await zipped(path.join(folder, tableFile(shape.name)), (write) =>
          readRows(tx, shape, write, { leaveOutLinks: true, onRows }),
        )
        tables.push({ ...shape, ...sum })
      }
      const { rows: known } = await tx.execute<{ key: string; value: string }>(
        sql`select key, value from installation where key in ('dataEpoch', 'secret.fingerprint')`,
      )
      const valueOf = (key: string) => known.find((row) => row.key === key)?.value ?? null
      return {
        tables,
        migrations: await appliedMigrations(tx),
        dataEpoch: valueOf('dataEpoch'),
        secretFingerprint: valueOf('secret.fingerprint'),
      }
    },
    // Read-only, so it can't conflict with other transactions.
    { isolation: 'repeatable read', attempts: 1 },
  )
}

/** Writes a zipped file from the lines that `work` writes, and syncs it. */
export async function zipped<T>(
  file: string,
  work: (write: (lines: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const gzip = createGzip({ level: 1 })
  const stream = gzip.pipe(createWriteStream(file, { mode: 0o600, flush: true }))
  const written = Promise.all([finished(gzip), finished(stream)])
  // The error is reported where the promise is awaited.
  written.catch(() => undefined)
  try {
    const result = await work(async (lines) => {
      if (!gzip.write(lines)) await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), written])
    })
    gzip.end()
    await written
    return result
  } catch (error) {
    gzip.destroy()
    stream.destroy()
    throw error
  }
}
