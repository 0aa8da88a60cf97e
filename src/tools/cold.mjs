import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { findChromium, NO_CHROMIUM } from './chromium.mjs'
import { ROOT } from './root.mjs'
import { giveUp, npm } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const RIVALS = path.join(ROOT, 'tests', 'bench', 'rivals')
const STAMP = path.join(RIVALS, 'node_modules', '.bagrun-installed')

/** The rivals have a lock file of their own: nobody who only runs the product installs them. */
async function ensureRivals() {
  const lock = createHash('sha256').update(readFileSync(path.join(RIVALS, 'package-lock.json'))).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.error('Installing the rivals …')
  const { code } = await npm(['ci', '--prefix', RIVALS, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) return console.error('The rivals could not be installed; figures beside them are left out or taken from the issue, and say so.')
  writeFileSync(STAMP, lock)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) giveUp('--rounds is a whole number from 1.')

await ensureInstalled({ dev: true })
await ensureBuilt()

const chromium = await findChromium()
if (!chromium) giveUp(NO_CHROMIUM)
process.env.CHROMIUM_PATH = chromium

const { runnerImport } = await import('vite')
const { module } = await runnerImport(path.join(ROOT, 'tests', 'bench', 'cold-look.ts'), { root: ROOT, configFile: false, logLevel: 'error' })
try {
  await module.look(rounds)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
