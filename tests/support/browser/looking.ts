import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { newProfile, openDevice, USUAL, type Device } from './device.ts'
import {
  axeProblems,
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

type Check = (page: Page) => Promise<string[]>
/** To use instead of all checks: whether the content fits. */
export const ROOM: readonly Check[] = [widthProblems, overlapProblems]

/** @param only runs these checks instead of all */
export async function lookAt(
  page: Page,
  screens: readonly Screen[],
  title: string,
  only?: readonly Check[],
): Promise<string[]> {
  // The usual phone has the same layout as the small one, so axe would report the same problems a minute later.
  const withAxe = page.viewportSize()!.width !== USUAL.width
  const problems: string[] = []
  for (const { name, go, gloves = false, sun = false } of screens) {
    await go(page)
    await settled(page)
    const found =
      only !== undefined
        ? (await Promise.all(only.map((check) => check(page)))).flat()
        : [
            ...(withAxe ? await axeProblems(page, sun) : []),
            ...(await shiftProblems(page)),
            ...(await widthProblems(page)),
            ...(gloves ? await targetProblems(page, page.viewportSize()!.width < 1000 ? 'body' : 'main') : []),
          ]
    problems.push(...found.map((what) => `${name}: ${what}`))
    await takePicture(page, `${name} ${title}`)
  }
  return problems
}

/** Saves a screenshot for manual review: `PICTURES=folder npm run e2e`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name.replaceAll(' ', '-')}.png`) })
}

export async function withDevice(
  origin: string,
  options: { size: { width: number; height: number }; dark?: boolean; bigText?: boolean },
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
