import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { photosMissingSentence } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import { type Manifest, sealBackup, UnusableBackup } from '../db/backup/backup-files.ts'
import { saveTables } from '../db/backup/save-tables.ts'
import { freeBytes, roomToWrite, StorageFull } from '../db/disk-space.ts'
import { describeDatabaseError } from '../db/errors.ts'
import { migrationsDone } from '../db/migrate.ts'
import { type Dependencies, StorageTrouble } from '../ports.ts'
import { backupName, backupsIn, removeOldest, removeUnfinished, unfinishedName } from './backup-folder.ts'
import { noteFailure, noteMade, noteStart } from './diary.ts'
import { BackupUnderWay, oneBackup } from './one-backup.ts'
import { savePhotos } from './save-photos.ts'
import { embeddedScratch, type OpenScratch, tryOut } from './try-out.ts'

/** A backup must not fill the disk on which the office works: 507 begins at 100 MB. */
const KEEP_FREE = 300 * 1024 * 1024

export interface BackupSettings extends Pick<Dependencies, 'database' | 'storage' | 'clock' | 'log'> {
  /** BACKUP_DIR. */
  readonly dir: string
  /** Also photos that lie on S3, which otherwise stay there. */
  readonly photosOfS3?: boolean | undefined
  readonly openScratch?: OpenScratch | undefined
}

export interface MadeBackup {
  /** Where it lies. */
  readonly folder: string
  readonly rows: number
  readonly bytes: number
  /** Of its checksums: one figure for all of it. */
  readonly sha256: string
  readonly photos: Manifest['photos']
  /** Photos the store had lost and got back from an earlier backup. */
  readonly healed: readonly string[]
  /** Photos that were copied anew because the backup before holds them damaged. */
  readonly copiedAnew: readonly string[]
}

/**
 * Saves tables and photos as they stand at one moment, tries the copy out, and only then gives it its name. Throws
 * BackupUnderWay, and whatever stood in the way; the diary then says why, and nothing looks like a backup. Photos that
 * are nowhere don't stand in the way: the diary names their number for as long as they are missing, and no phone may let
 * go of anything received since the oldest of them.
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
}: BackupSettings): Promise<MadeBackup> {
  const startedAt = clock.now()
  const backupID = newID(startedAt.getTime())
  const name = backupName(backupID, startedAt)
  const [unfinished, scratch] = [path.join(dir, unfinishedName(name)), path.join(dir, unfinishedName(`${name}-trial`))]
  // A database that waits for its next start with a newer version has no diary yet; it is saved as it is.
  const hasDiary = await migrationsDone(database.db)
  if (hasDiary) await noteStart(database.db, backupID, startedAt)
  let kept: string | null = null
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await removeUnfinished(dir)
    const room = roomToWrite({ freeBytes: () => freeBytes(dir), keepFree: KEEP_FREE })
    await room()
    const { photos, ...tables } = await saveTables(database.db, unfinished)
    const here = storage.kind === 'embedded' || photosOfS3
    const earlier = (await backupsIn(dir)).map((name) => path.join(dir, name))
    const { missing, ...mended } = here
      ? await savePhotos(photos, { storage, log, folder: unfinished, earlier, room })
      : { missing: [], healed: [], copiedAnew: [] }
    const kinds = {
      from: database.kind,
      photos: { lie: here ? 'here' : 's3', count: photos.length - missing.length, missing },
    } as const
    const { sha256, bytes } = await sealBackup(unfinished, {
      format: 1,
      backupID,
      startedAt: startedAt.toISOString(),
      ...kinds,
      ...tables,
    })
    await room()
    await tryOut(unfinished, scratch, openScratch)
    await syncTree(unfinished)
    await rename(unfinished, path.join(dir, name))
    await syncFolder(dir)
    kept = name
    await removeOldest(dir)
    if (mended.healed.length > 0)
      log.warn({ photos: mended.healed }, 'the photo store had lost photos: they were put back from an earlier backup')
    if (mended.copiedAnew.length > 0)
      log.warn({ photos: mended.copiedAnew }, 'the backup before holds damaged photos: they were copied anew')
    const lost = new Set(missing)
    const oldestMissing =
      photos
        .filter(({ key }) => lost.has(key))
        .map(({ createdAt }) => createdAt)
        .toSorted()[0] ?? null
    const failure = lost.size > 0 ? photosMissingSentence(lost.size) : null
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
  }
}

/** Why it failed, in words without anything private. */
export function reasonOf(error: unknown): string {
  if (error instanceof StorageFull) return 'There is too little room on the disk of the backups.'
  if (error instanceof UnusableBackup || error instanceof BackupUnderWay) return error.message
  if (error instanceof StorageTrouble) return 'The photo store could not be read.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^E[A-Z]+$/.test(code)) return `The folder of the backups could not be used (${code}).`
  return describeDatabaseError(error).message
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(path.join(folder, entry.name))
  await syncFolder(folder)
}

/** Makes names last through a power cut. Windows can't open a folder; its file system journals names. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
