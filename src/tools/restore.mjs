import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './setup.mjs'

loadEnvFile()
await ensureInstalled()
await ensureBuilt()
const { restore } = await import('../../dist/server/commands.js')
await restore(process.argv.slice(2))
