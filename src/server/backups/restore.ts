import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerConfig } from '../config.ts'
import { checkedTables, type Manifest, missingIn, SUMS, sumOf } from '../db/backup/backup-files.ts'
import type { Log, StoragePort } from '../ports.ts'
import { fingerprintOf } from '../secrets.ts'
import { backupsIn, folderMeant } from './backup-folder.ts'
import { intoEmbedded, intoPostgres, NotRestored } from './restore-into.ts'
import { missingPhotos, restorePhotos } from './restore-photos.ts'
import type { OpenScratch } from './try-out.ts'

export interface RestoreSettings {
  readonly config: Pick<ServerConfig, 'dataDir' | 'backupDir' | 'databaseUrl' | 'secretKey' | 'oldSecretKeys'>
  readonly storage: StoragePort
  readonly log: Log
  /** The backup's folder, or its name under BACKUP_DIR. */
  readonly backup: string
  /** Allows a restore over existing data, which is moved aside. */
  readonly force: boolean
  readonly now: Date
  /** Opens the new, empty embedded database under a folder; tests pass a faster implementation. */
  readonly openNew?: OpenScratch | undefined
}

export interface Restored {
  readonly manifest: Manifest
  /** SHA-256 of the backup's checksum file. */
  readonly sha256: string
  readonly dataEpoch: string
  /** Where the previous data is stored; null: there was none. */
  readonly aside: string | null
  /** Number of photos copied back; null: they are on S3. */
  readonly photosPut: number | null
  /** Keys of photos that are complete in no backup and not in the store. */
  readonly photosMissing: readonly string[]
  /** Keys of photos whose copy in the backup is damaged. */
  readonly photosDamaged: readonly string[]
}

/**
 * Verifies a backup, fills a new database from it, copies its photos back, and only then replaces the existing data,
 * which is moved aside. Throws NotRestored, UnusableBackup, DirectoryInUse.
 */
export async function restore(settings: RestoreSettings): Promise<Restored> {
  const { config, backup } = settings
  const folder = folderMeant(config.backupDir, backup)
  if (folder === undefined) throw new NotRestored(`${backup} is no backup. ${await offer(config.backupDir)}`)
  const { manifest, damagedPhotos: photosDamaged } = await checkedTables(folder)
  if (manifest.movedBefore !== undefined)
    throw new NotRestored(
      `${backup} is no backup: it holds moved records. To read them back: npm run archive-events -- --read-back ${path.basename(folder)}`,
    )
  assertKeyFits(config, manifest)
  const sha256 = await sumOf(path.join(folder, SUMS))
  const elsewhere = manifest.photos.lie === 's3'
  let photosPut: number | null = null
  const into = config.databaseUrl === undefined ? intoEmbedded : intoPostgres
  const { dataEpoch, aside, photosMissing } = await into({
    ...settings,
    folder,
    manifest,
    sha256,
    // Photos come before the database, whose rows refer to them.
    putPhotos: async () => void (photosPut = elsewhere ? null : await putPhotos(settings, folder)),
    lacking: async (keys) => (elsewhere ? [] : missingPhotos(settings.storage, keys)),
    notInBackup: async function* () {
      yield* missingIn(folder)
      yield* photosDamaged
    },
  })
  return { manifest, sha256, dataEpoch, aside, photosPut, photosMissing, photosDamaged }
}

async function offer(dir: string): Promise<string> {
  const names = await backupsIn(dir)
  return names.length === 0 ? `There is none in ${dir}.` : `In ${dir} there are, newest first: ${names.join(', ')}.`
}

function assertKeyFits(
  { dataDir, secretKey, oldSecretKeys }: RestoreSettings['config'],
  { secretFingerprint }: Manifest,
): void {
  const file = path.join(dataDir, 'secret-key')
  const key = secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  const keys = [...(key === undefined ? [] : [key]), ...oldSecretKeys]
  if (secretFingerprint === null || keys.some((one) => fingerprintOf(one) === secretFingerprint)) return
  throw new NotRestored(
    `The backup was made with another secret key, and none holds the key itself: put the right one into ${file}, or set SECRET_KEY (or OLD_SECRET_KEYS).`,
  )
}

/**
 * Copies the photos of this backup and of newer ones, because a device deletes a photo as soon as one backup contains
 * it.
 */
async function putPhotos({ config, storage }: RestoreSettings, folder: string): Promise<number> {
  const others = (await backupsIn(config.backupDir))
    .map((name) => path.join(config.backupDir, name))
    .filter((other) => other !== folder)
  return restorePhotos(storage, [folder, ...others])
}
