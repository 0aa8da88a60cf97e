import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { giveUp, npm } from './run.mjs'

/** Plain Node, because this runs before any package is installed. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  giveUp(`Bagrun needs Node 20.19 or newer; this is ${process.versions.node}.`)

const STAMP = path.join(ROOT, 'node_modules', '.bagrun-installed')

/**
 * Installs the packages of the lock file when they are missing or differ.
 * @param {{ dev?: boolean }} [options] `dev` also installs the packages for tests and checks
 */
export async function ensureInstalled({ dev = false } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex')
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  if (stamp === `${lock} dev` || (!dev && stamp === `${lock} production`)) return
  const withDev = dev || process.env.NODE_ENV !== 'production'
  console.log('Installing packages …')
  const { code } = await npm(['ci', '--no-audit', '--no-fund', ...(withDev ? ['--include=dev'] : ['--omit=dev'])])
  if (code !== 0) giveUp('The packages could not be installed; npm’s message is above.')
  writeFileSync(STAMP, `${lock} ${withDev ? 'dev' : 'production'}`)
}
