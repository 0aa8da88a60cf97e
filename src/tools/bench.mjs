import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { findChromium, noChromium } from './shared/chromium.mjs'
import { readOptions } from './shared/options.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp, npm } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

const RIVALS = path.join(ROOT, 'tests', 'bench', 'rivals')
const STAMP = path.join(RIVALS, 'node_modules', '.bagrun-installed')

/** The compared servers have a lock file of their own, so that running the product does not install them. */
async function ensureRivals() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(RIVALS, 'package-lock.json')))
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.error('Installing the rivals …')
  const { code } = await npm([
    'ci',
    '--prefix',
    RIVALS,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0)
    return console.error(
      'The rivals could not be installed; figures beside them are left out, or stand beside what was measured earlier, on another machine, and say so.',
    )
  writeFileSync(STAMP, lock)
}

/** @type {Record<string, { says: string, needs: string[] }>} */
const BENCHES = JSON.parse(readFileSync(path.join(ROOT, 'tests', 'bench', 'names.json'), 'utf8'))

const { values, names } = readOptions({
  command: 'npm run bench --',
  does: 'Speed and memory, each beside a rival in the same run.',
  names: Object.fromEntries(Object.entries(BENCHES).map(([name, { says }]) => [name, says])),
  options: {
    rounds: { value: 'N', default: '3', least: 1, says: 'how often each is measured; the middle of them counts' },
    only: { value: '"…"', says: 'of what has several settings, those whose name begins so' },
    files: { value: 'FOLDER', says: 'for "order": further .tsp and .vrp files, in place of ours' },
    full: { says: 'slow lines at full size; takes an hour' },
    built: { says: 'takes dist as it is, and builds nothing' },
  },
})

await ensureInstalled({ dev: true })
if (!values.built) await ensureBuilt()
const needed = new Set((names.length > 0 ? names : Object.keys(BENCHES)).flatMap((name) => BENCHES[name]?.needs ?? []))
if (needed.has('rivals')) await ensureRivals()
if (needed.has('chromium')) {
  const chromium = await findChromium()
  if (!chromium) giveUp(noChromium())
  process.env.CHROMIUM_PATH = chromium
}

const module = await testModule('bench', 'main.ts')
try {
  await module.bench(names, { rounds: values.rounds, only: values.only, files: values.files, full: values.full })
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
