import { Cron } from 'croner'
import { businessTimeZone } from '../db/setting-values.ts'
import { backedUpSince } from './diary.ts'
import { type BackupSettings, makeBackup, reasonOf } from './make-backup.ts'
import { BackupUnderWay } from './one-backup.ts'

/** This lies after the hour that clock changes skip or repeat. */
const NIGHTLY = '30 3 * * *'
const HOUR_MS = 3_600_000
/** After a start, a missed backup is made up with this delay, when the devices' first requests are over. */
const MADE_UP_AFTER_MS = 15 * 60_000

/** Makes a backup every night. Of several servers on one database only one does. */
export async function startNightlyBackups(settings: BackupSettings): Promise<{ stop(): Promise<void> }> {
  let underWay: Promise<unknown> = Promise.resolve()
  const unless = (hours: number) => () => (underWay = backUpUnless(settings, hours))
  const nightly = new Cron(
    NIGHTLY,
    { timezone: await businessTimeZone(settings.database.db), protect: true, unref: true },
    unless(1),
  )
  const madeUp = setTimeout(unless(26), MADE_UP_AFTER_MS).unref()
  return {
    stop: async () => {
      nightly.stop()
      clearTimeout(madeUp)
      await underWay
    },
  }
}

/**
 * Makes a backup, unless a good one was started in the last `hours`. Never throws: failures go to the backup log and
 * the server log.
 */
export async function backUpUnless(settings: BackupSettings, hours: number): Promise<void> {
  const { database, clock, log } = settings
  try {
    if (await backedUpSince(database.db, new Date(clock.now().getTime() - hours * HOUR_MS))) return
    const { rows, photos, bytes, sha256 } = await makeBackup(settings)
    const made = { rows, photos: photos.count, photosMissing: photos.missing, bytes, sha256 }
    if (photos.missing === 0) log.info(made, 'a backup was made and tried out')
    else log.error(made, 'a backup was made and tried out, but photos are neither in the photo store nor in any backup')
  } catch (error) {
    if (error instanceof BackupUnderWay) return
    log.error({ reason: reasonOf(error) }, 'the backup failed')
  }
}
