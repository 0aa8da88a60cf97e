import { loadEnvFile } from './shared/env-file.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './shared/setup.mjs'

loadEnvFile()
await ensureInstalled()
await ensureBuilt()
await import('../../dist/server/main.js')
