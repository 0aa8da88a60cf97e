import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { ensureInstalled } from './shared/setup.mjs'

loadEnvFile()
process.env.DATA_DIR ??= './data-demo'
process.env.HOST ??= '127.0.0.1'
await ensureInstalled()
await ensureBuilt()
await import('../../dist/server/demo.js')
