import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ROOT } from './shared/root.mjs'
import { ensureInstalled } from './shared/setup.mjs'

// Runs `npm start`, `npm run demo` and the operator's commands, once the packages they need are installed.

/** Before these the product is built anew; before the others only where no build is there. */
const BUILD_ANEW = ['start', 'demo', 'restore', 'move-to-postgres']
const COMMANDS = path.join(ROOT, 'dist', 'server', 'commands.js')

await ensureInstalled()
// While the others run, a server may be running from the build that there is.
if (BUILD_ANEW.includes(process.argv[2] ?? '') || !existsSync(COMMANDS)) await ensureBuilt()
await import('../../dist/server/commands.js')
