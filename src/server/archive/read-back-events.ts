import { createHash } from 'node:crypto'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { type Manifest, tableFile, UnusableBackup } from '../db/backup/backup-files.ts'
import { linesOf } from '../db/backup/lines.ts'
import { fixValueFormats, readRows, writeRows } from '../db/backup/table-rows.ts'
import type { Transaction } from '../db/database.ts'
import { eventArchives, movedEvents } from '../db/tables/events.ts'
import { inTransaction } from '../db/transaction.ts'
import { folderMeant } from '../backups/backup-folder.ts'
import { type ArchiveSettings, eventsShape, readBackFromDisk } from './move-events.ts'
import { oneBackup } from '../backups/one-backup.ts'
import { countByPhone, noteOnPhones } from '../backups/phone-counts.ts'
import { counted } from '../backups/progress.ts'

const AT_ONCE = 1_000

export interface ReadBack {
  readonly rows: number
  /** Number of those that were not in the database. */
  readonly added: number
}

/**
 * Puts the records of a file into the database again, in one transaction. Existing ones stay, so it may be repeated.
 * The file stays. Throws UnusableBackup.
 * @param typed the folder's name under BACKUP_DIR, or its location
 */
export async function readBackEvents(settings: ArchiveSettings, typed: string): Promise<ReadBack> {
  const folder = folderMeant(settings.dir, typed)
  if (folder === undefined)
    throw new UnusableBackup(`${typed} is no folder of moved records: npm run archive-events lists them.`)
  return oneBackup(settings.database, () => readBack(settings, folder))
}

async function readBack(
  { database: { db }, clock, onProgress = () => undefined }: ArchiveSettings,
  folder: string,
): Promise<ReadBack> {
  const { archiveID, table } = await readBackFromDisk(folder, onProgress)
  const added = await inTransaction(
    db,
    async (tx) => {
      await assertFits(tx, table)
      await tx.execute(
        sql`create temporary table in_file (event_id uuid primary key, is_new boolean not null) on commit drop`,
      )
      const written = await writeMissing(
        tx,
        table,
        path.join(folder, tableFile('events')),
        counted(onProgress, 'putBack', table.rows),
      )
      const { rows, sha256 } = await readRows(tx, table, () => undefined, {
        where: 'event_id in (select event_id from in_file where is_new)',
      })
      if (rows !== written.rows || sha256 !== written.sha256)
        throw new UnusableBackup(
          `The records of ${folder} were not read back as they are in the file: nothing was changed.`,
        )
      const moved = sql`(select event_id from in_file where exists (select from ${movedEvents} where ${movedEvents.eventID} = in_file.event_id))`
      const counts = await countByPhone(tx, sql`in ${moved}`)
      await tx.delete(movedEvents).where(sql`${movedEvents.eventID} in ${moved}`)
      await tx.update(eventArchives).set({ readBackAt: clock.now() }).where(eq(eventArchives.archiveID, archiveID))
      await noteOnPhones(tx, counts, -1)
      return rows
    },
    // Read committed, because phones that make contact write their rows meanwhile. The compared rows are of this
    // transaction, and no other changes them.
    { isolation: 'read committed', attempts: 1 },
  )
  return { rows: table.rows, added }
}

/** A later version may have more columns, which then have their defaults; it has none less. */
async function assertFits(tx: Transaction, { columns }: Manifest['tables'][number]): Promise<void> {
  const here = new Map((await eventsShape(tx)).columns.map(({ name, type }) => [name, type]))
  const other = columns.find(({ name, type }) => here.get(name) !== type)
  if (other)
    throw new UnusableBackup(
      `The file was made by another version of the product: this one has no column ${other.name} of type ${other.type}.`,
    )
}

/** @returns the sum of the rows written */
async function writeMissing(
  tx: Transaction,
  table: Manifest['tables'][number],
  file: string,
  onRows: (more: number) => void,
): Promise<{ rows: number; sha256: string }> {
  await fixValueFormats(tx)
  const place = table.columns.findIndex(({ name }) => name === 'event_id')
  const idOf = (line: string) => (JSON.parse(line) as string[])[place]!
  const hash = createHash('sha256')
  let count = 0
  let group: string[] = []
  const write = async () => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into in_file select id, not exists (select from events where event_id = id)
      from (select value::uuid as id from json_array_elements_text(${JSON.stringify(group.map(idOf))}::json)) as ids
      returning case when is_new then event_id end as id`)
    const fresh = new Set(rows.map(({ id }) => id))
    const lines = group.filter((line) => fresh.has(idOf(line)))
    for (const line of lines) hash.update(`${line}\n`)
    count += lines.length
    await writeRows(tx, table, lines)
    onRows(group.length)
    group = []
  }
  for await (const line of linesOf(file)) if (group.push(line) === AT_ONCE) await write()
  await write()
  return { rows: count, sha256: hash.digest('hex') }
}
