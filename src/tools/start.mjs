import { loadEnvFile } from './env-file.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './setup.mjs'

loadEnvFile()
await ensureInstalled()
await ensureBuilt()
await import('../../dist/server/main.js')
