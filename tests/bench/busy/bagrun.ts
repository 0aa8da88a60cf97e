import path from 'node:path'
import type { Page } from '@playwright/test'
import { packageRoot } from '#server/package-root.ts'
import { readDevice } from '../../support/browser/device-store.ts'
import { signInAndPull } from '../replay/bagrun.ts'
import type { Work } from '../replay/fill-device.ts'
import { type Browser, openBrowser, type Prepared, prepareProfile, scriptFor } from '../support/chromium.ts'
import type { Line } from '../support/throttled-line.ts'
import type { Fixture } from '../../fixtures/business-on-disk.ts'
import { longestBlock } from './blocking-tasks.ts'
import { type Busy, tapWithDraft } from './taps.ts'
import { watch } from './page-measurements.ts'

/** A phone on which `events` of its stops are recorded and none is sent. */
export async function waitingDevice(fixture: Fixture, line: Line, events: number): Promise<Prepared> {
  const fill = await scriptFor(path.join(packageRoot(), 'tests', 'bench', 'replay', 'fill-device.ts'))
  const office = await fixture.prepare()
  try {
    line.up(office.port)
    return await prepareProfile(async ({ page }) => {
      await signInAndPull(page, line.origin, fixture)
      // A page of the same origin without the app, which would send the records.
      await page.goto(`${line.origin}/v1/config`)
      line.down()
      await page.evaluate(fill)
      const work: Work = {
        userID: fixture.driverID,
        assignmentIDs: fixture.assignmentIDs.slice(0, events),
        photos: 0,
        photoSize: 0,
      }
      await page.evaluate(
        (work) => (window as unknown as { fillDevice(work: Work): Promise<void> }).fillDevice(work),
        work,
      )
    })
  } finally {
    line.down()
    await office.close()
  }
}

/** The network comes back while photos are scaled down and the driver goes on tapping. */
export async function busyDevice(
  prepared: Prepared,
  fixture: Fixture,
  line: Line,
  { photo, photos, slower }: { photo: string; photos: number; slower: number },
): Promise<Busy> {
  return withDevice(prepared, fixture, line, async ({ page }, port) => {
    await page.addInitScript(watch, { store: 'events', holds: '"type":"done"' })
    await openList(page, line)
    await throttle(page, slower)
    for (let at = 0; at < photos; at += 1) await pick(page, photo)
    line.up(port)
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    const busy = await tapWithDraft(page)
    await untilSent(page, fixture)
    return busy
  })
}

export interface PhotoTaken {
  /** Bytes. */
  size: number
  /** ms: the longest task of the page's main thread from the choice of the file until it is saved. */
  block: number
}

/** One photo with nothing else going on. */
export async function onePhoto(
  prepared: Prepared,
  fixture: Fixture,
  line: Line,
  { photo, slower }: { photo: string; slower: number },
): Promise<PhotoTaken> {
  return withDevice(prepared, fixture, line, async ({ page }) => {
    await openList(page, line)
    await throttle(page, slower)
    const block = await longestBlock(page, async () => {
      await pick(page, photo)
      await page.waitForFunction(() =>
        /Photo 1\/5/.test(document.querySelector('section[data-stop]')?.textContent ?? ''),
      )
    })
    const { photos } = await readDevice(page, fixture.driverID)
    return { size: photos[0]!.size, block }
  })
}

async function withDevice<T>(
  prepared: Prepared,
  fixture: Fixture,
  line: Line,
  work: (browser: Browser, port: number) => Promise<T>,
): Promise<T> {
  const { profile, remove } = prepared.copy()
  const office = await fixture.open()
  const browser = await openBrowser(profile)
  try {
    return await work(browser, office.port)
  } finally {
    await browser.close()
    line.down()
    await office.close()
    remove()
  }
}

async function openList(page: Page, line: Line): Promise<void> {
  await page.goto(`${line.origin}/pickups`)
  await page.getByText('Offline, saved on this phone').first().waitFor()
}

/** @param slower by how many times to slow down the main thread; workers are not slowed */
export async function throttle(page: Page, slower: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

async function pick(page: Page, photo: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page
    .locator('section[data-stop]')
    .first()
    .getByRole('button', { name: /^Photo / })
    .click()
  await (await chooser).setFiles([photo])
}

async function untilSent(page: Page, fixture: Fixture): Promise<void> {
  for (let looks = 0; looks < 120; looks += 1) {
    const { events } = await readDevice(page, fixture.driverID)
    if (events.every(({ state }) => state === 'acknowledged')) return
    await page.waitForTimeout(500)
  }
  throw new Error('The phone was not done with sending.')
}
