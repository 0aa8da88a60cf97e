import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import InvoicesRoutes from '#client/features/invoices/invoices-routes.tsx'
import OwnInvoicesRoutes from '#client/features/invoices/own-invoices-routes.tsx'
import { getCustomer, listCustomers } from '#contract/v1/customers.ts'
import {
  billRunElsewhere,
  changeInvoiceAmount,
  createInvoice,
  getInvoice,
  getPayLink,
  listInvoices,
  listUnbilledRuns,
  massInvoice,
  payInvoice,
  previewAmount,
  previewInvoice,
  previewSettlement,
  printSelectedInvoices,
  remindNotesOfInvoice,
  settleCustomer,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { newID } from '#domain/identifiers.ts'
import { getLedger, previewPayment } from '#contract/v1/transactions.ts'
import type { Invoice } from '#contract/v1/invoices.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import {
  ANNA,
  INVOICE_ID,
  LEDGER,
  makeInvoice,
  makeListed,
  pageOfInvoices,
  RUN_ID,
  STOP_ID,
} from '../../fixtures/answers/invoices.ts'
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })

const customer = { customerID: ANNA, fullName: 'Anna Bright', suburb: 'Castle Hill', refId: '10042' }
const run = {
  runOrderID: RUN_ID,
  readableID: '2026-10-W4-1',
  refId: 'R00003',
  completedAt: '2026-11-01T00:00:00Z',
  invoices: [{ customerID: ANNA, customer: 'Anna Bright', amount: 75, fromCredit: 20 }],
  amount: 75,
}

interface Answers {
  invoice?: Partial<Invoice>
  listed?: ReturnType<typeof makeListed>[]
  ledger?: object
  payLink?: { url: string; until: string | null }
  command?: (sent: Sent) => ReturnType<typeof ok>
}

function answerOf({ ledger, invoice, listed = [makeListed()], payLink, command }: Answers) {
  return (sent: Sent) => {
    switch (sent.endpoint) {
      case listInvoices:
        return ok(pageOfInvoices(listed))
      case getInvoice:
        return ok(makeInvoice(invoice))
      case previewAmount:
        return ok(AMOUNT_EFFECT)
      case previewPayment:
        return ok(PAYMENT_EFFECT)
      case previewInvoice:
        return ok({ fromCredit: 20, invoiceOwing: 17.5, paid: [], credit: 0, owing: 17.5 })
      case previewSettlement:
        return ok({ invoiced: sent.input['invoiceUnbilled'] === true ? 25 : 0, ...PAYMENT_EFFECT })
      case getLedger:
        return ok({ ...LEDGER, ...ledger })
      case listCustomers:
        return pageOfRows([customer])
      case getCustomer:
        return ok(customer)
      case getPayLink:
        return ok(payLink ?? {})
      case listUnbilledRuns:
        return pageOfRows([run])
    }
    return sent.endpoint.method === 'GET' ? pageOfRows([]) : (command?.(sent) ?? ok(makeInvoice(invoice)))
  }
}

const AMOUNT_EFFECT = {
  difference: -65,
  gstDifference: -5.91,
  invoiceOwing: 0,
  released: 15,
  paid: [],
  credit: 15,
  owing: 0,
}

const PAYMENT_EFFECT = {
  paid: [
    { number: 'INV-000123', amount: 50, owing: 0 },
    { number: 'INV-000119', amount: 10, owing: 15 },
  ],
  credit: 0,
  owing: 15,
}

const show = (at: string, answers: Answers = {}, config: { cardPayments?: boolean; mailServer?: boolean } = {}) =>
  showOffice(
    <Routes>
      <Route path="/invoices/*" element={<InvoicesRoutes fetchPhoto={async () => null} notFound={null} />} />
    </Routes>,
    { at, answer: answerOf(answers), config },
  )

const actOf = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('The list shows what is overdue, and the sums of the whole list at its foot', async () => {
  show('/invoices')
  const row = within((await screen.findByRole('link', { name: 'INV-000123' })).closest('tr')!)
  expect(row.getByText('Overdue')).toBeVisible()
  expect(row.getByText('08/11/2026')).toBeVisible()
  expect(row.getByText(/^Week 4, October · 26 Oct – 1 Nov/)).toBeVisible()
  expect(screen.queryByText(/R00003/)).toBeNull()
  expect(row.getByRole('link', { name: 'Anna Bright' })).toHaveAttribute('href', `/customers/${ANNA}/invoices`)
  const foot = within(screen.getByText('Total').closest('tr')!)
  expect(foot.getByText('$3,000.00')).toBeVisible()
  expect(foot.getByText('$1,250.50')).toBeVisible()
})

test('A total of the ageing filters the list by its age, and again removes the filter', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices?status=waiting_payment&page=2')
  const age = await screen.findByRole('button', { name: '1–30 days late $900.50, 3 invoices' })
  await user.click(age)
  await waitFor(() => expect(sentTo(listInvoices).at(-1)!.input).toEqual({ status: 'waiting_payment', age: '1-30' }))
  expect(age).toHaveAttribute('aria-pressed', 'true')
  await user.click(age)
  await waitFor(() => expect(sentTo(listInvoices).at(-1)!.input).toEqual({ status: 'waiting_payment' }))
  expect(screen.getByRole('button', { name: /31–60/ })).toBeDisabled()
})

test('Selected invoices show what they owe together', async () => {
  const user = userEvent.setup()
  show('/invoices')
  await user.click(await screen.findByRole('checkbox', { name: 'Select INV-000123' }))
  expect(await screen.findByText('owing $50.00')).toBeVisible()
})

test('An invoice leads back to its collections and forward to its payments', async () => {
  show(`/invoices/${INVOICE_ID}`)
  const line = within((await screen.findByText('Garden bag collection')).closest('tr')!)
  expect(line.getByRole('link', { name: 'Done' })).toHaveAttribute('href', `/run-orders/${RUN_ID}?stop=${STOP_ID}`)
  expect(line.getByRole('link', { name: /^Week 4, October · 26 Oct – 1 Nov/ })).toHaveAttribute(
    'href',
    `/run-orders/${RUN_ID}`,
  )
  expect(screen.getByText('Issued for').closest('tr')).toHaveTextContent('$80.00')
  expect(screen.queryByText('Old number')).toBeNull()
  expect(screen.getByText('ADJ-000007').closest('tr')).toHaveTextContent('Half a bag-$0.45-$5.00')
  expect(screen.getByRole('link', { name: 'T000042' })).toHaveAttribute('href', '/transactions?keyword=T000042')
  expect(screen.getByRole('link', { name: '-$50.00' })).toHaveAttribute('href', `/customers/${ANNA}/ledger`)
})

test('An invoice of the old program shows its number there', async () => {
  show(`/invoices/${INVOICE_ID}`, {
    invoice: { kind: 'opening', number: 'OPEN-000007', oldNumber: 'A-4711', lines: [] },
  })
  expect((await screen.findByText('Old number')).parentElement).toHaveTextContent('A-4711')
  expect(screen.getByText('Opening debt')).toBeVisible()
})

test('A payment needs how it was paid; the amount owing is filled in', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: INV-000123' }))
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  expect(sentTo(payInvoice)).toHaveLength(0)
  expect(form.queryByRole('option', { name: 'Card' })).toBeNull()
  await user.selectOptions(form.getByLabelText(/Paid by/), 'EFT')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('Payment recorded')).toBeVisible()
  const [sent] = sentTo(payInvoice)
  expect(sent!.input).toMatchObject({
    invoiceID: INVOICE_ID,
    type: 'CUSTOMER_INBOUND',
    amount: 50,
    paymentType: 'EFT',
  })
  expect(sent!.options.idempotencyKey).toBeTruthy()
})

test('Where somebody else has recorded the payment meanwhile, the question comes with the invoice as it is now', async () => {
  const user = userEvent.setup()
  const before: Partial<Invoice> = {}
  show(`/invoices/${INVOICE_ID}`, {
    invoice: before,
    command: () => {
      Object.assign(before, { status: 'paid', owing: 0 })
      return refused('entered_already')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: INV-000123' }))
  expect(form.getByText('$50.00 is owing.')).toBeVisible()
  await user.selectOptions(form.getByLabelText(/Paid by/), 'EFT')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  expect(await form.findByText('Recorded already?')).toBeVisible()
  expect(await form.findByText('$0.00 is owing.')).toBeVisible()
})

test('A payment above what is owing says what the rest pays before it is recorded', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: INV-000123' }))
  expect(form.getByText('$50.00 is owing.')).toBeVisible()
  await user.clear(form.getByLabelText(/^Amount/))
  await user.type(form.getByLabelText(/^Amount/), '60')
  const words =
    '$50.00 pays the rest of INV-000123 at once. $10.00 pays INV-000119 at once, which then owes $15.00. The customer then owes $15.00.'
  expect(await form.findByText(words)).toBeVisible()
  expect(sentTo(previewPayment).at(-1)!.input).toMatchObject({ customerID: ANNA, invoiceID: INVOICE_ID, amount: 60 })
})

test('P46 A payment of a written-off invoice says before it is recorded what it recovers', async () => {
  const user = userEvent.setup()
  const writtenOff = [{ invoiceID: INVOICE_ID, number: 'INV-000123', amount: 50, day: '2026-09-10' }]
  const { sentTo } = show(`/invoices/${INVOICE_ID}`, {
    invoice: { owing: 0, writtenOff: true },
    ledger: { writtenOff },
  })
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Record payment: INV-000123' }))
  expect(form.getByText('$50.00 was written off. This payment recovers all of it.')).toBeVisible()
  await user.clear(form.getByLabelText(/^Amount/))
  await user.type(form.getByLabelText(/^Amount/), '30')
  expect(await form.findByText('$50.00 was written off. $20.00 stays written off.')).toBeVisible()
  await user.selectOptions(form.getByLabelText(/Paid by/), 'EFT')
  await user.click(form.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sentTo(payInvoice)[0]?.input).toMatchObject({ invoiceID: INVOICE_ID, amount: 30 }))
})

test('P46 Of a written-off invoice the page offers the customer’s credit first, and says how much is not recovered yet', async () => {
  const user = userEvent.setup()
  const [paid] = makeInvoice().transactions
  const deduct = { ...paid!, type: 'CUSTOMER_CREDIT_DEDUCT' } as const
  const off = { ...deduct, transactionID: newID(), purpose: 'write_off', amount: 75, allocated: 75 } as const
  const back = { ...deduct, purpose: 'release', amount: -25, allocated: -25, linkedTo: off.transactionID } as const
  const transactions = [off, { ...back, transactionID: newID(), ofWriteOff: true }]
  const { sentTo } = show(`/invoices/${INVOICE_ID}`, {
    invoice: { status: 'paid', owing: 0, age: null, writtenOff: true, transactions },
    ledger: { writtenOff: [{ invoiceID: INVOICE_ID, number: 'INV-000123', amount: 50, day: '2026-09-10' }] },
  })
  expect((await screen.findByText('Still written off')).parentElement).toHaveTextContent('$50.00')
  expect(screen.getByText(/Write-off cancelled/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Pay from credit' }))
  const form = within(await screen.findByRole('dialog', { name: 'Pay INV-000123 from credit' }))
  await user.click(form.getByRole('button', { name: 'Pay from credit' }))
  await waitFor(() =>
    expect(sentTo(payInvoice)[0]!.input).toMatchObject({ type: 'CUSTOMER_CREDIT_DEDUCT', amount: 20 }),
  )
})

test('Paying from credit offers the credit there is', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await actOf(user, 'Pay from credit')
  const form = within(await screen.findByRole('dialog', { name: 'Pay INV-000123 from credit' }))
  expect(form.getByText('Credit available: $20.00')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Pay from credit' }))
  await waitFor(() =>
    expect(sentTo(payInvoice)[0]!.input).toEqual({ invoiceID: INVOICE_ID, type: 'CUSTOMER_CREDIT_DEDUCT', amount: 20 }),
  )
})

test('Paying from credit is not offered where there is none', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`, { ledger: { credit: 0 } })
  await screen.findByRole('button', { name: 'More' })
  await waitFor(() => expect(sentTo(getLedger)).not.toEqual([]))
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Settle' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Pay from credit' })).toBeNull()
})

test('A new amount says the adjustment, its GST, and what is owed or becomes credit, before it is made', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await actOf(user, 'Update amount')
  const form = within(await screen.findByRole('dialog', { name: 'Update amount: INV-000123' }))
  await user.clear(form.getByLabelText(/New amount/))
  await user.type(form.getByLabelText(/New amount/), '10')
  expect(
    await form.findByText(
      'The adjustment is −$65.00, −$5.91 of it GST. $15.00 that was paid becomes credit. INV-000123 then owes $0.00. The customer then has $15.00 in credit.',
    ),
  ).toBeVisible()
  expect(sentTo(previewAmount).at(-1)!.input).toEqual({ invoiceID: INVOICE_ID, amount: 10 })
  expect(sentTo(changeInvoiceAmount)).toEqual([])
})

test('Collections can be billed again only when the amount goes to $0', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await actOf(user, 'Update amount')
  const form = within(await screen.findByRole('dialog', { name: 'Update amount: INV-000123' }))
  expect(form.getByText('The amount is $75.00 now. $25.00 of it is paid.')).toBeVisible()
  expect(form.queryByLabelText(/Bill these collections again/)).toBeNull()
  await user.clear(form.getByLabelText(/New amount/))
  await user.type(form.getByLabelText(/New amount/), '0')
  await user.type(form.getByLabelText(/Reason/), 'Wrong customer')
  await user.click(await form.findByLabelText(/Bill these collections again/))
  await user.click(form.getByRole('button', { name: 'Update amount' }))
  await waitFor(() =>
    expect(sentTo(changeInvoiceAmount)).toMatchObject([
      {
        input: { invoiceID: INVOICE_ID, amount: 0, reason: 'Wrong customer', rebill: true },
        options: { ifMatch: 7 },
      },
    ]),
  )
})

test('Updating the amount of a written-off invoice says that it is written off, and not paid', async () => {
  const user = userEvent.setup()
  const [paid] = makeInvoice().transactions
  const writtenOff = {
    ...paid!,
    purpose: 'write_off',
    type: 'CUSTOMER_CREDIT_DEDUCT',
    amount: 75,
    allocated: 75,
  } as const
  const off = { status: 'paid', writtenOff: true, owing: 0, age: null } as const
  show(`/invoices/${INVOICE_ID}`, { invoice: { ...off, transactions: [writtenOff] } })
  await actOf(user, 'Update amount')
  const form = within(await screen.findByRole('dialog', { name: 'Update amount: INV-000123' }))
  expect(form.getByText('The amount is $75.00 now. $75.00 of it is written off.')).toBeVisible()
  expect(form.queryByText(/paid|credit/)).toBeNull()
})

test('A write-off needs a reason and says what is written off', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await actOf(user, 'Write off')
  const form = within(await screen.findByRole('dialog', { name: 'Write off INV-000123' }))
  expect(form.getByText(/\$50\.00 is written off/)).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Write off' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  await user.type(form.getByLabelText(/Reason/), 'Moved away')
  await user.click(form.getByRole('button', { name: 'Write off' }))
  await waitFor(() =>
    expect(sentTo(writeOffInvoice)).toMatchObject([
      { input: { invoiceID: INVOICE_ID, reason: 'Moved away' }, options: { ifMatch: 7 } },
    ]),
  )
})

test('Remind notes are changed with the version that was shown', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/${INVOICE_ID}`)
  await actOf(user, 'Edit remind notes')
  const form = within(await screen.findByRole('dialog', { name: 'Remind notes: INV-000123' }))
  await user.type(form.getByLabelText('Remind notes'), 'Pays on Fridays')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(remindNotesOfInvoice)).toMatchObject([
      { input: { remindNotes: 'Pays on Fridays' }, options: { ifMatch: 7 } },
    ]),
  )
})

test('Settling says what was applied, and can invoice unbilled collections first', async () => {
  const user = userEvent.setup()
  const settled = {
    applied: [
      { invoiceID: INVOICE_ID, number: 'INV-000123', amount: 20, from: 'credit' },
      { invoiceID: INVOICE_ID, number: 'INV-000123', amount: 30, from: 'payment' },
    ],
    credit: 0,
    owing: 25,
    accountBalance: -25,
  }
  const { sentTo } = show(`/invoices/${INVOICE_ID}`, { command: () => ok(settled) })
  await actOf(user, 'Settle')
  const form = within(await screen.findByRole('dialog', { name: 'Settle: Anna Bright' }))
  expect(form.getByText('Owing $50.00 · credit $20.00')).toBeVisible()
  await user.type(form.getByLabelText('Payment'), '30')
  await user.click(form.getByLabelText(/Invoice \$25\.00 of unbilled collections/))
  expect(
    await form.findByText(/^\$25\.00 is invoiced\. \$50\.00 pays the rest of INV-000123 at once\./),
  ).toHaveTextContent('The customer then owes $15.00.')
  expect(sentTo(previewSettlement).at(-1)!.input).toMatchObject({ customerID: ANNA, amount: 30, invoiceUnbilled: true })
  await user.click(form.getByRole('button', { name: 'Settle' }))
  expect(await form.findByText('This field is mandatory')).toBeVisible()
  await user.selectOptions(form.getByLabelText(/Paid by/), 'Cash')
  await user.click(form.getByRole('button', { name: 'Settle' }))
  const result = within(await screen.findByRole('dialog', { name: 'Applied' }))
  expect(result.getByText('INV-000123 from credit').closest('li')).toHaveTextContent('$20.00')
  expect(result.getByText('INV-000123 from the payment').closest('li')).toHaveTextContent('$30.00')
  expect(result.getByText('-$25.00')).toBeVisible()
  expect(sentTo(settleCustomer)[0]!.input).toMatchObject({
    customerID: ANNA,
    amount: 30,
    paymentType: 'CASH',
    invoiceUnbilled: true,
  })
})

test('A paid invoice offers neither payment nor write-off', async () => {
  const user = userEvent.setup()
  show(`/invoices/${INVOICE_ID}`, { invoice: { status: 'paid', owing: 0, age: null, datePaid: '2026-11-03' } })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Update amount' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Write off' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull()
})

test('An invoice that was written off is not said to be paid', async () => {
  const off = { status: 'paid', writtenOff: true, owing: 0, age: null, datePaid: '2026-11-03' } as const
  show(`/invoices/${INVOICE_ID}`, { invoice: off })
  expect(await screen.findByText('Written off on')).toBeVisible()
  expect(screen.getByText('Written off')).toBeVisible()
  expect(screen.queryByText('Paid')).toBeNull()
  expect(screen.queryByText('Paid on')).toBeNull()
})

test('An invoice by the office has lines with a running total; an empty field is an error before anything is sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/invoices/new?customerID=${ANNA}`)
  const form = within(await screen.findByRole('dialog', { name: 'New invoice' }))
  await user.type(form.getByLabelText(/Description/), 'Extra green waste')
  await user.clear(form.getByLabelText(/Quantity/))
  await user.type(form.getByLabelText(/Quantity/), '3')
  await user.type(form.getByLabelText(/Price/), '12.50')
  expect(form.getByRole('status')).toHaveTextContent('Total $37.50')
  expect(
    await form.findByText(
      'Credit of $20.00 pays part of it at once; it then owes $17.50. The customer then owes $17.50.',
    ),
  ).toBeVisible()
  expect(sentTo(previewInvoice).at(-1)!.input).toEqual({
    customerID: ANNA,
    lines: [{ description: 'Extra green waste', quantity: 3, price: 12.5 }],
  })
  await user.click(form.getByRole('button', { name: 'Add line' }))
  await user.click(form.getByRole('button', { name: 'Issue invoice' }))
  const second = within(await form.findByRole('listitem', { name: 'Line 2' }))
  expect(second.getAllByText('This field is mandatory')).toHaveLength(2)
  expect(form.queryByRole('alert')).toBeNull()
  expect(sentTo(createInvoice)).toHaveLength(0)
  await user.click(form.getByRole('button', { name: 'Remove line 2' }))
  await user.click(form.getByRole('button', { name: 'Issue invoice' }))
  await waitFor(() =>
    expect(sentTo(createInvoice)[0]!.input).toEqual({
      customerID: ANNA,
      lines: [{ description: 'Extra green waste', quantity: 3, price: 12.5 }],
    }),
  )
  await waitFor(() => expect(location.pathname).toBe(`/invoices/${INVOICE_ID}`))
})

test('A refusal of the server about a line is shown at its field', async () => {
  const user = userEvent.setup()
  show(`/invoices/new?customerID=${ANNA}`, {
    command: () => refused('fields_invalid', { fields: { 'lines.0.price': 'Not this price' } }),
  })
  const form = within(await screen.findByRole('dialog', { name: 'New invoice' }))
  await user.type(form.getByLabelText(/Description/), 'Extra')
  await user.type(form.getByLabelText(/Price/), '5')
  await user.click(form.getByRole('button', { name: 'Issue invoice' }))
  expect(await form.findByText('Not this price')).toBeVisible()
})

test('A run completed without invoices is billed once, after a confirmation', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices/unbilled-runs', { command: () => ok({ created: [], skipped: [] }) })
  const shown = within(await screen.findByRole('region', { name: '2026-10-W4-1' }))
  expect(shown.getByRole('link', { name: 'Anna Bright' }).closest('tr')).toHaveTextContent('$20.00$75.00')
  await user.click(shown.getByRole('button', { name: 'Issue invoices' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Issue 1 invoice for 2026-10-W4-1?' })).getByRole('button', {
      name: 'Issue invoices',
    }),
  )
  await waitFor(() => expect(sentTo(massInvoice)).toMatchObject([{ input: { runOrderID: RUN_ID } }]))
})

test('A run billed in another program is noted as such', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices/unbilled-runs', { command: () => ok(undefined, 204) })
  await user.click(await screen.findByRole('button', { name: 'Billed elsewhere' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Was 2026-10-W4-1 billed elsewhere?' })).getByRole('button', {
      name: 'Billed elsewhere',
    }),
  )
  await waitFor(() => expect(sentTo(billRunElsewhere)).toMatchObject([{ input: { runOrderID: RUN_ID } }]))
})

const showOwn = (at: string, answers: Answers = {}) =>
  showOffice(
    <Routes>
      <Route
        path="/invoices/*"
        element={
          <OwnInvoicesRoutes
            fetchPhoto={async () => null}
            ledgerPath="/invoices/ledger"
            notFound={null}
            payNowFor={({ invoiceID }) => <span>Pay {invoiceID}</span>}
            transferFor={({ owing }) => <span>Transfer {owing}</span>}
            payAll={<span>Pay all</span>}
            paySelected={(rows) => <span>Pay {rows.length} selected</span>}
            withConfirming={(show) => show(new Set(['confirming']))}
            waysToPay={<span>Ways to pay</span>}
          />
        }
      />
    </Routes>,
    { at, answer: answerOf(answers) },
  )

test('The office copies a new pay link of a paid invoice, which says how long it works', async () => {
  const user = userEvent.setup()
  const url = 'https://rounds.example/pay/token'
  show(
    `/invoices/${INVOICE_ID}`,
    { invoice: { owing: 0, status: 'paid', age: null }, payLink: { url, until: '2027-08-27' } },
    { cardPayments: true },
  )
  await actOf(user, 'Pay link')
  expect(await screen.findByRole('textbox', { name: 'Pay link' })).toHaveValue(url)
  expect(screen.getByText('Nothing is owing on this invoice. The link shows that until 27/08/2027.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(url)
  expect(await screen.findByText('Link copied')).toBeVisible()
})

test('Without card payments an invoice has no pay link', async () => {
  const user = userEvent.setup()
  show(`/invoices/${INVOICE_ID}`)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Update amount' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Pay link' })).toBeNull()
})

const KEPT = { delivery: 'kept', firstReminder: 'kept' } as const

test('The list says of each invoice whether it was sent', async () => {
  const listed = (['sent', 'waiting', 'failed', 'kept', 'printed', 'not_sent'] as const).map((delivery) =>
    makeListed({
      invoiceID: newID(),
      number: `INV ${delivery}`,
      delivery,
      sentAt: delivery === 'sent' || delivery === 'printed' ? '2026-11-03T00:00:00Z' : null,
    }),
  )
  show('/invoices', { listed })
  const rowOf = async (number: string) => within((await screen.findByRole('link', { name: number })).closest('tr')!)
  expect((await rowOf('INV sent')).getByText('03/11/2026')).toBeVisible()
  for (const [delivery, words] of Object.entries({
    waiting: 'Waiting to be sent',
    failed: 'Couldn’t be sent',
    kept: 'Not sent (no mail server)',
    printed: 'Printed',
    not_sent: 'Not sent yet',
  }))
    expect((await rowOf(`INV ${delivery}`)).getByText(words)).toBeVisible()
})

const REMINDED = { delivery: 'sent', sentAt: '2026-11-03T22:00:00.000Z', firstReminder: 'kept' } as const

test('Of an invoice that was sent only its reminder is said not to be', async () => {
  show(`/invoices/${INVOICE_ID}`, { invoice: REMINDED }, { mailServer: false })
  expect(await screen.findByText('Reminder not sent: no mail server is set up.')).toBeVisible()
  expect(screen.queryByText('Not sent: no mail server is set up.')).toBeNull()
})

test('A reminder of an invoice that is paid by now needs no mail server', async () => {
  show(`/invoices/${INVOICE_ID}`, { invoice: { ...REMINDED, owing: 0 } }, { mailServer: false })
  expect(await screen.findByText('Not sent (no mail server)')).toBeVisible()
  expect(screen.queryByText(/no mail server is set up/)).toBeNull()
})

test('Without a mail server the office is told before and after it sends, and can print instead', async () => {
  const user = userEvent.setup()
  show(`/invoices/${INVOICE_ID}`, { invoice: KEPT }, { mailServer: false })
  expect(await screen.findByText('Not sent: no mail server is set up.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print instead' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Nothing will be sent: no mail server is set up.')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Set one up' })).toHaveAttribute('href', '/settings/mails')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/Kept under Settings, Emails/)).toBeVisible()
  expect(screen.queryByText('Sending the email')).toBeNull()
})

test('An invoice that the mail server refused says why', async () => {
  const mailError = '550 5.1.1 No such user here'
  show(`/invoices/${INVOICE_ID}`, { invoice: { delivery: 'failed', mailError, firstReminder: 'failed' } })
  expect(await screen.findByText(`The email couldn’t be sent: ${mailError}`)).toBeVisible()
  expect(screen.getByText('The first reminder couldn’t be sent. It can be sent again.')).toBeVisible()
})

test('A customer sees the own invoices and the way to the explanation of the balance', async () => {
  showOwn('/invoices')
  const row = within((await screen.findByRole('link', { name: 'INV-000123' })).closest('tr')!)
  for (const words of ['Overdue', '08/11/2026', '$75.00', '$50.00']) expect(row.getByText(words)).toBeVisible()
  expect(screen.queryByText('Anna Bright')).toBeNull()
  expect(screen.getByText('Pay all')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Why is my balance this?' })).toHaveAttribute('href', '/invoices/ledger')
})

test('A customer’s tick box says what it is for; a paid invoice has none', async () => {
  const paid = makeListed({ invoiceID: newID(), number: 'INV-000122', status: 'paid', age: null, owing: 0 })
  showOwn('/invoices', { listed: [makeListed({}), paid] })
  const box = await screen.findByRole('checkbox', { name: 'Select INV-000123' })
  expect(box.closest('label')).toHaveTextContent('Select to pay')
  expect(screen.queryByRole('checkbox', { name: 'Select INV-000122' })).toBeNull()
})

test('A customer’s invoice has its PDF, but no commands and no links into the office', async () => {
  showOwn(`/invoices/${INVOICE_ID}`)
  expect(await screen.findByText('Garden bag collection')).toBeVisible()
  expect(screen.getByText('Collected')).toBeVisible()
  // Its own, and that of its adjustment.
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['PDF', 'PDF'])
  expect(screen.getByText(`Pay ${INVOICE_ID}`)).toBeVisible()
  expect(screen.getByText('Transfer 50')).toBeVisible()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/invoices'])
})

test('A customer’s paid invoice says nothing about paying', async () => {
  showOwn(`/invoices/${INVOICE_ID}`, { invoice: { owing: 0, status: 'paid', age: null } })
  expect(await screen.findByText('Garden bag collection')).toBeVisible()
  expect(screen.queryByText(/^(Pay|Transfer) /)).toBeNull()
})

test('A customer selects only invoices that can be paid', async () => {
  const user = userEvent.setup()
  const open = makeListed()
  const paid = { ...open, invoiceID: 'paid', number: 'INV-000124', owing: 0 }
  const confirming = { ...open, invoiceID: 'confirming', number: 'INV-000125' }
  showOwn('/invoices', { listed: [open, paid, confirming] })
  const all = await screen.findByRole('checkbox', { name: /^Select all/ })
  await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Select INV/ })).toHaveLength(1))
  await user.click(all)
  expect(await screen.findByText('Pay 1 selected')).toBeVisible()
  expect(all).toBeChecked()
})

test('Where all is paid a customer has nothing to select', async () => {
  showOwn('/invoices', { listed: [{ ...makeListed(), owing: 0 }] })
  expect(await screen.findByRole('link', { name: 'INV-000123' })).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull()
})

test('Selected invoices are printed as one file, and without a mail server instead of emailed', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  // In a browser a download does not leave the page; here it would.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const user = userEvent.setup()
  const command = () => ok(new Blob(['%PDF-']))
  const { sentTo } = show('/invoices', { command }, { mailServer: false })
  await user.click(await screen.findByRole('checkbox', { name: 'Select INV-000123' }))
  await actOf(user, 'Print')
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Send .* by email\?$/ }))
  await user.click(dialog.getByRole('button', { name: 'Print instead' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(2))
  expect(sentTo(printSelectedInvoices).map(({ input }) => input)).toEqual(
    Array.from({ length: 2 }, () => ({ invoiceIDs: [INVOICE_ID] })),
  )
  clicked.mockRestore()
})

test('Without a mail server the invoices of a whole list can be printed instead of emailed', async () => {
  const user = userEvent.setup()
  show('/invoices', {}, { mailServer: false })
  await user.click(await screen.findByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send by email' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Send .* by email\?$/ }))
  expect(dialog.getByText('Nothing will be sent: no mail server is set up.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Print instead' })).toBeVisible()
})

test('Without invoices a customer isn’t told that the first comes after the collections: some pay in advance', async () => {
  showOwn('/invoices', { listed: [] })
  expect(await screen.findByText('Each invoice for your collections is shown here.')).toBeVisible()
  expect(screen.queryByText(/after your collections/)).toBeNull()
})
