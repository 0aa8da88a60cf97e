import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { IncomesPage } from '#client/features/incomes/incomes-page.tsx'
import type { Device } from '#client/offline/store/device.ts'
import { bring, makeIncome, makeDevice, makeRun, show, TIME_ZONE } from '../../support/driver-screen.tsx'

const page = (device: Device) => <IncomesPage device={device} timeZone={TIME_ZONE} chip={null} pickupsPath="/pickups" />
const LAST_WEEK = { runOrderID: '01890000-0000-7000-8000-00000000a009', runOrder: '2026-11-W2-1' }

const byHand = {
  runOrderID: null,
  runOrder: null,
  customerID: null,
  customer: null,
  assignmentID: null,
  outcome: null,
  pu: 0,
}

async function deviceWithIncomes(): Promise<Device> {
  const device = await makeDevice()
  await bring(device, {
    runs: [makeRun()],
    incomes: [
      makeIncome({ amount: 25, formula: '5 bags × $4.00 + 50% of $10.00', pu: 5 }),
      makeIncome({ amount: 8, customer: 'M. Okafor' }),
      makeIncome({ ...LAST_WEEK, amount: 10.1, status: 'paid' }),
      makeIncome({ ...LAST_WEEK, amount: 20.2, status: 'payable' }),
    ],
  })
  return device
}

describe('A driver’s incomes', () => {
  test('This week is open: each stop with how its amount is made up, and the run’s total', async () => {
    show(page(await deviceWithIncomes()))
    const week = within((await screen.findByText('This week')).closest('details')!)
    expect(week.getByText('5 bags × $4.00 + 50% of $10.00')).toBeVisible()
    expect(week.getByText('$33.00')).toBeVisible()
    expect(week.getByText(/Week 3, November · 16\/11\/2026 · 2 done · 7 bags/)).toBeVisible()
  })

  test('A run of which the driver reached nobody keeps its card and says where the stops went', async () => {
    const device = await makeDevice()
    const completed = { status: 'completed', stops: 0, done: 0, notDone: 0, moved: 48, removed: 0, open: 0 } as const
    await bring(device, { runs: [makeRun({ ...completed, planned: 48 })], incomes: [] })
    show(page(device))
    const week = within((await screen.findByText('This week')).closest('details')!)
    expect(week.getByText(/0 done · 48 moved to another week/)).toBeVisible()
    expect(week.getByText('$0.00')).toBeVisible()
  })

  test('Unpaid and paid are added up to the cent', async () => {
    show(page(await deviceWithIncomes()))
    expect((await screen.findByText('Unpaid', { selector: 'dt' })).nextElementSibling).toHaveTextContent('$53.20')
    expect(screen.getByText('Paid', { selector: 'dt' }).nextElementSibling).toHaveTextContent('$10.10')
    // Earlier work is not on the phone, so the sums are not all that was ever earned.
    expect(screen.getByText(/Work of the last 6 weeks\. Ask the office about earlier work\.$/)).toBeVisible()
  })

  test('A run is named by its week, also once it has left the phone; no code is shown', async () => {
    const device = await makeDevice()
    const [named, unnamed] = ['01890000-0000-7000-8000-00000000a003', '01890000-0000-7000-8000-00000000a004']
    await bring(device, {
      runs: [
        makeRun({ runOrderID: named, description: 'North Shore', fromDate: '2026-11-09', toDate: '2026-11-15' }),
        makeRun({ runOrderID: unnamed, fromDate: '2026-11-02', toDate: '2026-11-08' }),
      ],
      incomes: [
        makeIncome({ runOrderID: named, status: 'payable' }),
        makeIncome({
          runOrderID: unnamed,
          runOrder: '2026-11-W1-1',
          status: 'payable',
          outcome: 'NO_ACCESS',
          pu: 0,
          amount: 0,
          formula: '0 bags × $4.00',
        }),
        makeIncome({ ...LAST_WEEK, runOrder: '2025-12-W4-2', status: 'paid' }),
      ],
    })
    show(page(device))
    expect(await screen.findByText('Week 3, November')).toBeVisible()
    expect(screen.getByText('North Shore · 09/11/2026 · 1 done · 2 bags')).toBeVisible()
    // What the run says while the phone has it, its lines say of a run that has left.
    expect(screen.getByText('02/11/2026 · 0 done · 1 not done · 0 bags')).toBeVisible()
    expect(screen.getByText('Week 1, November')).toBeVisible()
    expect(screen.getByText('Week 4, December 2025 · 2')).toBeVisible()
    expect(document.body).not.toHaveTextContent(/\d{4}-\d\d-W/)
    // A stop that was not collected shows its reason; nothing is pending, so no pending amount is shown.
    expect(screen.getByText('No access · 0 bags × $4.00')).toBeInTheDocument()
    expect(screen.queryByText(/^Pending:/)).not.toBeInTheDocument()
  })

  test('Paid shows what each payment consisted of, with the day and the whole amount of the payment', async () => {
    const device = await makeDevice()
    const payment = { transactionID: '01890000-0000-7000-8000-00000000b002', datePaid: '2026-11-17', amount: 33.5 }
    await bring(device, {
      runs: [makeRun()],
      incomes: [
        makeIncome({ status: 'paid', payment, amount: 20 }),
        makeIncome({ ...byHand, kind: 'bonus', status: 'paid', payment, amount: 15, formula: 'Hot week' }),
        makeIncome({ kind: 'correction', status: 'paid', payment, amount: -1.5, formula: '1 bag, less $5.50 paid' }),
        makeIncome({ ...byHand, kind: 'tip', status: 'payable', amount: 5, formula: 'From the Abbotts' }),
      ],
    })
    const { user } = show(page(device), '/incomes')
    expect(
      within((await screen.findByText('Other pay')).closest('details')!).getByText('From the Abbotts'),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Paid' }))
    const paid = within(screen.getByText('Paid 17/11/2026').closest('details')!)
    expect(paid.getByText('$33.50')).toBeVisible()
    for (const words of ['Bonus', 'Hot week', 'Correction: Anna Bright', '-$1.50'])
      expect(paid.getByText(words)).toBeInTheDocument()
    expect(screen.queryByText('From the Abbotts')).not.toBeInTheDocument()
  })

  test('Only paid or only unpaid incomes are shown on request, and the address keeps the choice', async () => {
    const { user } = show(page(await deviceWithIncomes()), '/incomes')
    await user.click(await screen.findByRole('radio', { name: 'Paid' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByTestId('where')).toHaveTextContent('/incomes?show=paid')
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('radio', { name: 'Unpaid' })).toBeChecked()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('Without incomes the page says when there will be some', async () => {
    const device = await makeDevice()
    await bring(device, {})
    await device.db.meta.put({ key: 'lastIncomesAt', value: '2026-11-18T01:00:00Z' })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'No incomes yet' })).toBeVisible()
  })

  test('On a phone whose clock is off the page says when they were fetched by the office’s clock', async () => {
    const device = await deviceWithIncomes()
    // This device's clock goes right; it was fetched by one that is 14 days fast, and today is 14 days ago.
    await device.db.meta.bulkPut([
      { key: 'clockOffsetMs', value: -14 * 86_400_000 },
      { key: 'lastIncomesAt', value: '2026-12-02T01:00:00Z' },
    ])
    show(page(device))
    expect(await screen.findByText(/^As of 18\/11\/2026/)).toBeVisible()
    expect(screen.queryByText('This week')).toBeNull()
  })

  test('Before they are fetched the page does not say that there are none', async () => {
    show(page(await makeDevice()))
    expect(await screen.findByRole('heading', { name: 'No incomes on this phone yet' })).toBeVisible()
    expect(screen.getByText('They’ll load when you have signal.')).toBeVisible()
  })
})
