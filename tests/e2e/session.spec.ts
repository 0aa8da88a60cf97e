import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin, readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import {
  ADMIN,
  CUSTOMER,
  DEMO_PASSWORD,
  DRIVER,
  OTHER_DRIVER,
  signInTo,
  type Caller,
} from '../support/browser/office.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { databasesOf, readDevice } from '../support/browser/device-store.ts'
import { openDemo } from '../support/browser/demo.ts'

/** Not used by another test of this file: the password changes. */
const THIRD_DRIVER = 'driver4@demo.example'

let demo: Awaited<ReturnType<typeof openDemo>>
let office: Caller
let profile: ReturnType<typeof newProfile>
let device: Device
let page: Page

test.beforeAll(async () => {
  demo = await openDemo()
  office = await signInTo(demo.origin, ADMIN)
})
test.afterAll(() => demo.close())
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  page = device.page
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
  expect(device.heard.errors).toEqual([])
})

const userIDOf = async (email: string) =>
  (await (await signInTo(demo.origin, email)).get<{ userID: string }>('/v1/users/profile')).userID
const eventsAt = async (assignmentID: string) =>
  (await office.activeRun()).jobs.find((stop) => stop.assignmentID === assignmentID)?.events ?? []
const chip = (words: string) => page.getByText(words).first()

async function askToLogOut(): Promise<void> {
  const burger = page.getByRole('button', { name: 'Open menu', exact: true })
  if (await burger.isVisible()) await burger.click()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
}

test(
  'A wrong password shows the server’s message, the right one opens the page that was asked for',
  { tag: PROOF },
  async () => {
    await page.goto(`${demo.origin}/incomes`)
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
    await fillLogin(page, DRIVER, 'the-wrong-password')
    const sentence = 'Wrong email or password.'
    await expect(page.locator('form').getByText(sentence)).toBeVisible()
    // The form shows the error: a toast would cover the button and still be there at the next attempt.
    await expect(page.getByText('An error occurred.', { exact: true })).toHaveCount(0)
    await fillLogin(page, DRIVER, 'demo-demo-demo')
    await expect(page).toHaveURL(`${demo.origin}/incomes`)
    // A signed-in driver who opens the login page is redirected to the home page, and loses nothing.
    await page.goto(`${demo.origin}/login`)
    await expect(page).toHaveURL(`${demo.origin}/pickups`)
    await expect(stopAtHand(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('rr-session'))).toContain('token')
  },
)

test('A forgotten password is set again by the link of the mail, once', { tag: PROOF }, async () => {
  await page.goto(`${demo.origin}/login`)
  await page.getByRole('link', { name: 'Forgot password?', exact: true }).click()
  // The previous page has a field of the same name.
  await expect(page.getByRole('button', { name: 'Send reset link', exact: true })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(CUSTOMER)
  await page.getByRole('button', { name: 'Send reset link', exact: true }).click()
  // The demo has no mail server, so the office reads the link to the customer.
  await expect(page.getByText('We can’t send emails at the moment.')).toBeVisible()
  const { items } = await office.get<{ items: { mailID: string; to: string; linkReadable: boolean }[] }>(
    '/v1/mails?sort=-createdAt',
  )
  const { mailID } = items.find((mail) => mail.to === CUSTOMER && mail.linkReadable)!
  const { link } = await office.send<{ link: string }>('POST', `/v1/mails/${mailID}/link`)
  expect(link).toContain('/recover?token=')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm password', { exact: true }).fill('another-password')
  await page.getByRole('button', { name: 'Save password', exact: true }).click()
  await expect(page.getByText('Password and confirm password does not match')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill('a-new-password')
  await page.getByRole('button', { name: 'Save password', exact: true }).click()
  await expect(
    page.getByText('Password updated successfully. You can now use it to log in to your account.'),
  ).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a-third-password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a-third-password')
  await page.getByRole('button', { name: 'Save password', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()

  await page.goto(`${demo.origin}/login`)
  await fillLogin(page, CUSTOMER, 'a-new-password')
  await expect(page.getByText('CUSTOMER', { exact: true }).first()).toBeAttached()
})

test(
  'Logging out needs a confirmation; then the session and the copies of the stops are gone',
  { tag: PROOF },
  async () => {
    const userID = await userIDOf(DRIVER)
    await signIn(page, demo.origin)
    await readyToLeave(page)
    await askToLogOut()
    const question = page.getByRole('dialog', { name: 'Are you sure want to log out?' })
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(stopAtHand(page)).toBeVisible()
    await askToLogOut()
    await question.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Logout successfully!')).toBeVisible()
    await expect(page).toHaveURL(`${demo.origin}/login`)
    expect(await page.evaluate(() => localStorage.getItem('rr-session'))).toBeNull()
    expect((await readDevice(page, userID)).jobs).toEqual([])
  },
)

test('Signing out with unsent work offers to send it, to export it, or to stay', { tag: PROOF }, async () => {
  await signIn(page, demo.origin)
  await readyToLeave(page)
  await expect(chip('All sent')).toBeVisible()
  await demo.stop()
  const first = await readAtHand(page)
  await tap(page, first, 'Done')
  const second = await readAtHand(page)
  await tap(page, second, 'Bag MT')

  await askToLogOut()
  const dialog = page.getByRole('dialog', { name: 'Some of your work isn’t sent yet' })
  await expect(dialog.getByText('Only on this phone: 2 stops.')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toBeTruthy()
  for (const { assignmentID } of [first, second]) expect(file).toContain(assignmentID)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(stopAtHand(page)).toBeVisible()

  // The phone also tries by itself: the answers are held until the button was tapped.
  let letGo = () => {}
  const tapped = new Promise<void>((resolve) => (letGo = resolve))
  await device.context.route('**/v1/runs/*/done', async (route) => {
    await tapped
    await route.continue()
  })
  await demo.start()
  await askToLogOut()
  await dialog.getByRole('button', { name: 'Send now', exact: true }).click()
  letGo()
  await expect.poll(async () => (await eventsAt(second.assignmentID)).length).toBe(1)
  expect(await eventsAt(first.assignmentID)).toHaveLength(1)
})

test('A session ended by the office keeps the work: the driver goes on offline, and it is sent after the sign-in', async () => {
  const userID = await userIDOf(DRIVER)
  await signIn(page, demo.origin)
  await readyToLeave(page)
  await office.send('POST', `/v1/users/${userID}/end-sessions`, {})
  const refused = await readAtHand(page)
  await tap(page, refused, 'Done')
  await expect(chip('Sign in to send')).toBeVisible()
  await expect(stopAtHand(page)).toBeVisible()

  await demo.stop()
  await page.reload()
  await expect(stopAtHand(page)).toBeVisible()
  await demo.start()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  await demo.stop()
  await page.reload()
  await page.getByRole('button', { name: 'Continue offline', exact: true }).click()
  const further = await readAtHand(page)
  expect(further.assignmentID).not.toBe(refused.assignmentID)
  await tap(page, further, 'Bag MT')
  await demo.start()
  expect(await eventsAt(refused.assignmentID)).toEqual([])

  await page.goto(`${demo.origin}/login`)
  await fillLogin(page, DRIVER, 'demo-demo-demo')
  await expect(chip('All sent')).toBeVisible({ timeout: 30_000 })
  expect(await eventsAt(refused.assignmentID)).toHaveLength(1)
  expect(await eventsAt(further.assignmentID)).toHaveLength(1)
})

test(
  'Another driver on the same phone neither sees nor sends what the first has not sent',
  { tag: PROOF },
  async () => {
    const userID = await userIDOf(DRIVER)
    await signIn(page, demo.origin)
    await readyToLeave(page)
    await office.send('POST', `/v1/users/${userID}/end-sessions`, {})
    const mine = await readAtHand(page)
    await tap(page, mine, 'Done')
    await expect(chip('Sign in to send')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()

    await fillLogin(page, OTHER_DRIVER, 'demo-demo-demo')
    await expect(stopAtHand(page)).toBeVisible()
    await expect(chip('All sent')).toBeVisible()
    const othersStop = await readAtHand(page)
    await tap(page, othersStop, 'Done')
    await expect.poll(async () => (await eventsAt(othersStop.assignmentID)).length).toBe(1)
    await expect(chip('All sent')).toBeVisible()
    expect(await eventsAt(mine.assignmentID)).toEqual([])
    expect((await databasesOf(page)).filter((name) => name.startsWith('rr-') && name !== 'rr-device')).toHaveLength(2)

    await askToLogOut()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
    await fillLogin(page, DRIVER, 'demo-demo-demo')
    await expect.poll(async () => (await eventsAt(mine.assignmentID)).length).toBe(1)
  },
)

test('When one driver taps in two windows at once, each tap arrives once', { tag: PROOF }, async () => {
  const userID = await userIDOf(DRIVER)
  await signIn(page, demo.origin)
  await readyToLeave(page)
  const other = await device.context.newPage()
  await other.goto(`${demo.origin}/pickups`)
  await expect(stopAtHand(other)).toBeVisible()
  const tapped: string[] = []
  for (let round = 0; round < 3; round += 1) {
    // A tap slightly later may already have met the next stop: wait until both windows show the same stop again.
    await expect
      .poll(async () => (await readAtHand(page)).assignmentID === (await readAtHand(other)).assignmentID)
      .toBe(true)
    const stop = await readAtHand(page)
    tapped.push(stop.assignmentID)
    const done = [page, other].map((tab) => stopAtHand(tab).getByRole('button', { name: 'Done', exact: true }))
    for (const button of done) await expect(button).toBeEnabled()
    await Promise.all(done.map((button) => button.dispatchEvent('click')))
    for (const tab of [page, other])
      await expect(tab.locator(`section[data-stop="${stop.assignmentID}"]`)).toHaveCount(0)
  }
  await expect(chip('All sent')).toBeVisible()
  const kept = (await readDevice(page, userID)).events.filter((event) => tapped.includes(event.assignmentID))
  await expect
    .poll(async () =>
      (await Promise.all(tapped.map(eventsAt)))
        .flat()
        .map((event) => event.eventID)
        .sort(),
    )
    .toEqual(kept.map((event) => event.eventID).sort())
  expect(new Set(kept.map((event) => event.seq)).size).toBe(kept.length)
  expect(kept.length).toBeGreaterThanOrEqual(tapped.length)
})

test(
  'A driver whose employment ended exports unsent work from the login page; read in by the office, it counts',
  { tag: PROOF },
  async () => {
    const userID = await userIDOf(OTHER_DRIVER)
    await signIn(page, demo.origin, OTHER_DRIVER)
    await readyToLeave(page)
    await expect(chip('All sent')).toBeVisible()
    await device.context.setOffline(true)
    const stop = await readAtHand(page)
    await tap(page, stop, 'Done')
    const longAgo = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    await office.send('PUT', `/v1/users/drivers/${userID}`, { employmentEndDate: longAgo })
    await device.context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
    await fillLogin(page, OTHER_DRIVER, 'demo-demo-demo')
    await expect(page.locator('form').getByText('This account is closed')).toBeVisible()

    await expect(page.getByText(/^This phone holds unsent work of .+: 1 stop\.$/)).toBeVisible()
    await expect(page.getByText(stop.address)).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await (await download).path()
    await expect(page.getByText(/Give the file only to the office/)).toBeVisible()
    expect(await eventsAt(stop.assignmentID)).toEqual([])

    const desk = await device.context.newPage()
    await signIn(desk, demo.origin, ADMIN)
    await desk.getByRole('link', { name: 'Load a file from a driver’s phone', exact: true }).click()
    await desk.locator('input[type=file]').setInputFiles(file)
    await desk.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(desk.getByRole('heading', { name: /’s work$/ })).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'Counted 1' })).toBeVisible()
    await expect(desk.getByRole('listitem').filter({ hasText: stop.address })).toHaveCount(1)
    expect(await eventsAt(stop.assignmentID)).toMatchObject([{ type: 'done', actorID: userID }])
  },
)

test(
  'The own password is changed on the profile page; other devices are signed out by it, or one at a time',
  { tag: PROOF },
  async () => {
    // The demo has signed its people in from other phones.
    await office.send('POST', `/v1/users/${await userIDOf(THIRD_DRIVER)}/end-sessions`, {})
    const other = await signInTo(demo.origin, THIRD_DRIVER)
    const third = await signInTo(demo.origin, THIRD_DRIVER)
    await signIn(page, demo.origin, THIRD_DRIVER)
    await page.getByRole('button', { name: 'Open menu', exact: true }).click()
    await page
      .getByRole('link', { name: /Your profile/ })
      .filter({ visible: true })
      .click()
    const list = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
    await expect(list).toHaveCount(3)
    await expect(list.first()).toContainText('This device')

    await list
      .last()
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(list).toHaveCount(2)
    const stillIn = async (caller: Caller) =>
      caller.get('/v1/users/profile').then(
        () => true,
        () => false,
      )
    expect([await stillIn(other), await stillIn(third)].filter(Boolean)).toHaveLength(1)

    await page.getByRole('button', { name: 'Change password', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const fill = async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text)
      await dialog.getByRole('button', { name: 'Change password', exact: true }).click()
    }
    const chosen = 'wheelie bins on tuesdays'
    await fill({ 'Current password': DEMO_PASSWORD, 'New password': chosen, 'Repeat new password': 'another' })
    await expect(dialog.getByText('Password and confirm password does not match')).toBeVisible()
    await fill({ 'Current password': 'not the password', 'Repeat new password': chosen })
    await expect(dialog.getByText('Wrong current password.')).toBeVisible()
    await fill({ 'Current password': DEMO_PASSWORD })
    await expect(page.getByText('Password changed. Your other devices are signed out.')).toBeVisible()
    await expect(list).toHaveCount(1)
    expect([await stillIn(other), await stillIn(third)]).toEqual([false, false])
    await expect(signInTo(demo.origin, THIRD_DRIVER)).rejects.toThrow()
    await signInTo(demo.origin, THIRD_DRIVER, chosen)
    await page.reload()
    await expect(list).toHaveCount(2)
  },
)

test('The profile without signal shows a message, and the stops still work', { tag: PROOF }, async () => {
  await signIn(page, demo.origin)
  await readyToLeave(page)
  await device.context.setOffline(true)
  await page.goto(`${demo.origin}/profile`)
  await expect(page.getByRole('heading', { name: 'This screen needs a connection' })).toBeVisible()
  // A missing chunk reloads the page once, which may end a navigation that began meanwhile.
  await expect(async () => {
    await page.goto(`${demo.origin}/pickups`)
    await expect(stopAtHand(page)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  await device.context.setOffline(false)
  await page.goto(`${demo.origin}/profile`)
  await expect(page.getByText('Ask the office to change your name.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where you’re signed in' })).toBeVisible()
  // The browser reports the part it could not fetch, and React the caught error; the user reads the message. Both may be
  // reported after the message is shown.
  const others = device.heard.errors.splice(0)
  expect(others.filter((error) => !/preload CSS|dynamically imported module/.test(error))).toEqual([])
})
