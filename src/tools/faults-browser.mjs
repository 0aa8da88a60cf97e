import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { findChromium, NO_CHROMIUM } from './chromium.mjs'
import { ROOT } from './root.mjs'
import { giveUp } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    outcomes: { type: 'string', default: '150' },
    photos: { type: 'string', default: '60' },
    each: { type: 'string', default: '3' },
  },
})
const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
for (const [name, value] of Object.entries(options)) if (!Number.isInteger(value) || value < 1) giveUp(`--${name} is a whole number from 1.`)
if (options.photos > options.outcomes * 5) giveUp('There are at most 5 photos to an outcome.')

await ensureInstalled({ dev: true })
await ensureBuilt()
const chromium = await findChromium()
if (!chromium) giveUp(NO_CHROMIUM)
process.env.CHROMIUM_PATH = chromium
console.log(`A day with everything going wrong, seed ${options.seed} …`)

const { runnerImport } = await import('vite')
const { module } = await runnerImport(path.join(ROOT, 'tests', 'faults', 'main.ts'), { root: ROOT, configFile: false, logLevel: 'error' })
try {
  const { table, isRight } = await module.faults(options, (words) => console.error(words))
  console.log(table)
  process.exit(isRight ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
