import { expect, test, type Page } from '@playwright/test'
import { readyToLeave, signIn, stopAtHand } from '../support/browser/driver.ts'
import { ADMIN, DRIVER, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice, SMALL, type Device } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'
import { SCREENS } from '../support/browser/extent.ts'
import { axeProblems, GLOVE, overlapProblems, targetProblems, widthProblems } from '../support/browser/screen-checks.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device

/** The place of the first stop; the next ones are about a kilometre further east each. */
const FIRST = { latitude: -33.71, longitude: 150.95 }

/** The driver's next three stops, from west to east; the others have no place. */
let known: { assignmentID: string }[] = []
let without = 0

test.beforeAll(async () => {
  demo = await openDemo()
  const office = await signInTo(demo.origin, ADMIN)
  const { userID } = await (await signInTo(demo.origin, DRIVER)).get<{ userID: string }>('/v1/users/profile')
  const { jobs: stops } = await office.activeRun()
  const own = stops.filter(({ driverID, state }) => driverID === userID && !['shifted', 'cancelled'].includes(state))
  const toCome = own.filter(
    ({ outcome, customerCancelledAt, noPickup }) => !outcome && !customerCancelledAt && !noPickup,
  )
  known = toCome.toSorted((a, b) => a.stopOrder - b.stopOrder).slice(0, 3)
  without = own.length - known.length
  for (const { customerID, assignmentID } of own) {
    const index = known.findIndex((stop) => stop.assignmentID === assignmentID)
    const path = `/v1/users/customers/${customerID}/place`
    if (index < 0) await office.send('DELETE', path)
    else await office.send('PUT', path, { ...FIRST, longitude: FIRST.longitude + index / 100 })
  }
})
test.afterAll(() => demo.close())
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder, size: SMALL })
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const openStop = (page: Page) => page.getByRole('link', { name: 'Open stop', exact: true })

test('The map shows the stops without signal, and a tapped dot opens its stop', { tag: SCREENS }, async () => {
  const { page, context } = device
  await signIn(page, demo.origin)
  await readyToLeave(page)
  await context.setOffline(true)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))

  await page.getByRole('link', { name: 'Map of the run', exact: true }).click()
  const map = page.getByRole('img', { name: /^The stops on a map/ })
  await expect(map).toBeVisible()
  await expect(page.getByRole('heading', { name: `${without} stops have no place yet`, exact: true })).toBeVisible()
  const listed = page.getByRole('list', { name: 'Stops', exact: true }).first().getByRole('link')
  await expect(listed).toHaveCount(3)

  expect([
    ...(await axeProblems(page, true)),
    ...(await targetProblems(page, 'main', GLOVE)),
    ...(await widthProblems(page)),
    ...(await overlapProblems(page)),
  ]).toEqual([])

  // The whole run is in view, so the first and the last of three stops in a line stand at the canvas's margins.
  await map.scrollIntoViewIfNeeded()
  const { width, height } = (await map.boundingBox())!
  for (const [at, stop] of [
    [width - 44, known[2]!],
    [width / 2, known[1]!],
  ] as const) {
    await map.tap({ position: { x: at, y: height / 2 } })
    await expect(openStop(page)).toHaveAttribute('href', `/pickups/${stop.assignmentID}`)
  }
  // Nearer around the middle, the last one has left the canvas.
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await map.tap({ position: { x: width - 44, y: height / 2 } })
  await expect(openStop(page)).not.toHaveAttribute('href', `/pickups/${known[2]!.assignmentID}`)
  // A tap in another place, because two in one place would zoom in.
  await page.getByRole('button', { name: 'All stops', exact: true }).click()
  await map.tap({ position: { x: width / 2, y: height / 2 } })
  await expect(openStop(page)).toHaveAttribute('href', `/pickups/${known[1]!.assignmentID}`)
  await map.tap({ position: { x: width - 44, y: height / 2 } })
  await openStop(page).click()
  await expect(stopAtHand(page)).toHaveAttribute('data-stop', known[2]!.assignmentID)

  // Its own "Map" asks once, and opens the app's map from then on.
  await stopAtHand(page).getByRole('button', { name: 'Map', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Map in this app', exact: true }).click()
  await expect(openStop(page)).toHaveAttribute('href', `/pickups/${known[2]!.assignmentID}`)
  await page.goBack()
  await expect(stopAtHand(page).getByRole('link', { name: 'Map', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`^/pickups/map\\?.*stop=${known[2]!.assignmentID}$`),
  )

  expect(asked.filter((url) => new URL(url).origin !== demo.origin)).toEqual([])
  expect(device.heard.foreign).toEqual([])
  expect(device.heard.errors).toEqual([])
})
