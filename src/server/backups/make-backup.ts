import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { photosMissingSentence } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import { type Manifest, sealBackup, UnusableBackup } from '../db/backup/backup-files.ts'
import { linesOf } from '../db/backup/lines.ts'
import { saveTables } from '../db/backup/save-tables.ts'
import { freeBytes, roomToWrite, StorageFull } from '../db/disk-space.ts'
import { describeDatabaseError } from '../db/errors.ts'
import { migrationsDone } from '../db/migrate.ts'
import { type Dependencies, StorageTrouble } from '../ports.ts'
import {
  backupName,
  backupsIn,
  removeOldest,
  removeUnfinished,
  syncFolder,
  syncTree,
  unfinishedName,
} from './backup-folder.ts'
import { noteFailure, noteMade, noteStart } from './diary.ts'
import { BackupUnderWay, oneBackup } from './one-backup.ts'
import { counted, type OnProgress } from './progress.ts'
import { photosOf, savePhotos } from './save-photos.ts'
import { embeddedScratch, type OpenScratch, tryOut } from './try-out.ts'

/** Free space that a backup leaves on the disk; writes stop (507) below 100 MB. */
export const KEEP_FREE = 300 * 1024 * 1024

export interface BackupSettings extends Pick<Dependencies, 'database' | 'storage' | 'clock' | 'log'> {
  readonly dir: string
  /** Also copies photos that are on S3; by default they stay there only. */
  readonly photosOfS3?: boolean | undefined
  readonly openScratch?: OpenScratch | undefined
  readonly onProgress?: OnProgress | undefined
}

export interface MadeBackup {
  readonly folder: string
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of its checksum file: one value for the whole backup. */
  readonly sha256: string
  readonly photos: Manifest['photos']
  /** Photos that were missing from the store and were restored to it from an earlier backup. */
  readonly healed: readonly string[]
  /** Photos copied again because the previous backup's copy is damaged. */
  readonly copiedAnew: readonly string[]
}

/**
 * Saves tables and photos as of one moment, verifies the copy by loading it, and only then gives it its final name.
 * Throws BackupUnderWay, and any error that prevented it, which is also in the backup log. Photos that are nowhere do
 * not fail the backup: the log has their number, and no device may delete anything received since the oldest of them.
 */
export async function makeBackup(settings: BackupSettings): Promise<MadeBackup> {
  return oneBackup(settings.database, () => make(settings))
}

async function make({
  database,
  storage,
  clock,
  log,
  dir,
  photosOfS3 = false,
  openScratch = embeddedScratch(log),
  onProgress = () => undefined,
}: BackupSettings): Promise<MadeBackup> {
  const startedAt = clock.now()
  const backupID = newID(startedAt.getTime())
  const name = backupName(backupID, startedAt)
  const [unfinished, scratch, missingTo] = ['', '-trial', '-missing'].map((part) =>
    path.join(dir, unfinishedName(`${name}${part}`)),
  ) as [string, string, string]
  // A database that a newer version has not migrated yet has no backup log; it is saved as it is.
  const hasDiary = await migrationsDone(database.db)
  if (hasDiary) await noteStart(database.db, backupID, startedAt)
  let kept: string | null = null
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await removeUnfinished(dir)
    const room = roomToWrite({ freeBytes: () => freeBytes(dir), keepFree: KEEP_FREE })
    await room()
    const tables = await saveTables(database.db, unfinished, counted(onProgress, 'save', null))
    const here = storage.kind === 'embedded' || photosOfS3
    const earlier = (await backupsIn(dir)).map((name) => path.join(dir, name))
    const rowsOf = (table: string) => tables.tables.find(({ name }) => name === table)?.rows ?? 0
    const onPhoto = counted(onProgress, 'photos', rowsOf('photos'))
    const { missing, oldestMissing, ...mended } = here
      ? await savePhotos(photosOf(unfinished, tables.tables), {
          storage,
          log,
          folder: unfinished,
          earlier,
          missingTo,
          room,
          onPhoto: () => onPhoto(1),
        })
      : { missing: 0, oldestMissing: null, healed: [], copiedAnew: [] }
    const kinds = {
      from: database.kind,
      photos: { lie: here ? 'here' : 's3', count: rowsOf('photos') - missing, missing },
    } as const
    const files = tables.tables.length + (here ? kinds.photos.count : 0) + 1
    // Each is read twice: for its checksum, and to compare it.
    const onFiles = counted(onProgress, 'checksums', 2 * files)
    const onFile = () => onFiles(1)
    const { sha256, bytes } = await sealBackup(
      unfinished,
      { format: 1, backupID, startedAt: startedAt.toISOString(), ...kinds, ...tables },
      missing === 0 ? [] : linesOf(missingTo),
      onFile,
    )
    await room()
    await tryOut(unfinished, scratch, openScratch, { onProgress, onFile })
    await syncTree(unfinished)
    await rename(unfinished, path.join(dir, name))
    await syncFolder(dir)
    kept = name
    await removeOldest(dir)
    if (mended.healed.length > 0)
      log.warn({ photos: mended.healed }, 'the photo store had lost photos: they were put back from an earlier backup')
    if (mended.copiedAnew.length > 0)
      log.warn({ photos: mended.copiedAnew }, 'the backup before holds damaged photos: they were copied anew')
    const failure = missing > 0 ? photosMissingSentence(missing) : null
    if (hasDiary)
      await noteMade(
        database.db,
        backupID,
        { startedAt, endedAt: clock.now(), fileName: name, bytes, sha256, failure },
        oldestMissing,
      )
    return {
      folder: path.join(dir, name),
      rows: tables.tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes,
      sha256,
      photos: kinds.photos,
      ...mended,
    }
  } catch (error) {
    if (hasDiary) await noteFailure(database.db, backupID, clock.now(), reasonOf(error), kept).catch(() => undefined)
    throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
    await rm(missingTo, { force: true }).catch(() => undefined)
  }
}

/** The reason of the failure in words, without private data. */
export function reasonOf(error: unknown): string {
  if (error instanceof StorageFull) return 'There is too little room on the disk of the backups.'
  if (error instanceof UnusableBackup || error instanceof BackupUnderWay) return error.message
  if (error instanceof StorageTrouble) return 'The photo store could not be read.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^E[A-Z]+$/.test(code)) return `The folder of the backups could not be used (${code}).`
  return describeDatabaseError(error).message
}
