import { expect, test, type Page } from '@playwright/test'
import type { Run } from '#contract/v1/runs.ts'
import { PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, tap } from '../support/browser/driver.ts'
import { button, NOTHING, withDevice } from '../support/browser/check-screen.ts'
import { ADMIN, DRIVER, OTHER_DRIVER, signInTo, type Caller } from '../support/browser/office.ts'
import { DESK, USUAL } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let office: Caller
test.beforeAll(async () => {
  demo = await openDemo()
  office = await signInTo(demo.origin, ADMIN)
})
test.afterAll(() => demo.close())

const inOffice = (work: (page: Page) => Promise<void>) =>
  withDevice(demo.origin, { size: DESK }, async (desk) => {
    await signIn(desk.page, demo.origin, ADMIN)
    await work(desk.page)
    expect({ ...desk.heard, failedLoads: [] }).toEqual(NOTHING)
  })

const names = (page: Page) => page.locator('[role=row] [data-name]')

interface Week {
  yearNumber: number
  monthNumber: number
  weekNumber: number
}

/** The first future weeks that have no run yet. */
async function freeWeeks(count: number): Promise<Week[]> {
  const { items: weeks } = await office.get<{ items: (Week & { from: string })[] }>(
    `/v1/settings/calendars?perPage=100&sort=from&from=${new Date().toISOString().slice(0, 10)}`,
  )
  const { items: runs } = await office.get<{ items: Week[] }>('/v1/runs?perPage=100')
  const taken = new Set(runs.map(nameOf))
  return weeks
    .filter(
      (week) => week.from > new Date().toISOString().slice(0, 10) && week.weekNumber < 5 && !taken.has(nameOf(week)),
    )
    .slice(0, count)
}
const nameOf = ({ yearNumber, monthNumber, weekNumber }: Week) => `${yearNumber}-${monthNumber}-${weekNumber}`

async function draft(): Promise<Run> {
  const [week] = await freeWeeks(1)
  const { yearNumber, monthNumber, weekNumber } = week!
  const made = await office.send<Run>('POST', '/v1/runs', { yearNumber, monthNumber, weekNumber })
  const driverID = made.jobs.find((stop) => stop.driverID !== null)?.driverID ?? (await driverOf(DRIVER)).driverID
  return office.send<Run>('PUT', `/v1/runs/${made.runOrderID}`, {
    jobs: { assign: [{ assignmentIDs: made.jobs.map(({ assignmentID }) => assignmentID), driverID }] },
  })
}

async function driverOf(email: string): Promise<{ driverID: string; fullName: string }> {
  const { items } = await office.get<{ items: { driverID: string; fullName: string; email: string }[] }>(
    '/v1/users/drivers?perPage=100',
  )
  return items.find((driver) => driver.email === email)!
}

test('By the keyboard alone a week is generated, its stops are put in order, and it is marked active', async () => {
  await inOffice(async (page) => {
    await page.goto(`${demo.origin}/run-orders`)
    await expect(page.getByRole('heading', { name: 'Weekly Runs' })).toBeVisible()
    await page.keyboard.press('n')
    const go = page.getByRole('button', { name: /^Generate/ })
    await expect(go).toBeEnabled()
    await page.getByRole('textbox', { name: 'Description' }).focus()
    await page.keyboard.type('Planned by keyboard')
    await go.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/run-orders\/[0-9a-f-]{36}$/)
    const runOrderID = page.url().split('/').at(-1)!
    await expect(page.getByText('Planned by keyboard')).toBeVisible()
    const first = await names(page).first().innerText()
    await names(page).first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(names(page).nth(1)).toHaveText(first)
    await expect
      .poll(
        async () =>
          (await office.run(runOrderID)).jobs.toSorted(
            (a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder,
          )[1]?.customer,
      )
      .toBe(first)
    // Rounds without a proposed driver are assigned first.
    const { jobs: stops } = await office.run(runOrderID)
    const undriven = stops.filter(({ driverID }) => driverID === null).map(({ assignmentID }) => assignmentID)
    if (undriven.length > 0)
      await office.send('PUT', `/v1/runs/${runOrderID}`, {
        jobs: { assign: [{ assignmentIDs: undriven, driverID: (await driverOf(DRIVER)).driverID }] },
      })
    await page.reload()
    await button(page, 'Mark active').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Start the run for / })
    await expect(dialog).toContainText('No one has skipped this week.')
    const confirm = dialog.getByRole('button', { name: 'Mark active', exact: true })
    // Enabled only when it shows what it will do.
    await expect(confirm).toBeEnabled()
    await confirm.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Run marked active')).toBeVisible()
    expect((await office.run(runOrderID)).status).toBe('active')
  })
})

test(
  'A stop given to another driver while its own is offline: the record arrives, and the office decides',
  { tag: PROOF },
  async () => {
    await withDevice(demo.origin, { size: USUAL }, async (device) => {
      await signIn(device.page, demo.origin, DRIVER)
      await readyToLeave(device.page)
      const stop = await readAtHand(device.page)
      const other = await driverOf(OTHER_DRIVER)
      await inOffice(async (page) => {
        const active = await office.activeRun()
        const { customer } = active.jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)!
        await page.goto(`${demo.origin}/run-orders/${active.runOrderID}`)
        await page
          .getByRole('searchbox', { name: 'Name, street, notes' })
          .or(page.getByPlaceholder('Name, street, notes'))
          .first()
          .fill(customer)
        await device.context.setOffline(true)
        await page.getByRole('button', { name: `Actions for ${customer}`, exact: true }).click()
        await page.getByRole('menuitem', { name: 'Change driver…', exact: true }).click()
        await page.getByRole('combobox', { name: `Driver for ${customer}` }).selectOption(other.driverID)
        await expect
          .poll(
            async () =>
              (await office.run(active.runOrderID)).jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)
                ?.driverID,
          )
          .toBe(other.driverID)
        await page.keyboard.press('Escape')
        await tap(device.page, stop, 'Done')
        await device.context.setOffline(false)
        // No reload: the page polls its run.
        await page.getByRole('button', { name: 'Show exceptions' }).click({ timeout: 40_000 })
        const exceptions = page.getByRole('region', { name: 'Exceptions of this run' })
        await exceptions.getByRole('button', { name: new RegExp(`^Accept: .*${customer}`) }).click()
        await page
          .getByRole('dialog', { name: 'Accept this record?' })
          .getByRole('button', { name: 'Accept', exact: true })
          .click()
        await expect(page.getByText('Record accepted')).toBeVisible()
        await expect
          .poll(
            async () =>
              (await office.run(active.runOrderID)).jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)
                ?.outcome,
          )
          .toBe('COLLECTED')
      })
    })
  },
)

test(
  'Two admins mark the same run active at the same moment: it happens once, and both see it',
  { tag: PROOF },
  async () => {
    const { runOrderID, readableID } = await draft()
    await inOffice((one) =>
      inOffice(async (other) => {
        for (const page of [one, other]) {
          await page.goto(`${demo.origin}/run-orders/${runOrderID}`)
          await button(page, 'Mark active').click()
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Mark active', exact: true })).toBeEnabled()
        }
        await Promise.all(
          [one, other].map((page) =>
            page.getByRole('dialog').getByRole('button', { name: 'Mark active', exact: true }).click(),
          ),
        )
        for (const page of [one, other]) await expect(button(page, 'Mark completed')).toBeVisible()
      }),
    )
    const { items } = await office.get<{ items: { action: string; subjectID: string }[] }>(
      `/v1/audit?perPage=100&subjectID=${runOrderID}`,
    )
    expect({
      readableID,
      times: items.filter(({ action, subjectID }) => action === 'run.activate' && subjectID === runOrderID).length,
    }).toEqual({ readableID, times: 1 })
  },
)

test(
  'A stop that one admin removed from a draft can’t be shifted by another, who sees a message and the new draft',
  { tag: PROOF },
  async () => {
    const { runOrderID, jobs: stops } = await draft()
    const [first] = stops.toSorted((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
    await inOffice(async (page) => {
      await page.goto(`${demo.origin}/run-orders/${runOrderID}`)
      const row = page.locator(`[role=row][data-stop="${first!.assignmentID}"]`)
      await row.getByRole('checkbox').check()
      await office.send('PUT', `/v1/runs/${runOrderID}`, { jobs: { remove: [first!.assignmentID] } })
      await button(page, 'Shift…').click()
      const dialog = page.getByRole('dialog', { name: `Shift ${first!.customer}` })
      await dialog.getByRole('button', { name: 'Shift', exact: true }).click()
      await expect(page.getByText('Someone else removed it. The run is up to date now.')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      // Without a reload.
      await expect(names(page).first()).toBeVisible()
      await expect(row).toHaveCount(0)
    })
    expect((await office.run(runOrderID)).jobs.map(({ assignmentID }) => assignmentID)).not.toContain(
      first!.assignmentID,
    )
  },
)
