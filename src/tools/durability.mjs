import { ensureBuilt } from './build.mjs'
import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

const { values } = readOptions({
  command: 'npm run durability --',
  does: 'Kills the server and cuts its power while it works, and proves after each that nothing it acknowledged is lost.',
  options: {
    kills: { says: 'how often the server is killed', value: 'N', default: '50', least: 0 },
    'power-cuts': { says: 'how often the power is cut', value: 'N', default: '20', least: 0 },
  },
})
const { kills, 'power-cuts': powerCuts } = values

await ensureInstalled({ dev: true })
await ensureBuilt()
// Exiting the process ends its servers and disks too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const module = await testModule('durability', 'main.ts')
try {
  process.exit((await module.durability({ kills, powerCuts })) ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
