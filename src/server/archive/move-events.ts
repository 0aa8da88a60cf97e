import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { checkedManifest, type Manifest, sealBackup, tableFile, UnusableBackup } from '../db/backup/backup-files.ts'
import { linesOf } from '../db/backup/lines.ts'
import { zipped } from '../db/backup/save-tables.ts'
import { fixValueFormats, readRows } from '../db/backup/table-rows.ts'
import { type TableShape, tableShapes } from '../db/backup/table-shapes.ts'
import type { Transaction } from '../db/database.ts'
import { freeBytes, roomToWrite } from '../db/disk-space.ts'
import { insertRows } from '../db/insert-rows.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { eventArchives, events, movedEvents } from '../db/tables/events.ts'
import { inTransaction } from '../db/transaction.ts'
import { statementSum } from '../features/runs/public.ts'
import type { Dependencies } from '../ports.ts'
import { backupName, removeUnfinished, syncFolder, syncTree, unfinishedName } from '../backups/backup-folder.ts'
import { toMove } from './events-to-move.ts'
import { KEEP_FREE } from '../backups/make-backup.ts'
import { oneBackup } from '../backups/one-backup.ts'
import { countByPhone, noteOnPhones } from '../backups/phone-counts.ts'
import { counted, type OnProgress } from '../backups/progress.ts'

export interface ArchiveSettings extends Pick<Dependencies, 'database' | 'clock'> {
  /** BACKUP_DIR. */
  readonly dir: string
  readonly onProgress?: OnProgress | undefined
}

export interface MovedEvents {
  /** Null: there was nothing to move. */
  readonly folder: string | null
  readonly rows: number
  readonly bytes: number
}

const TABLE = 'events'

/**
 * Moves old records to a file, which is complete, synced and read back before a row is deleted. One transaction reads
 * the rows again, compares them with the file, and deletes all of them. Interrupted at any point, the rows are still
 * there, or the file is. No backup is made meanwhile.
 */
export function moveEvents(settings: ArchiveSettings): Promise<MovedEvents> {
  return oneBackup(settings.database, () => move(settings))
}

async function move({
  database: { db, kind },
  clock,
  dir,
  onProgress = () => undefined,
}: ArchiveSettings): Promise<MovedEvents> {
  const now = clock.now()
  const archiveID = newID(now.getTime())
  const name = backupName(archiveID, now).replace(/^bagrun/, 'events')
  const unfinished = path.join(dir, unfinishedName(name))
  const { before, where } = await toMove(db, now)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await removeUnfinished(dir)
    await roomToWrite({ freeBytes: () => freeBytes(dir), keepFree: KEEP_FREE })()
    const table = await inTransaction(
      db,
      async (tx) => {
        const shape = await eventsShape(tx)
        const file = path.join(unfinished, tableFile(TABLE))
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await fixValueFormats(tx)
        const onRows = counted(onProgress, 'records', null)
        return { ...shape, ...(await zipped(file, (write) => readRows(tx, shape, write, { where, onRows }))) }
      },
      { isolation: 'repeatable read', attempts: 1 },
    )
    if (table.rows === 0) return { folder: null, rows: 0, bytes: 0 }
    const manifest: Manifest = {
      format: 1,
      backupID: archiveID,
      startedAt: now.toISOString(),
      movedBefore: before,
      from: kind,
      migrations: await appliedMigrations(db),
      dataEpoch: null,
      secretFingerprint: null,
      photos: { lie: 'here', count: 0, missing: 0 },
      tables: [table],
    }
    const { sha256, bytes } = await sealBackup(unfinished, manifest, [])
    await readBackFromDisk(unfinished, onProgress)
    await syncTree(unfinished)
    await rename(unfinished, path.join(dir, name))
    await syncFolder(dir)
    // Read committed, because phones that make contact write their rows meanwhile. The records can no longer change,
    // because each is locked when it is read.
    await inTransaction(
      db,
      async (tx) => {
        await tx.insert(eventArchives).values({ archiveID, folder: name, movedAt: now, rows: table.rows, sha256 })
        await deleteMoved(tx, archiveID, table, where, counted(onProgress, 'remove', table.rows))
      },
      { isolation: 'read committed', attempts: 1 },
    )
    return { folder: path.join(dir, name), rows: table.rows, bytes }
  } finally {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
  }
}

export async function eventsShape(tx: Transaction): Promise<TableShape> {
  return (await tableShapes(tx)).find(({ name }) => name === TABLE)!
}

/** Reads the file as a restore would. Throws UnusableBackup. */
export async function readBackFromDisk(
  folder: string,
  onProgress: OnProgress,
): Promise<{ archiveID: string; table: Manifest['tables'][number] }> {
  const { backupID, movedBefore, tables } = await checkedManifest(folder)
  // A backup has records of every age: those moved since would come back while their own folder is listed as moved.
  if (movedBefore === undefined)
    throw new UnusableBackup(
      `${folder} is a backup, not records that were moved: npm run archive-events lists the folders that can be read back.`,
    )
  const table = tables.find(({ name }) => name === TABLE)
  if (!table) throw new UnusableBackup(`${folder} holds no records.`)
  const hash = createHash('sha256')
  const onRow = counted(onProgress, 'file', table.rows)
  let rows = 0
  for await (const line of linesOf(path.join(folder, tableFile(TABLE)))) {
    hash.update(`${line}\n`)
    rows += 1
    onRow(1)
  }
  if (rows !== table.rows || hash.digest('hex') !== table.sha256)
    throw new UnusableBackup(`${folder} holds ${rows} records that are not the ${table.rows} that were saved.`)
  return { archiveID: backupID, table }
}

/** @param table the content of the file: exactly that is deleted, or nothing */
async function deleteMoved(
  tx: Transaction,
  archiveID: string,
  table: Manifest['tables'][number],
  where: string,
  onRows: (more: number) => void,
): Promise<void> {
  await fixValueFormats(tx)
  const at = (name: string) => table.columns.findIndex((column) => column.name === name)
  const places = ['event_id', 'job_id', 'actor_id', 'payload', 'result', 'code', 'job_version'].map(at)
  const noteMoved = async (lines: string) => {
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => {
        const row = JSON.parse(line) as (string | null)[]
        const [eventID, jobID, actorID, payload, result, code, jobVersion] = places.map((place) => row[place] ?? null)
        return {
          eventID: eventID!,
          archiveID,
          jobID,
          actorID: actorID!,
          statement: statementSum(JSON.parse(payload!) as Record<string, unknown>),
          result: result as 'applied' | 'review',
          code,
          jobVersion: jobVersion === null || jobVersion === undefined ? null : Number(jobVersion),
        }
      })
    await insertRows(tx, movedEvents, rows)
  }
  const { rows, sha256 } = await readRows(tx, table, noteMoved, { where, lock: true, onRows })
  if (rows !== table.rows || sha256 !== table.sha256)
    throw new Error('The records have changed meanwhile: nothing was moved. Try again.')
  const moved = tx
    .select({ eventID: movedEvents.eventID })
    .from(movedEvents)
    .where(eq(movedEvents.archiveID, archiveID))
  const counts = await countByPhone(tx, sql`in ${moved}`)
  const deleted = await tx.delete(events).where(sql`${events.eventID} in ${moved}`)
  if (deleted.rowCount !== rows) throw new Error(`${deleted.rowCount} of ${rows} records would have been deleted.`)
  await noteOnPhones(tx, counts, 1)
}
