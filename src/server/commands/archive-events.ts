import { systemClock } from '../adapters/clock/system-clock.ts'
import { type ArchiveAct, type Archived, archiveEvents as carryOut } from '../archive/archive-events.ts'
import { folderMeant } from '../backups/backup-folder.ts'
import type { OnProgress } from '../backups/progress.ts'
import { readConfig, type ServerConfig } from '../config.ts'
import { lockAsServer } from '../db/server-lock.ts'
import { jsonLog } from '../log.ts'
import { size } from './backup.ts'
import { carriedOut, withDatabase } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const archiveEvents: Command = {
  does: 'Shows which drivers’ records are older than the setting keep.years and can be moved to files under BACKUP_DIR, whether the server runs or not. Without an option nothing is changed.',
  options: {
    move: { says: 'move them' },
    'read-back': { value: 'FOLDER', says: 'put the records of a folder into the database again' },
  },
  run: async (typed) => {
    const folder = typed.valueOf('read-back')
    const move = typed.isSet('move')
    if (move && folder !== undefined) throw new Error('Use --move or --read-back, not both.')
    const config = readConfig(process.env)
    // Resolved here, because a running server may have been started elsewhere.
    const act: ArchiveAct =
      folder === undefined
        ? { act: move ? 'move' : 'look' }
        : { act: 'read-back', folder: folderMeant(config.backupDir, folder) ?? folder }
    const archived = await carriedOut(config, { order: 'archive-events', progress: true, ...act }, (onProgress) =>
      byOurselves(config, act, onProgress),
    )
    for (const line of lines(archived)) say(line)
  },
}

async function byOurselves(config: ServerConfig, act: ArchiveAct, onProgress: OnProgress): Promise<Archived> {
  const { databaseUrl: url, backupDir: dir } = config
  const lock = url === undefined ? null : await lockAsServer(url, jsonLog('error'))
  try {
    return await withDatabase(config, { without: 'There are no records', migrated: true }, (database) =>
      carryOut({ database, clock: systemClock, dir, onProgress }, act),
    )
  } finally {
    await lock?.release()
  }
}

function lines(done: Archived): string[] {
  if (done.act === 'read-back')
    return [`${done.rows} records in the file; ${done.added} of them were not in the database and are there again.`]
  if (done.act === 'move')
    return done.folder === null
      ? ['There is nothing to move.']
      : [
          `Moved: ${done.rows} records, ${size(done.bytes)}, read back and compared: ${done.folder}`,
          'Keep this folder for good, and a copy elsewhere: no backup holds these records.',
        ]
  const { before, rows, stops, bytes, oldest, newest, archives } = done
  const between = oldest === null ? '' : `, received ${oldest.slice(0, 10)} to ${newest!.slice(0, 10)}`
  return [
    `Records before ${before} that can be moved: ${rows} of ${stops} stops, ${size(bytes)} in the database${between}.`,
    ...(rows === 0 ? [] : ['Nothing was changed. To move them: npm run archive-events -- --move']),
    ...archives.map(
      ({ folder, movedAt, rows, readBackAt }) =>
        `  ${folder}: ${rows} records, moved ${movedAt.slice(0, 10)}${readBackAt === null ? '' : `, read back ${readBackAt.slice(0, 10)}`}`,
    ),
  ]
}
