import { expect, test, type Page } from '@playwright/test'
import {
  button,
  lookAt,
  NOTHING,
  type Screen,
  settled,
  takePicture,
  unexpected,
  withDevice,
} from '../support/browser/check-screen.ts'
import { copyDemoData } from '../support/browser/demo.ts'
import { DESK, SMALL, USUAL } from '../support/browser/device.ts'
import { ALL, PROOF, SCREENS } from '../support/browser/extent.ts'
import { fillLogin } from '../support/browser/driver.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { startProduct, type Product } from '../support/browser/product.ts'
import { openMailServer, type MailServer } from '../support/mail-server.ts'

const EMAIL = 'rita.newman@people.example'
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

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function chooseService(page: Page): Promise<void> {
  await expect(heading(page, 'Select service')).toBeVisible()
  await page.getByRole('radio').first().check()
  await button(page, 'Next').click()
  await expect(heading(page, 'Your details')).toBeVisible()
}

async function chooseSuburb(page: Page): Promise<void> {
  await field(page, 'Suburb').fill('wahr')
  await page
    .getByRole('button', { name: /^Wahroonga/ })
    .first()
    .click()
  await expect(page.getByText(/^week of \w{3} /).first()).toBeVisible()
}

async function fillDetails(page: Page): Promise<void> {
  await field(page, 'Name').fill('Rita')
  await field(page, 'Family name').fill('Newman')
  await field(page, 'Mobile phone').fill('0412 345 999')
  await chooseSuburb(page)
  await field(page, 'Address').fill('7 Grevillea Road')
  await page.getByText('Anything else? (optional)').click()
  await field(page, 'Where to collect it').fill('Behind the carport')
  await field(page, 'Email').fill(EMAIL)
}

test(
  'A stranger registers on a phone, pays one collection, confirms by mail and signs in',
  { tag: PROOF },
  async () => {
    const { origin } = product
    await withDevice(origin, { size: USUAL }, async (device) => {
      const { page } = device
      await page.goto(`${origin}/login`)
      await page.getByRole('link', { name: 'Request a Quote or Register', exact: true }).click()
      await chooseService(page)
      expect(await page.getByRole('main').evaluate((main) => main.scrollHeight)).toBeLessThan(2100)
      await fillDetails(page)

      // Back goes to the step before, a reload and a closed tab keep what was entered.
      await page.goBack()
      await expect(heading(page, 'Select service')).toBeVisible()
      await expect(page.getByRole('radio').first()).toBeChecked()
      await page.goForward()
      await page.reload()
      await expect(field(page, 'Family name')).toHaveValue('Newman')
      await expect(page.getByText('Wahroonga', { exact: true })).toBeVisible()

      await button(page, 'Register').click()
      await expect(page.getByText('This field is mandatory').first()).toBeVisible()
      await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
      await button(page, 'Register').click()
      await expect(heading(page, 'Payment')).toBeVisible()
      await expect(page.getByText(`We’ve emailed ${EMAIL} a link to confirm your address.`)).toBeVisible()
      await settled(page)
      await takePicture(page, 'register-payment phone')

      // Who cancels there is told about the mail too, and can pay after all.
      await button(page, 'Pay now').click()
      await page.getByText('Cancel', { exact: true }).click()
      await expect(heading(page, 'Transaction completed failed!')).toBeVisible()
      await expect(
        page.getByText(`We’ve sent an email to ${EMAIL}. Please open its link before you log in.`),
      ).toBeVisible()
      await settled(page)
      await takePicture(page, 'register-payment-cancelled phone')
      await page.getByRole('link', { name: 'Pay now', exact: true }).click()
      await button(page, 'Pay now').click()
      await page.getByRole('button', { name: 'Pay by card' }).click()
      await expect(heading(page, 'Thank you!')).toBeVisible()
      await expect(page.getByText(/^We’ve received \$/)).toBeVisible()
      await expect(
        page.getByText(`We’ve sent an email to ${EMAIL}. Please open its link before you log in.`),
      ).toBeVisible()

      // A paid registration is not asked to pay again.
      await page.goto(`${origin}/register`)
      await expect(heading(page, 'Select service')).toBeVisible()

      // The office gets mails of its own.
      const toRita = () => mailServer.received.find(({ to }) => to?.[0]?.address === EMAIL)
      await expect.poll(toRita, { timeout: 30_000 }).toBeDefined()
      const link = /http\S+\/register\/confirm\?token=\S+/.exec(toRita()?.text ?? '')?.[0] ?? ''
      expect(link).toContain(origin)

      await page.goto(`${origin}/login`)
      await fillLogin(page, EMAIL, PASSWORD)
      await expect(page.locator('form').getByText('Wrong email or password.')).toBeVisible()
      await page.goto(link)
      await expect(page.getByText(/^Rita, you registered for .+ in Wahroonga\.$/)).toBeVisible()
      await settled(page)
      await takePicture(page, 'register-confirm phone')
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Confirm email').click()
      await expect(heading(page, 'Thank you, Rita!')).toBeVisible()
      await page.getByRole('link', { name: 'Login', exact: true }).click()
      await fillLogin(page, EMAIL, PASSWORD)
      await expect(page.getByText('CUSTOMER', { exact: true }).first()).toBeAttached()
      // Signed in, the form leads home.
      await page.goto(`${origin}/register`)
      await expect(page).not.toHaveURL(/register/)
      // The wrong password's answer is a failed load of its own.
      expect(unexpected(device).errors).toEqual([])
    })
    const office = await signInTo(product.origin, ADMIN)
    const { items } = await office.get<{ items: { email: string; accountBalance: number; mobilePhone: string }[] }>(
      '/v1/users/customers/requests?keyword=newman',
    )
    expect(items).toMatchObject([{ email: EMAIL, mobilePhone: '+61412345999' }])
    expect(items[0]!.accountBalance).toBeGreaterThan(0)
  },
)

const REGISTERING: readonly Screen[] = [
  {
    name: 'register-service',
    go: async (page) => {
      await page.goto(`${product.origin}/register`)
      await expect(heading(page, 'Select service')).toBeVisible()
      await page.getByRole('radio').first().check()
    },
  },
  {
    name: 'register-details',
    go: async (page) => {
      await button(page, 'Next').click()
      await expect(heading(page, 'Your details')).toBeVisible()
    },
  },
  { name: 'register-suburb-chosen', go: chooseSuburb },
  {
    name: 'register-refused',
    go: async (page) => {
      await button(page, 'Register').click()
      await expect(page.getByText('This field is mandatory').first()).toBeVisible()
    },
  },
  {
    name: 'register-suburb-not-listed',
    go: async (page) => {
      await button(page, 'Change suburb').click()
      await button(page, 'My suburb isn’t listed').click()
      await expect(button(page, 'Send')).toBeVisible()
    },
  },
  {
    name: 'register-link-invalid',
    go: async (page) => {
      await page.goto(`${product.origin}/register/confirm?token=${'a'.repeat(43)}`)
      await expect(heading(page, 'This link no longer works')).toBeVisible()
    },
  },
]

for (const [title, size, alsoAt] of [
  ['small', SMALL, ALL ? [{ title: 'phone', size: USUAL }] : []],
  ['desk', DESK, []],
] as const)
  test(`The screens of registering are complete, readable and have room, at ${title}`, { tag: SCREENS }, async () => {
    await withDevice(product.origin, { size }, async (device) => {
      expect(await lookAt(device.page, REGISTERING, { title, alsoAt })).toEqual([])
      expect(unexpected(device).errors).toEqual(NOTHING.errors)
    })
  })
