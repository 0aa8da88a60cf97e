import { expect, test, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, CUSTOMER, DRIVER, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { readDevice } from '../support/browser/device-store.ts'
import { openDemo } from '../support/browser/demo.ts'
import { copyInstallation } from '../support/browser/second-build.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let installation: ReturnType<typeof copyInstallation>
let profile: ReturnType<typeof newProfile>
let device: Device

test.beforeAll(async () => {
  installation = copyInstallation()
  demo = await openDemo({ root: installation.root })
})
test.afterAll(async () => {
  await demo.close()
  installation.remove()
})
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

interface Manifest {
  id: string
  start_url: string
  scope: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[]
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string; type: string }[] }[]
}

test(
  'The browser can install the app, with an error-free manifest, icons, screenshots and shortcuts',
  { tag: PROOF },
  async () => {
    await signIn(device.page, demo.origin)
    await readyToLeave(device.page)
    const session = await device.context.newCDPSession(device.page)
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    const { errors, data = '{}' } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data) as Manifest
    expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone' })
    expect((await session.send('Page.getAppId')).appId).toBe(`${demo.origin}/`)
    expect(manifest.icons.map((icon) => `${icon.sizes} ${icon.purpose ?? 'any'}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    expect(manifest.screenshots.map((picture) => picture.form_factor).sort()).toEqual(
      expect.arrayContaining(['narrow', 'wide']),
    )
    expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual(
      expect.arrayContaining(['/pickups', '/pickups/unsent']),
    )
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
    ]
    for (const { src, sizes, type } of pictures) expect(await pictureAt(device.page, src), src).toEqual({ sizes, type })
    expect(device.heard).toEqual({ errors: [], failedLoads: [], foreign: [] })
  },
)

test('A customer installs the app under the firm’s name, without a driver’s shortcuts', { tag: PROOF }, async () => {
  const { page } = device
  await signIn(page, demo.origin, CUSTOMER)
  await page.waitForURL('**/schedules')
  const session = await device.context.newCDPSession(page)
  const manifestOf = async () => {
    const { errors, data = '{}' } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    return JSON.parse(data) as Manifest & { name: string }
  }
  await expect.poll(async () => (await manifestOf()).name).toBe('Hills Green Bag Co')
  const manifest = await manifestOf()
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/schedules', '/invoices'])
  expect((await session.send('Page.getAppId')).appId).toBe(`${demo.origin}/`)
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  for (const { src, sizes, type } of manifest.icons) expect(await pictureAt(page, src), src).toEqual({ sizes, type })
  expect(device.heard).toEqual({ errors: [], failedLoads: [], foreign: [] })
})

/** The size and type of the picture at an address of the manifest. */
function pictureAt(page: Page, src: string): Promise<{ sizes: string; type: string }> {
  return page.evaluate(async (address) => {
    const blob = await (await fetch(address)).blob()
    const picture = await createImageBitmap(blob).catch(() => ({ width: 0, height: 0 }))
    return { sizes: `${picture.width}x${picture.height}`, type: blob.type }
  }, src)
}

test('The app offers the browser’s own installation by a button', { tag: PROOF }, async () => {
  await signIn(device.page, demo.origin)
  await readyToLeave(device.page)
  const asked = await device.page.evaluateHandle(() => {
    const asked = { times: 0 }
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        asked.times += 1
        return Promise.resolve()
      },
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    window.dispatchEvent(offer)
    return asked
  })
  await device.page.getByRole('button', { name: 'Install', exact: true }).click()
  expect(await asked.evaluate(({ times }) => times)).toBe(1)
})

test('A record is sent to the office directly, not through the service worker', { tag: PROOF }, async () => {
  await signIn(device.page, demo.origin)
  await readyToLeave(device.page)
  // That the week was read may have been sent before there was a worker.
  await device.page.evaluate(() => performance.clearResourceTimings())
  await tap(device.page, await readAtHand(device.page), 'Done')
  const ways = () =>
    device.page.evaluate(() => {
      const sent = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/done'))
      return [
        ...new Set(
          sent.map((entry) => (entry as PerformanceEntry & { workerFinalSourceType?: string }).workerFinalSourceType),
        ),
      ]
    })
  await expect.poll(ways, { timeout: 30_000 }).toEqual(['network'])
})

test('A new version waits until all work is sent, and another window keeps its records', { tag: PROOF }, async () => {
  const { page, context } = device
  const driver = await signInTo(demo.origin, DRIVER)
  const { userID } = await driver.get<{ userID: string }>('/v1/users/profile')
  await signIn(page, demo.origin)
  await readyToLeave(page)
  const other = await context.newPage()
  await other.goto(`${demo.origin}/pickups`)
  await expect(stopAtHand(other)).toBeVisible()

  // Requests that send records fail, and there is a new release.
  await context.route('**/v1/runs/*/done', (route) => route.abort())
  const stop = await readAtHand(page)
  await tap(page, stop, 'Done')
  installation.release()
  await page.reload()
  await page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.getRegistration())?.waiting !== undefined &&
      (await navigator.serviceWorker.getRegistration())?.waiting !== null,
  )
  await expect(stopAtHand(page)).toBeVisible()
  const offer = page.getByRole('button', { name: 'New version, update', exact: true })
  await expect(offer).toHaveCount(0)
  const before = await readDevice(page, userID)
  expect(before.events.map((event) => event.state)).not.toContain('acknowledged')

  // Online again: records are sent first, then the new version is loaded.
  await context.unroute('**/v1/runs/*/done')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(offer).toBeVisible()
  const after = await readDevice(page, userID)
  expect(after.events.map((event) => event.state)).toEqual(['acknowledged'])

  // The other window has a recorded stop and an unfinished note.
  const half = await readAtHand(other)
  await context.route('**/v1/runs/*/done', (route) => route.abort())
  await stopAtHand(other).getByRole('button', { name: 'More', exact: true }).click()
  await other.getByRole('dialog').getByLabel('Note to the office').fill('Half a note')
  const reloaded = page.waitForEvent('load')
  await offer.click()
  await reloaded
  await expect(stopAtHand(page)).toBeVisible()
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.waiting)
  await expect(other.getByRole('dialog').getByLabel('Note to the office')).toHaveValue('Half a note')
  await other.getByRole('dialog').getByRole('button', { name: 'Not out', exact: true }).click()
  await expect(other.locator(`section[data-stop="${half.assignmentID}"]`)).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
  await context.unroute('**/v1/runs/*/done')
  await other.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(other.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })

  const office = await signInTo(demo.origin, ADMIN)
  const { jobs: stops } = await office.activeRun()
  const told = stops.find((one) => one.assignmentID === half.assignmentID)
  expect(told).toMatchObject({ outcome: 'NOT_OUT', driverNotes: 'Half a note' })
  expect(told?.events).toHaveLength(1)
  expect(device.heard.errors).toEqual([])
})
