import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { listAutopay, listCharges, retryCharge } from '#contract/v1/autopay.ts'
import ChargesRoutes from '#client/features/autopay/charges-routes.tsx'
import { CHARGE_ID, makeCharge, makeMethod } from '../../fixtures/answers/autopay.ts'
import { ANNA } from '../../fixtures/answers/invoices.ts'
import { ok, type Sent, showOffice } from '../../support/office-screen.tsx'

const BEN = '01890000-0000-7000-8000-00000000c002'
const anna = { customerID: ANNA, customer: 'Anna Bright', refId: '10042' }
const ben = { customerID: BEN, customer: 'Ben Hill', refId: '10043' }
const failed = {
  ...ben,
  ...makeCharge({ state: 'failed', day: '2026-11-09', amount: 120, message: 'The card was declined.' }),
  canRetry: true,
}
const planned = {
  ...anna,
  ...makeCharge({ checkoutID: '01890000-0000-7000-8000-0000000e0002', method: 'bank account ending in 456' }),
  canRetry: false,
}
const page = (items: readonly unknown[]) => ({ items, page: 1, perPage: 25, total: items.length })
const CHARGES = {
  ...page([failed, planned]),
  sums: [
    { state: 'planned', count: 1, amount: 62.5 },
    { state: 'failed', count: 3, amount: 280 },
  ],
}
const CUSTOMERS = {
  ...page([
    { ...ben, ...makeMethod({ state: 'paused', pauseReason: 'declined' }), toCharge: null },
    { ...anna, ...makeMethod(), toCharge: { day: '2026-12-08', amount: 62.5 } },
  ]),
  enabled: true,
  cardPayments: true,
  active: 11,
  paused: 1,
  firstDay: '2026-12-07',
  planned: { customers: 11, invoices: 14, amount: 840 },
}

const open = (at = '/charges') =>
  showOffice(
    <Routes>
      <Route path="/charges/*" element={<ChargesRoutes notFound={null} />} />
    </Routes>,
    {
      at,
      answer: ({ endpoint }: Sent) =>
        ok(endpoint === listCharges ? CHARGES : endpoint === listAutopay ? CUSTOMERS : planned),
    },
  )

test('Charges stand in the server’s order, the failed first, each with its reason, method and invoices (P58)', async () => {
  open()
  await screen.findByRole('link', { name: 'Ben Hill' })
  const [, first, second] = screen.getAllByRole('row')
  const row = within(first!)
  expect(row.getByRole('link', { name: 'Ben Hill' })).toHaveAttribute('href', `/customers/${BEN}`)
  for (const words of ['09/11/2026', '$120.00', 'Failed', 'The card was declined.', 'Visa ending in 4242'])
    expect(row.getByText(words)).toBeVisible()
  expect(row.getByRole('link', { name: 'INV-000123' })).toHaveAttribute('href', expect.stringMatching(/^\/invoices\/./))
  expect(within(second!).getByRole('link', { name: 'Anna Bright' })).toBeVisible()
  expect(within(second!).getByText('Bank account ending in 456')).toBeVisible()
})

test('The sum of each state filters the list by it', async () => {
  const user = userEvent.setup()
  const { sentTo } = open()
  const sums = within(await screen.findByRole('group', { name: 'By status' }))
  expect((await sums.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Failed $280.00 · 3',
    'Planned $62.50 · 1',
  ])
  await user.click(sums.getByRole('button', { name: /^Planned/ }))
  await waitFor(() => expect(sentTo(listCharges).at(-1)!.input['state']).toBe('planned'))
  expect(sums.getByRole('button', { name: /^Planned/ })).toHaveAttribute('aria-pressed', 'true')
  await user.click(sums.getByRole('button', { name: /^Planned/ }))
  await waitFor(() => expect(sums.getByRole('button', { name: /^Planned/ })).toHaveAttribute('aria-pressed', 'false'))
})

test('Only what may be tried again is, after a question', async () => {
  const user = userEvent.setup()
  const { sentTo } = open()
  await user.click(await screen.findByRole('button', { name: 'Try again: Ben Hill' }))
  const question = within(await screen.findByRole('dialog', { name: 'Charge Ben Hill $120.00 again?' }))
  expect(sentTo(retryCharge)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sentTo(retryCharge).map(({ input }) => input)).toEqual([{ checkoutID: CHARGE_ID }]))
  expect(await screen.findByText('Emailed first, then charged again')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again: Anna Bright' })).toBeNull()
})

test('From the charges the office comes to who pays automatically, by state', async () => {
  const user = userEvent.setup()
  const { sentTo } = open()
  await user.click(await screen.findByRole('link', { name: 'Customers' }))
  expect(await screen.findByRole('heading', { name: 'Automatic payments' })).toBeVisible()
  expect(await screen.findByText('The payment was declined.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ben Hill' })).toBeVisible()
  expect(screen.getByText('$62.50, 08/12/2026')).toBeVisible()
  expect(screen.getByText('To be charged from 07/12/2026: 11 customers, $840.00')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Status'), 'Paused')
  await waitFor(() => expect(sentTo(listAutopay).at(-1)!.input['state']).toBe('paused'))
})
