import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import PriceChangesRoutes from '#client/features/price-changes/price-changes-routes.tsx'
import { getProduct } from '#contract/v1/packages.ts'
import {
  announcePriceChange,
  createPriceChange,
  listPriceChangeCustomers,
  listPriceChanges,
  type PriceChange,
  type PriceChangeCustomer,
} from '#contract/v1/price-changes.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const draft: PriceChange = {
  priceChangeID: newID(),
  description: null,
  state: 'draft',
  kind: 'to',
  to: 27.5,
  by: null,
  percent: null,
  roundTo: 1,
  day: '2027-02-01',
  productID: newID(),
  servicePackage: 'Monthly bag',
  suburbID: null,
  suburb: null,
  runNumber: null,
  weekNumber: null,
  collectionScheme: null,
  announcedAt: null,
  createdAt: '2026-11-10T00:00:00Z',
  version: 3,
  packagePrice: { before: 25, after: 27.5 },
  customers: 33,
  leftOut: 2,
  leftOutFor: [{ reason: 'own_price', message: 'Own price, not the service’s', count: 2 }],
  yearly: 990,
  mails: 31,
  letters: 2,
  waiting: 33,
  toPrint: 2,
  firstDay: '2027-02-01',
  lastDay: '2027-02-01',
  earliest: '2026-12-10',
  noticeDays: 30,
  toAdd: 0,
}

const anna: PriceChangeCustomer = {
  customerID: newID(),
  refId: '10482',
  customer: 'Anna Smith',
  suburb: 'Wahroonga',
  servicePackage: 'Monthly bag',
  oldPrice: 25,
  newPrice: 27.5,
  collections: 12,
  yearly: 30,
  reason: null,
  message: null,
  state: 'draft',
  notice: 'email',
  noticedOn: null,
  from: '2027-02-01',
}
const ben: PriceChangeCustomer = {
  ...anna,
  customerID: newID(),
  customer: 'Ben Jones',
  newPrice: 25,
  yearly: 0,
  reason: 'fixed',
  message: 'Price is fixed until later',
  state: 'left_out',
  from: null,
}

function show(at: string, change = draft) {
  const answer = ({ endpoint }: Sent) =>
    endpoint === listPriceChanges
      ? pageOfRows([change])
      : endpoint === listPriceChangeCustomers
        ? ok({ items: [anna, ben], page: 1, perPage: 50, total: 2, yearly: 30, oldPrices: 25, newPrices: 27.5 })
        : endpoint === getProduct
          ? ok({ productID: draft.productID, name: 'Monthly bag' })
          : ok(change)
  return showOffice(
    <Routes>
      <Route path="/price-changes/*" element={<PriceChangesRoutes notFound={null} />} />
    </Routes>,
    { at, answer },
  )
}

test('a draft shows who pays what, why somebody is left out, and the year (P36)', async () => {
  show(`/price-changes/${draft.priceChangeID}`)
  expect(await screen.findByText('2: Own price, not the service’s')).toBeVisible()
  const row = (await screen.findByText(/Anna Smith/)).closest('tr')!
  expect(row).toHaveTextContent(/\$25\.00.*\$27\.50.*\$30\.00/)
  expect(screen.getByText(/Ben Jones/).closest('tr')).toHaveTextContent('Price is fixed until later')
  expect(screen.getByText('$990.00')).toBeVisible()
  expect(screen.getByText('31 emails, 2 letters')).toBeVisible()
})

test('announcing says first how many, how, from when and what a year, and names the version shown', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/price-changes/${draft.priceChangeID}`)
  await user.click(await screen.findByRole('button', { name: 'Announce' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Announce the new prices to 33 customers?' }))
  expect(dialog.getByText(/From 01\/02\/2027.*\$990\.00 a year.*31 emails, 2 letters/)).toBeVisible()
  expect(sentTo(announcePriceChange)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(sentTo(announcePriceChange)).toMatchObject([{ input: { priceChangeID: draft.priceChangeID } }])
})

test('where no customer’s price changes, announcing asks about new customers only', async () => {
  const user = userEvent.setup()
  show(`/price-changes/${draft.priceChangeID}`, { ...draft, customers: 0 })
  await user.click(await screen.findByRole('button', { name: 'Announce' }))
  expect(await screen.findByRole('dialog', { name: 'Change the price for new customers only?' })).toBeVisible()
})

test('the form of a service leads here with its new price', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/price-changes/new?productID=${draft.productID!}&to=27.5`)
  expect(await screen.findByLabelText(/^New price/, { selector: 'input' })).toHaveValue('$27.50')
  await user.type(screen.getByLabelText(/^First day/, { selector: 'input' }), '01/02/2027')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Show who pays what' }))
  expect(await screen.findByText('31 emails, 2 letters')).toBeVisible()
  expect(sentTo(createPriceChange)).toMatchObject([
    { input: { kind: 'to', to: 27.5, day: '2027-02-01', productID: draft.productID } },
  ])
})

const announced: PriceChange = { ...draft, state: 'announced', announcedAt: '2026-11-10T00:00:00Z' }

test('a draft for too early a day can’t be announced, and the dialog says from when', async () => {
  const user = userEvent.setup()
  show(`/price-changes/${draft.priceChangeID}`, { ...draft, day: '2026-12-01' })
  await user.click(await screen.findByRole('button', { name: 'Announce' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Too soon: choose 10/12/2026 or later first.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Announce' })).toBeDisabled()
})

test('what was announced and no longer applies is told as such, and can’t be cancelled', async () => {
  show(`/price-changes/${draft.priceChangeID}`, {
    ...announced,
    state: 'dropped',
    firstDay: null,
    lastDay: null,
    packagePrice: { before: 25, after: 27.5, isDropped: true },
  })
  expect(await screen.findByText('This was announced and no longer applies.')).toBeVisible()
  expect(screen.getByText('Dropped')).toBeVisible()
  expect(screen.getByText('was announced for 01/02/2027')).toBeVisible()
  expect(screen.getByText('$27.50 no longer applies')).toBeVisible()
  expect(screen.queryByText('None until a notice has gone')).toBeNull()
  expect(screen.queryByRole('button', { name: /More/ })).toBeNull()
})

test('of a change that goes on for the others it is said for how many it was dropped', async () => {
  show(`/price-changes/${draft.priceChangeID}`, { ...announced, dropped: 2 })
  const fact = (await screen.findByText('No longer applies to')).parentElement!
  expect(fact).toHaveTextContent('2')
})
