import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'

/** Unexpected output and requests of one browser. */
export interface Heard {
  /** Console errors, uncaught errors and policy violations; failed loads have their own list. */
  readonly errors: string[]
  /** "Failed to load resource": expected while offline, an error otherwise. */
  readonly failedLoads: string[]
  /** Requests of the page, workers or service worker to any other origin than the product's. */
  readonly foreign: string[]
}

/** A real Chromium on a persistent profile folder, as with an installed app. */
export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  readonly heard: Heard
  /** Closes the browser as a person does. */
  close(): Promise<void>
  /** Kills the browser as the system does when memory is short: nothing more is written. */
  kill(): Promise<void>
}

export const SMALL = { width: 360, height: 740 }
export const USUAL = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }
/** The size at which names were cut and bars overlapped: between the phone's cards and the wide desk layout. */
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

/**
 * A profile folder for one test. @param fontSize px, as a person with poor eyesight sets it; the browsers' default is
 * 16
 */
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

interface DeviceOptions {
  origin: string
  profile: string
  size?: { width: number; height: number }
  /** WebGL drawn by the processor, where a machine without graphics would have none. */
  webgl?: boolean
}

/** Opens the browser on a profile; a second browser on the same profile finds what the first one stored. */
export async function openDevice({ origin, profile, size = USUAL, webgl = false }: DeviceOptions): Promise<Device> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: webgl ? [...FLAGS, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : FLAGS,
    viewport: size,
    colorScheme: 'light',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    hasTouch: size.width < 1000,
    isMobile: size.width < 1000,
  })
  context.setDefaultTimeout(30_000)
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
  // Read now: there is no time for it when the browser is killed.
  const pid = await mainProcessOf(context)
  return { context, page, heard, close: () => context.close(), kill: () => killBrowser(context, pid) }
}

/** Grants persistent storage, as the browser does where the app is installed. */
export async function grantStorage({ context }: Device, origin: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  await session?.send('Browser.setPermission', {
    permission: { name: 'persistent-storage' },
    setting: 'granted',
    origin,
  })
}

/**
 * Kills the browser's storage process, as the system may when memory is short: every database connection is lost while
 * the page stays open. Linux only, where the process's purpose can be read.
 */
export async function killStorage({ context }: Device): Promise<void> {
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

/** Kills all its processes at once where the system supports process groups, as a removed battery does. */
async function killBrowser(context: BrowserContext, pid: number): Promise<void> {
  const gone = new Promise<void>((resolve) => context.on('close', () => resolve()))
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    process.kill(pid, 'SIGKILL')
  }
  await gone
}
