import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PayoutsPage } from '#client/features/bank/payouts-page.tsx'
import { listPayouts, type Payout } from '#contract/v1/payouts.ts'
import { linesColumns } from '#client/features/bank/lines-columns.tsx'
import { newID } from '#domain/identifiers.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'
import { bankLine } from './bank-answers.ts'

const payout = (changes: Partial<Payout>): Payout => ({
  payoutID: 'po_1',
  arrivesOn: '2026-11-10',
  gross: 80,
  fee: 1.96,
  net: 78.04,
  state: 'open',
  bankLine: null,
  test: false,
  ...changes,
})
const ROWS = [
  payout({}),
  payout({
    payoutID: 'po_2',
    state: 'matched',
    arrivesOn: '2026-11-11',
    bankLine: { bankLineID: newID(), day: '2026-11-12', file: 'bank.csv', line: 4 },
  }),
  payout({ payoutID: 'po_3', state: 'failed', arrivesOn: '2026-11-12', test: true }),
]

const show = () =>
  showOffice(<PayoutsPage />, {
    at: '/bank/payouts',
    answer: () =>
      ok({ items: ROWS, page: 1, perPage: 25, total: 3, totals: { gross: 161.96, fee: 5.88, net: 156.08 } }),
  })
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr')!)

test('The list says of each payout what was paid by card, what the provider kept, and its bank line', async () => {
  show()
  const first = await rowOf('po_1')
  for (const words of ['10/11/2026', '$80.00', '$1.96', '$78.04', 'No bank line yet'])
    expect(first.getByText(words)).toBeVisible()
  const second = await rowOf('po_2')
  expect(second.getByRole('link', { name: '12/11/2026, line 4 of bank.csv' })).toHaveAttribute(
    'href',
    '/bank/lines?state=clearing&from=2026-11-12&to=2026-11-12',
  )
  const third = await rowOf('po_3')
  for (const words of ['Sent back', 'Sandbox: no money moved']) expect(third.getByText(words)).toBeVisible()
  const foot = within(screen.getByText('Total').closest('tr')!)
  for (const words of ['$161.96', '$5.88', '$156.08']) expect(foot.getByText(words)).toBeVisible()
})

test('Those that are not on the bank’s account are a filter', async () => {
  const user = userEvent.setup()
  const { sentTo } = show()
  await rowOf('po_1')
  await user.selectOptions(screen.getByRole('combobox', { name: 'On the bank account' }), 'No')
  await waitFor(() => expect(sentTo(listPayouts).at(-1)!.input).toMatchObject({ open: 'true' }))
})

test('The list is exported as CSV with its figures', async () => {
  const user = userEvent.setup()
  const saved: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:csv'
  })
  show()
  await rowOf('po_1')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const text = await saved[0]!.text()
  expect(text).toContain('2026-11-10,po_1,No bank line yet,,80,1.96,78.04')
  expect(text).toContain('"2026-11-12, line 4 of bank.csv"')
  vi.restoreAllMocks()
})

test('In the file of bank lines a card payout is named as on the screen, not by its number at the provider', () => {
  const booked = linesColumns(() => undefined).find(({ id }) => id === 'booked')!
  const line = bankLine({ state: 'clearing', payout: { payoutID: 'po_1', arrivesOn: '2026-11-12' } })
  expect(booked.csv!(line)).toBe('Card payout of 2026-11-12')
})
