import { expect, test, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin, readAtHand, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, DEMO_PASSWORD, DRIVER, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device

test.beforeAll(async () => {
  demo = await openDemo()
})
test.afterAll(() => demo.close())
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const ALLOW = 'Nothing can be saved here. Allow site data for this app, or free some storage, then reload.'

/** As where site data is blocked: the property itself throws. */
const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })

/** As on a full disk: what is stored can be read, and nothing is added. */
const refuseWrites = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

const refuseDatabases = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
  })

const outcomeOf = async (assignmentID: string) => {
  const { jobs: stops } = await (await signInTo(demo.origin, ADMIN)).activeRun()
  return stops.find((stop) => stop.assignmentID === assignmentID)?.outcome ?? null
}

for (const [what, refuse] of [
  ['refuses its storage', refuseStorage],
  ['has no room in its storage', refuseWrites],
] as const)
  test(`Where the browser ${what}, a driver signs in and what he records is sent`, { tag: PROOF }, async () => {
    const { page } = device
    await refuse(page)
    await signIn(page, demo.origin)
    await expect(stopAtHand(page)).toBeVisible()
    const stop = await readAtHand(page)
    await tap(page, stop, 'Done')
    await expect.poll(() => outcomeOf(stop.assignmentID)).toBe('COLLECTED')
    expect(device.heard.errors).toEqual([])
  })

test(
  'Where the browser refuses its databases too, the login page asks for site data, and the office can work',
  { tag: PROOF },
  async () => {
    const { page } = device
    await refuseStorage(page)
    await refuseDatabases(page)
    await page.goto(`${demo.origin}/login`)
    await expect(page.getByText(ALLOW)).toBeVisible()
    await fillLogin(page, ADMIN, DEMO_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  },
)

test('Where the browser keeps what is stored, the login page asks for nothing', { tag: PROOF }, async () => {
  const { page } = device
  await page.goto(`${demo.origin}/login`)
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(page.getByText(ALLOW)).toHaveCount(0)
})

test('Without signal the profile keeps its header, with the menu and the way to Unsent', { tag: PROOF }, async () => {
  const { page } = device
  await signIn(page, demo.origin, DRIVER)
  await expect(stopAtHand(page)).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await demo.stop()
  await tap(page, await readAtHand(page), 'Done')
  await page.getByRole('button', { name: 'Open menu', exact: true }).click()
  await page.getByRole('link', { name: /Your profile/ }).click()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu', exact: true })).toBeVisible()
  await page.locator('a[href="/pickups/unsent"]').first().click()
  await expect(page.getByRole('heading', { name: '1 stop not sent yet' })).toBeVisible()
  await demo.start()
})
