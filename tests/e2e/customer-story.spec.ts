import { expect, test, type Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import type { Run } from '#contract/v1/runs.ts'
import { button, settled, takePicture, unexpected, withDevice } from '../support/browser/check-screen.ts'
import { copyDemoData } from '../support/browser/demo.ts'
import { USUAL } from '../support/browser/device.ts'
import { fillLogin, readAtHand, signIn, takePhotos, tap } from '../support/browser/driver.ts'
import { ADMIN, type Caller, DRIVER, signInTo } from '../support/browser/office.ts'
import { photoFile } from '../support/browser/photos.ts'
import { startProduct, type Product } from '../support/browser/product.ts'
import { openMailServer, type MailServer } from '../support/mail-server.ts'

const EMAIL = 'nora.story@people.example'
const PASSWORD = 'correct horse battery'

let product: Product
let mailServer: MailServer
let remove: () => void

test.beforeAll(async () => {
  mailServer = await openMailServer()
  const data = await copyDemoData()
  remove = data.remove
  const env = { SMTP_URL: `${mailServer.url}?from=office@greenbags.example` }
  product = await startProduct({ dataDir: data.dataDir, env })
})
test.afterAll(async () => {
  await product.stop()
  await mailServer.close()
  remove()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The first of her mails with these words in its text that the mail server accepts. */
async function mailWith(words: RegExp): Promise<Email> {
  const found = () =>
    mailServer.received.find(({ to, text }) => to?.[0]?.address === EMAIL && words.test(text ?? '')) ?? null
  await expect.poll(found, { timeout: 60_000 }).not.toBeNull()
  return found()!
}
const linkIn = async (path: string) =>
  new RegExp(`http\\S+${path}\\S+`).exec((await mailWith(new RegExp(path))).text!)![0]

interface Week {
  yearNumber: number
  monthNumber: number
  weekNumber: number
}

/** A week without a run whose cut-off is still ahead. */
async function freeWeek(office: Caller): Promise<Week> {
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const { items: weeks } = await office.get<{ items: Week[] }>(
    `/v1/settings/calendars?perPage=100&sort=from&from=${soon}`,
  )
  const { items: runs } = await office.get<{ items: Week[] }>('/v1/runs?perPage=100')
  const nameOf = (week: Week) => `${week.yearNumber}-${week.monthNumber}-${week.weekNumber}`
  const taken = new Set(runs.map(nameOf))
  const { yearNumber, monthNumber, weekNumber } = weeks.find((week) => week.weekNumber < 5 && !taken.has(nameOf(week)))!
  return { yearNumber, monthNumber, weekNumber }
}

async function register(page: Page): Promise<void> {
  await page.goto(`${product.origin}/register`)
  await page.getByRole('radio').first().check()
  await button(page, 'Next').click()
  await field(page, 'Name').fill('Nora')
  await field(page, 'Family name').fill('Story')
  await field(page, 'Mobile phone').fill('0412 345 888')
  await field(page, 'Suburb').fill('wahr')
  await page
    .getByRole('button', { name: /^Wahroonga/ })
    .first()
    .click()
  await field(page, 'Address').fill('9 Grevillea Road')
  await field(page, 'Email').fill(EMAIL)
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await button(page, 'Register').click()
  await button(page, 'No, thanks').click()
  await page.goto(await linkIn('/register/confirm'))
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Confirm email').click()
  await expect(heading(page, 'Thank you, Nora!')).toBeVisible()
}

async function makeOfficial(office: Caller, week: Week): Promise<string> {
  const { items } = await office.get<{ items: { customerID: string }[] }>('/v1/users/customers/requests?keyword=story')
  const { customerID } = items[0]!
  const { yearNumber, monthNumber, weekNumber } = week
  await office.send('PUT', `/v1/users/customers/requests/${customerID}/make-official`, {
    weekNumber,
    runNumber: 9,
    invoiceType: '1C',
    due: { yearNumber, monthNumber },
  })
  return customerID
}

async function remind(office: Caller, week: Week): Promise<void> {
  const { reminderID } = await office.send<{ reminderID: string }>('POST', '/v1/reminders', week)
  await office.send('PUT', `/v1/reminders/${reminderID}/send`)
}

/** The week's run, active, with her stop alone. */
async function activate(office: Caller, week: Week, customerID: string): Promise<string> {
  const { runOrderID, jobs } = await office.send<Run>('POST', '/v1/runs', week)
  const hers = jobs.filter((stop) => stop.customerID === customerID).map(({ assignmentID }) => assignmentID)
  const others = jobs.filter((stop) => stop.customerID !== customerID).map(({ assignmentID }) => assignmentID)
  const { items } = await office.get<{ items: { driverID: string; email: string }[] }>('/v1/users/drivers?perPage=100')
  const { driverID } = items.find(({ email }) => email === DRIVER)!
  await office.send('PUT', `/v1/runs/${runOrderID}`, {
    jobs: { remove: others, assign: [{ assignmentIDs: hers, driverID }] },
  })
  await office.send('PUT', `/v1/runs/${runOrderID}/activate`)
  return runOrderID
}

async function collect(page: Page, runOrderID: string): Promise<void> {
  await signIn(page, product.origin, DRIVER)
  await page.goto(`${product.origin}/pickups?run=${runOrderID}`)
  await expect(page.getByText('9 Grevillea Road').first()).toBeVisible()
  await takePhotos(page, [photoFile()])
  await tap(page, await readAtHand(page), 'Done')
}

test('A stranger registers, skips from the reminder and undoes it, sees the photo of the bag, and pays the invoice', async () => {
  test.setTimeout(400_000)
  const { origin } = product
  const office = await signInTo(origin, ADMIN)
  const week = await freeWeek(office)
  let customerID = ''
  await withDevice(origin, { size: USUAL }, async (device) => {
    const { page } = device
    await register(page)
    customerID = await makeOfficial(office, week)
    await remind(office, week)

    await page.goto(await linkIn('/skip/'))
    await button(page, 'No pickup this time').click()
    await expect(button(page, 'No pickup this time')).toHaveCount(0)
    await expect(heading(page, 'No pickup this time')).toBeVisible()
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await fillLogin(page, EMAIL, PASSWORD)
    await page.waitForURL('**/schedules')
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await expect(page.getByText('We’ll collect in this week after all')).toBeVisible()
    await settled(page)
    await takePicture(page, 'story-schedules phone')
    expect(unexpected(device).errors).toEqual([])
  })

  const runOrderID = await activate(office, week, customerID)
  // The phone stays on until the office has everything.
  await withDevice(origin, { size: USUAL }, async ({ page }) => {
    await collect(page, runOrderID)
    const outcomes = async () =>
      (await office.run(runOrderID)).jobs.map(({ outcome, photos }) => [outcome, photos.length])
    await expect.poll(outcomes, { timeout: 60_000 }).toEqual([['COLLECTED', 1]])
  })
  await office.send('PUT', `/v1/runs/${runOrderID}/complete`, {})

  const confirmation = await mailWith(/collected/i)
  expect(confirmation.attachments.map(({ mimeType }) => mimeType).toSorted()).toEqual(['application/pdf', 'image/jpeg'])

  await withDevice(origin, { size: USUAL }, async (device) => {
    const { page } = device
    await signIn(page, origin, EMAIL, PASSWORD)
    await page.waitForURL('**/schedules')
    // Photos are fetched when they come into view.
    await heading(page, 'Past collections').scrollIntoViewIfNeeded()
    const photo = page.getByRole('img', { name: /^Photo 1 of your collection/ })
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await settled(page)
    await takePicture(page, 'story-collected phone')

    await page.goto(`${origin}/invoices`)
    await expect(page.getByText('Unpaid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Pay/ }).first().click()
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await expect(heading(page, /Thank you|Payment/)).toBeVisible()
    await page.goto(`${origin}/invoices`)
    await expect(page.getByText('Paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await settled(page)
    await takePicture(page, 'story-paid phone')
    expect(unexpected(device).errors).toEqual([])
  })
  const { items: invoices } = await office.get<{ items: { status: string; owing: number }[] }>(
    `/v1/invoices?customerID=${customerID}`,
  )
  expect(invoices.length).toBeGreaterThan(0)
  expect(invoices.filter(({ status, owing }) => status !== 'paid' || owing !== 0)).toEqual([])
})
