import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './setup.mjs'

loadEnvFile()
await ensureInstalled()
await ensureBuilt()
const { move } = await import('../../dist/server/commands.js')
await move(process.argv.slice(2))
