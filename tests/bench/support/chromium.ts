import { cpSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'

export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A separate browser process on a persistent profile. */
export interface Browser {
  readonly context: BrowserContext
  readonly page: Page
  close(): Promise<void>
}

export async function openBrowser(profile: string): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH']
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: FLAGS,
    viewport: { width: 390, height: 844 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    serviceWorkers: 'allow',
  })
  context.setDefaultTimeout(120_000)
  return { context, page: context.pages()[0] ?? (await context.newPage()), close: () => context.close() }
}

/** Profiles for rounds that each begin in the state that `prepare` left. */
export interface Prepared {
  copy(): { profile: string; remove(): void }
  remove(): void
}

export async function prepareProfile(prepare: (browser: Browser) => Promise<void>): Promise<Prepared> {
  const folder = newFolder()
  const original = path.join(folder, 'p')
  const browser = await openBrowser(original)
  try {
    await prepare(browser)
  } finally {
    await browser.close()
  }
  return {
    copy: () => {
      const into = newFolder()
      const profile = path.join(into, 'p')
      cpSync(original, profile, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (from) => !path.basename(from).startsWith('Singleton'),
      })
      return { profile, remove: () => removeFolder(into) }
    },
    remove: () => removeFolder(folder),
  }
}

/** A file and all it imports as one script for a page, as a production build makes it. */
export async function scriptFor(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { __APP_BUILD__: JSON.stringify('bench'), 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'bench' } },
  })
  const [first] = Array.isArray(made) ? made : [made]
  if (!first || !('output' in first)) throw new Error(`${entry} could not be built.`)
  return first.output[0].code
}

/** Chromium's version, as it reports it. */
export async function chromiumVersion(): Promise<string> {
  const folder = newFolder()
  const { context, close } = await openBrowser(path.join(folder, 'p'))
  const version = context.browser()?.version() ?? 'unknown'
  await close()
  removeFolder(folder)
  return version
}
