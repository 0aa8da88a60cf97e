import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn } from '../support/browser/driver.ts'
import { button, lookAt, NOTHING, opens, type Screen, unexpected, withDevice } from '../support/browser/looking.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { DESK, SMALL, SMALL_DESK, TABLET } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/product.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
/** One id of each kind, whose page is opened. */
const ids = { customer: '', driver: '', suburb: '', product: '', request: '', run: '' }

test.beforeAll(async () => {
  demo = await openDemo()
  const office = await signInTo(demo.origin, ADMIN)
  const first = async (path: string, id: string) =>
    (await office.get<{ items: Record<string, string>[] }>(path)).items[0]![id]!
  ids.customer = await first('/v1/users/customers?status=ACTIVE', 'customerID')
  ids.driver = await first('/v1/users/drivers', 'driverID')
  ids.suburb = await first('/v1/users/suburbs', 'suburbID')
  ids.product = await first('/v1/products', 'productID')
  ids.run = await first('/v1/runs?status=active', 'runOrderID')
  const request = {
    firstName: 'Rita',
    lastName: 'Request',
    email: 'rita@mail.example',
    mobilePhone: '0412 345 678',
    address: '3 Question Street',
    suburbID: ids.suburb,
    state: 'NSW',
    postcode: '2077',
    productID: ids.product,
    status: 'PENDING',
    startDate: '2027-01-04',
    accountType: 'PERSONAL',
    invoiceType: '1C',
    notes: 'Is there room beside the letterbox?',
  }
  ids.request = (await office.send<{ customerID: string }>('POST', '/v1/users/customers', request)).customerID
})
test.afterAll(() => demo.close())

const at = (address: () => string, shows: (page: Page) => Locator) => (page: Page) =>
  opens(() => demo.origin, address(), shows)(page)
const row = (page: Page) => page.locator('tbody tr td').first()
const drawer = (page: Page) => page.getByRole('dialog').getByRole('textbox').first()
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()

const OFFICE: readonly Screen[] = [
  { name: 'customers', go: at(() => '/customers?page=1&perPage=25&status=ACTIVE', row) },
  {
    name: 'customers-nothing',
    go: at(
      () => '/customers?keyword=nobody%20of%20this%20name',
      (page) => page.getByText('No matches'),
    ),
  },
  { name: 'customer-new', go: at(() => '/customers/new', drawer) },
  {
    name: 'customer-details',
    go: at(
      () => `/customers/${ids.customer}`,
      (page) => button(page, 'Update cycles'),
    ),
  },
  {
    name: 'customer-cycle',
    go: at(
      () => `/customers/${ids.customer}/cycle`,
      (page) => button(page, 'Update cycles'),
    ),
  },
  {
    name: 'customer-history',
    go: at(
      () => `/customers/${ids.customer}/history`,
      (page) => button(page, 'Update cycles'),
    ),
  },
  {
    name: 'customer-cancel',
    go: async (page) => {
      await at(
        () => `/customers/${ids.customer}`,
        (found) => button(found, 'More'),
      )(page)
      await button(page, 'More').click()
      await page.getByRole('menuitem', { name: 'Cancel service' }).click()
      await expect(drawer(page)).toBeVisible()
    },
  },
  { name: 'requests', go: at(() => '/customer-requests', row) },
  {
    name: 'request',
    go: at(
      () => `/customer-requests/${ids.request}`,
      (page) => button(page, 'Send quotation'),
    ),
  },
  {
    name: 'request-quotation',
    go: async (page) => {
      await button(page, 'Send quotation').click()
      await expect(drawer(page)).toBeVisible()
    },
  },
  { name: 'drivers', go: at(() => '/drivers', row) },
  { name: 'driver', go: at(() => `/drivers/${ids.driver}`, heading(/./)) },
  { name: 'incomes', go: at(() => '/incomes', row) },
  { name: 'driver-new', go: at(() => '/drivers/new', drawer) },
  { name: 'suburbs', go: at(() => '/suburbs', row) },
  { name: 'suburb-edit', go: at(() => `/suburbs/${ids.suburb}`, drawer) },
  { name: 'suburbs-import', go: at(() => '/suburbs/import', heading(/./)) },
  { name: 'services', go: at(() => '/service-packages', row) },
  { name: 'service-edit', go: at(() => `/service-packages/${ids.product}`, drawer) },
  { name: 'runs', go: at(() => '/run-orders', row) },
  {
    name: 'run-new',
    go: at(
      () => '/run-orders/new',
      (page) => page.getByLabel(/^Driver for run/).first(),
    ),
  },
  { name: 'run', go: at(() => `/run-orders/${ids.run}`, heading(/^Week \d/)) },
  {
    name: 'run-sheet',
    go: at(
      () => `/run-orders/${ids.run}/print`,
      (page) => page.getByRole('region', { name: /Kowalski/ }),
    ),
  },
  { name: 'exceptions', go: at(() => '/run-orders/exceptions', heading(/./)) },
  { name: 'phones', go: at(() => '/run-orders/phones', heading(/./)) },
  { name: 'pickup-requests', go: at(() => '/run-orders/pickup-requests', row) },
  { name: 'no-pickups', go: at(() => '/no-pickups', row) },
  {
    name: 'settings-business',
    go: at(
      () => '/settings/business',
      (page) => page.getByRole('textbox').first(),
    ),
  },
  {
    name: 'settings-templates',
    go: at(
      () => '/settings/templates',
      (page) => page.getByRole('textbox').first(),
    ),
  },
  { name: 'settings-users', go: at(() => '/settings/users', row) },
  { name: 'settings-audit', go: at(() => '/settings/audit', row) },
  { name: 'settings-calendar', go: at(() => '/settings/calendar?yearNumber=2026', heading(/Calendar/)) },
  {
    name: 'search',
    go: async (page) => {
      await at(() => '/', heading('This week’s runs'))(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('Dural')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
]

test('Every screen of the office passes the layout and accessibility checks on a small phone', async () => {
  test.setTimeout(300_000)
  await lookAtOffice({ size: SMALL, title: 'small phone' })
})

// Names were cut and bars overlapped at the sizes between the phone's cards and the wide desk.
test('Every screen of the office passes the checks at a desk, and has room on a small desk and a tablet', async () => {
  test.setTimeout(300_000)
  await lookAtOffice({
    size: DESK,
    title: 'desk',
    alsoAt: [
      { title: 'small desk', size: SMALL_DESK },
      { title: 'tablet', size: TABLET },
    ],
  })
})

async function lookAtOffice({ size, ...look }: Parameters<typeof lookAt>[2] & { size: typeof DESK }): Promise<void> {
  await withDevice(demo.origin, { size }, async (device) => {
    await signIn(device.page, demo.origin, ADMIN)
    expect(await lookAt(device.page, OFFICE, look)).toEqual([])
    expect(unexpected(device)).toEqual(NOTHING)
  })
}
