import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CustomerPaymentActs } from '#client/features/transactions/customer-payment-acts.tsx'
import TransactionsRoutes from '#client/features/transactions/transactions-routes.tsx'
import { getCustomer, listCustomers } from '#contract/v1/customers.ts'
import { getCardRefunds, refundToCard } from '#contract/v1/payments.ts'
import {
  createTransaction,
  getLedger,
  listTransactions,
  mailReceipt,
  previewGoodwill,
  previewPayment,
  previewReversal,
  type Transaction,
} from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, onPhone, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
afterEach(() => vi.unstubAllGlobals())

const anna = newID()
const ben = newID()
const customers = [
  { customerID: anna, fullName: 'Anna Bright', suburb: 'Castle Hill', refId: '10042' },
  { customerID: ben, fullName: 'Ben Dale', suburb: 'Gordon', refId: '10043' },
]
const makeTransaction = (changes: Partial<Transaction>): Transaction => ({
  transactionID: newID(),
  refId: 'T000042',
  type: 'CUSTOMER_INBOUND',
  purpose: 'payment',
  customerID: anna,
  driverID: null,
  name: 'Anna Bright',
  amount: 40,
  rounding: 0,
  paymentType: 'EFT',
  datePaid: '2026-11-03',
  notes: 'Ref 100420',
  reverses: null,
  reversedBy: null,
  linkedTo: null,
  checkoutID: null,
  createdAt: '2026-11-03T00:00:00Z',
  ...changes,
})
const payment = makeTransaction({})
const excess = makeTransaction({
  refId: 'T000043',
  type: 'CUSTOMER_CREDIT_DEPOSIT',
  purpose: 'excess',
  amount: 15,
  paymentType: null,
  linkedTo: payment.transactionID,
})
const reversed = makeTransaction({ refId: 'T000044', reversedBy: newID() })
const standing = { customerID: anna, credit: 15, owing: 40, accountBalance: -25, items: [], openingBalance: -25 }

const answer =
  (command: (sent: Sent) => ReturnType<typeof ok> = () => ok({ transactions: [] }, 201), account: object = standing) =>
  (sent: Sent) => {
    switch (sent.endpoint) {
      case listTransactions:
        return ok({ items: [payment, excess, reversed], page: 1, perPage: 25, total: 3, totalAmount: 95 })
      case getLedger:
        return ok(account)
      case previewReversal:
        return ok({ owedAgain: [], credit: 0, debitNote: 4, balance: -54 })
      case previewPayment:
        return ok({ paid: [{ number: 'INV-000119', amount: 40, owing: 0 }], credit: 35, owing: 0 })
      case previewGoodwill:
        return ok({ paid: [], credit: 25, owing: 40 })
      case listCustomers:
        return pageOfRows(customers)
      case getCustomer:
        return ok(customers.find(({ customerID }) => customerID === sent.input['customerID']))
    }
    return sent.endpoint.method === 'GET' ? pageOfRows([]) : command(sent)
  }

const show = (at: string, command?: (sent: Sent) => ReturnType<typeof ok>, mailServer = true, account?: object) =>
  showOffice(
    <Routes>
      <Route path="/transactions/*" element={<TransactionsRoutes />} />
    </Routes>,
    { at, answer: answer(command, account), config: { mailServer } },
  )

const rowOf = async (number: string) => within((await screen.findByText(number)).closest('tr')!)

test('The list says what each transaction was for, how it was paid, and whether it was reversed', async () => {
  show('/transactions')
  const first = await rowOf('T000042')
  for (const words of ['03/11/2026', 'Payment', 'EFT', 'Ref 100420', '$40.00'])
    expect(first.getByText(words)).toBeVisible()
  expect(first.getByRole('link', { name: 'Anna Bright' })).toHaveAttribute('href', `/customers/${anna}/ledger`)
  expect((await rowOf('T000043')).getByText('Payment kept as credit')).toBeVisible()
  expect((await rowOf('T000044')).getByText('Reversed')).toBeVisible()
})

test('Without a mail server it is said before a receipt is sent that it won’t be', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/transactions', undefined, false)
  await user.click((await rowOf('T000042')).getByRole('button', { name: 'More: T000042' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send receipt' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send this receipt?' }))
  expect(question.getByText(/^Nothing will be sent: no mail server is set up\./)).toBeVisible()
  expect(question.getByRole('button', { name: 'Receipt PDF' })).toBeVisible()
  expect(sentTo(mailReceipt)).toEqual([])
})

test('A part of another transaction, and one that was reversed, can’t be reversed', async () => {
  show('/transactions')
  expect((await rowOf('T000042')).getByRole('button', { name: 'More: T000042' })).toBeVisible()
  for (const number of ['T000043', 'T000044']) expect((await rowOf(number)).queryByRole('button')).toBeNull()
})

test('The total is shown for one kind of money, because a payment and the credit it becomes are the same dollars', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/transactions')
  await rowOf('T000042')
  expect(screen.queryByText('$95.00')).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Payments')
  await waitFor(() => expect(sentTo(listTransactions).at(-1)!.input).toEqual({ type: 'CUSTOMER_INBOUND' }))
  expect(within((await screen.findByText('Total')).closest('tr')!).getByText('$95.00')).toBeVisible()
})

test('P46 A customer with a written-off debt is offered to pay it with what is left over, ticked', async () => {
  const user = userEvent.setup()
  const writtenOff = [{ invoiceID: newID(), number: 'INV-000007', amount: 50, day: '2026-09-10' }]
  const { sentTo } = show(`/transactions/new?customerID=${anna}`, undefined, true, { ...standing, writtenOff })
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  expect(
    await form.findByRole('checkbox', {
      name: 'Use what is left over for $50.00 that was written off: INV-000007',
      checked: true,
    }),
  ).toBeVisible()
  await user.type(form.getByLabelText(/Amount/), '40')
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cheque')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sentTo(createTransaction)[0]?.input).toMatchObject({ amount: 40, recover: true }))
})

test('P46 Where the office takes the tick off, what is left over becomes credit', async () => {
  const user = userEvent.setup()
  const writtenOff = [{ invoiceID: newID(), number: 'INV-000007', amount: 50, day: '2026-09-10' }]
  const { sentTo } = show(`/transactions/new?customerID=${anna}`, undefined, true, { ...standing, writtenOff })
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  await user.click(await form.findByRole('checkbox', { checked: true }))
  await user.type(form.getByLabelText(/Amount/), '40')
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cheque')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sentTo(createTransaction)).toHaveLength(1))
  expect(sentTo(createTransaction)[0]!.input).not.toHaveProperty('recover')
})

test('A payment that the account has already is asked about, and recorded again only when that is said', async () => {
  const user = userEvent.setup()
  const already = 'Payment of $40.00 on 03/11/2026 is in this account already.'
  const { sentTo } = show(`/transactions/new?customerID=${anna}`, ({ input }) =>
    'again' in input ? ok({ transactions: [] }, 201) : refused('entered_already', { message: already }),
  )
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  await user.type(form.getByLabelText(/Amount/), '40')
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cheque')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  const question = within(await form.findByRole('alert'))
  expect(question.getByText(already)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'It’s another one: record it' }))
  await waitFor(() => expect(sentTo(createTransaction)).toHaveLength(2))
  expect(sentTo(createTransaction)[1]!.input).toMatchObject({ amount: 40, again: true })
})

test('A payment is entered for a chosen customer, whose balance is shown first', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/transactions/new?customerID=${anna}`)
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  expect(await form.findByText('Balance -$25.00 · owing $40.00 · credit $15.00')).toBeVisible()
  await user.type(form.getByLabelText(/Amount/), '40')
  const effect = '$40.00 pays the rest of INV-000119 at once. The customer then has $35.00 in credit.'
  expect(await form.findByText(effect)).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cheque')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(sentTo(createTransaction)[0]!.input).toMatchObject({
      type: 'CUSTOMER_INBOUND',
      customerID: anna,
      amount: 40,
      paymentType: 'CHEQUE',
    }),
  )
  expect(sentTo(createTransaction)[0]!.options.idempotencyKey).toBeTruthy()
})

test('A payment is recorded as Card only from the card payments, where the alert of one not booked leads', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/transactions/new?paymentType=CARD&customerID=${anna}`)
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  expect(form.getByLabelText(/Paid by/)).toHaveDisplayValue('Card')
  expect(form.getByText(/Its money comes with a payout/)).toBeVisible()
  await user.type(form.getByLabelText(/Amount/), '40')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sentTo(createTransaction)[0]!.input).toMatchObject({ paymentType: 'CARD', amount: 40 }))
})

test('Elsewhere a payment can’t be recorded as Card', async () => {
  show(`/transactions/new?customerID=${anna}`)
  const form = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  expect(form.queryByRole('option', { name: 'Card' })).toBeNull()
})

test('Goodwill has no payment type and needs its reason in the notes', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/transactions/new/goodwill?customerID=${anna}`)
  const form = within(await screen.findByRole('dialog', { name: 'Goodwill credit' }))
  // Nothing is paid.
  expect(form.queryByText('Date paid')).toBeNull()
  expect(form.queryByLabelText(/Paid by/)).toBeNull()
  await user.type(form.getByLabelText(/Amount/), '10')
  expect(await form.findByText('The customer then has $25.00 in credit and owes $40.00.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Goodwill credit' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  await user.type(form.getByLabelText(/Notes/), 'Bag torn')
  await user.click(form.getByRole('button', { name: 'Goodwill credit' }))
  await waitFor(() =>
    expect(sentTo(createTransaction)[0]!.input).toMatchObject({
      type: 'CUSTOMER_CREDIT_DEPOSIT',
      amount: 10,
      notes: 'Bag torn',
    }),
  )
})

test('A refund of more than the credit is refused in words', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/transactions/new/refund?customerID=${anna}`, () => refused('credit_short'))
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await user.type(form.getByLabelText(/Amount/), '100')
  await user.selectOptions(form.getByLabelText(/Paid by/), 'EFT')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await form.findByText('The customer has less credit than that.')).toBeVisible()
  expect(sentTo(createTransaction)[0]!.input).toMatchObject({ type: 'CUSTOMER_CREDIT_DEDUCT', paymentType: 'EFT' })
})

test('Before a refund the form says that there is no credit', async () => {
  show(`/transactions/new/refund?customerID=${anna}`, undefined, true, { ...standing, credit: 0 })
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  expect(await form.findByText('There is no credit to pay back.')).toBeVisible()
})

test('A transaction is reversed with a reason', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/transactions')
  await user.click((await rowOf('T000042')).getByRole('button', { name: 'More: T000042' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reverse' }))
  const form = within(await screen.findByRole('dialog', { name: 'Reverse T000042' }))
  expect(form.getByText(/\$40\.00 of Anna Bright is reversed/)).toBeVisible()
  expect(
    await form.findByText(
      'Some of its credit is spent, so a debit note of $4.00 is made. Anna Bright then owes $54.00.',
    ),
  ).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Reverse' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  await user.type(form.getByLabelText(/Reason/), 'Bounced')
  await user.click(form.getByRole('button', { name: 'Reverse' }))
  await waitFor(() =>
    expect(sentTo(createTransaction)[0]!.input).toEqual({ reverses: payment.transactionID, notes: 'Bounced' }),
  )
})

test('A payment is moved to another customer in one act', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/transactions')
  await user.click((await rowOf('T000042')).getByRole('button', { name: 'More: T000042' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to another customer' }))
  const form = within(await screen.findByRole('dialog', { name: 'Move T000042 to another customer' }))
  await user.type(form.getByRole('combobox', { name: /Customer/ }), 'ben')
  await user.click(await screen.findByRole('option', { name: 'Ben Dale, Gordon (10043)' }))
  expect(
    await form.findByText(
      'The payment goes to the customer you chose: $40.00 pays the rest of INV-000119 at once. The customer then has $35.00 in credit.',
    ),
  ).toBeVisible()
  expect(sentTo(previewPayment).at(-1)!.input).toEqual({ customerID: ben, amount: 40, paymentType: 'EFT' })
  await user.type(form.getByLabelText(/Reason/), 'Wrong reference')
  await user.click(form.getByRole('button', { name: 'Move to another customer' }))
  await waitFor(() =>
    expect(sentTo(createTransaction)[0]!.input).toEqual({
      reverses: payment.transactionID,
      customerID: ben,
      notes: 'Wrong reference',
    }),
  )
})

test('On a customer’s page a payment is recorded for that customer', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<CustomerPaymentActs customer={{ customerID: anna, fullName: 'Anna Bright' }} />, {
    at: `/customers/${anna}/ledger`,
    answer: answer(),
  })
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: Anna Bright' }))
  expect(form.queryByRole('combobox', { name: /Customer/ })).toBeNull()
  await user.type(form.getByLabelText(/Amount/), '5')
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cash')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sentTo(createTransaction)[0]!.input).toMatchObject({ customerID: anna, amount: 5 }))
})

describe('A card payment', () => {
  const card = makeTransaction({ refId: 'T000050', paymentType: 'CARD', amount: 50, checkoutID: newID() })
  const before = { amount: 20, state: 'refunded', reason: 'Bag torn', createdBy: 'Kim', createdAt: card.createdAt }
  const open = async (
    { left = 30, credit = 0, refunds = [before] as readonly object[] } = {},
    command: (sent: Sent) => ReturnType<typeof ok> = () => ok({ left: 0, state: 'refunded' }),
  ) => {
    const user = userEvent.setup()
    const shown = showOffice(
      <Routes>
        <Route path="/transactions/*" element={<TransactionsRoutes />} />
      </Routes>,
      {
        at: '/transactions',
        answer: (sent) => {
          if (sent.endpoint === listTransactions)
            return ok({ items: [payment, card], page: 1, perPage: 25, total: 2, totalAmount: 90 })
          if (sent.endpoint === getCardRefunds) return ok({ paid: 50, left, credit, refunds })
          return sent.endpoint.method === 'GET' ? pageOfRows([]) : command(sent)
        },
      },
    )
    await user.click((await rowOf('T000050')).getByRole('button', { name: 'More: T000050' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Refund to card' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund to card: T000050' }))
    return { ...shown, user, dialog }
  }

  test('is refunded in the amount that is left, with a reason, after its earlier refunds are shown', async () => {
    const { user, dialog, sentTo } = await open()
    expect(dialog.getByText('$30.00 of this payment of Anna Bright can be refunded.')).toBeVisible()
    const earlier = within(dialog.getByRole('list', { name: 'Refunds of this payment' }))
    for (const words of ['$20.00', 'Refunded', 'Bag torn, Kim']) expect(earlier.getByText(words)).toBeVisible()
    expect(dialog.getByLabelText(/Amount/)).toHaveValue('$30.00')
    await user.click(dialog.getByRole('button', { name: 'Refund to card' }))
    expect(await dialog.findByText('This field is mandatory')).toBeVisible()
    await user.type(dialog.getByLabelText(/Reason/), 'Moved away')
    await user.click(dialog.getByRole('button', { name: 'Refund to card' }))
    await waitFor(() =>
      expect(sentTo(refundToCard).map(({ input }) => input)).toEqual([
        { checkoutID: card.checkoutID, amount: 30, left: 30, reason: 'Moved away' },
      ]),
    )
    expect(sentTo(refundToCard)[0]!.options.idempotencyKey).toBeTruthy()
    expect(await screen.findByText('Refund requested')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says of the amount what comes off the credit and what is owed again', async () => {
    const { user, dialog } = await open({ credit: 12.5 })
    expect(dialog.getByText(/\$12\.50 comes off the customer’s credit, and they owe \$17\.50 again/)).toBeVisible()
    await user.clear(dialog.getByLabelText(/Amount/))
    await user.type(dialog.getByLabelText(/Amount/), '10')
    expect(dialog.getByText(/\$10\.00 comes off the customer’s credit\./)).toBeVisible()
  })

  test('is not refunded by more than is left', async () => {
    const { user, dialog, sentTo } = await open()
    await user.clear(dialog.getByLabelText(/Amount/))
    await user.type(dialog.getByLabelText(/Amount/), '30.01')
    await user.type(dialog.getByLabelText(/Reason/), 'Moved away')
    await user.click(dialog.getByRole('button', { name: 'Refund to card' }))
    expect(await dialog.findByText('At most $30.00')).toBeVisible()
    expect(sentTo(refundToCard)).toEqual([])
  })

  test('that the provider doesn’t refund says why, and the dialog stays', async () => {
    const sentence = 'The customer’s bank disputes this payment, so Stripe doesn’t refund it.'
    const { user, dialog } = await open({ refunds: [] }, () => refused('wrong_state', { message: sentence }) as never)
    expect(dialog.queryByRole('list', { name: 'Refunds of this payment' })).toBeNull()
    await user.type(dialog.getByLabelText(/Reason/), 'Moved away')
    await user.click(dialog.getByRole('button', { name: 'Refund to card' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(sentence)
  })

  test('whose refund the provider did not answer says that it is asked for again', async () => {
    const message = 'Stripe didn’t answer. The refund is asked for again every five minutes.'
    const warnings = [{ code: 'refund_unanswered', message }]
    const { user, dialog } = await open({}, () => ok({ left: 0, state: 'waiting', warnings }))
    await user.type(dialog.getByLabelText(/Reason/), 'Moved away')
    await user.click(dialog.getByRole('button', { name: 'Refund to card' }))
    expect(await screen.findByText(message)).toBeVisible()
  })

  test('is the only kind of payment with this button', async () => {
    const user = userEvent.setup()
    show('/transactions')
    await user.click((await rowOf('T000042')).getByRole('button', { name: 'More: T000042' }))
    expect(await screen.findByRole('menuitem', { name: 'Send receipt' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Refund to card' })).toBeNull()
  })
})

test('On a phone the header has one button; the rare acts and other lists are behind More', async () => {
  onPhone()
  const user = userEvent.setup()
  show('/transactions')
  await rowOf('T000042')
  expect(
    within(screen.getByRole('banner'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Record payment'])
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Bank files' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Goodwill credit',
    'Refund',
    'Card payouts',
    'Invoices',
    'Bank files',
  ])
})

test('What a payment would do follows another tab that booked one meanwhile', async () => {
  const user = userEvent.setup()
  let isBooked = false
  const before = answer()
  showOffice(<CustomerPaymentActs customer={{ customerID: anna, fullName: 'Anna Bright' }} />, {
    at: `/customers/${anna}/ledger`,
    answer: (sent) =>
      sent.endpoint === previewPayment && isBooked ? ok({ paid: [], credit: 40, owing: 0 }) : before(sent),
  })
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: Anna Bright' }))
  await user.type(form.getByLabelText(/Amount/), '40')
  expect(await form.findByText(/pays the rest of INV-000119 at once/)).toBeVisible()
  isBooked = true
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await form.findByText('The customer then has $40.00 in credit.')).toBeVisible()
})
