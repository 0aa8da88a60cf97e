import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { newProfile, openDevice, USUAL, type Device } from './device.ts'
import { ALL } from './extent.ts'
import {
  axeProblems,
  colourProblems,
  FINGER,
  forgetShifts,
  GLOVE,
  overlapProblems,
  shiftProblems,
  targetProblems,
  watchLayout,
  widthProblems,
} from './screen-checks.ts'

/** One screen to check. `go` resolves when the screen is complete. */
export interface Screen {
  name: string
  go(page: Page): Promise<void>
  /** Checked for gloves: large targets. */
  gloves?: boolean
  /** Checked at phone sizes for fingers: targets of 44 px. */
  fingers?: boolean
  /** Checked for use in sunlight: contrast 7:1. */
  sun?: boolean
}

/** A screen that has an address. */
export const opens = (origin: () => string, address: string, shows: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(origin() + address)
  await expect(shows(page)).toBeVisible()
}
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until skeletons are gone, fonts are loaded, animations have ended and two frames are painted. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** Whether the content fits: all that differs between two sizes of one layout. */
const roomProblems = async (page: Page) => [...(await widthProblems(page)), ...(await overlapProblems(page))]

interface Look {
  /** The name of the size, for pictures and problems. */
  title: string
  /** Sizes of the window at which the same screens must also have room. */
  alsoAt?: readonly { title: string; size: { width: number; height: number } }[]
}

const CALLS = '**/{v1,assets}/**'

/**
 * As over a mobile network: what a screen shows while its code and its answers load is painted, and what moves afterwards
 * is seen on a fast machine too.
 */
async function answerLater(route: Route): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150))
  await route.fallback()
}

/**
 * Opens each screen once: all checks in the light theme. Where ALL is, code and answers come late, and the dark theme, which
 * changes nothing else, has the checks of colours.
 * @returns the problems in words; empty: none
 */
export async function lookAt(page: Page, screens: readonly Screen[], { title, alsoAt = [] }: Look): Promise<string[]> {
  const size = page.viewportSize()!
  // The usual phone has the same layout as the small one, so axe would report the same problems a minute later.
  const withAxe = size.width !== USUAL.width
  const problems: string[] = []
  if (ALL) await page.route(CALLS, answerLater)
  for (const { name, go, gloves = false, fingers = false, sun = false } of screens) {
    const note = (found: readonly string[], where: string) =>
      problems.push(...found.map((what) => `${name}, ${where}: ${what}`))
    await go(page)
    await settled(page)
    if (withAxe) note(await axeProblems(page, sun), title)
    note(await shiftProblems(page), title)
    note(await widthProblems(page), title)
    if (gloves) note(await targetProblems(page, size.width < 1000 ? 'body' : 'main', GLOVE), title)
    if (fingers && size.width < 1000) note(await targetProblems(page, 'body', FINGER), title)
    await takePicture(page, `${name} ${title} light`)
    if ((ALL && withAxe) || PICTURES !== undefined) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      if (withAxe) note(await colourProblems(page, sun), `${title} dark`)
      await takePicture(page, `${name} ${title} dark`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const other of alsoAt) {
      await page.setViewportSize(other.size)
      await settled(page)
      note(await roomProblems(page), other.title)
      await takePicture(page, `${name} ${other.title} light`)
    }
    if (alsoAt.length > 0) await page.setViewportSize(size)
    await forgetShifts(page)
  }
  if (ALL) await page.unroute(CALLS, answerLater)
  return problems
}

const PICTURES = process.env['PICTURES']

/** Saves a screenshot for manual review: `PICTURES=folder npm run e2e`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: path.join(PICTURES, `${name.replaceAll(' ', '-')}.png`) })
}

export async function withDevice(
  origin: string,
  options: { size: { width: number; height: number }; bigText?: boolean; webgl?: boolean },
  work: (device: Device) => Promise<void>,
): Promise<void> {
  const profile = newProfile(options.bigText ? { fontSize: 32 } : {})
  const device = await openDevice({ origin, profile: profile.folder, ...options })
  try {
    await watchLayout(device.page)
    await work(device)
  } finally {
    await device.close()
    profile.remove()
  }
}

/** Failed loads are expected where this test disconnects the network. */
export const unexpected = ({ heard }: Device) => ({
  ...heard,
  failedLoads: heard.failedLoads.filter((text) => !/\/done\)|ERR_INTERNET_DISCONNECTED/.test(text)),
})
export const NOTHING = { errors: [], failedLoads: [], foreign: [] }
