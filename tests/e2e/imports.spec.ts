import { expect, test, type Page } from '@playwright/test'
import { button, NOTHING, withDevice } from '../support/browser/check-screen.ts'
import { openDemo } from '../support/browser/demo.ts'
import { DESK } from '../support/browser/device.ts'
import { signIn } from '../support/browser/driver.ts'
import { PROOF } from '../support/browser/extent.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
test.beforeAll(async () => {
  demo = await openDemo()
})
test.afterAll(() => demo.close())

const inOffice = (work: (page: Page) => Promise<void>) =>
  withDevice(demo.origin, { size: DESK }, async (desk) => {
    await signIn(desk.page, demo.origin, ADMIN)
    await work(desk.page)
    expect({ ...desk.heard, failedLoads: [] }).toEqual(NOTHING)
  })

type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer }

async function check(page: Page, address: string, file: ChosenFile): Promise<void> {
  await page.goto(demo.origin + address)
  await page.locator('input[type=file]').setInputFiles(file)
  await button(page, 'Check file').click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
}

test('A wrong cell is corrected in place, and the whole file goes in', { tag: PROOF }, async () => {
  const text = 'Town,Post code,wk\nCherrybrook,2126,2\nKenthurst,2156,9\n'
  await inOffice(async (page) => {
    await check(page, '/suburbs/import', { name: 'suburbs.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page.getByText('1 row can’t be imported.')).toBeVisible()
    await page.getByLabel('Week, line 3').fill('4')
    await button(page, 'Check again').click()
    await expect(page.getByText('No errors.')).toBeVisible()
    await button(page, 'Import').click()
    await expect(page.getByText('Suburbs imported')).toBeVisible()
  })
  const office = await signInTo(demo.origin, ADMIN)
  const { items } = await office.get<{ items: { label: string; weekNumber: number }[] }>(
    '/v1/users/suburbs?keyword=Kenthurst',
  )
  expect(items).toMatchObject([{ label: 'Kenthurst', weekNumber: 4 }])
})

test('The exported list of customers is read back as what is already here', { tag: PROOF }, async () => {
  await inOffice(async (page) => {
    await page.goto(`${demo.origin}/customers?status=ACTIVE&weekNumber=2`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    const downloading = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    const file = await (await downloading).path()
    await check(page, '/customers/import', file)
    await expect(page.getByText('Everything in this file is already here.')).toBeVisible()
  })
})
