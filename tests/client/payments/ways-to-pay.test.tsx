import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listInvoices } from '#contract/v1/invoices.ts'
import { getOwnWaysToPay, openCheckout, type OwnWays } from '#contract/v1/payments.ts'
import { PayAll, PayNow, PaySelected } from '#client/features/payments/pay-now.tsx'
import { noteReturned } from '#client/features/payments/returned.ts'
import { TransferFor, WaysToPay } from '#client/features/payments/ways-to-pay.tsx'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'
beforeEach(() => void vi.spyOn(location, 'assign').mockImplementation(() => undefined))
afterEach(() => sessionStorage.clear())

const BANK = { accountName: 'Green Bags Pty Ltd', bsb: '062-000', accountNumber: '12345678' }
const WAYS: OwnWays = { bank: BANK, paymentReference: '100016', confirming: [] }
const CHECKOUT = '01890000-0000-7000-8000-00000000c001'
const OPEN = { checkoutID: CHECKOUT, amount: 25, invoiceIDs: ['a'], pending: false }
const CARDS = { cardPayments: true }
const INVOICES = [
  { invoiceID: 'a', owing: 25 },
  { invoiceID: 'b', owing: 50 },
]
const answering =
  (ways: OwnWays) =>
  ({ endpoint }: Sent) => {
    if (endpoint === getOwnWaysToPay) return ok(ways)
    return endpoint === listInvoices ? pageOfRows(INVOICES) : ok({ url: 'https://pay.example' })
  }

test('The details for a bank transfer are there, and each number is copied', async () => {
  const user = userEvent.setup()
  showOffice(<WaysToPay />, { answer: answering(WAYS) })
  await user.click(await screen.findByText('Pay by bank transfer'))
  for (const text of ['Green Bags Pty Ltd', '062-000', '12345678']) expect(screen.getByText(text)).toBeVisible()
  for (const [name, text] of [
    ['BSB', '062-000'],
    ['Account number', '12345678'],
    ['Reference', '100016'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: new RegExp(`^Copy ${name}$`, 'i') }))
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(await screen.findByText(`${name} copied`)).toBeVisible()
  }
  expect(screen.queryByText('To pay')).toBeNull()
})

test('One invoice names its own amount for the transfer', async () => {
  const user = userEvent.setup()
  showOffice(<TransferFor invoice={INVOICES[1]!} />, { answer: answering(WAYS) })
  await user.click(await screen.findByText('Pay by bank transfer'))
  expect(screen.getByText('To pay').parentElement).toHaveTextContent('$50.00')
})

test('An invoice whose payment is being confirmed isn’t paid by transfer as well', async () => {
  const both = INVOICES.map((invoice) => <TransferFor key={invoice.invoiceID} invoice={invoice} />)
  showOffice(<>{both}</>, { answer: answering({ ...WAYS, confirming: [OPEN] }) })
  expect(await screen.findAllByText('Pay by bank transfer')).toHaveLength(1)
})

test('Without a bank account in Settings nothing is offered', async () => {
  const { sent } = showOffice(<WaysToPay />, { answer: answering({ ...WAYS, bank: null }) })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByText('Pay by bank transfer')).toBeNull()
})

test('Who came back before the webhook reads that the payment is being confirmed, and can’t pay it twice', async () => {
  noteReturned(CHECKOUT)
  const parts = (
    <>
      <WaysToPay />
      <PayNow invoice={INVOICES.find(({ invoiceID }) => invoiceID === 'a')!} />
      <PayAll />
    </>
  )
  const { sentTo } = showOffice(parts, { config: CARDS, answer: answering({ ...WAYS, confirming: [OPEN] }) })
  expect(await screen.findByText('Your payment of $25.00 is being confirmed.')).toBeVisible()
  expect(sentTo(getOwnWaysToPay)[0]!.input).toEqual({ returned: CHECKOUT })
  expect(screen.getByText('A payment is being confirmed.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Pay $50.00' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Pay \$/ })).toHaveLength(1)
})

test('Who paid from a bank account reads that the bank didn’t pay, of which invoice, that it owes, and pays it again', async () => {
  const failed = [{ checkoutID: CHECKOUT, amount: 25, invoices: [{ invoiceID: 'a', number: 'INV-000007' }] }]
  const said =
    'Your bank didn’t pay $25.00 for INV-000007. Nothing was taken from your account, and it is still owing. Please pay again.'
  const parts = (
    <>
      <WaysToPay />
      <PayAll />
      {INVOICES.map((invoice) => (
        <section key={invoice.invoiceID} aria-label={invoice.invoiceID}>
          <TransferFor invoice={invoice} />
        </section>
      ))}
    </>
  )
  showOffice(parts, { config: CARDS, answer: answering({ ...WAYS, failed }) })
  expect(await screen.findAllByText(said)).toHaveLength(2)
  expect(screen.getByRole('region', { name: 'a' })).toHaveTextContent(said)
  expect(screen.getByRole('region', { name: 'b' })).not.toHaveTextContent('didn’t pay')
  expect(await screen.findByRole('button', { name: 'Pay $75.00' })).toBeVisible()
  expect(screen.getAllByText('Pay by bank transfer')[0]).toBeVisible()
})

test('Selected invoices are paid together; what owes nothing is left out', async () => {
  const user = userEvent.setup()
  const rows = [...INVOICES, { invoiceID: 'paid', owing: 0 }]
  const { sentTo } = showOffice(<PaySelected rows={rows} />, { config: CARDS, answer: answering(WAYS) })
  await user.click(await screen.findByRole('button', { name: 'Pay $75.00' }))
  await waitFor(() => expect(sentTo(openCheckout)).toMatchObject([{ input: { invoiceIDs: ['a', 'b'] } }]))
})

test('Of the selected invoices one whose payment is being confirmed is left out', async () => {
  showOffice(<PaySelected rows={INVOICES} />, {
    config: CARDS,
    answer: answering({ ...WAYS, confirming: [{ ...OPEN, pending: true }] }),
  })
  expect(await screen.findByRole('button', { name: 'Pay $50.00' })).toBeVisible()
})
