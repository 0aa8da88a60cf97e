import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PaysList } from '#client/features/pays/pays-list.tsx'
import { paymentsColumns } from '#client/features/pays/payments-columns.tsx'
import { type Income, listIncomes } from '#contract/v1/incomes.ts'
import { listPayTotals, type Payment } from '#contract/v1/pays.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const income: Income = {
  incomeID: newID(),
  readableId: 'P-2026-11-W2-1-10042',
  kind: 'stop',
  driverID: newID(),
  driver: 'Tom Reyes',
  customerID: newID(),
  customer: 'Anna Bright',
  runOrderID: newID(),
  runOrder: '2026-11-W2-1',
  assignmentID: newID(),
  outcome: 'COLLECTED',
  status: 'payable',
  pu: 5,
  amount: 25,
  formula: '5 bags × $4.00 + 50% of $10.00',
  earnedAt: '2026-11-10T01:00:00.000Z',
  createdAt: '2026-11-10T01:00:00.000Z',
  payment: null,
}

const answer = ({ endpoint }: Sent) =>
  endpoint === listIncomes
    ? ok({ items: [income], page: 1, perPage: 25, total: 40, totalAmount: 812.5 })
    : pageOfRows([])

test('Incomes show driver, run, customer and how they are made up; the sum covers all pages', async () => {
  showOffice(<PaysList />, { at: '/incomes', answer })
  const row = within((await screen.findByRole('link', { name: 'Anna Bright' })).closest('tr')!)
  expect(row.getByRole('link', { name: 'Tom Reyes' })).toHaveAttribute('href', `/drivers/${income.driverID}`)
  expect(row.getByRole('link', { name: '2026-11-W2-1' })).toHaveAttribute('href', `/run-orders/${income.runOrderID}`)
  for (const words of ['5 bags × $4.00 + 50% of $10.00', '$25.00', 'To pay']) expect(row.getByText(words)).toBeVisible()
  expect(await screen.findByText('40 lines · $812.50')).toBeVisible()
})

test('On a driver’s page only that driver’s incomes are fetched, filtered by status', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<PaysList driverID={income.driverID} />, { at: `/drivers/${income.driverID}`, answer })
  await screen.findByRole('link', { name: 'Anna Bright' })
  expect(screen.queryByRole('link', { name: 'Tom Reyes' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Paid')
  await waitFor(() =>
    expect(sentTo(listIncomes).at(-1)!.input).toMatchObject({ driverID: income.driverID, status: 'paid' }),
  )
})

test('The page has its header and tabs at once; the list waits for the totals above it', async () => {
  let totals: (answered: ReturnType<typeof answer>) => void = () => undefined
  const { sentTo } = showOffice(<PaysList />, {
    at: '/incomes',
    answer: (sent) => (sent.endpoint === listPayTotals ? new Promise((done) => (totals = done)) : answer(sent)),
  })
  expect(screen.getByRole('heading', { name: 'Driver pay' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add line' })).toBeVisible()
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
  await waitFor(() => expect(sentTo(listIncomes)).not.toHaveLength(0))
  expect(screen.queryByRole('table')).toBeNull()
  totals(ok({ items: [] }))
  expect(await screen.findByRole('link', { name: 'Anna Bright' })).toBeVisible()
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

test('Totals that take too long say so above the list, which stays while they are asked for again', async () => {
  let asked = 0
  const { toasts } = showOffice(<PaysList />, {
    at: '/incomes',
    answer: (sent) => {
      if (sent.endpoint !== listPayTotals) return answer(sent)
      asked += 1
      return asked === 1 ? refused('too_slow') : new Promise(() => undefined)
    },
  })
  expect(await screen.findByText('This takes too long. Please ask for less, or try again later.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Anna Bright' })).toBeVisible()
  expect(toasts).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toBe(2))
  expect(screen.getByRole('link', { name: 'Anna Bright' })).toBeVisible()
})

test('In the file of driver payments a reversed one has no GST either, and its day', () => {
  const nothing = () => undefined
  const columns = paymentsColumns({
    onPdf: nothing,
    onNote: nothing,
    onSend: nothing,
    onReverse: nothing,
  })
  const inFile = (payment: Partial<Payment>) =>
    Object.fromEntries(columns.map(({ id, csv }) => [id, csv?.(payment as Payment)]))
  const paid = { from: '2026-11-09', to: '2026-11-15', gst: 66.9, total: 735.9, reversedOn: null }
  expect(inFile(paid)).toMatchObject({ gst: 66.9, total: 735.9, reversed: null })
  expect(inFile({ ...paid, reversedOn: '2026-11-29' })).toMatchObject({ gst: 0, total: 0, reversed: '2026-11-29' })
})

test('Pay is offered for a driver who has something to pay, and for no other', async () => {
  const money = { pending: 12, pendingGst: 0, payable: 0, payableGst: 0, paid: 0 }
  const items = [
    { ...money, driverID: newID(), driver: 'Tom Reyes', payable: 36 },
    { ...money, driverID: newID(), driver: 'Priya Nair' },
  ]
  showOffice(<PaysList />, {
    at: '/incomes',
    answer: (sent) => (sent.endpoint === listPayTotals ? ok({ items }) : answer(sent)),
  })
  expect(await screen.findByRole('button', { name: 'Pay Tom Reyes' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pay Priya Nair' })).toBeNull()
})

test('What is to pay is shown with its GST, and what was paid is named as without it', async () => {
  const money = { pending: 0, pendingGst: 0, payable: 36, payableGst: 3.6, paid: 669 }
  showOffice(<PaysList />, {
    at: '/incomes',
    answer: (sent) =>
      sent.endpoint === listPayTotals
        ? ok({ items: [{ driverID: income.driverID, driver: 'Tom Reyes', ...money }] })
        : answer(sent),
  })
  expect(await screen.findByText('+ $3.60 GST')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Paid, without GST' })).toBeVisible()
})
