import type { Page } from '@playwright/test'
import { percentile } from '../fleet/measure.ts'
import type { Seen } from './page-measurements.ts'

/** ms. INP: the slowest interaction of all but one in fifty. */
export interface Busy {
  inp: number
  longestTask: number
  savedP95: number
}

export const TAPS = 24
/** ms between fast taps: no tap counts within a second of the last one, and the buttons are dimmed that long. */
const BETWEEN_MS = 1_050

/** Real input at the position of Done, whatever the page is doing. */
export async function tapWithDraft(page: Page): Promise<Busy> {
  await page.evaluate(() => (window as unknown as { beginToWatch(): void }).beginToWatch())
  for (let at = 0; at < TAPS; at += 1) {
    const place = await page.evaluate(() => {
      const done = [...document.querySelectorAll('section[data-stop] button')].find(
        ({ textContent }) => textContent === 'Done',
      )
      const { x, y, width, height } = done!.getBoundingClientRect()
      return {
        x: x + width / 2,
        y: y + height / 2,
        stop: document.querySelector<HTMLElement>('section[data-stop]')!.dataset['stop'],
      }
    })
    await page.mouse.click(place.x, place.y)
    await page.waitForFunction(
      (stop) => document.querySelector<HTMLElement>('section[data-stop]')?.dataset['stop'] !== stop,
      place.stop,
    )
    await page.waitForTimeout(BETWEEN_MS)
  }
  // Waits for the last taps' transactions and performance entries.
  await page.waitForTimeout(1_500)
  const { saved, interactions, longTasks } = await page.evaluate(() =>
    (window as unknown as { whatWasSeen(): Seen }).whatWasSeen(),
  )
  if (saved.length !== TAPS) throw new Error(`Of ${TAPS} taps ${saved.length} were saved.`)
  return {
    inp: interactions.length === 0 ? 0 : percentile(interactions, 0.98),
    longestTask: Math.max(0, ...longTasks),
    savedP95: percentile(saved, 0.95),
  }
}
