import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

readOptions({
  command: 'npm run archive-events --',
  does: 'Shows which drivers’ records are older than the setting keep.years and can be moved to files under BACKUP_DIR, whether the server runs or not. Without an option nothing is changed.',
  options: {
    move: { says: 'move them' },
    'read-back': { value: 'FOLDER', says: 'put the records of a folder into the database again' },
  },
})
loadEnvFile()
await ensureInstalled()
// A server may be running from this build, so it is not rebuilt.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { archiveEvents } = await import('../../dist/server/commands.js')
await archiveEvents(process.argv.slice(2))
