import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { signIn } from '../support/browser/driver.ts'
import { settled, takePicture, withDevice } from '../support/browser/check-screen.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let run: string
test.beforeAll(async () => {
  demo = await openDemo()
  run = (await (await signInTo(demo.origin, ADMIN)).activeRun()).runOrderID
})
test.afterAll(() => demo.close())

const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('alert')

/** The server refuses what is sent to this address. */
async function refusing(page: Page, address: RegExp): Promise<void> {
  const body = JSON.stringify({ code: 'wrong_state', message: 'This can’t be done in its current state.' })
  await page.route(address, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
  )
}

/** The toast and the action do not overlap, and a click on the middle of the action reaches it. */
async function isClear(page: Page, act: Locator): Promise<void> {
  await expect(toast(page)).toBeVisible()
  await settled(page)
  await expect
    .poll(async () => {
      const [over, under] = [await toast(page).boundingBox(), await act.boundingBox()]
      if (over === null || under === null) return 'not there'
      const apart =
        over.x >= under.x + under.width ||
        under.x >= over.x + over.width ||
        over.y >= under.y + under.height ||
        under.y >= over.y + over.height
      const within = over.y >= 0 && over.y + over.height <= page.viewportSize()!.height
      return apart && within ? 'clear' : `toast ${JSON.stringify(over)} over ${JSON.stringify(under)}`
    })
    .toBe('clear')
  await act.click({ trial: true })
}

for (const size of SIZES) {
  test(`A toast covers no button at ${size.width} px`, { tag: PROOF }, async () => {
    await withDevice(demo.origin, { size }, async ({ page }) => {
      await signIn(page, demo.origin, ADMIN)

      await refusing(page, /\/v1\/users\/suburbs$/)
      await page.goto(`${demo.origin}/suburbs/new`)
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(/^Suburb/).fill('Toast Point')
      await drawer.getByLabel('Postcode').fill('2158')
      await drawer.getByLabel('State').selectOption('NSW')
      await drawer.getByRole('button', { name: 'Save' }).click()
      for (const name of ['Save', 'Cancel']) await isClear(page, drawer.getByRole('button', { name }))
      await takePicture(page, `toast drawer ${size.width}`)

      await refusing(page, /\/v1\/runs\/[^/]+$/)
      await page.goto(`${demo.origin}/run-orders/${run}`)
      const tick = page.getByRole('checkbox', { name: /^Select / }).nth(3)
      await tick.check()
      await page.getByLabel('Driver for the selected stops').selectOption({ index: 1 })
      await isClear(page, page.getByRole('button', { name: 'Clear', exact: true }))
      await isClear(page, page.getByLabel('Driver for the selected stops'))
      await takePicture(page, `toast bulk ${size.width}`)
    })
  })
}
