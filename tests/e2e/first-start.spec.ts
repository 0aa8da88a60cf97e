import { expect, test } from '@playwright/test'
import path from 'node:path'
import { newFolder, removeFolder } from '../support/browser/demo.ts'
import { newProfile, openDevice, SMALL } from '../support/browser/device.ts'
import { startProduct } from '../support/browser/product.ts'
import { axeProblems, widthProblems } from '../support/browser/screen-checks.ts'

test('The one-time link that a first start prints makes the first admin, once', async () => {
  const folder = newFolder()
  const profile = newProfile()
  const product = await startProduct({ dataDir: path.join(folder, 'd') })
  const device = await openDevice({ origin: product.origin, profile: profile.folder, size: SMALL })
  const { page, heard } = device
  try {
    await expect.poll(() => product.log()).toContain('/set-up?token=')
    const link = /http:\/\/\S+\/set-up\?token=[\w-]+/.exec(product.log())?.[0] ?? ''
    await page.goto(`${product.origin}/login`)
    await expect(page.getByText('one-time link')).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Create admin', exact: true })).toBeVisible()
    expect([...(await axeProblems(page)), ...(await widthProblems(page))]).toEqual([])
    for (const [label, value] of [
      ['Business name', 'Green Rounds'],
      ['Name', 'Ada'],
      ['Family name', 'Moss'],
      ['Email', 'ada@rounds.example'],
      ['Password', 'a-long-password'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByRole('button', { name: 'Create admin', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This week’s runs' })).toBeVisible()
    await page.getByRole('button', { name: 'Open menu', exact: true }).click()
    await expect(page.locator('dialog[open]').getByText('Ada Moss')).toBeVisible()
    await expect(page.locator('dialog[open]').getByText('Green Rounds')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(page.getByText('Already set up')).toBeVisible()
    expect(heard).toEqual({ errors: [], failedLoads: [], foreign: [] })
  } finally {
    await device.close()
    await product.stop()
    profile.remove()
    removeFolder(folder)
  }
})
