import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, DRIVER, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { readDevice } from '../support/browser/device-store.ts'
import { openDemo } from '../support/browser/demo.ts'
import { copyInstallation } from '../support/browser/second-build.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let installation: ReturnType<typeof copyInstallation>
let profile: ReturnType<typeof newProfile>
let device: Device
let userID: string

test.beforeAll(async () => {
  installation = copyInstallation()
  demo = await openDemo({ root: installation.root })
  const driver = await signInTo(demo.origin, DRIVER)
  userID = (await driver.get<{ userID: string }>('/v1/users/profile')).userID
})
test.afterAll(async () => {
  await demo.close()
  installation.remove()
})
test.beforeEach(async () => {
  installation.rollBack()
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  await signIn(device.page, demo.origin)
  await readyToLeave(device.page)
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const cutOff = (context: BrowserContext) => context.route('**/v1/runs/*/done', (route) => route.abort())
const letThrough = (context: BrowserContext) => context.unroute('**/v1/runs/*/done')

/** As the browser counts: ten times Dexie's. */
const schemaOf = (page: Page) =>
  page.evaluate(async (name) => (await indexedDB.databases()).find((one) => one.name === name)?.version, `rr-${userID}`)

/**
 * The service worker checks for a new build and finds it, and the driver accepts the update. It is asked several times,
 * as a phone asks at each visit: a check that the browser itself began while the files were exchanged fails, and takes
 * the page's own request with it.
 */
async function update(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: 'New version, update', exact: true })
  await expect(async () => {
    await page.evaluate(async () => {
      // Not awaited: only the offer to the driver matters.
      void (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined)
    })
    await offer.waitFor({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  const reloaded = page.waitForEvent('load')
  await offer.click()
  await reloaded
  await expect(stopAtHand(page)).toBeVisible()
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.waiting)
}

function countLoads(page: Page): { loads: number } {
  const counted = { loads: 0 }
  page.on('load', () => (counted.loads += 1))
  return counted
}

test('With a later build, an old window beside it, and back again every record is with the office once', async () => {
  test.setTimeout(300_000)
  const { page, context } = device
  const told: string[] = []
  const done = async (on: Page) => {
    // Records of the other window are shown in this one, too, as soon as it is visible.
    await expect.poll(async () => told.includes((await readAtHand(on)).assignmentID)).toBe(false)
    const stop = await readAtHand(on)
    await tap(on, stop, 'Done')
    told.push(stop.assignmentID)
  }
  expect(await schemaOf(page)).toBe(10)
  const old = await context.newPage()
  await old.goto(`${demo.origin}/pickups`)
  await expect(stopAtHand(old)).toBeVisible()
  await page.bringToFront()

  // One window accepts the new build; the other one still runs the old code, whose parts are on no server any more.
  installation.releaseTomorrow()
  await update(page)
  expect(await schemaOf(page)).toBe(20)
  await cutOff(context)
  await done(page)
  await old.bringToFront()
  await done(old)
  await expect(old.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()

  // The driver opens a page that this window has not loaded yet: the window reloads once with the new build, and shows
  // it.
  const counted = countLoads(old)
  await old.locator('a[href="/pickups/unsent"]').first().click()
  await expect(old.getByRole('heading', { name: '2 stops not sent yet' })).toBeVisible()
  expect(counted.loads).toBe(1)
  const kept = await readDevice(old, userID)
  expect(kept.events.map(({ assignmentID, seq }) => [assignmentID, seq])).toEqual(told.map((id, at) => [id, at + 1]))

  // The release is rolled back: the old build runs on the new build's database.
  await letThrough(context)
  await old.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
  installation.rollBack()
  await update(page)
  await done(page)
  expect(await schemaOf(page)).toBe(20)
  await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
  // And forward again.
  installation.releaseTomorrow()
  await update(page)
  await done(page)
  await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })

  const office = await signInTo(demo.origin, ADMIN)
  const arrived = async () => {
    const { jobs: stops } = await office.activeRun()
    return told
      .map((id) => stops.find((stop) => stop.assignmentID === id))
      .map((stop) => [stop?.outcome, stop?.events?.length])
  }
  await expect.poll(arrived).toEqual(told.map(() => ['COLLECTED', 1]))
  // The browser itself reports that a part of the old build was not found.
  expect(device.heard.errors.filter((text) => !text.includes('/assets/'))).toEqual([])
})

test('An update that meets a server of the version before is not taken over, and the next one is', async () => {
  test.setTimeout(300_000)
  const { page, context } = device
  const states: string[] = []
  await page.exposeFunction('workerIs', (state: string) => void states.push(state))
  await page.evaluate(async () => {
    const { workerIs } = window as unknown as { workerIs(state: string): void }
    const registration = (await navigator.serviceWorker.getRegistration())!
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing!
      worker.addEventListener('statechange', () => workerIs(worker.state))
    })
  })
  installation.releaseTomorrow()
  const replaced = installation.answerWithFirstPage()
  await expect(async () => {
    await page.evaluate(async () => {
      void (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined)
    })
    await expect.poll(() => states.length, { timeout: 10_000 }).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
  expect(new Set(states)).toEqual(new Set(['redundant']))
  replaced()
  // The library hears of one update only, until the app is opened again.
  await page.reload()
  await update(page)
  await context.setOffline(true)
  await page.goto(`${demo.origin}/pickups`)
  await expect(stopAtHand(page)).toBeVisible()
})

test(
  'A missing part of the app is reported after one reload, and what was not sent is still stored',
  { tag: PROOF },
  async () => {
    const { page, context } = device
    await cutOff(context)
    const stop = await readAtHand(page)
    await tap(page, stop, 'Done')
    const before = await readDevice(page, userID)
    // The browser deleted the stored app, and the server does not have this part.
    const putBack = installation.loseChunk('unsent-page')
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) if (request.url.includes('unsent-page')) await cache.delete(request)
      }
    })
    const counted = countLoads(page)
    await page.locator('a[href="/pickups/unsent"]').first().click()
    await expect(page.getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
    expect(counted.loads).toBe(1)
    expect((await readDevice(page, userID)).events.map(({ eventID }) => eventID)).toEqual(
      before.events.map(({ eventID }) => eventID),
    )

    // The stops work as before; and when the part is available again, so is the page.
    await page.goto(`${demo.origin}/pickups`)
    await expect(stopAtHand(page)).toBeVisible()
    putBack()
    await page.locator('a[href="/pickups/unsent"]').first().click()
    await expect(page.getByRole('heading', { name: '1 stop not sent yet' })).toBeVisible()
    await letThrough(context)
    await page.getByRole('button', { name: 'Send now', exact: true }).click()
    await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
  },
)
