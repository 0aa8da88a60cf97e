import { sql } from 'drizzle-orm'
import { photosMissingSentence } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import type { Manifest } from '../db/backup/backup-files.ts'
import type { Transaction } from '../db/database.ts'
import { BACKED_UP_THROUGH, DATA_EPOCH } from '../db/installation.ts'
import { certainlyIn } from './diary.ts'

interface Loaded {
  readonly manifest: Manifest
  readonly fileName: string
  readonly bytes: number
  /** Of the backup's checksums. */
  readonly sha256: string
  /** Keys of photos that are not whole in it, or nowhere. */
  readonly missing: readonly string[]
}

/*
 * What a database filled from a backup knows that the backup could not: it was being made when it read the tables.
 * Tables are written to by name, because they are those of the backup's version.
 */

/** The diary's line of this very backup is ended, and phones may let go of what it holds. */
export async function noteLoaded(
  tx: Transaction,
  { manifest, fileName, bytes, sha256, missing }: Loaded,
): Promise<void> {
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from photos where storage_key in (select json_array_elements_text(${JSON.stringify(missing)}::json))`,
  )
  await keep(tx, BACKED_UP_THROUGH, certainlyIn(new Date(manifest.startedAt), rows[0]?.at ?? null))
  const failure = missing.length > 0 ? photosMissingSentence(missing.length) : null
  if (!manifest.tables.some(({ name }) => name === 'backups')) return
  await tx.execute(
    sql`update backups set ended_at = started_at, file_name = ${fileName}, bytes = ${bytes}, sha256 = ${sha256}, failure = ${failure} where backup_id = ${manifest.backupID}`,
  )
}

/**
 * A new data epoch: every phone sends its receipts of the last 14 days again (offline.md, "Server side of it").
 * @returns it
 */
export async function newEpoch(tx: Transaction, now: Date): Promise<string> {
  const epoch = newID(now.getTime())
  await keep(tx, DATA_EPOCH, epoch)
  return epoch
}

async function keep(tx: Transaction, key: string, value: string): Promise<void> {
  await tx.execute(
    sql`insert into installation (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`,
  )
}
