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
  /** SHA-256 of the backup's checksum file. */
  readonly sha256: string
  /** Keys of photos that are incomplete in it, or nowhere. */
  readonly missing: readonly string[]
}

/*
 * Facts that the backup could not contain, because it was in progress when it read the tables. Tables are addressed by
 * name, because they are those of the backup's version.
 */

/** Completes the backup log's entry of this backup, so that devices may delete what it contains. */
export async function noteLoaded(
  tx: Transaction,
  { manifest, fileName, bytes, sha256, missing }: Loaded,
): Promise<void> {
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from photos where storage_key in (select json_array_elements_text(${JSON.stringify(missing)}::json))`,
  )
  await write(tx, BACKED_UP_THROUGH, certainlyIn(new Date(manifest.startedAt), rows[0]?.at ?? null))
  const failure = missing.length > 0 ? photosMissingSentence(missing.length) : null
  if (!manifest.tables.some(({ name }) => name === 'backups')) return
  await tx.execute(
    sql`update backups set ended_at = started_at, file_name = ${fileName}, bytes = ${bytes}, sha256 = ${sha256}, failure = ${failure} where backup_id = ${manifest.backupID}`,
  )
}

/**
 * A new data epoch: every device sends its receipts of the last 14 days again (offline.md, "Server side of it").
 * @returns the epoch
 */
export async function newEpoch(tx: Transaction, now: Date): Promise<string> {
  const epoch = newID(now.getTime())
  await write(tx, DATA_EPOCH, epoch)
  return epoch
}

async function write(tx: Transaction, key: string, value: string): Promise<void> {
  await tx.execute(
    sql`insert into installation (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`,
  )
}
