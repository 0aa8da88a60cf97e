import { photosMissingSentence } from '#domain/alerts.ts'
import { systemClock } from '../adapters/clock/system-clock.ts'
import { type BackupSettings, makeBackup, type MadeBackup, reasonOf } from '../backups/make-backup.ts'
import { readConfig, type ServerConfig } from '../config.ts'
import { lockAsServer } from '../db/server-lock.ts'
import { jsonLog } from '../log.ts'
import { carriedOut, storeOf, withDatabase } from './by-ourselves.ts'
import { type Command, complain, say } from './command.ts'

export const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
export const photosIn = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

const noBackup = (reason: string) => `No backup was made. ${reason}`

export const backup: Command = {
  does: 'Makes a backup under BACKUP_DIR now, whether the server runs or not, and verifies it by restoring it to a temporary database. Exits with 1 when none could be made, or when photos are missing from it.',
  options: { 'photos-of-s3': { says: 'also copy photos that are on S3; by default they stay there only' } },
  run: async (typed) => {
    const config = readConfig(process.env)
    const photosOfS3 = typed.isSet('photos-of-s3')
    tellBackup(
      await carriedOut(
        config,
        { order: 'backup', photosOfS3, progress: true },
        (onProgress) => byOurselves(config, { photosOfS3, onProgress }),
        noBackup,
      ),
    )
  },
}

async function byOurselves(
  config: ServerConfig,
  settings: Pick<BackupSettings, 'photosOfS3' | 'onProgress'>,
): Promise<MadeBackup> {
  const { databaseUrl: url, backupDir: dir } = config
  const log = jsonLog('error')
  const opening = { without: 'There is nothing to back up', inUse: noBackup('') }
  return withDatabase(config, opening, async (database) => {
    const lock = url === undefined ? null : await lockAsServer(url, log)
    try {
      return await makeBackup({ database, storage: storeOf(config), clock: systemClock, log, dir, ...settings })
    } catch (error) {
      throw new Error(noBackup(reasonOf(error)), { cause: error })
    } finally {
      await lock?.release()
    }
  })
}

export function tellBackup({ folder, rows, bytes, sha256, photos, healed, copiedAnew }: MadeBackup): void {
  say(`Backup: ${folder}`)
  say(
    `  ${rows} rows, ${photosIn(photos.count)}${photos.lie === 's3' ? ' on S3, where they stay' : ''}, ${size(bytes)}, restored into a trial database and compared`,
  )
  say(`  SHA-256 of its SHA256SUMS: ${sha256}`)
  if (healed.length > 0) say(`  ${photosIn(healed.length)} the store had lost: put back from an earlier backup`)
  if (copiedAnew.length > 0) say(`  ${photosIn(copiedAnew.length)} damaged in the backup before: copied anew`)
  if (photos.missing > 0)
    complain(
      `The backup was made, but not whole. ${photosMissingSentence(photos.missing)} Its manifest.json names ${photos.missing === 1 ? 'it' : 'them'}; phones keep what they still hold.`,
    )
}
