import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ROOT } from './root.mjs'
import { giveUp } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' }, 'power-cuts': { type: 'string', default: '20' } } })
const [kills, powerCuts] = [values.kills, values['power-cuts']].map(Number)
if (![kills, powerCuts].every((count) => Number.isInteger(count) && count >= 0)) giveUp('--kills and --power-cuts are whole numbers.')

await ensureInstalled({ dev: true })
await ensureBuilt()
// Its servers and disks end with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const { runnerImport } = await import('vite')
const { module } = await runnerImport(path.join(ROOT, 'tests', 'durability', 'main.ts'), { root: ROOT, configFile: false, logLevel: 'error' })
try {
  process.exit((await module.durability({ kills, powerCuts })) ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
