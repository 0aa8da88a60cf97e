import { expect, test } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin, readAtHand, readyToLeave, stopAtHand, tap } from '../support/browser/driver.ts'
import { DEMO_PASSWORD, DRIVER } from '../support/browser/office.ts'
import { newProfile, openDevice, USUAL, type Device } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device

test.beforeAll(async () => {
  demo = await openDemo()
})
test.afterAll(() => demo.close())
test.beforeEach(() => {
  profile = newProfile()
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const NAMES = ['Done', 'Bag MT', 'No access', 'More']

/** The position of a button of the current stop, px from the top. */
const topOf = (name: string) =>
  stopAtHand(device.page)
    .getByRole('button', { name, exact: true })
    .evaluate((button) => Math.round(button.getBoundingClientRect().top))

/** Whether a tap on the middle of a button of the current stop reaches that button. */
const isFree = (name: string) =>
  stopAtHand(device.page)
    .getByRole('button', { name, exact: true })
    .evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })

for (const size of [{ width: 320, height: 640 }, USUAL]) {
  test(
    `At ${size.width} x ${size.height} the buttons are at one height for every stop, and Undo covers none of them`,
    { tag: PROOF },
    async () => {
      device = await openDevice({ origin: demo.origin, profile: profile.folder, size })
      const { page } = device
      await page.goto(`${demo.origin}/login`)
      await fillLogin(page, DRIVER, DEMO_PASSWORD)
      await readyToLeave(page)
      // Before the first tap the page may offer to install the app.
      await tap(page, await readAtHand(page), 'Bag MT')
      const first = await Promise.all(NAMES.map(topOf))
      for (let round = 0; round < 4; round++) {
        expect(await Promise.all(NAMES.map(topOf))).toEqual(first)
        await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
        for (const name of NAMES) expect(await isFree(name), name).toBe(true)
        await tap(page, await readAtHand(page), 'Done')
      }
      const more = stopAtHand(page).getByRole('button', { name: 'More', exact: true })
      await expect(more).toBeEnabled()
      await more.click()
      for (const reason of ['Not out', 'No access', 'Overweight', 'Contaminated', 'Unsafe', 'Other']) {
        await expect(page.getByRole('dialog').getByRole('button', { name: reason, exact: true })).toBeInViewport({
          ratio: 1,
        })
      }
    },
  )
}

test(
  'The first sign-in fetches the week at once and shows nothing untrue before it arrives',
  { tag: PROOF },
  async () => {
    device = await openDevice({ origin: demo.origin, profile: profile.folder })
    const { page, context } = device
    await context.addInitScript(() => {
      const said = new Set<string>()
      Object.assign(window, { said, asked: [] as number[] })
      new MutationObserver(() =>
        document.querySelectorAll('main h2').forEach((heading) => said.add(heading.textContent ?? '')),
      ).observe(document, { subtree: true, childList: true })
    })
    let loading = 0
    let asked = 0
    await page.exposeFunction('isLoading', () => (loading ||= Date.now()))
    await context.addInitScript(() => {
      const look = () => {
        const isThere = [...document.querySelectorAll('main h2')].some(
          ({ textContent }) => textContent === 'Loading your stops…',
        )
        if (isThere) void (window as unknown as { isLoading: () => void }).isLoading()
        else requestAnimationFrame(look)
      }
      look()
    })
    page.on('request', (request) => {
      if (/\/v1\/runs(\?|$)/.test(request.url())) asked ||= Date.now()
    })
    await page.goto(`${demo.origin}/login`)
    await fillLogin(page, DRIVER, DEMO_PASSWORD)
    await expect(stopAtHand(page)).toBeVisible()
    const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])
    expect(said.filter((words) => words.startsWith('No '))).toEqual([])
    // When the loading was too fast to show a message, there was no wait either. It was three seconds.
    if (loading > 0) expect(asked - loading).toBeLessThan(2_500)
  },
)
