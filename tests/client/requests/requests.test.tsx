import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import RequestsRoutes from '#client/features/requests/requests-routes.tsx'
import type { Request } from '#client/features/requests/use-request.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { getRequest, makeOfficial, mergeRequest, previewMerge, sendQuotation } from '#contract/v1/requests.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { getSuburb } from '#contract/v1/suburbs.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import { ANNA, BEN, makeCustomer, WAHROONGA } from '../../fixtures/answers/customers.ts'
import { openCustomers, pageOf, refused } from '../customers/open-customers.tsx'

const makeRequest = (changes: Partial<Request> = {}): Request => ({
  ...makeCustomer({ status: 'PENDING', due: null, nextPickUp: null }),
  quotedAt: null,
  quotedPrice: null,
  quotations: 0,
  acceptedAt: null,
  possibleDouble: null,
  quotationDelivery: 'not_sent',
  registration: null,
  ...changes,
})

function openRequest(
  request: Request,
  put: (path: string) => unknown = () => request,
  look: () => unknown = () => request,
  config: { mailServer?: boolean } = {},
  officeRole: OfficeRole = 'OWNER',
  email: OutputOf<typeof previewMerge>['email'] = 'stays',
) {
  return openCustomers(
    `/customer-requests/${ANNA}`,
    ({ path, method }) => {
      if (method !== 'GET') return put(path)
      if (path === getRequest.path) return look()
      if (path === previewMerge.path) return { moved: 25, pays: 25, balance: -35, email }
      if (path === getSuburb.path) return WAHROONGA
      return pageOf(path === listCalendar.path ? [] : [request])
    },
    <RequestsRoutes notFound={null} />,
    config,
    { officeRole },
  )
}

test('a quotation whose email was kept is said not to be sent', async () => {
  openRequest(
    makeRequest({ quotedAt: '2026-11-09T21:00:00Z', quotedPrice: 25, quotations: 1, quotationDelivery: 'kept' }),
  )
  expect(await screen.findByText('Not sent (no mail server)')).toBeVisible()
})

test('A request that was paid in advance shows the money, because it can’t be deleted and its invoice uses it', async () => {
  openRequest(makeRequest({ accountBalance: 23 }))
  const balance = await screen.findByText('Balance')
  expect(balance.parentElement).toHaveTextContent('$23.00')
})

test('A request without money shows no balance', async () => {
  openRequest(makeRequest({ accountBalance: 0 }))
  expect(await screen.findByText('Payment scheme')).toBeVisible()
  expect(screen.queryByText('Balance')).toBeNull()
})

test('The list shows possible doubles of known customers, the quoted price and who has accepted', async () => {
  const request = makeRequest({
    quotedAt: '2026-11-02T02:00:00Z',
    quotedPrice: 27.5,
    quotations: 1,
    acceptedAt: '2026-11-03T02:00:00Z',
    possibleDouble: { customerID: BEN, refId: '10200', fullName: 'A. Green' },
  })
  openCustomers('/customer-requests', () => pageOf([request]), <RequestsRoutes notFound={null} />)
  expect(await screen.findByRole('link', { name: 'Anna Green' })).toHaveAttribute('href', `/customer-requests/${ANNA}`)
  expect(screen.getByText('$27.50 on 02/11/2026')).toBeVisible()
  expect(screen.getByRole('link', { name: 'A. Green (10200)' })).toHaveAttribute('href', `/customers/${BEN}`)
})

test('Before a request is merged the office is shown what moves and what the customer then owes', async () => {
  const possibleDouble = { customerID: BEN, refId: '10200', fullName: 'A. Green' }
  openRequest(makeRequest({ possibleDouble }))
  await userEvent.click(await screen.findByRole('button', { name: 'Merge into customer' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    await dialog.findByText(
      '$25.00 moves to the customer. $25.00 of it pays open invoices. The customer then owes $35.00.',
    ),
  ).toBeVisible()
})

test('Before a request is merged the office is told what happens to its email, and gives a login only by a tick', async () => {
  const request = makeRequest({ possibleDouble: { customerID: BEN, refId: '10200', fullName: 'A. Green' } })
  const opened = async (email: OutputOf<typeof previewMerge>['email']) => {
    cleanup()
    const { sent } = openRequest(request, undefined, undefined, {}, 'OWNER', email)
    await userEvent.click(await screen.findByRole('button', { name: 'Merge into customer' }))
    return { sent, dialog: within(await screen.findByRole('dialog')) }
  }
  const stays = await opened('stays')
  expect(await stays.dialog.findByText('The customer’s email stays as it is.')).toBeVisible()
  const unconfirmed = await opened('unconfirmed')
  expect(await unconfirmed.dialog.findByText(`${request.email} isn’t added: it isn’t confirmed.`)).toBeVisible()
  expect(unconfirmed.dialog.queryByRole('checkbox')).toBeNull()
  const { dialog, sent } = await opened('asked')
  const tick = await dialog.findByRole('checkbox', { name: `Can log in as this customer with ${request.email}` })
  expect(tick).not.toBeChecked()
  await userEvent.click(tick)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge into customer' }))
  await waitFor(() =>
    expect(sent.find(({ method, path }) => method === 'PUT' && path === mergeRequest.path)?.input).toEqual({
      customerID: ANNA,
      into: BEN,
      takeEmail: true,
    }),
  )
})

test('Who sees no money is told who merges a request that has paid, and has no button for it', async () => {
  const possibleDouble = { customerID: BEN, refId: '10200', fullName: 'A. Green' }
  const asDispatcher = (hasMoney: boolean) =>
    openRequest(
      makeRequest({ possibleDouble: { ...possibleDouble, hasMoney } }),
      undefined,
      undefined,
      {},
      'DISPATCHER',
    )
  asDispatcher(true)
  expect(await screen.findByText(/an owner, the office or accounts must merge/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Merge into customer' })).toBeNull()
  cleanup()
  asDispatcher(false)
  expect(await screen.findByRole('button', { name: 'Merge into customer' })).toBeVisible()
})

test('A quotation dialog names the recipient, starts with the customer’s price, and sends price and message', async () => {
  const { sent } = openRequest(makeRequest())
  await userEvent.click(await screen.findByRole('button', { name: 'Send quotation' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/anna@example.com gets an email/)).toBeVisible()
  expect(within(dialog).getByLabelText(/Price/)).toHaveValue('$25.00')
  await userEvent.type(within(dialog).getByLabelText('Message'), 'We start in May.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send quotation' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === sendQuotation.path)?.input).toEqual({
      customerID: ANNA,
      price: 25,
      message: 'We start in May.',
    }),
  )
})

test('Without a mail server a quotation dialog doesn’t say that somebody gets an email', async () => {
  openRequest(makeRequest(), undefined, undefined, { mailServer: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Send quotation' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Nothing will be sent/)).toBeVisible()
  expect(dialog.queryByText(/gets an email/)).toBeNull()
})

test('With a mail server a quotation is being sent, not sent', async () => {
  openRequest(makeRequest())
  await userEvent.click(await screen.findByRole('button', { name: 'Send quotation' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send quotation' }))
  expect(await screen.findByText('Sending the email')).toBeVisible()
})

test('A request without an e-mail can’t get a quotation, and the dialog says so', async () => {
  openRequest(makeRequest({ email: null, hasEmail: false }), () =>
    refused(409, 'email_missing', 'There’s no email to send this to.'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send quotation' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send quotation' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('There’s no email to send this to.')
})

test('After a request is made official the customer’s page opens, and the request is not fetched again', async () => {
  const { sent, at } = openRequest(makeRequest({ acceptedAt: '2026-11-03T02:00:00Z' }), () => makeCustomer())
  await userEvent.click(await screen.findByRole('button', { name: 'Make official' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make official' }))
  await waitFor(() => expect(at()).toBe(`/customers/${ANNA}`))
  const place = sent.findIndex(({ path }) => path === makeOfficial.path)
  expect(sent[place]!.input).toEqual({ customerID: ANNA, runNumber: 1, invoiceType: '1A' })
  expect(sent.slice(place).some(({ path }) => path === getRequest.path)).toBe(false)
})

test('A customer who pays in advance is made official with an invoice, and the dialog says of how much', async () => {
  openRequest(makeRequest({ acceptedAt: '2026-11-03T02:00:00Z', paymentScheme: 'PREPAID', invoiceType: '1A' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make official' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('An invoice for 3 collections in advance is made: $75.00.')).toBeVisible()
  await userEvent.selectOptions(dialog.getByLabelText(/Invoice type/), '1B')
  expect(dialog.getByText('An invoice for 2 collections in advance is made: $50.00.')).toBeVisible()
})

test('Money that was paid with the registration is named before an invoice is made, and before a request is deleted', async () => {
  openRequest(
    makeRequest({
      acceptedAt: '2026-11-03T02:00:00Z',
      paymentScheme: 'PREPAID',
      invoiceType: '1A',
      accountBalance: 23,
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Make official' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    dialog.getByText('An invoice for 3 collections in advance is made: $75.00. The customer has $23.00 in credit.'),
  ).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(/^It can’t be deleted yet: there is money on it \(balance \$23\.00\)\./)).toBeVisible()
})

test('Of a one-off no invoice type is asked, and the price of the request is shown', async () => {
  openRequest(makeRequest({ acceptedAt: '2026-11-03T02:00:00Z', collectionScheme: 'ONE_OFF', amount: 90 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make official' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Price: $90.00')).toBeVisible()
  expect(dialog.queryByLabelText(/Invoice type/)).toBeNull()
})

test('Without a mail server no welcome email is promised when a request is made official', async () => {
  openRequest(makeRequest({ email: 'anna@example.com' }), undefined, undefined, { mailServer: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Make official' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/No email goes out with this: no mail server is set up\./)).toBeVisible()
  expect(dialog.queryByText(/gets a welcome email/)).toBeNull()
})

test('When another admin was quicker, the page says that it is no longer a request', async () => {
  let over = false
  openRequest(
    makeRequest(),
    () => {
      over = true
      return refused(409, 'wrong_state', 'This can’t be done in its current state.')
    },
    () => (over ? refused(404, 'not_found', 'This doesn’t exist.') : makeRequest()),
  )
  expect(await screen.findByRole('button', { name: 'Send quotation' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  const header = within(screen.getByRole('banner'))
  expect(header.getByText('Open')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No longer a request')).toBeVisible()
  expect(screen.getByRole('link', { name: 'View customer' })).toHaveAttribute('href', `/customers/${ANNA}`)
})
