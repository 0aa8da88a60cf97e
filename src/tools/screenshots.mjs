import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './shared/root.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

/** Takes the README's and the manifest's pictures from the running product with the demo business. */

const PASSWORD = 'demo-demo-demo'
const FOLDER = path.join(ROOT, 'public', 'screenshots')
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

await ensureInstalled({ dev: true })
const { ensureBuilt } = await import('./build.mjs')
const { findChromium, noChromium } = await import('./shared/chromium.mjs')
const { chromium } = await import('@playwright/test')
await ensureBuilt()
const executablePath = (await findChromium()) ?? giveUp(noChromium())

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

async function startDemo(dataDir, port) {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist/server/demo.js')], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Bagrun demo:') && resolve())
    child.on('exit', (code) => reject(new Error(`The demo ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  return () => new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'))
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'bagrun-screenshots-'))
const port = await freePort()
const address = `http://localhost:${port}`
let stopDemo = await startDemo(dataDir, port)
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'],
})
mkdirSync(FOLDER, { recursive: true })

async function signIn(email, viewport, colorScheme) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    hasTouch: viewport === PHONE,
    isMobile: viewport === PHONE,
  })
  const page = await context.newPage()
  // Storage is granted as to an installed app: without it the stops say what a full phone may lose.
  const session = await context.newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await (
    await browser.newBrowserCDPSession()
  ).send('Browser.setPermission', {
    permission: { name: 'persistent-storage' },
    setting: 'granted',
    origin: address,
    browserContextId: targetInfo.browserContextId,
  })
  await page.goto(`${address}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel(/^password/i).fill(PASSWORD)
  await page.getByRole('button', { name: /^login$/i }).click()
  return page
}
const picture = async (page, name) => {
  await page.evaluate(() => document.fonts.ready)
  // The pointer leaves what was clicked, which would be shown as pointed at.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(600)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' })
}

async function work(page, stops) {
  for (let at = 0; at < stops; at += 1) {
    const button = at % 6 === 4 ? 'Bag MT' : 'Done'
    if (at % 5 === 3) await page.getByRole('radio', { name: /^2/ }).click()
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.waitForTimeout(1300)
  }
}

/** Takes a photo of the next stop. @returns its street */
async function photograph(page, name) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Photo/ }).click()
  await (await chooser).setFiles(path.join(ROOT, 'src/server/demo/photos', `${name}.jpg`))
  await page.getByRole('button', { name: 'Photo 1/5' }).waitFor()
  return (await page.locator('[data-part="street"]').first().innerText()).trim()
}

try {
  const light = await signIn('driver@demo.example', PHONE, 'light')
  await light.waitForURL('**/pickups')
  await light.getByRole('button', { name: 'Done', exact: true }).waitFor()
  const photographed = await photograph(light, 'by-the-gate')
  await work(light, 12)
  await light.waitForTimeout(10_500)
  await picture(light, 'pickups-light')

  const admin = await signIn('admin@demo.example', DESK, 'light')
  await admin.locator('#this-week').waitFor()
  await admin.waitForTimeout(2000)
  await picture(admin, 'home-wide')
  const office = [
    ['Customers', 'office-customers', (page) => page.locator('tbody tr').nth(5)],
    ['Invoices', 'office-invoices', (page) => page.locator('tbody tr').nth(5)],
    ['Settings', 'office-calendar', (page) => page.getByText('Australia Day').first()],
  ]
  for (const [entry, name, isThere] of office) {
    await admin
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: new RegExp(`^${entry}`) })
      .first()
      .click()
    if (entry === 'Settings')
      await admin
        .getByRole('link', { name: /Calendar/ })
        .first()
        .click()
    await isThere(admin).waitFor()
    await picture(admin, name)
  }
  await admin.getByRole('link', { name: 'Weekly Runs', exact: true }).click()
  await admin.locator('tbody tr', { hasText: 'active' }).first().getByRole('link').first().click()
  await admin.locator('[role=row] [data-name]').nth(5).waitFor()
  await admin.waitForTimeout(3500)
  await picture(admin, 'office-run')
  await admin.goto(`${address}/run-orders/new`)
  // The first week of the month after the proposed one, which may be a spare week.
  const month = admin.getByLabel('Month', { exact: true })
  await month.selectOption({
    index: await month.evaluate((select) => Math.min(select.selectedIndex + 1, select.options.length - 1)),
  })
  await admin.waitForTimeout(1500)
  await admin.getByRole('button', { name: /^Generate \d/ }).waitFor()
  await picture(admin, 'office-generate')

  const customer = await signIn('customer@demo.example', PHONE, 'light')
  await customer.waitForURL('**/schedules')
  await customer.waitForTimeout(2500)
  await picture(customer, 'portal')

  const dark = await signIn('driver@demo.example', PHONE, 'dark')
  await dark.waitForURL('**/pickups')
  await dark.getByRole('button', { name: 'Done', exact: true }).waitFor()
  await dark.waitForTimeout(2500)

  await stopDemo()
  stopDemo = async () => {}
  await work(dark, 3)
  await dark.waitForTimeout(10_500)
  await picture(dark, 'pickups-dark')

  await light
    .getByRole('radio', { name: /^Done \d/ })
    .or(light.getByRole('button', { name: /^Done \d/ }))
    .first()
    .click()
  await light.locator('[data-stop]').filter({ hasText: photographed }).first().click()
  await light.waitForTimeout(800)
  await picture(light, 'stop-light')
} finally {
  await browser.close()
  await stopDemo()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`Pictures are in ${path.relative(ROOT, FOLDER)}`)
