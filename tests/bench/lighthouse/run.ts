import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { FLAGS, type Prepared } from '../support/chromium.ts'
import { rivals } from '../support/rivals.ts'

export interface Scores {
  performance: number
  accessibility: number
  'best-practices': number
}

/** An audit that has a weight in its category and not its full score. */
export interface Costly {
  category: keyof Scores
  id: string
  title: string
  weight: number
  /** 0 to 1. */
  score: number
  displayValue: string
  /** The elements of the page, or the files. */
  where: string[]
}

export interface Lighted {
  scores: Scores
  costly: Costly[]
  finalURL: string
  version: string
}

/** False where the rivals are not installed. */
export const hasLighthouse = () => existsSync(rivals('node_modules', 'lighthouse'))

/**
 * A separate browser process on a copy of the profile; Lighthouse clears its caches and its service worker, not the
 * session.
 */
export async function light(prepared: Prepared, address: string): Promise<Lighted> {
  const { profile, remove } = prepared.copy()
  const told = path.join(profile, 'DevToolsActivePort')
  rmSync(told, { force: true })
  const browser = spawn(
    process.env['CHROMIUM_PATH']!,
    [
      '--headless=new',
      ...FLAGS,
      '--lang=en-AU',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  try {
    const port = await portIn(told, () => browser.exitCode !== null)
    const run = spawn(process.execPath, [rivals('lighthouse-run.mjs'), port, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    run.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(run, 'close')) as [number]
    if (code !== 0) throw new Error(`Lighthouse could not look at ${address}.`)
    return JSON.parse(said) as Lighted
  } finally {
    const gone = browser.exitCode === null ? once(browser, 'exit') : null
    browser.kill('SIGTERM')
    await gone
    remove()
  }
}

async function portIn(file: string, ended: () => boolean): Promise<string> {
  for (;;) {
    if (ended()) throw new Error('Chromium ended while it was starting.')
    const [port] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (port) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
