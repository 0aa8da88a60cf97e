import { expect, test, type Page } from '@playwright/test'
import { button, NOTHING, settled, takePicture, unexpected, withDevice } from '../support/browser/check-screen.ts'
import { type Device, SMALL_DESK, USUAL } from '../support/browser/device.ts'
import { signIn } from '../support/browser/driver.ts'
import { PROOF } from '../support/browser/extent.ts'
import { signInTo } from '../support/browser/office.ts'
import { type DatedProduct, startProductOn } from '../support/browser/product-on-day.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'

const ADMIN = 'ada@rounds.example'
const ANNA = 'anna.bright@people.example'
const PASSWORD = 'correct horse battery'
/** The server looks every minute. */
const A_LOOK = { timeout: 100_000 }

/** Working days of February 2027. */
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] = ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04']
const [A_WEEK_LATER, HOLD_DAY] = ['2027-02-11', '2027-02-12']

let product: DatedProduct
let mailServer: MailServer
let customers: Record<'Anna' | 'Ben' | 'Cara', string>

test.beforeAll(async () => {
  mailServer = await openMailServer()
  product = await startProductOn(MONDAY, '11:00', {
    SMTP_URL: `${mailServer.url}?from=office@rounds.example`,
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
  })
  customers = await openFirm()
})
test.afterAll(async () => {
  await product.close()
  await mailServer.close()
})

const office = () => signInTo(product.origin, ADMIN, PASSWORD)
const mailTo = async (email: string, words: RegExp) => {
  const found = () => mailServer.received.find(({ to, text }) => to?.[0]?.address === email && words.test(text ?? ''))
  await expect.poll(() => found() !== undefined, A_LOOK).toBe(true)
}

const SETTINGS = {
  'business.name': 'Hills Green Bags',
  'business.legalName': 'Hills Green Bags Pty Ltd',
  'business.abn': '51824753556',
  'checkout.enabled': 'ON',
  'autopay.enabled': true,
  'autopay.noticeDays': 1,
  'autopay.retryDays': 1,
  'invoice.dueDays': 1,
  'remind.firstDays': 1,
  'remind.secondDays': 2,
  'remind.auto': true,
  'hold.auto': true,
  'hold.afterDays': 1,
  'hold.noticeDays': 1,
}

/** An office with a package and three customers; Anna can sign in. @returns their IDs by first name */
async function openFirm(): Promise<typeof customers> {
  const { send } = await office()
  for (const [key, value] of Object.entries(SETTINGS)) await send('PUT', `/v1/settings/${key}`, { value })
  const suburb = { label: 'Dural', postCode: '2158', state: 'NSW', weekNumber: 1 }
  const { suburbID } = await send<{ suburbID: string }>('POST', '/v1/users/suburbs', suburb)
  const { productID } = await send<{ productID: string }>('POST', '/v1/products', {
    name: 'Garden bag on request',
    serviceType: 'GARDEN_BAG',
    isPublic: true,
    features: [],
    paymentScheme: 'POSTPAID',
    collectionScheme: 'FLEXIBLE',
    price: 25,
  })
  const customer = async (firstName: string, some: object) =>
    (
      await send<{ customerID: string }>('POST', '/v1/users/customers', {
        firstName,
        lastName: 'Bright',
        mobilePhone: '0412 345 678',
        address: '3 Wattle Street',
        suburbID,
        productID,
        state: 'NSW',
        postcode: '2158',
        status: 'ACTIVE',
        startDate: MONDAY,
        accountType: 'PERSONAL',
        invoiceType: '1C',
        runNumber: 1,
        ...some,
      })
    ).customerID
  return {
    Anna: await customer('Anna', { email: ANNA, password: PASSWORD }),
    Ben: await customer('Ben', { email: 'ben@people.example' }),
    Cara: await customer('Cara', { email: 'cara@people.example' }),
  }
}

async function invoice(customerID: string): Promise<string> {
  const { send } = await office()
  const lines = [{ description: 'Garden bags', quantity: 2, price: 25 }]
  const { invoiceID } = await send<{ invoiceID: string }>('POST', '/v1/invoices', { customerID, lines })
  await send('POST', `/v1/invoices/${invoiceID}/send`)
  return invoiceID
}

const asAnna = (work: (page: Page) => Promise<void>) => visit(USUAL, ANNA, work)
const asOffice = (work: (page: Page) => Promise<void>) => visit(SMALL_DESK, ADMIN, work)
async function visit(size: typeof USUAL, email: string, work: (page: Page) => Promise<void>): Promise<void> {
  await withDevice(product.origin, { size }, async (device: Device) => {
    await signIn(device.page, product.origin, email, PASSWORD)
    await work(device.page)
    expect(unexpected(device)).toEqual(NOTHING)
  })
}

const goTo = (page: Page, address: string) => page.goto(product.origin + address)
/** Looked at again and again, because the server works meanwhile. */
const comesTrue = (page: Page, address: string, text: string | RegExp) =>
  expect(async () => {
    await goTo(page, address)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: 4_000 })
  }).toPass(A_LOOK)

/** On the provider's page. @param does what the saved card does each time it is charged */
async function saveCard(page: Page, does: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'I agree' }).check()
  await button(page, 'Save a card or bank account').click()
  await page.getByRole('button', { name: does, exact: true }).click()
  await expect(page.getByText('Thank you! It’s saved.')).toBeVisible()
  await settled(page)
}

test(
  'A customer saves a card, is told of the charge, changes the declined card and is charged; the office sees it all (P58)',
  { tag: PROOF },
  async () => {
    test.setTimeout(900_000)
    const { Anna, Ben, Cara } = customers
    await asAnna(async (page) => {
      await goTo(page, '/invoices')
      await page.getByRole('link', { name: 'Pay automatically', exact: true }).click()
      await button(page, 'Save a card or bank account').click()
      await expect(page.getByText('Please tick this first.')).toBeVisible()
      await saveCard(page, 'Is declined twice, then pays')
      await expect(page.getByText('Your invoices are paid automatically with your Visa ending in 9995.')).toBeVisible()
      await takePicture(page, 'autopay-saved phone')
    })

    const invoiceID = await invoice(Anna)
    await invoice(Ben)
    const caras = await invoice(Cara)
    await (await office()).send('PUT', `/v1/invoices/${caras}/dont-remind`, { dontRemind: true })
    await mailTo(ANNA, /we’ll charge \$50\.00 to your Visa ending in 9995 on 02\/02\/2027/)
    await asAnna(async (page) => {
      await comesTrue(page, `/invoices/${invoiceID}`, '$50.00 will be charged on Tuesday 2 February.')
      await takePicture(page, 'autopay-will-be-charged phone')
    })

    await product.comeTo(TUESDAY, '10:05')
    await mailTo(ANNA, /There wasn’t enough money on the card/)
    await asOffice(async (page) => {
      await goTo(page, '/charges')
      const first = page.locator('tbody tr').first()
      await expect(first).toContainText('Failed')
      await expect(first).toContainText('There wasn’t enough money on the card.')
      await takePicture(page, 'autopay-charges desk')
    })
    await asAnna(async (page) => {
      await goTo(page, '/pay-automatically')
      await expect(page.getByText('Not paid: There wasn’t enough money on the card.')).toBeVisible()
      await button(page, 'Change card').click()
      await saveCard(page, 'Pays each time')
      await expect(page.getByText('Your invoices are paid automatically with your Visa ending in 4242.')).toBeVisible()
    })
    await mailTo(ANNA, /your Visa ending in 4242[^]*\$50\.00 on 03\/02\/2027/)
    await asAnna((page) => comesTrue(page, `/invoices/${invoiceID}`, '$50.00 will be charged on Wednesday 3 February.'))

    await product.comeTo(WEDNESDAY, '10:05')
    await asAnna(async (page) => {
      await comesTrue(page, `/invoices/${invoiceID}`, /^Paid$/)
      await goTo(page, '/pay-automatically')
      await expect(page.getByText('$50.00 on 03/02/2027')).toBeVisible()
      await settled(page)
      await takePicture(page, 'autopay-paid phone')
    })
    await asOffice(async (page) => {
      await goTo(page, '/charges')
      await expect(page.locator('tbody tr').first()).toContainText('Paid')
      await goTo(page, '/invoices/chasing')
      await expect(page.getByRole('row').filter({ hasText: 'Ben Bright' })).toContainText('First reminder')
      await expect(page.getByRole('row').filter({ hasText: 'Cara Bright' })).toContainText('You chose not to remind.')
      await takePicture(page, 'autopay-reminders desk')
    })

    await product.comeTo(THURSDAY, '09:05')
    await mailTo('ben@people.example', /overdue/)
    await product.comeTo(A_WEEK_LATER, '09:05')
    await mailTo('ben@people.example', /12\/02\/2027/)
    await product.comeTo(HOLD_DAY, '09:05')
    await asOffice(async (page) => {
      await comesTrue(page, '/customers/on-hold', 'Ben Bright')
      const row = page.getByRole('row').filter({ hasText: 'Ben Bright' })
      await expect(row).toContainText('$50.00')
      await expect(row.getByRole('link', { name: '0412 345 678' })).toBeVisible()
      await expect(page.getByText('Cara Bright')).toHaveCount(0)
      await takePicture(page, 'autopay-on-hold desk')
    })
  },
)

test('The office announces a price rise and undoes it: everyone is told both times (P40)', { tag: PROOF }, async () => {
  test.setTimeout(300_000)
  await asOffice(async (page) => {
    await goTo(page, '/price-changes')
    await page.getByRole('link', { name: 'New price change' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /Service package/ }).click()
    await page.getByRole('option', { name: /Garden bag on request/ }).click()
    await dialog.getByRole('textbox', { name: /^New price/ }).fill('28')
    await dialog.getByLabel(/^First day/).fill('01/04/2027')
    await button(page, 'Show who pays what').click()
    await expect(page.getByRole('heading', { name: 'Garden bag on request: to $28.00' })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(3)
    await button(page, 'Announce').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Announce', exact: true }).click()
    await expect(page.getByText('Announced', { exact: true })).toBeVisible()
    await mailTo(ANNA, /\$28\.00/)
    await settled(page)
    await takePicture(page, 'autopay-price-announced desk')

    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Cancel price change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel price change', exact: true }).click()
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
    await mailTo(ANNA, /\$25\.00/)
  })
})
