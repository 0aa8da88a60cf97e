import path from 'node:path'
import { systemClock } from '../adapters/clock/system-clock.ts'
import { moveToPostgres as carryOut } from '../backups/move-to-postgres.ts'
import { readConfig, secretOf } from '../config.ts'
import { jsonLog } from '../log.ts'
import { tellBackup } from './backup.ts'
import { storeOf } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const moveToPostgres: Command = {
  does: 'Copies the embedded database into the empty PostgreSQL database that DATABASE_URL names; stop the server first. Either all rows are copied, counted and compared, or none.',
  options: {},
  run: async () => {
    const { DATABASE_URL: _url, DATABASE_URL_FILE: _file, ...environment } = process.env
    const url = secretOf(process.env, 'DATABASE_URL')
    if (url === undefined) throw new Error('Set DATABASE_URL to the empty PostgreSQL database the data is moved to.')
    const config = readConfig(environment)
    readConfig({ DATABASE_URL: url, SECRET_KEY: 'only the address is looked at here.' })
    const log = jsonLog('error')
    const moved = await carryOut({ config, url, storage: storeOf(config), clock: systemClock, log })
    tellBackup(moved)
    say(`Moved: ${moved.rows} rows, every table counted and compared.`)
    say('Next:')
    say('  1. Set DATABASE_URL for the server, in .env or wherever its settings are.')
    if (config.secretKey === undefined)
      say(
        `  2. Set SECRET_KEY to what stands in ${path.join(config.dataDir, 'secret-key')}. Keep it apart from the backups.`,
      )
    else say('  2. Leave SECRET_KEY as it is.')
    say(
      `  3. Start the server. ${config.s3 ? 'Photos stay on S3.' : `Photos stay in ${config.dataDir}: keep DATA_DIR; several servers need S3.`}`,
    )
    say(`The embedded database stays in ${config.dataDir}, and no server starts on it any more.`)
  },
}
