import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dontChargeInvoice, type Invoice } from '#contract/v1/invoices.ts'
import { InvoicePage } from '#client/features/invoices/invoice-page.tsx'
import { INVOICE_ID, makeInvoice } from '../../fixtures/answers/invoices.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

const CHARGE = { day: '2026-12-07', amount: 50, state: 'planned' } as const
const fetchPhoto = async () => null

const openOwn = (changes: Partial<Invoice>) =>
  showOffice(
    <InvoicePage
      invoiceID={INVOICE_ID}
      fetchPhoto={fetchPhoto}
      own
      payNowFor={() => <button type="button">Pay $50.00</button>}
      transferFor={() => <p>Pay by bank transfer</p>}
    />,
    { answer: () => ok(makeInvoice(changes)) },
  )
const openOffice = (changes: Partial<Invoice>) =>
  showOffice(<InvoicePage invoiceID={INVOICE_ID} fetchPhoto={fetchPhoto} />, {
    answer: () => ok(makeInvoice(changes)),
  })
const fact = (label: string) => within(screen.getByText(label, { selector: 'dt' }).parentElement!)

test('A customer reads when an invoice is charged, and may still pay it before (P58)', async () => {
  openOwn({ charge: CHARGE })
  expect(await screen.findByText('$50.00 will be charged on Monday 7 December.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pay $50.00' })).toBeVisible()
})

test.each(['asked', 'pending'] as const)(
  'While a charge is %s the invoice can’t be paid a second time',
  async (state) => {
    openOwn({ charge: { ...CHARGE, state } })
    expect(await screen.findByText(/^Payment under way: \$50\.00/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay $50.00' })).toBeNull()
    expect(screen.queryByText('Pay by bank transfer')).toBeNull()
  },
)

test.each([
  [{ charge: CHARGE, dontCharge: false }, 'Will be charged 07/12/2026'],
  [{ charge: { ...CHARGE, state: 'pending' }, dontCharge: false }, 'Payment under way'],
  [{ charge: null, dontCharge: true }, 'Left out'],
] as const)('The office sees how an invoice is charged (P58)', async (changes, words) => {
  openOffice(changes)
  expect(await screen.findByText(words)).toBeVisible()
  expect(fact('Automatic payment').getByText(words)).toBeVisible()
})

test.each([
  ['pending', /^An automatic payment of \$50\.00 is under way\./],
  [null, /^The customer asked their bank to pay \$50\.00 on /],
] as const)('The office reads who asked the bank for what is on its way: a charge that is %s', async (state, words) => {
  openOffice({
    charge: state && { ...CHARGE, state },
    waitingDebit: { amount: 50, since: '2026-12-07T00:00:00Z' },
  })
  expect(await screen.findByText(words)).toBeVisible()
})

test('The office leaves an invoice out of automatic payments, with the version it saw', async () => {
  const user = userEvent.setup()
  const { sentTo } = openOffice({ charge: CHARGE, dontCharge: false })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Leave out of automatic payments' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Automatic payment: INV-000123' }))
  await user.click(dialog.getByRole('checkbox', { name: /^Leave out of automatic payments/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(dontChargeInvoice)).toMatchObject([
      { input: { invoiceID: INVOICE_ID, dontCharge: true }, options: { ifMatch: 7 } },
    ]),
  )
})

test('Of a charge under way the office reads that leaving out doesn’t stop it (P19)', async () => {
  const user = userEvent.setup()
  openOffice({ charge: { ...CHARGE, state: 'asked' }, dontCharge: false })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Leave out of automatic payments' }))
  expect(await screen.findByText('A payment is under way and can’t be stopped.')).toBeVisible()
})

test.each([
  ['CARD', { refunded: 20, disputed: false, left: 5 }, 'We refunded $20.00 of your payment of 03/11/2026.'],
  ['CARD', { refunded: 0, disputed: true, left: 0 }, 'Your payment of 03/11/2026 was disputed, and your bank took it.'],
  ['DIRECT_DEBIT', { refunded: 0, disputed: true, left: 0 }, 'Your bank returned your payment of 03/11/2026.'],
] as const)('A customer who owes again what they had paid reads why: %s, %j', async (paymentType, card, says) => {
  const [paid] = makeInvoice().transactions
  const transactions = [{ ...paid!, paymentType, datePaid: '2026-11-03', card }]
  openOwn({ transactions, isReopened: true, owing: 20 })
  expect(await screen.findByText(says)).toBeVisible()
  cleanup()
  openOwn({ transactions, owing: 0 })
  await screen.findByRole('heading', { name: 'INV-000123' })
  expect(screen.queryByText(says)).toBeNull()
})
