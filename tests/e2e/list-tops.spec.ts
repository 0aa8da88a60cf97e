import { expect, test } from '@playwright/test'
import { signIn } from '../support/browser/driver.ts'
import { settled, withDevice } from '../support/browser/check-screen.ts'
import { DESK } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'
import { SCREENS } from '../support/browser/extent.ts'
import { ADMIN } from '../support/browser/office.ts'

/** screens.md, "Every list": px from the top of the screen. */
const FIRST_ROW = 240
const WIDTHS = [1280, 1440]

/** Emails are cards that open in place, not rows of a table. */
const MAILS = '/settings/mails'

/** The lists that have rows in the demo, and the invoices with one more filter. */
const LISTS = [
  '/customers',
  '/customer-requests',
  '/drivers',
  '/suburbs',
  '/service-packages',
  '/run-orders',
  '/run-orders/phones',
  '/run-orders/pickup-requests',
  '/no-pickups',
  '/invoices',
  '/invoices?delivery=not_sent',
  '/transactions',
  '/incomes',
  '/incomes/payments',
  '/settings/users',
  '/settings/audit',
  MAILS,
]

let demo: Awaited<ReturnType<typeof openDemo>>
test.beforeAll(async () => void (demo = await openDemo()))
test.afterAll(() => demo.close())

test('Every list of the office begins within 240 px, and selecting moves no row', { tag: SCREENS }, async () => {
  test.setTimeout(300_000)
  await withDevice(demo.origin, { size: DESK }, async ({ page }) => {
    await signIn(page, demo.origin, ADMIN)
    const late: string[] = []
    for (const list of LISTS) {
      const row = page.locator(list === MAILS ? 'main details' : 'tbody tr').first()
      const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      await page.goto(demo.origin + list)
      await expect(row).toBeVisible()
      await settled(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        const before = await top()
        if (before > FIRST_ROW) late.push(`${list} at ${width}: ${before} px`)
        const tick = row.getByRole('checkbox')
        if ((await tick.count()) === 0) continue
        await tick.check()
        await expect(page.getByRole('group', { name: /selected$/ })).toBeVisible()
        if ((await top()) !== before) late.push(`${list} at ${width}: a selected row moves`)
        await tick.uncheck()
      }
    }
    expect(late).toEqual([])
  })
})
