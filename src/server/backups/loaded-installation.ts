import { sql } from 'drizzle-orm'
import { photosMissingSentence } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import type { Manifest } from '../db/backup/backup-files.ts'
import type { Transaction } from '../db/database.ts'
import { BACKED_UP_THROUGH, DATA_EPOCH } from '../db/installation.ts'
import { certainlyIn } from './diary.ts'

const AT_ONCE = 1_000

interface Loaded {
  readonly manifest: Manifest
  readonly fileName: string
  readonly bytes: number
  /** SHA-256 of the backup's checksum file. */
  readonly sha256: string
  /** Keys of photos that are incomplete in it, or nowhere, including photos without a row. */
  readonly missing: AsyncIterable<string>
}

/*
 * Facts that the backup could not contain, because it was in progress when it read the tables. Tables are addressed by
 * name, because they are those of the backup's version.
 */

/** Completes the entry of this backup in the backup log, so that devices may delete what it contains. */
export async function noteLoaded(
  tx: Transaction,
  { manifest, fileName, bytes, sha256, missing }: Loaded,
): Promise<void> {
  const { count, oldest } = await missingOf(tx, missing)
  await write(tx, BACKED_UP_THROUGH, certainlyIn(new Date(manifest.startedAt), oldest))
  const failure = count > 0 ? photosMissingSentence(count) : null
  if (!manifest.tables.some(({ name }) => name === 'backups')) return
  await tx.execute(
    sql`update backups set ended_at = started_at, file_name = ${fileName}, bytes = ${bytes}, sha256 = ${sha256}, failure = ${failure} where backup_id = ${manifest.backupID}`,
  )
}

/** How many of these photos the tables name, and when the oldest was received (ISO). */
async function missingOf(
  tx: Transaction,
  keys: AsyncIterable<string>,
): Promise<{ count: number; oldest: string | null }> {
  await tx.execute(sql`create temporary table missing_keys (key text primary key) on commit drop`)
  for await (const some of inGroups(keys))
    await tx.execute(
      sql`insert into missing_keys select json_array_elements_text(${JSON.stringify(some)}::json) on conflict do nothing`,
    )
  const { rows } = await tx.execute<{ count: number; oldest: string | null }>(
    sql`select count(*)::int as count, to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest from photos join missing_keys on key = storage_key`,
  )
  return rows[0]!
}

async function* inGroups(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = []
  for await (const key of keys) {
    if (group.push(key) < AT_ONCE) continue
    yield group
    group = []
  }
  yield group
}

/**
 * Sets a new data epoch, so that every device sends its receipts of the last 14 days again (offline.md, "Server side of
 * it").
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
