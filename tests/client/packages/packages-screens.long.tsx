import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import PackagesRoutes from '#client/features/packages/packages-routes.tsx'
import {
  createProduct,
  deleteProduct,
  listProducts,
  type Package,
  previewPrice,
  updateProduct,
} from '#contract/v1/packages.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const kept: Package = {
  productID: newID(),
  name: 'Monthly bag',
  serviceType: 'GARDEN_BAG',
  isPublic: true,
  features: ['Side gate'],
  paymentScheme: 'POSTPAID',
  publicPaymentScheme: null,
  collectionScheme: 'MONTHLY',
  publicCollectionScheme: null,
  price: 25,
  retired: false,
  customers: 3,
  createdAt: '2025-01-01T00:00:00Z',
  version: 4,
}

/** The address. */
function Here() {
  const { pathname, search } = useLocation()
  return <p>{`${pathname}${search}`}</p>
}

function show(at: string, announced = 0) {
  const answer = ({ endpoint, input }: Sent) =>
    endpoint === previewPrice
      ? ok({ price: 25, samePrice: 18, ownPrice: 1, inRuns: 4, requests: 10, announced })
      : endpoint === listProducts
        ? pageOfRows([kept])
        : endpoint === deleteProduct
          ? refused('product_in_use')
          : endpoint === updateProduct && announced > 0 && !('pendingPrice' in input)
            ? refused('pending_price_undecided')
            : ok(kept)
  return showOffice(
    <Routes>
      <Route path="/service-packages/*" element={<PackagesRoutes />} />
      <Route path="/price-changes/new" element={<Here />} />
    </Routes>,
    { at, answer },
  )
}

test('The service types have the specification’s names, and the menu’s word is the title', async () => {
  show('/service-packages/new')
  const choices = within(await screen.findByLabelText(/^Service type/, { selector: 'form select' })).getAllByRole(
    'option',
  )
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Garden bag', 'Rubbish removal', 'All'])
  expect(screen.getByRole('heading', { name: 'Services' })).toBeInTheDocument()
})

test('The same feature twice, whatever its case and spaces, is refused, and the typed text stays', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/service-packages/new')
  await user.type(await screen.findByLabelText(/^Name/), 'Weekly bag')
  await user.type(screen.getByLabelText(/^Price/), '30')
  const box = screen.getByLabelText(/^Features/, { selector: 'input' })
  await user.type(box, 'Side gate{Enter}')
  await user.type(box, 'SIDE  gate{Enter}')
  expect(await screen.findByText('This feature has been defined')).toBeVisible()
  expect(box).toHaveValue('SIDE  gate')
  await user.clear(box)
  await user.type(box, 'Dog{Enter}')
  expect(screen.queryByText('This feature has been defined')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(createProduct)).toHaveLength(1))
  expect(sentTo(createProduct)[0]!.input).toMatchObject({
    name: 'Weekly bag',
    price: 30,
    features: ['Side gate', 'Dog'],
    isPublic: false,
  })
})

test('Where a scheme has no public wording, its box shows the default wording', async () => {
  const user = userEvent.setup()
  show('/service-packages/new')
  await user.selectOptions(await screen.findByLabelText(/^Collection scheme/, { selector: 'form select' }), 'QUARTERLY')
  expect(screen.getByPlaceholderText('Every third month')).toBeVisible()
})

test('A service that customers have can’t be deleted: retiring it is offered instead', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/service-packages/${kept.productID}`)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete Monthly bag?' })).getByRole('button', { name: 'Delete' }),
  )
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Monthly bag has customers' })).getByRole('button', {
      name: 'Retire',
    }),
  )
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Retire Monthly bag?' })).getByRole('button', { name: 'Retire' }),
  )
  await waitFor(() => expect(sentTo(updateProduct)).toHaveLength(1))
  expect(sentTo(updateProduct)[0]).toMatchObject({
    input: { productID: kept.productID, retired: true },
    options: { ifMatch: 4 },
  })
})

test('Where a price change is announced, a new price says to how many and asks whether it still applies', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/service-packages/${kept.productID}`, 18)
  const price = await screen.findByLabelText(/^Price/)
  await user.clear(price)
  await user.type(price, '27.50')
  expect(await screen.findByText(/A price change is announced to 18 customers\./)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /Yes, from their next collection/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alert', { name: 'A price change is announced for later' }))
  expect(question.getByText(/to these customers and to this service’s price for new ones/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'It no longer applies' }))
  await waitFor(() =>
    expect(sentTo(updateProduct).at(-1)!.input).toMatchObject({
      price: 27.5,
      alsoCustomers: true,
      pendingPrice: 'drop',
    }),
  )
})

test('A new price asks whether it is also for those who pay the old one, and says what it would change (P43)', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/service-packages/${kept.productID}`)
  const price = await screen.findByLabelText(/^Price/)
  await user.clear(price)
  await user.type(price, '27.50')
  const question = await screen.findByRole('radiogroup', { name: /Also for the 18 customers who pay \$25\.00/ })
  expect(within(question).getByText('18 customers keep $25.00; new customers pay $27.50.')).toBeVisible()
  expect(
    within(question).getByText(/They pay \$27\.50 .* 4 stops are in active runs and stay at \$25\.00\./),
  ).toBeVisible()
  expect(
    screen.getByText(
      '1 customer has a price of their own, or a promised one, and keeps it. 10 waiting requests keep $25.00. No emails are sent about it.',
    ),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose who pays the new price')).toBeVisible()
  expect(sentTo(updateProduct)).toHaveLength(0)
  await user.click(screen.getByRole('radio', { name: 'Yes, from their next collection' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateProduct)).toHaveLength(1))
  expect(sentTo(updateProduct)[0]!.input).toEqual({ productID: kept.productID, price: 27.5, alsoCustomers: true })
})

test('a new price from a date leads to a price change, and leaves the service’s price', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/service-packages/${kept.productID}`)
  const price = await screen.findByLabelText(/^Price/)
  await user.clear(price)
  await user.type(price, '27.50')
  await user.click(await screen.findByRole('radio', { name: 'Yes, from a date, with notice' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(`/price-changes/new?productID=${kept.productID}&to=27.5`)).toBeVisible()
  for (const { input } of sentTo(updateProduct)) expect(input).not.toHaveProperty('price')
})

test('A new price says of waiting requests that they keep theirs', async () => {
  const user = userEvent.setup()
  show(`/service-packages/${kept.productID}`)
  const price = await screen.findByLabelText(/^Price/)
  await user.clear(price)
  await user.type(price, '27')
  expect(await screen.findByText(/10 waiting requests keep \$25\.00\./)).toBeVisible()
})
