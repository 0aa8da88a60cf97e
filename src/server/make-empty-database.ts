import { makeEmptyDatabase } from './db/embedded/embedded.ts'
import { jsonLog } from './log.ts'

/** Run by the build: writes the empty database in which backups are tried. */
await makeEmptyDatabase(jsonLog('error'))
