import { ensureBuilt } from './build.mjs'
import { findChromium, noChromium } from './shared/chromium.mjs'
import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

const { values: options } = readOptions({
  command: 'npm run faults:browser --',
  does: 'A driver’s day in real Chromium behind a faulty line, with browser and server killed at critical moments; then the server’s data is compared with what the driver recorded.',
  options: {
    seed: { value: 'S', default: String(Date.now() % 1_000_000), least: 1, says: 'the same seed makes the same day' },
    outcomes: { value: 'N', default: '150', least: 1, says: 'stops the driver works' },
    photos: { value: 'N', default: '60', least: 1, says: 'photos the driver takes, at most 5 per outcome' },
    'full-disk': { says: 'works on disks that are filled to the last byte instead; needs root' },
    disks: { value: 'N', default: '32', least: 1, says: 'with --full-disk: how many, smallest first' },
    each: { value: 'N', default: '3', least: 1, says: 'how often each fault must occur at least' },
  },
})
if (options.photos > options.outcomes * 5) giveUp('There are at most 5 photos to an outcome.')

await ensureInstalled({ dev: true })
await ensureBuilt()
const chromium = await findChromium()
if (!chromium) giveUp(noChromium())
process.env.CHROMIUM_PATH = chromium
console.log(options['full-disk'] ? 'Full disks …' : `A day with everything going wrong, seed ${options.seed} …`)

const module = await testModule('faults', 'main.ts')
try {
  const tell = (/** @type {string} */ words) => console.error(words)
  const { table, isRight } = options['full-disk']
    ? await module.fullDisks(options.disks, tell)
    : await module.faults(options, tell)
  console.log(table)
  process.exit(isRight ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
