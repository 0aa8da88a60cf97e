import { expect, test, type Page } from '@playwright/test'
import type { Run } from '#contract/v1/runs.ts'
import { PROOF } from '../support/browser/extent.ts'
import { readyToLeave, signIn } from '../support/browser/driver.ts'
import { NOTHING, withDevice } from '../support/browser/check-screen.ts'
import { ADMIN, type Caller, signInTo } from '../support/browser/office.ts'
import { DESK, SMALL } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'
import { axeProblems, overlapProblems, widthProblems } from '../support/browser/screen-checks.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let office: Caller
test.beforeAll(async () => {
  demo = await openDemo()
  office = await signInTo(demo.origin, ADMIN)
})
test.afterAll(() => demo.close())

const roundsOf = ({ jobs }: Run) =>
  jobs
    .filter(({ state }) => state !== 'shifted' && state !== 'cancelled')
    .toSorted((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
    .map(({ assignmentID, runNumber, driverID }) => [runNumber, driverID, assignmentID].join(' '))

/** From the run's page: opens a dialog of its acts, uses what it proposes, and puts it back. */
async function usedAndUndone(page: Page, run: Run, act: string, use: string, propose: () => Promise<void>) {
  const before = roundsOf(await office.run(run.runOrderID))
  const now = async () => roundsOf(await office.run(run.runOrderID))
  await signIn(page, demo.origin, ADMIN)
  await page.goto(`${demo.origin}/run-orders/${run.runOrderID}`)
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: act, exact: true })
  await expect(dialog).toBeVisible()
  await propose()
  const taken = dialog.getByRole('button', { name: use, exact: true })
  await expect(taken).toBeEnabled()
  expect(await now()).toEqual(before)
  expect(await axeProblems(page, false)).toEqual([])
  expect([...(await widthProblems(page)), ...(await overlapProblems(page))]).toEqual([])
  await taken.click()
  const undo = dialog.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  expect(await now()).not.toEqual(before)
  await undo.click()
  await expect.poll(now).toEqual(before)
}

test('The shortest order of a run is proposed, used and undone', { tag: PROOF }, async () => {
  const run = await office.activeRun()
  await withDevice(demo.origin, { size: DESK }, async ({ page, heard }) => {
    await usedAndUndone(page, run, 'Shortest order', 'Use this order', () =>
      expect(page.getByText(/^[\d.]+ km and [\dhminutes ]+ less\.$/)).toBeVisible(),
    )
    expect({ ...heard, failedLoads: [] }).toEqual(NOTHING)
  })
})

test('The acts of a run under way stand in one line beside its name at common widths', { tag: PROOF }, async () => {
  const run = await office.activeRun()
  await withDevice(demo.origin, { size: DESK }, async ({ page }) => {
    await signIn(page, demo.origin, ADMIN)
    for (const width of [1_200, 1_280, 1_366, 1_440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${demo.origin}/run-orders/${run.runOrderID}`)
      const head = page.getByRole('banner').filter({ has: page.getByRole('heading', { level: 1 }) })
      await expect(head.getByRole('button', { name: 'Mark completed', exact: true })).toBeVisible()
      const middles = await head.locator('h1, a[data-variant], button[data-variant]').evaluateAll((all) =>
        all.flatMap((one) => {
          const { top, height } = one.getBoundingClientRect()
          return height === 0 ? [] : Math.round(top + height / 2)
        }),
      )
      expect([width, Math.max(...middles) - Math.min(...middles)]).toEqual([width, expect.closeTo(0, -1)])
      expect((await head.getByRole('heading', { level: 1 }).boundingBox())!.height).toBeLessThan(30)
    }
    // Where two lines are needed, they cover nothing below them.
    await page.setViewportSize({ width: 1_000, height: 800 })
    const acts = page.getByRole('button', { name: 'Mark completed', exact: true })
    const state = page.getByText('‹ Weekly Runs', { exact: true })
    const [above, below] = [(await acts.boundingBox())!, (await state.locator('..').boundingBox())!]
    expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  })
})

test('A draft is divided among all drivers, and put back', { tag: PROOF }, async () => {
  const { items } = await office.get<{ items: { runOrderID: string }[] }>('/v1/runs?status=draft')
  const draft = await office.run(items[0]!.runOrderID)
  await withDevice(demo.origin, { size: DESK }, async ({ page, heard }) => {
    await usedAndUndone(page, draft, 'Divide among drivers', 'Use this division', async () => {
      const drivers = page.getByRole('group', { name: 'Drivers who take part', exact: true }).getByRole('checkbox')
      await expect(drivers.first()).toBeVisible()
      for (const driver of await drivers.all()) await driver.check()
      await page.getByRole('button', { name: 'Look for a division', exact: true }).click()
      await expect(page.getByRole('row', { name: /^Together/ })).toBeVisible()
    })
    expect({ ...heard, failedLoads: [] }).toEqual(NOTHING)
  })
})

test('A phone that knows where it is finds the shortest order without signal', { tag: PROOF }, async () => {
  await withDevice(demo.origin, { size: SMALL }, async ({ page, context, heard }) => {
    await context.grantPermissions(['geolocation'], { origin: demo.origin })
    await context.setGeolocation({ latitude: -33.73, longitude: 150.98, accuracy: 10 })
    await signIn(page, demo.origin)
    await readyToLeave(page)
    await page.goto(`${demo.origin}/pickups/order`)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/^From where you are to the tip\./)).toBeVisible()
    await page.getByRole('button', { name: 'Use this order', exact: true }).click()
    await expect(page.getByText(/^Your stops have this order now\./)).toBeVisible()
    expect({ ...heard, failedLoads: [] }).toEqual(NOTHING)
  })
})
