import { expect, test, type Locator, type Page } from '@playwright/test'
import { commBankFile } from '#domain/bank-sample.ts'
import { signIn } from '../support/browser/driver.ts'
import { button, lookAt, NOTHING, opens, type Screen, unexpected, withDevice } from '../support/browser/check-screen.ts'
import { ADMIN, CUSTOMER, signInTo } from '../support/browser/office.ts'
import { DESK, SMALL, SMALL_DESK, TABLET } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'
import { ALL, SCREENS } from '../support/browser/extent.ts'
import { forgetShifts } from '../support/browser/screen-checks.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
/** One id of each kind, whose page is opened. */
const ids = {
  customer: '',
  driver: '',
  suburb: '',
  product: '',
  request: '',
  run: '',
  invoice: '',
  owing: '',
  case: '',
  priceChange: '',
  automatic: '',
}

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
  ids.priceChange = await first('/v1/price-changes', 'priceChangeID')
  ids.automatic = await first('/v1/payments/autopay?state=paused', 'customerID')
  const { invoiceID, customerID } = (
    await office.get<{ items: { invoiceID: string; customerID: string }[] }>('/v1/invoices?status=waiting_payment')
  ).items[0]!
  ids.invoice = invoiceID
  ids.owing = customerID
  const payment = { type: 'CUSTOMER_INBOUND', amount: 5, paymentType: 'EFT', notes: 'Bank transfer of the 3rd' }
  await office.send('POST', `/v1/invoices/${invoiceID}/transactions`, payment)
  await office.send('POST', '/v1/invoices/bulk', { action: 'mark-printed', invoiceIDs: [invoiceID] })
  await office.send('POST', '/v1/bank/files?name=checked.csv', bankFile('Direct Credit 421520 R FEATHERSTONE'))
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
  const customer = await signInTo(demo.origin, CUSTOMER)
  const asked = { kind: 'other', text: 'Could we have a second bag in spring?' }
  ids.case = (await customer.send<{ caseID: string }>('POST', '/v1/cases', asked)).caseID
  const answer = { messageID: crypto.randomUUID(), text: 'Yes, gladly.', credit: 5 }
  await office.send('PUT', `/v1/cases/${ids.case}/answer`, answer)
})
test.afterAll(() => demo.close())

/** Two payments that no customer's reference is in. */
const bankFile = (text: string) => {
  const day = Date.now() - 9 * 86_400_000
  return commBankFile(
    [41_37, 12_09].map((amount) => ({ day: new Date(day).toISOString().slice(0, 10), amount, text })),
    1_000_00,
  )
}

const at = (address: () => string, shows: (page: Page) => Locator) => (page: Page) =>
  opens(() => demo.origin, address(), shows)(page)
const row = (page: Page) => page.locator('tbody tr td').first()
const settings = (name: string) => (page: Page) => page.getByRole('group', { name })
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
      // The menu fades out while the dialog is there.
      await expect(page.locator('[role=menu]')).toHaveCount(0)
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
  { name: 'driver-payments', go: at(() => '/incomes/payments', heading('Driver pay')) },
  { name: 'invoices', go: at(() => '/invoices', row) },
  { name: 'invoice', go: at(() => `/invoices/${ids.invoice}`, row) },
  {
    name: 'invoice-payment',
    go: async (page) => {
      await button(page, 'Record payment').click()
      await expect(drawer(page)).toBeVisible()
    },
  },
  {
    name: 'invoices-bulk-payment',
    go: async (page) => {
      await at(() => '/invoices?status=waiting_payment', row)(page)
      await page
        .getByRole('checkbox', { name: /^Select INV/ })
        .first()
        .check()
      await page
        .getByRole('checkbox', { name: /^Select INV/ })
        .nth(1)
        .check()
      await forgetShifts(page)
      await button(page, 'Record payments').click()
      await expect(drawer(page)).toBeVisible()
    },
  },
  { name: 'invoices-tasks', go: at(() => '/invoices/tasks', heading('Mark as printed')) },
  { name: 'invoices-unbilled', go: at(() => '/invoices/unbilled', heading('Collections to invoice')) },
  {
    name: 'invoices-unbilled-all',
    go: async (page) => {
      await page.getByLabel('Also invoice customers who haven’t reached 2 or 3 collections').check()
      await expect(row(page)).toBeVisible()
    },
  },
  {
    name: 'bank',
    go: at(
      () => '/bank',
      (page) => page.getByRole('group', { name: /FEATHERSTONE/ }),
    ),
  },
  {
    name: 'bank-dismiss',
    go: async (page) => {
      await page
        .getByRole('group', { name: /FEATHERSTONE/ })
        .getByRole('button', { name: 'Dismiss' })
        .click()
      await expect(drawer(page)).toBeVisible()
    },
  },
  {
    name: 'bank-preview',
    go: async (page) => {
      await at(() => '/bank', heading('Import a bank file'))(page)
      const buffer = Buffer.from(bankFile('Direct Credit 421520 A NOVAK'))
      await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
      await expect(page.getByLabel(/^Bank account/)).toBeVisible()
    },
  },
  {
    name: 'bank-lines',
    go: async (page) => {
      await at(() => '/bank/lines?state=waiting', row)(page)
      await page
        .getByRole('checkbox', { name: /^Select Direct Credit/ })
        .first()
        .check()
      await expect(button(page, 'Dismiss')).toBeVisible()
      await forgetShifts(page)
    },
  },
  { name: 'card-payouts', go: at(() => '/bank/payouts', row) },
  {
    name: 'reports',
    go: at(
      () => '/reports',
      (page) => page.getByRole('link', { name: /^Bank files/ }),
    ),
  },
  ...(['sales', 'collections', 'debts', 'cash', 'gst', 'rounds', 'xero'] as const).map((name) => ({
    name: `report-${name}`,
    go: at(() => `/reports/${name}`, heading(/./)),
  })),
  { name: 'report-overdue', go: at(() => '/reports/customers/overdue', heading(/./)) },
  { name: 'invoice-new', go: at(() => '/invoices/new', drawer) },
  { name: 'unbilled-runs', go: at(() => '/invoices/unbilled-runs', heading('Runs to invoice')) },
  { name: 'charges', go: at(() => '/charges', row) },
  { name: 'charges-customers', go: at(() => '/charges/customers', row) },
  { name: 'chasing', go: at(() => '/invoices/chasing', row) },
  { name: 'on-hold', go: at(() => '/customers/on-hold', row) },
  { name: 'price-changes', go: at(() => '/price-changes', row) },
  { name: 'price-change', go: at(() => `/price-changes/${ids.priceChange}`, row) },
  { name: 'price-change-new', go: at(() => '/price-changes/new', drawer) },
  { name: 'report-contractors', go: at(() => '/reports/contractors', heading(/./)) },
  { name: 'settings-invoices', go: at(() => '/settings/invoices', settings('Automatic payments')) },
  {
    name: 'customer-automatic-payment',
    go: at(() => `/customers/${ids.automatic}`, heading('Automatic payment')),
  },
  { name: 'transactions', go: at(() => '/transactions', row) },
  { name: 'transaction-new', go: at(() => '/transactions/new', drawer) },
  { name: 'cases', go: at(() => '/cases', row) },
  { name: 'case', go: at(() => `/cases/${ids.case}`, heading('Messages')) },
  { name: 'customer-invoices', go: at(() => `/customers/${ids.owing}/invoices`, row) },
  { name: 'customer-ledger', go: at(() => `/customers/${ids.owing}/ledger`, row) },
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
    name: 'run-map',
    go: at(
      () => `/run-orders/${ids.run}/map`,
      (page) => page.locator('[data-map=drawn]'),
    ),
  },
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
  {
    name: 'settings-new-api-token',
    go: at(
      () => '/settings/api-tokens/new',
      (page) => page.getByRole('checkbox', { name: 'Customers: Read' }),
    ),
  },
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

/** Names were cut and bars overlapped at these sizes between the phone's cards and the wide desk. */
const BETWEEN = [
  { title: 'small desk', size: SMALL_DESK },
  { title: 'tablet', size: TABLET },
]

// The longest tests of all, side by side, each on its own copy of the demo.
test.describe.configure({ mode: 'parallel' })

test(
  'Every screen of the office passes the layout and accessibility checks on a small phone',
  { tag: SCREENS },
  async () => {
    test.setTimeout(500_000)
    await lookAtOffice({ size: SMALL, title: 'small phone' })
  },
)

test('Every screen of the office passes the layout and accessibility checks at a desk', { tag: SCREENS }, async () => {
  test.setTimeout(500_000)
  await lookAtOffice({ size: DESK, title: 'desk', alsoAt: ALL ? BETWEEN : [] })
})

async function lookAtOffice({ size, ...look }: Parameters<typeof lookAt>[2] & { size: typeof DESK }): Promise<void> {
  await withDevice(demo.origin, { size, webgl: true }, async (device) => {
    await signIn(device.page, demo.origin, ADMIN)
    expect(await lookAt(device.page, OFFICE, look)).toEqual([])
    expect(unexpected(device)).toEqual(NOTHING)
  })
}
