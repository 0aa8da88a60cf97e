import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './setup.mjs'

loadEnvFile()
await ensureInstalled()
// A server may be running from this build: it is not built anew under it.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { backup } = await import('../../dist/server/commands.js')
await backup(process.argv.slice(2))
