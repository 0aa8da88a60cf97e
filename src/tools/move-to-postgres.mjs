import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

readOptions({
  command: 'DATABASE_URL=postgres://… npm run move-to-postgres --',
  does: 'Copies the embedded database into the empty PostgreSQL database that DATABASE_URL names; stop the server first. Either all rows are copied, counted and compared, or none.',
  options: {},
})
loadEnvFile()
await ensureInstalled()
await ensureBuilt()
const { move } = await import('../../dist/server/commands.js')
await move(process.argv.slice(2))
