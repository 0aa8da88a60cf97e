import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

readOptions({
  command: 'npm run password-link --',
  does: 'Prints a link to choose a new password for the account with this email: for an admin who has forgotten theirs where no mail server is set.',
  options: { email: { value: 'ADDRESS', says: 'whose account it opens' } },
})
loadEnvFile()
await ensureInstalled()
// A server may be running from this build, so it is not rebuilt.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { passwordLink } = await import('../../dist/server/commands.js')
await passwordLink(process.argv.slice(2))
