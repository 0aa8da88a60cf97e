import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { giveUp, npm } from './run.mjs'

/** Plain Node, because this runs before any package is installed. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  giveUp(`Bagrun needs Node 20.19 or newer; this is ${process.versions.node}.`)

const PACKAGES = path.join(ROOT, 'node_modules')

/**
 * Installs the packages of the lock file when they are missing or differ, however those that are there were installed.
 * @param {{ dev?: boolean }} [options] `dev` also installs the packages for tests and checks
 */
export async function ensureInstalled({ dev = false } = {}) {
  if (isInstalled({ dev })) return
  const withDev = dev || process.env.NODE_ENV !== 'production'
  console.log('Installing packages …')
  // `npm ci` empties the folder before it has fetched anything, so that it is only used where there is none.
  const how = existsSync(PACKAGES) ? ['install', '--no-save'] : ['ci']
  const { code } = await npm([...how, '--no-audit', '--no-fund', withDev ? '--include=dev' : '--omit=dev'])
  if (code !== 0) giveUp('The packages could not be installed; npm’s message is above.')
}

/** Whether npm has noted in node_modules that it installed every package at the version of the lock file. */
function isInstalled({ dev }) {
  const note = path.join(PACKAGES, '.package-lock.json')
  if (!existsSync(note)) return false
  const there = packagesIn(note)
  return Object.entries(packagesIn(path.join(ROOT, 'package-lock.json'))).every(
    ([at, { version, dev: forTests, optional, devOptional }]) =>
      at === '' ||
      (!dev && (forTests || devOptional)) ||
      there[at]?.version === version ||
      // An optional package of another system is never installed.
      (optional && there[at] === undefined),
  )
}

/** @param {string} file @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>} */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
