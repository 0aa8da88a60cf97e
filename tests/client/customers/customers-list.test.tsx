import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customersTotalSales, listCustomers, setRunNumbers } from '#contract/v1/customers.ts'
import { ANNA, BEN, makeCustomer } from '../../fixtures/answers/customers.ts'
import { openCustomers, pageOf, refused } from './open-customers.tsx'

const LIST = '/customers?page=1&perPage=25&from=1990-01-01&to=2026-11-21&status=ACTIVE'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())
const both = [
  makeCustomer(),
  makeCustomer({ customerID: BEN, fullName: 'Ben Stone', refId: '10483', runNumber: 2, stopOrder: null }),
]

test('The menu’s link lists the active customers, with the total they were invoiced until tomorrow', async () => {
  const { sent } = openCustomers(LIST, ({ path }) =>
    path === customersTotalSales.path ? { totalSales: 1234.5, customers: 2 } : pageOf(both),
  )
  expect(await screen.findByRole('link', { name: 'Anna Green' })).toHaveAttribute('href', `/customers/${ANNA}`)
  expect(screen.getAllByText('Mon 9/11')).toHaveLength(2)
  expect(await screen.findByText('$1,234.50')).toBeVisible()
  expect(screen.getByText(/2 customers · total sales/)).toBeVisible()
  const asked = { perPage: 25, from: '1990-01-01', to: '2026-11-21', status: 'ACTIVE' }
  expect(sent.find(({ path, method }) => method === 'GET' && path === listCustomers.path)?.input).toEqual(asked)
  expect(sent.find(({ path }) => path === customersTotalSales.path)?.input).toMatchObject({
    from: '1990-01-01',
    to: '2026-11-21',
    status: 'ACTIVE',
  })
})

test('Rarely used filters are behind a button; one that is set is shown without it', async () => {
  openCustomers('/customers?origin=MIGRATED', ({ path }) =>
    path === customersTotalSales.path ? { totalSales: 0, customers: 0 } : pageOf(both),
  )
  expect(await screen.findByLabelText('Origin')).toHaveValue('MIGRATED')
  expect(screen.queryByLabelText('Invoice type')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^More filters/ }))
  expect(screen.getByLabelText('Invoice type')).toBeVisible()
})

test('Any run number can be filtered by; one that no run can have becomes the nearest', async () => {
  const { sent } = openCustomers(LIST, ({ path }) =>
    path === customersTotalSales.path ? { totalSales: 0, customers: 0 } : pageOf(both),
  )
  const asked = () =>
    sent.flatMap(({ path, input }) =>
      path === listCustomers.path ? [Number((input as { runNumber?: unknown }).runNumber ?? 0)] : [],
    )
  await userEvent.type(await screen.findByLabelText('Run number'), '23{Enter}')
  await waitFor(() => expect(asked().at(-1)).toBe(23))
  await userEvent.type(await screen.findByLabelText('Run number'), '4')
  await userEvent.tab()
  await waitFor(() => expect(asked().at(-1)).toBe(99))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Run number' }))
  await waitFor(() => expect(screen.getByLabelText('Run number')).toHaveValue(''))
  expect(screen.queryByRole('button', { name: 'Remove filter: Run number' })).toBeNull()
})

async function numberBoth(answer: unknown) {
  const fixture = openCustomers(LIST, ({ path, method }) =>
    path === customersTotalSales.path ? { totalSales: 0, customers: 2 } : method === 'PUT' ? answer : pageOf(both),
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Set run numbers' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/New run number/), '3')
  await userEvent.click(within(dialog).getByLabelText('Number the stops in the current order'))
  return { ...fixture, dialog }
}

test('The run number of many is shown before and after, and set in one call', async () => {
  const { sent, dialog } = await numberBoth({ changed: 2, unchanged: 0 })
  const preview = within(dialog).getByRole('region', { name: 'Before and after' })
  expect(within(preview).getByText('Run 1, stop 4')).toBeVisible()
  expect(within(preview).getByText('Run 3, stop 1')).toBeVisible()
  expect(within(preview).getByText('Run 3, stop 2')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set run numbers' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ path }) => path === setRunNumbers.path).map(({ input }) => input)).toEqual([
    {
      customers: [
        { customerID: ANNA, runNumber: 3, stopOrder: 1 },
        { customerID: BEN, runNumber: 3, stopOrder: 2 },
      ],
    },
  ])
})

test('Where one of many customers can’t be changed, that one is named, and the dialog stays open', async () => {
  const { dialog } = await numberBoth(
    refused(422, 'fields_invalid', 'Please check the marked fields.', {
      'customers.1.customerID': 'This customer doesn’t exist',
    }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set run numbers' }))
  expect(await within(dialog).findByText('Ben Stone: This customer doesn’t exist')).toBeVisible()
})

test('While the total is added up for long the line says so; one that fails is asked for again and leaves the list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-18T01:00:00Z') })
  let answered: (value: unknown) => void = () => undefined
  const first = new Promise((done) => (answered = done))
  let asked = 0
  openCustomers(LIST, ({ path }) => {
    if (path !== customersTotalSales.path) return pageOf(both)
    asked += 1
    return asked === 1 ? first : { totalSales: 1234.5, customers: 2 }
  })
  await screen.findByRole('link', { name: 'Anna Green' })
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(screen.getByText('Adding up: 5 s so far.')).toBeVisible()
  answered(refused(503, 'unavailable', 'Please try again shortly.'))
  expect(await screen.findByText('Please try again shortly.')).toBeVisible()
  expect(screen.queryByText(/Adding up/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Anna Green' })).toBeVisible()
  expect(screen.getByLabelText('Status')).toBeVisible()
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$1,234.50')).toBeVisible()
  expect(screen.queryByText('Please try again shortly.')).toBeNull()
})
