import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

readOptions({
  command: 'npm run backup --',
  does: 'Makes a backup under BACKUP_DIR now, whether the server runs or not, and verifies it by restoring it to a temporary database. Exits with 1 when none could be made, or when photos are missing from it.',
  options: { 'photos-of-s3': { says: 'also copy photos that are on S3; by default they stay there only' } },
})
loadEnvFile()
await ensureInstalled()
// A server may be running from this build, so it is not rebuilt.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { backup } = await import('../../dist/server/commands.js')
await backup(process.argv.slice(2))
