import { expect, test } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin, readAtHand, readyToLeave, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, DEMO_PASSWORD, DRIVER, signInTo } from '../support/browser/office.ts'
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

/** The parts of the current stop that a driver reads or taps, and where each is, px from the page's top. */
const partsOf = () =>
  stopAtHand(device.page).evaluate((card) =>
    [...card.querySelectorAll('p, a, button')].map((part) => {
      const { top, bottom, left, right } = part.getBoundingClientRect()
      const name = part.getAttribute('aria-label') ?? part.textContent
      return { name, top: top + scrollY, bottom: bottom + scrollY, left, right }
    }),
  )

/** The parts of which a point is covered by another part, or by something else in the window, when scrolled into view. */
const coveredParts = () =>
  stopAtHand(device.page).evaluate(async (card) => {
    const covered: string[] = []
    for (const part of card.querySelectorAll('p, a, button')) {
      part.scrollIntoView({ block: 'center' })
      await new Promise(requestAnimationFrame)
      const { left, top, width, height } = part.getBoundingClientRect()
      for (const at of [0.15, 0.5, 0.85]) {
        const over = document.elementFromPoint(left + width / 2, top + height * at)
        if (!part.contains(over)) covered.push(`${part.textContent} at ${at}`)
      }
    }
    scrollTo({ top: 0 })
    return covered
  })

/** The position of a button of the current stop, px from the window's top. */
const topOf = (name: string) =>
  stopAtHand(device.page)
    .getByRole('button', { name, exact: true })
    .evaluate((button) => Math.round(button.getBoundingClientRect().top))

const bottomOf = (name: string) =>
  stopAtHand(device.page)
    .getByRole('button', { name, exact: true })
    .evaluate((button) => Math.floor(button.getBoundingClientRect().bottom))

/** The heights of Map, Call and Photo, px. */
const linkHeights = () =>
  stopAtHand(device.page)
    .locator('a, button')
    .filter({ hasText: /^(Map|Call|Photo \d\/\d)$/ })
    .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().height)))

/** Whether a tap on the middle of a button of the current stop reaches that button. */
const isFree = (name: string) =>
  stopAtHand(device.page)
    .getByRole('button', { name, exact: true })
    .evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })

/** The empty space between one part of the card and the next one below it, px. */
async function largestGap(): Promise<number> {
  const parts = await partsOf()
  const gaps = parts.flatMap(({ bottom }) => {
    const below = parts.filter(({ top }) => top >= bottom).map(({ top }) => top - bottom)
    return below.length === 0 ? [] : [Math.min(...below)]
  })
  return Math.max(...gaps)
}

const LOW = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
]

for (const size of [...LOW, USUAL]) {
  test(
    `At ${size.width} x ${size.height} nothing covers Map, Call, Photo, the office’s note or a button of the stop`,
    { tag: PROOF },
    async () => {
      device = await openDevice({ origin: demo.origin, profile: profile.folder, size })
      const { page } = device
      await page.goto(`${demo.origin}/login`)
      await fillLogin(page, DRIVER, DEMO_PASSWORD)
      await readyToLeave(page)
      const heights: number[][] = []
      for (let round = 0; round < 4; round++) {
        expect(await coveredParts()).toEqual([])
        // Scrolled by a hand's breadth, no part has moved against another: nothing is pinned.
        const before = await partsOf()
        await page.evaluate(() => scrollTo({ top: 120 }))
        expect(await partsOf()).toEqual(before)
        await page.evaluate(() => scrollTo({ top: 0 }))
        expect(await largestGap()).toBeLessThanOrEqual(48)
        expect(Math.max(...(await linkHeights()))).toBeLessThanOrEqual(90)
        if (size.height >= 640) for (const name of NAMES) expect(await isFree(name), name).toBe(true)
        heights.push(await Promise.all(NAMES.map(topOf)))
        // A figure of stops not done takes the header a second line.
        await tap(page, await readAtHand(page), round === 0 && size !== USUAL ? 'No access' : 'Done')
        const undo = page.getByRole('button', { name: 'Undo', exact: true })
        await expect(undo).toBeVisible()
        if (size.height >= 640) {
          await page.evaluate(() => scrollTo({ top: 0 }))
          const bar = await undo.locator('..').boundingBox()
          for (const name of NAMES) expect(await bottomOf(name), name).toBeLessThanOrEqual(Math.ceil(bar!.y))
        }
      }
      if (size === USUAL) expect(new Set(heights.map(String)).size).toBe(1)
      const more = stopAtHand(page).getByRole('button', { name: 'More', exact: true })
      await expect(more).toBeEnabled()
      await more.click()
      for (const reason of ['Not out', 'No access', 'Overweight', 'Contaminated', 'Unsafe', 'Other']) {
        const choice = page.getByRole('dialog').getByRole('button', { name: reason, exact: true })
        if (size.height >= 640) await expect(choice).toBeInViewport({ ratio: 1 })
        else await choice.scrollIntoViewIfNeeded()
      }
      // What is typed in More stands on the card and moves none of its buttons.
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.evaluate(() => scrollTo({ top: 0 }))
      const without = await Promise.all(NAMES.map(topOf))
      await more.click()
      await page.getByRole('dialog').getByLabel('Extra amount (AUD)').fill('12.50')
      await page.getByRole('dialog').getByLabel('Note to the office').fill('Two mattresses beside the bags')
      await page.keyboard.press('Escape')
      const remove = stopAtHand(page).getByRole('button', { name: 'Remove extra', exact: true })
      await expect(remove).toBeVisible()
      await page.evaluate(() => scrollTo({ top: 0 }))
      if (size.height >= 640) await expect(remove).toBeInViewport({ ratio: 1 })
      expect(await Promise.all(NAMES.map(topOf))).toEqual(without)
      expect(await coveredParts()).toEqual([])
      const { jobs: stops } = await (await signInTo(demo.origin, ADMIN)).activeRun()
      const { userID } = await (await signInTo(demo.origin, DRIVER)).get<{ userID: string }>('/v1/users/profile')
      const withNote = stops.find(
        ({ driverID, adminNotes, outcome }) => driverID === userID && outcome === null && adminNotes !== null,
      )!
      await page.goto(`${demo.origin}/pickups/${withNote.assignmentID}`)
      await expect(stopAtHand(page).getByText(withNote.adminNotes!)).toBeVisible()
      expect(await coveredParts()).toEqual([])
    },
  )
}

test('Done stays where it is when the offer to install comes, and when it goes', { tag: PROOF }, async () => {
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  const { page } = device
  await page.goto(`${demo.origin}/login`)
  await fillLogin(page, DRIVER, DEMO_PASSWORD)
  await readyToLeave(page)
  const install = page.getByRole('button', { name: 'Install', exact: true })
  await page.evaluate(() => {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }))
  })
  await expect(install).toBeVisible()
  const offered = await Promise.all(NAMES.map(topOf))
  for (const name of NAMES) expect(await isFree(name), name).toBe(true)
  await page.getByRole('button', { name: 'Later', exact: true }).click()
  await expect(install).toHaveCount(0)
  expect(await Promise.all(NAMES.map(topOf))).toEqual(offered)
})

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
