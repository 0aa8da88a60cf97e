import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import Papa from 'papaparse'
import { signIn } from '../support/browser/driver.ts'
import { button, settled, withDevice } from '../support/browser/check-screen.ts'
import { DESK } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'
import { PROOF, SCREENS } from '../support/browser/extent.ts'
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
  '/invoices/chasing',
  '/charges',
  '/charges/customers',
  '/customers/on-hold',
  '/price-changes',
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

/** A code of the contract, such as "SECOND_MONTHLY" or "PERSONAL"; states and words of three letters are no codes. */
const CODE = /^[A-Z]{4,}(_[A-Z]+)*$|^[A-Za-z]+_[A-Za-z_]+$/
/** The server's form of a moment: its clock is Greenwich's. */
const SERVER_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

test(
  'The file of a list says what its screen says: words instead of codes, and the screen’s clock',
  { tag: PROOF },
  async () => {
    test.setTimeout(300_000)
    await withDevice(demo.origin, { size: DESK }, async ({ page }) => {
      await signIn(page, demo.origin, ADMIN)
      const wrong: string[] = []
      for (const list of LISTS.filter((each) => each !== MAILS)) {
        await page.goto(demo.origin + list)
        await expect(page.locator('tbody tr').first()).toBeVisible()
        for (const row of await fileOf(page))
          for (const [heading, cell] of Object.entries(row))
            if (CODE.test(cell) || SERVER_TIME.test(cell)) wrong.push(`${list}: ${heading}: ${cell}`)
      }
      expect([...new Set(wrong)]).toEqual([])
    })
  },
)

async function fileOf(page: Page): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const text = await readFile(await (await download).path(), 'utf8')
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.length).toBeGreaterThan(0)
  return data
}
