import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'

/** What one browser showed and did that nobody asked for. */
export interface Heard {
  /** Console errors, uncaught errors and policy violations; failed loads have their own list. */
  readonly errors: string[]
  /** "Failed to load resource": right while there is no signal, wrong otherwise. */
  readonly failedLoads: string[]
  /** Requests of page, workers or service worker to anywhere but the product. */
  readonly foreign: string[]
}

/** A real Chromium on a profile folder that outlives it, as an installed app's does. */
export interface Phone {
  readonly context: BrowserContext
  readonly page: Page
  readonly heard: Heard
  /** As a person closes it. */
  close(): Promise<void>
  /** As the system does when memory is short: nothing is written down any more. */
  kill(): Promise<void>
}

export const SMALL = { width: 360, height: 740 }
export const USUAL = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }
/** Where names were cut and bars overlapped: between the phone's cards and the wide desk. */
export const TABLET = { width: 1024, height: 768 }
export const SMALL_DESK = { width: 1280, height: 800 }

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A profile folder for one test. @param fontSize px, as a person sets it who reads badly; browsers begin with 16 */
export function newProfile({ fontSize }: { fontSize?: number } = {}): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'br-profile-'))
  if (fontSize !== undefined) {
    mkdirSync(path.join(folder, 'Default'))
    writeFileSync(
      path.join(folder, 'Default', 'Preferences'),
      JSON.stringify({ webkit: { webprefs: { default_font_size: fontSize, default_fixed_font_size: fontSize } } }),
    )
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) }
}

interface PhoneOptions {
  origin: string
  profile: string
  size?: { width: number; height: number }
  dark?: boolean
}

/** Opens the browser on a profile; a second one after it finds what the first has kept. */
export async function openPhone({ origin, profile, size = USUAL, dark = false }: PhoneOptions): Promise<Phone> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    hasTouch: size.width < 1000,
    isMobile: size.width < 1000,
  })
  context.setDefaultTimeout(15_000)
  const heard: Heard = { errors: [], failedLoads: [], foreign: [] }
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== origin)
      heard.foreign.push(request.url())
  })
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = `${message.text()} (${message.location().url})`
    if (text.startsWith('Failed to load resource')) heard.failedLoads.push(text)
    else heard.errors.push(text)
  })
  context.on('weberror', (error) => heard.errors.push(String(error.error())))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  const page = context.pages()[0] ?? (await context.newPage())
  // Asked now: at the moment of death there is no time to.
  const pid = await mainProcessOf(context)
  return { context, page, heard, close: () => context.close(), kill: () => killBrowser(context, pid) }
}

/** As on a phone where the app is installed: the browser agrees to keep what is stored. */
export async function grantStorage({ context }: Phone, origin: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  await session?.send('Browser.setPermission', {
    permission: { name: 'persistent-storage' },
    setting: 'granted',
    origin,
  })
}

/**
 * The browser's process that keeps what pages store dies, as it may when memory is short: every connection to a database is
 * lost under the open page. Linux only, which tells what a process is for.
 */
export async function killStorage({ context }: Phone): Promise<void> {
  const keepers = (await processesOf(context)).filter(({ id }) =>
    readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('storage.mojom.StorageService'),
  )
  if (keepers.length === 0) throw new Error('This browser keeps what pages store in no process of its own.')
  for (const { id } of keepers) process.kill(id, 'SIGKILL')
}

async function mainProcessOf(context: BrowserContext): Promise<number> {
  const main = (await processesOf(context)).find((one) => one.type === 'browser')
  if (!main) throw new Error('The browser did not say which process it is.')
  return main.id
}

async function processesOf(context: BrowserContext): Promise<{ type: string; id: number }[]> {
  const browser = context.browser()
  if (browser === null) throw new Error('A persistent context without its browser: update Playwright.')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[]
  }
  await session.detach()
  return processInfo
}

/** Every process of it at once where the system knows groups, as when the battery falls out. */
async function killBrowser(context: BrowserContext, pid: number): Promise<void> {
  const gone = new Promise<void>((resolve) => context.on('close', () => resolve()))
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    process.kill(pid, 'SIGKILL')
  }
  await gone
}
