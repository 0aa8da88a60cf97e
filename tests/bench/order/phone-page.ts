import { getRun } from '#contract/v1/runs.ts'
import { setPlace } from '#contract/v1/places.ts'
import { seeded } from '#domain/seeded.ts'
import { adminToken, askAt, makeFixture, newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { tasksOf } from '../busy/blocking-tasks.ts'
import { signInAndPull } from '../replay/bagrun.ts'
import { openBrowser } from '../support/chromium.ts'
import { type Figure, median } from '../support/figures.ts'

const STOPS = 150
const TASK = 50

/**
 * Tasks of a phone's page from the tap on "Shortest order" until the order can be used. Their time is the processor's,
 * because other work runs on the machine.
 */
export async function phonePage(rounds: number, slower: number): Promise<Figure[]> {
  const fixture = await makeFixture({ stops: STOPS })
  const office = await fixture.prepare()
  const profile = newFolder()
  const { origin } = office.product
  try {
    await placeStops(origin, fixture.runOrderID)
    const { page, close } = await openBrowser(profile)
    try {
      await signInAndPull(page, origin, fixture)
      const longest: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await page.goto(`${origin}/pickups`)
        await page.getByRole('button', { name: 'Order', exact: true }).click()
        await page.getByRole('link', { name: 'Shortest order', exact: true }).waitFor()
        const tasks = await tasksOf(page, async () => {
          // Without Playwright's locators, whose scripts would run in the page's own tasks.
          await page.evaluate(() => document.querySelector<HTMLElement>('a[href*="/order"]')?.click())
          const isFound = () =>
            [...document.querySelectorAll('main button, button')].some(
              (one) => one.textContent === 'Use this order' && !(one as HTMLButtonElement).disabled,
            )
          await page.waitForFunction(isFound, undefined, { polling: 500 })
        })
        longest.push(Math.max(...tasks.map(({ processor }) => processor)) * slower)
      }
      return [
        {
          what: `${STOPS} stops on a phone: longest task of the page, middle of ${rounds} rounds (each)`,
          ours: `${median(longest).toFixed(0)} ms (${longest.map((ms) => ms.toFixed(0)).join(', ')})`,
          rival: '',
          ratio: null,
          goal: { says: `at most ${TASK} ms`, met: median(longest) <= TASK },
        },
      ]
    } finally {
      await close()
    }
  } finally {
    await office.close()
    fixture.remove()
    removeFolder(profile)
  }
}

async function placeStops(origin: string, runOrderID: string): Promise<void> {
  const ask = askAt(origin)
  const token = await adminToken(ask)
  const random = seeded(1)
  for (const { customerID } of (await ask(getRun, { runOrderID }, token)).jobs)
    await ask(setPlace, { customerID, latitude: -33.75 + random() / 25, longitude: 151.05 + random() / 25 }, token)
}
