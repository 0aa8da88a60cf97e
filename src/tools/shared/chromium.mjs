import { existsSync } from 'node:fs'
import path from 'node:path'
import { node, run } from './run.mjs'

const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
  Boolean,
)
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...programFiles.map((folder) => path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
]

async function look() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) && (await starts(named)) ? named : null
  const { chromium } = await import('@playwright/test')
  for (const place of [...PLACES, chromium.executablePath()])
    if (existsSync(place) && (await starts(place))) return place
  return null
}

/**
 * A file alone is not a browser: Ubuntu has a script that asks for its snap, and a downloaded Chromium needs libraries
 * of the system. On Windows the question would open a window.
 * @param {string} place
 */
async function starts(place) {
  if (process.platform === 'win32') return true
  return run(place, ['--version'], { quiet: true }).then(
    ({ code }) => code === 0,
    () => false,
  )
}

/**
 * The path of a Chromium for tests in a real browser: the one that CHROMIUM_PATH names, else an installed one, else one
 * installed now.
 * @returns {Promise<string | null>} null when there is none that starts and none could be installed
 */
export async function findChromium() {
  const found = await look()
  if (found || process.env.CHROMIUM_PATH) return found
  console.log('Installing Chromium for the browser tests …')
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { quiet: true })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = await look()
    if (installed) return installed
  }
  await node('node_modules/playwright-core/cli.js', ['install', 'chromium'], { quiet: true })
  return look()
}

/** Says why there is no browser, and how to have one. */
export const noChromium = () =>
  process.env.CHROMIUM_PATH
    ? 'CHROMIUM_PATH names no browser that starts: correct it, or leave it out.'
    : 'No Chromium or Chrome was found, and none could be installed: install one (Debian: chromium), or set CHROMIUM_PATH to it.'
