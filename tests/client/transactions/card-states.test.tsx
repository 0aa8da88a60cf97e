import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { timelineDetails, timelineTitle } from '#client/features/customers/timeline-text.ts'
import { InvoicePayments } from '#client/features/invoices/invoice-parts.tsx'
import TransactionsRoutes from '#client/features/transactions/transactions-routes.tsx'
import { getCardRefunds } from '#contract/v1/payments.ts'
import { listTransactions, type Transaction } from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import { purposeInWords } from '#domain/ledger-words.ts'
import { makeInvoice } from '../../fixtures/answers/invoices.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const NOTHING_OFF = { refunded: 0, disputed: false, left: 50 }
const DISPUTED = { refunded: 0, disputed: true, left: 0 }

const paidByCard = (refId: string, card: Transaction['card'], more: Partial<Transaction> = {}): Transaction => ({
  transactionID: newID(),
  refId,
  type: 'CUSTOMER_INBOUND',
  purpose: 'payment',
  customerID: newID(),
  driverID: null,
  name: 'Anna Bright',
  amount: 50,
  rounding: 0,
  paymentType: 'CARD',
  datePaid: '2026-11-03',
  notes: null,
  reverses: null,
  reversedBy: null,
  linkedTo: null,
  checkoutID: newID(),
  isDispute: false,
  card,
  createdAt: '2026-11-03T00:00:00Z',
  ...more,
})

const rows = [
  paidByCard('T000001', NOTHING_OFF),
  paidByCard('T000002', { refunded: 20, disputed: false, left: 30 }),
  paidByCard('T000003', { refunded: 50, disputed: false, left: 0 }),
  paidByCard('T000004', DISPUTED),
  paidByCard('T000005', null, {
    type: 'CUSTOMER_CREDIT_DEDUCT',
    purpose: 'refund',
    isDispute: true,
    checkoutID: null,
    linkedTo: newID(),
  }),
]

const show = (refunds: object = {}) =>
  showOffice(
    <Routes>
      <Route path="/transactions/*" element={<TransactionsRoutes />} />
    </Routes>,
    {
      at: '/transactions',
      answer: ({ endpoint }) =>
        endpoint === listTransactions
          ? ok({ items: rows, page: 1, perPage: 25, total: rows.length, totalAmount: 250 })
          : endpoint === getCardRefunds
            ? ok({ paid: 50, left: 50, credit: 0, refunds: [], ...refunds })
            : pageOfRows([]),
    },
  )

const rowOf = async (refId: string) => (await screen.findByText(refId)).closest('tr')!

test('A card payment says how much of it was refunded, or that its customer disputes it', async () => {
  show()
  expect(await rowOf('T000001')).not.toHaveTextContent(/Refunded|Disputed/)
  expect(await rowOf('T000002')).toHaveTextContent('Refunded $20.00')
  expect(await rowOf('T000003')).toHaveTextContent('Refunded in full')
  expect(await rowOf('T000004')).toHaveTextContent('Disputed')
})

test('What the bank took back is called so, and not a refund', async () => {
  show()
  expect(await rowOf('T000005')).toHaveTextContent('Taken by the bank (dispute)')
  expect(await rowOf('T000005')).not.toHaveTextContent('Refund')
  const taken = {
    kind: 'payment',
    id: newID(),
    at: '2026-11-03T00:00:00Z',
    refId: 'T000005',
    purpose: 'refund',
    isReversal: false,
    isDispute: true,
    amount: 60,
    paymentType: 'CARD',
    datePaid: '2026-11-03',
    notes: null,
  } as const
  expect(timelineTitle(taken)).toBe('Taken by the bank (dispute): $60.00')
  expect(timelineTitle({ ...taken, paymentType: 'DIRECT_DEBIT' })).toBe('Returned by the bank: $60.00')
  expect(timelineDetails({ ...taken, datePaid: '2026-11-01' }, 'Australia/Sydney')).toEqual(['Dated 01/11/2026'])
})

test('An invoice says that the payment it had was taken back by the bank', async () => {
  const transactions = [{ ...paidByCard('T000004', DISPUTED), allocated: 0 }]
  showOffice(<InvoicePayments invoice={makeInvoice({ transactions })} own />, { at: '/', answer: () => pageOfRows([]) })
  expect(await rowOf('T000004')).toHaveTextContent('Payment, Card, Taken by the bank (dispute)')
})

test('A bank debit that came back is called returned, and no dispute', async () => {
  const debit = { ...paidByCard('T000004', DISPUTED), paymentType: 'DIRECT_DEBIT', allocated: 0 } as const
  showOffice(<InvoicePayments invoice={makeInvoice({ transactions: [debit] })} own />, {
    at: '/',
    answer: () => pageOfRows([]),
  })
  expect(await rowOf('T000004')).toHaveTextContent('Payment, Direct debit, Returned by the bank')
  const row = { purpose: 'refund', amount: 60, isDispute: true } as const
  expect(purposeInWords({ ...row, paymentType: 'DIRECT_DEBIT' })).toBe('Returned by the bank')
})

test.each([
  ['T000001', true],
  ['T000002', true],
  ['T000003', false],
  ['T000004', false],
])('Refund to card is offered where something is left to refund: %s', async (refId, offered) => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: `More: ${refId}` }))
  expect(await screen.findByRole('menuitem', { name: 'Receipt PDF' })).toBeVisible()
  expect(screen.queryAllByRole('menuitem', { name: 'Refund to card' })).toHaveLength(offered ? 1 : 0)
})

test.each([
  [
    true,
    /Sandbox: no money moves\. The customer owes \$50\.00 again\. If they shouldn’t owe it, lower the invoice first\./,
  ],
  [false, /Stripe returns the money to the card\. The customer owes \$50\.00 again\./],
])('The refund says whether money moves: in the sandbox %s', async (sandbox, said) => {
  const user = userEvent.setup()
  show({ sandbox })
  await user.click(await screen.findByRole('button', { name: 'More: T000001' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Refund to card' }))
  expect(within(await screen.findByRole('dialog')).getByText(said)).toBeVisible()
})
