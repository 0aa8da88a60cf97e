import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LinesPage } from '#client/features/bank/lines-page.tsx'
import {
  acceptBankLine,
  type BankLineShown,
  dishonourBankLine,
  listBankLines,
  previewBankPayment,
  previewUndoBankLine,
  splitBankLine,
} from '#contract/v1/bank.ts'
import { getCustomer, listCustomers } from '#contract/v1/customers.ts'
import { previewReversal } from '#contract/v1/transactions.ts'
import { ok, pageOfRows, showOffice, type Sent } from '../../support/office-screen.tsx'
import { ANNA, bankLine, BEN } from './bank-answers.ts'
import { current, previewed, show } from './show-bank.tsx'
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })

const showLines = (line: BankLineShown, answer: (sent: Sent) => ReturnType<typeof ok> | null = previewed) =>
  showOffice(<LinesPage />, {
    at: '/bank/lines',
    answer: (sent) =>
      answer(sent) ??
      (sent.endpoint === listBankLines
        ? ok({ items: [line], page: 1, perPage: 25, total: 1, unmatched: 0 })
        : ok(line)),
  })

test('A line that overpays says what becomes credit before and after it is booked', async () => {
  const user = userEvent.setup()
  show([bankLine({ text: 'OKAFOR', proposals: [BEN] })])
  const proposal = within(await current(/OKAFOR/)).getByRole('button', { name: /Book for Ben Okafor/ })
  expect(within(proposal).getByText('Pays $40.00 of INV-000008. $35.00 becomes credit.')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Booked for Ben Okafor. $35.00 became credit.')).toBeVisible()
})

test('A split by one key says what each customer’s part pays', async () => {
  const split = [ANNA, { ...BEN, amount: 40, effect: { ...BEN.effect, credit: 0 } }]
  show([bankLine({ text: 'RAY WHITE', amount: 115, split })])
  const line = within(await current(/RAY WHITE/))
  expect(line.getByText('Anna Featherstone (10482) $75.00. Pays $75.00 of INV-000007.')).toBeVisible()
  expect(line.getByText('Ben Okafor (10490) $40.00. Pays $40.00 of INV-000008.')).toBeVisible()
})

test('Undoing a decision names the invoice owed again and the credit that is cancelled', async () => {
  const user = userEvent.setup()
  const { customerID, name, refId } = BEN
  const transactionID = '01890000-0000-7000-8000-00000000d001'
  const payment = { customerID, name, refId, transactionID, refNumber: 'T000001', amount: 12, reversed: false }
  const effect = {
    transactionID,
    owedAgain: [{ invoiceID: BEN.invoiceID, number: 'INV-000008', amount: 5 }],
    credit: 7,
    debitNote: 0,
    balance: -5,
  }
  showLines(bankLine({ text: 'Paid', amount: 12, state: 'posted', payments: [payment] }), ({ endpoint }) =>
    endpoint === previewUndoBankLine ? ok({ payments: [effect] }) : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More: Paid' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this decision?' }))
  expect(await dialog.findByText('INV-000008 owes $5.00 again. $7.00 of credit is cancelled.')).toBeVisible()
})

test.each(['{Enter}', '2'])('A dishonour chosen by %s is asked before, with what is owed again', async (key) => {
  const user = userEvent.setup()
  const { customerID, name, refId } = ANNA
  const reversals = ['d001', 'd002'].map((end, at) => ({
    customerID,
    name,
    refId,
    transactionID: `01890000-0000-7000-8000-00000000${end}`,
    refNumber: `T00000${at}`,
    datePaid: '2026-11-12',
    reason: 'The amount fits.',
  }))
  const { sentTo } = show([bankLine({ text: 'DISHONOURED', amount: -15, reversals })], ({ endpoint }) =>
    endpoint === previewReversal
      ? ok({
          owedAgain: [{ invoiceID: ANNA.invoiceID, number: 'INV-000020', amount: 15 }],
          credit: 0,
          debitNote: 0,
          balance: -15,
        })
      : null,
  )
  await current(/DISHONOURED/)
  await user.keyboard(key)
  const dialog = within(await screen.findByRole('dialog', { name: `Reverse the payment of ${name} (${refId})?` }))
  expect(
    await dialog.findByText('Reverses $15.00 of 12/11/2026. INV-000020 owes $15.00 again. This can’t be undone.'),
  ).toBeVisible()
  expect(sentTo(dishonourBankLine)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Reverse payment' }))
  const { transactionID } = reversals[key === '2' ? 1 : 0]!
  await waitFor(() => expect(sentTo(dishonourBankLine)).toMatchObject([{ input: { transactionID } }]))
})

test('A dishonour’s row says why it has no Undo', async () => {
  showLines(bankLine({ text: 'DISHONOURED', amount: -15, state: 'dishonour' }))
  expect(await screen.findByText('A reversal can’t be undone')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'More: DISHONOURED' })).toBeNull()
})

const HARRY = { customerID: ANNA.customerID, name: 'Harry Fraser', refId: '102374', suburb: 'Hunters Hill' }
const partOf = (amount: number, namesakes: number, credit: number) => ({
  ...HARRY,
  amount,
  namesakes,
  effect: {
    owing: amount - credit,
    paid: [{ invoiceID: ANNA.invoiceID!, number: 'INV-000012', amount: amount - credit }],
    credit,
  },
})

test('Each part of a split says what its customer owes, what gets paid, and who else has that name', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'RAY WHITE', amount: 115, proposals: [ANNA, BEN] })], (sent) => {
    if (sent.endpoint === getCustomer) return ok({ ...sent.input, fullName: 'Harry Fraser', suburb: 'X', refId: '1' })
    if (sent.endpoint !== previewBankPayment) return null
    const parts = sent.input['parts'] as { amount: number }[]
    return ok({ parts: parts.map(({ amount }, at) => partOf(amount, at, at === 0 ? 0 : 7)) })
  })
  await current(/RAY WHITE/)
  await user.keyboard('s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Split $115.00' }))
  const [first, second] = dialog.getAllByLabelText('Amount')
  await user.type(second!, '40')
  const part = (place: number) => within(dialog.getByRole('group', { name: `Part ${place}` }))
  // The first part has no amount yet, so the answer is about the second.
  expect(await part(2).findByText(/Harry Fraser, Hunters Hill \(102374\) owes \$40\.00\./)).toBeVisible()
  await user.type(first!, '75')
  expect(dialog.getByText('Adds up')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Split' })).toBeDisabled()
  expect(await part(1).findByText(/owes \$75\.00\. Pays \$75\.00 of INV-000012\.$/)).toBeVisible()
  expect(part(1).queryByText(/is called/)).toBeNull()
  expect(part(2).getByText(/owes \$33\.00\. Pays \$33\.00 of INV-000012\. \$7\.00 becomes credit\.$/)).toBeVisible()
  expect(part(2).getByText('1 other customer is called Harry Fraser too. Check the Ref ID: 102374.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(sentTo(splitBankLine)).toHaveLength(1))
  expect(await screen.findByText('Payment split. $7.00 became credit.')).toBeVisible()
})

test('Another customer is booked once it is said what that does', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'Deposit', amount: 12 })], ({ endpoint, input }) => {
    const found = { customerID: HARRY.customerID, fullName: HARRY.name, suburb: HARRY.suburb, refId: HARRY.refId }
    if (endpoint === listCustomers) return pageOfRows([found])
    if (endpoint === getCustomer) return ok({ ...found, ...input })
    return endpoint === previewBankPayment ? ok({ parts: [partOf(12, 2, 7)] }) : null
  })
  await current(/Deposit/)
  await user.keyboard('a')
  const dialog = within(await screen.findByRole('dialog', { name: 'Whose payment is this?' }))
  await user.type(dialog.getByRole('combobox', { name: 'Customer' }), 'Fraser')
  await user.click(await screen.findByRole('option', { name: /Harry Fraser/ }))
  expect(
    await dialog.findByText(
      'Harry Fraser, Hunters Hill (102374) owes $5.00. Pays $5.00 of INV-000012. $7.00 becomes credit.',
    ),
  ).toBeVisible()
  expect(dialog.getByText(/^2 other customers are called Harry Fraser too/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Book payment' }))
  await waitFor(() => expect(sentTo(acceptBankLine)).toHaveLength(1))
  expect(await screen.findByText('Booked for Harry Fraser. $7.00 became credit.')).toBeVisible()
})
