import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { Run } from '#contract/v1/runs.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getPlace } from '#contract/v1/places.ts'
import { signIn } from '../support/browser/driver.ts'
import { newFolder, openDemo, removeFolder } from '../support/browser/demo.ts'
import { DESK, newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { SCREENS } from '../support/browser/extent.ts'
import { ADMIN, OTHER_DRIVER, signInTo, type Caller } from '../support/browser/office.ts'
import { axeProblems, overlapProblems, widthProblems } from '../support/browser/screen-checks.ts'
import { writeTownTiles } from '../support/town-tiles.ts'

/** Far to the west of all other stops, so that a line down the left edge holds these two alone. */
const WEST = { latitude: -33.72, longitude: 150.7 }
const NEAR = { latitude: -33.723, longitude: 150.703 }

let demo: Awaited<ReturnType<typeof openDemo>>
let office: Caller
let folder: string
let device: Device
let profile: ReturnType<typeof newProfile>
let run: Run
let two: Run['jobs']
let other: { userID: string; fullName: string }

test.beforeAll(async () => {
  folder = newFolder()
  const tiles = path.join(folder, 'town.pmtiles')
  await writeTownTiles(tiles, WEST)
  demo = await openDemo({ env: { MAP_TILES: tiles } })
  office = await signInTo(demo.origin, ADMIN)
  other = await (await signInTo(demo.origin, OTHER_DRIVER)).get('/v1/users/profile')
  run = await office.activeRun()
  two = run.jobs
    .filter(({ driverID, outcome, state }) => driverID !== other.userID && outcome === null && state === 'planned')
    .slice(0, 2)
  for (const [at, { customerID }] of two.entries())
    await office.send('PUT', `/v1/users/customers/${customerID}/place`, at === 0 ? WEST : NEAR)
})
test.afterAll(async () => {
  await demo.close()
  removeFolder(folder)
})
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder, size: DESK, webgl: true })
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const drawn = (page: Page) => expect(page.locator('[data-map=drawn]')).toBeVisible()

/** Draws down the left edge of the map and back. */
async function drawAroundTheWest(page: Page): Promise<void> {
  const { x, y, height } = (await page.locator('[data-map]').boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(x + 120, y + 5, { steps: 4 })
  await page.mouse.move(x + 120, y + height - 50, { steps: 4 })
  await page.mouse.move(x + 5, y + height - 50, { steps: 4 })
  await page.mouse.up()
}

test(
  'Stops are selected by a line around them and get another driver, and a place is set by dragging its pin',
  { tag: SCREENS },
  async () => {
    const { page, context, heard } = device
    const tilesAnswered: number[] = []
    context.on('response', (answer) => {
      if (new URL(answer.url()).pathname === '/v1/map-tiles') tilesAnswered.push(answer.status())
    })
    await signIn(page, demo.origin, ADMIN)
    await page.goto(`${demo.origin}/run-orders/${run.runOrderID}`)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await drawn(page)
    await expect(page.getByRole('link', { name: '© OpenStreetMap contributors', exact: true })).toBeVisible()
    expect(await axeProblems(page, false)).toEqual([])
    expect([...(await widthProblems(page)), ...(await overlapProblems(page))]).toEqual([])

    // Shift and drag, then the same by the button.
    await page.keyboard.down('Shift')
    await drawAroundTheWest(page)
    await page.keyboard.up('Shift')
    const bar = page.getByRole('group', { name: '2 stops selected', exact: true })
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(bar).toBeHidden()
    const area = page.getByRole('button', { name: 'Select an area', exact: true })
    await area.click()
    await drawAroundTheWest(page)
    await expect(bar).toBeVisible()
    for (const { customer } of two)
      await expect(page.getByRole('checkbox', { name: `Select ${customer}` })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(area).toHaveAttribute('aria-pressed', 'false')
    await bar.getByRole('combobox', { name: 'Driver for the selected stops', exact: true }).selectOption(other.userID)
    await expect(page.getByText(`2 stops assigned to ${other.fullName}`)).toBeVisible()
    const driverIDs = async () =>
      (await office.run(run.runOrderID)).jobs
        .filter(({ assignmentID }) => two.some((stop) => stop.assignmentID === assignmentID))
        .map(({ driverID }) => driverID)
    await expect.poll(driverIDs).toEqual([other.userID, other.userID])

    // A stop of the list is shown on the map, with the way to its customer.
    const [{ customer, customerID, assignmentID }] = two as [Run['jobs'][number]]
    const listed = page
      .getByRole('region', { name: 'Stops on the map', exact: true })
      .getByRole('button', { name: new RegExp(`^\\d+ ${customer}$`) })
    const shown = page.getByRole('dialog', { name: customer, exact: true })
    await listed.press('Enter')
    await expect(shown).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(listed).toBeFocused()
    await listed.click()
    await expect(shown.getByRole('link', { name: 'Open stop', exact: true })).toHaveAttribute(
      'href',
      `/run-orders/${run.runOrderID}?stop=${assignmentID}`,
    )
    await shown.getByRole('link', { name: customer, exact: true }).click()

    await page.getByRole('button', { name: 'Show on the map', exact: true }).click()
    await drawn(page)
    const pin = page.getByRole('button', { name: /^Place of .*drag it/ })
    await expect(pin).toBeFocused()
    await pin.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await pin.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 60, y + height / 2 - 40, { steps: 5 })
    await page.mouse.up()
    const pair = page.getByText(/^New place, not saved yet:/)
    const dragged = await pair.textContent()
    await pin.press('ArrowUp')
    await expect(pair).not.toHaveText(dragged!)
    // Released beside the map it stays there, in view, and no longer follows the pointer.
    const ground = (await page.locator('[data-map]').boundingBox())!
    const from = (await pin.boundingBox())!
    await page.mouse.move(from.x + width / 2, from.y + height / 2)
    await page.mouse.down()
    await page.mouse.move(ground.x + ground.width * 0.75, ground.y + 20, { steps: 5 })
    await page.mouse.move(ground.x + ground.width * 0.75, ground.y - 40, { steps: 5 })
    const before = await pair.textContent()
    await page.mouse.up()
    await expect(pair).not.toHaveText(before!)
    const outside = await pair.textContent()
    await page.mouse.move(ground.x + ground.width / 3, ground.y + ground.height / 2, { steps: 5 })
    await expect.poll(async () => (await pin.boundingBox())!.y).toBeGreaterThan(ground.y)
    expect(await pair.textContent()).toBe(outside)
    const place = async () =>
      (await office.get<OutputOf<typeof getPlace>>(`/v1/users/customers/${customerID}/place`)).place!
    expect(await place()).toMatchObject(WEST)
    const said = await pair.textContent()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Place saved')).toBeVisible()
    const { latitude, longitude, source } = await place()
    expect([said, source]).toEqual([`New place, not saved yet: ${latitude}, ${longitude}`, 'placed'])
    expect(longitude).toBeGreaterThan(WEST.longitude)
    expect(latitude).toBeGreaterThan(WEST.latitude)

    expect(tilesAnswered.length).toBeGreaterThan(1)
    expect(new Set(tilesAnswered)).toEqual(new Set([206]))
    expect(heard.foreign).toEqual([])
    expect(heard.errors).toEqual([])
  },
)
