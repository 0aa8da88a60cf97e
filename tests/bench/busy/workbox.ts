import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openBrowser, type Prepared, prepareProfile, scriptFor } from '../support/chromium.ts'
import type { Line } from '../support/throttled-line.ts'
import { rivals } from '../support/rivals.ts'
import { startQueueServer } from '../replay/workbox.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { type PhotoTaken, throttle } from './bagrun.ts'
import { longestBlock } from './blocking-tasks.ts'
import { type Busy, tapWithDraft } from './taps.ts'
import { watch } from './page-measurements.ts'

/** The same afternoon on Workbox's Queue and browser-image-compression, used as in their manuals. */
export interface WorkboxAfternoon {
  busy(line: Line, settings: { photo: string; photos: number; slower: number }): Promise<Busy>
  onePhoto(line: Line, settings: { photo: string; slower: number }): Promise<PhotoTaken>
  remove(): void
}

interface RivalPage {
  rival: {
    enqueue(count: number): Promise<number>
    replay(): Promise<void>
    photosKept(): number
    photoSizes: number[]
  }
}

export async function fillAfternoon(line: Line, events: number): Promise<WorkboxAfternoon> {
  const folder = newFolder()
  const script = path.join(folder, 'busy.js')
  writeFileSync(script, await scriptFor(rivals('busy-page.mjs')))
  const prepared = await withServer(script, line, () =>
    prepareProfile(async ({ page }) => {
      await page.goto(line.origin)
      const filled = await page.evaluate((events) => (window as unknown as RivalPage).rival.enqueue(events), events)
      if (filled !== events) throw new Error(`Workbox's Queue holds ${filled} requests.`)
    }),
  )
  return {
    busy: (line, { photo, photos, slower }) =>
      onPage(prepared, script, line, async (page) => {
        await throttle(page, slower)
        await page.locator('input').setInputFiles(Array.from({ length: photos }, () => photo))
        await page.evaluate(() => void (window as unknown as RivalPage).rival.replay())
        const busy = await tapWithDraft(page)
        await page.waitForFunction((photos) => (window as unknown as RivalPage).rival.photosKept() === photos, photos)
        return busy
      }),
    onePhoto: (line, { photo, slower }) =>
      onPage(prepared, script, line, async (page) => {
        await throttle(page, slower)
        const block = await longestBlock(page, async () => {
          await page.locator('input').setInputFiles([photo])
          await page.waitForFunction(() => (window as unknown as RivalPage).rival.photosKept() === 1)
        })
        return { size: await page.evaluate(() => (window as unknown as RivalPage).rival.photoSizes[0]!), block }
      }),
    remove: () => {
      prepared.remove()
      removeFolder(folder)
    },
  }
}

async function withServer<T>(script: string, line: Line, work: () => Promise<T>): Promise<T> {
  const server = await startQueueServer(script)
  try {
    line.up(server.port)
    return await work()
  } finally {
    line.down()
    await server.stop()
  }
}

async function onPage<T>(prepared: Prepared, script: string, line: Line, work: (page: Page) => Promise<T>): Promise<T> {
  const { profile, remove } = prepared.copy()
  const browser = await openBrowser(profile)
  try {
    return await withServer(script, line, async () => {
      await browser.page.addInitScript(watch, { store: 'requests', holds: '/done' })
      await browser.page.goto(line.origin)
      return work(browser.page)
    })
  } finally {
    await browser.close()
    remove()
  }
}
