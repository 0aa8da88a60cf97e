import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ReportsRoutes from '#client/features/reports/reports-routes.tsx'
import { listBankLines } from '#contract/v1/bank.ts'
import {
  cashReport,
  collectionsReport,
  contractorsReport,
  customersReported,
  debtsReport,
  gstReport,
  reportRows,
  roundsReport,
  salesReport,
  type RowsOfFigure,
} from '#contract/v1/reports.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import { AGES } from '#domain/invoicing.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { DEPOTS, NORTH, OF_NORTH } from '../../fixtures/answers/depots.ts'
import { ok, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { Route, Routes } from 'react-router-dom'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const [productID, customerID, invoiceID] = [newID(), newID(), newID()]
const YEAR = { from: '2026-07-01', to: '2027-06-30' }
const QUARTER = { from: '2026-10-01', to: '2026-12-31' }
const NOVEMBER = { figure: 'sales', from: '2026-11-01', to: '2026-11-30' } as const
const nothing = (figure: RowsOfFigure['figure']) => ({ amount: 0, count: 0, rows: { figure } }) as const
const SALES = {
  total: { amount: 120, count: 3, rows: { figure: 'sales', ...YEAR } },
  months: [
    { month: '2026-10', ...nothing('sales') },
    { month: '2026-11', amount: 120, count: 3, rows: NOVEMBER },
    { month: '2026-12', ...nothing('sales') },
  ],
  packages: [
    { productID, servicePackage: 'Garden bag', amount: 120, count: 3, rows: { figure: 'sales', ...YEAR, productID } },
  ],
  cells: [{ month: '2026-11', productID, amount: 120, count: 3, rows: { ...NOVEMBER, productID } }],
}
const DEBTS = {
  today: '2026-11-18',
  total: { amount: 80, count: 2, rows: { figure: 'debts' } },
  ages: AGES.map((age) => ({ age, amount: age === '1-30' ? 80 : 0, count: 0, rows: { figure: 'debts', age } })),
  customers: [{ kind: 'overdue', customers: 2 }],
}
const GST = {
  basis: 'CASH',
  registered: false,
  bases: (['CASH', 'ACCRUAL'] as const).map((basis) => ({
    basis,
    g1: basis === 'CASH' ? 60 : 120,
    oneA: basis === 'CASH' ? 5.45 : 10.91,
    rows: { figure: 'gst', basis, ...QUARTER },
    badDebts: { amount: 0, gst: 0, rows: { figure: 'bad-debts', basis, ...QUARTER } },
    oneB: 3.6,
  })),
  purchases: { amount: 55, gst: 3.6, rows: { figure: 'purchases', ...QUARTER }, feesWithoutGst: 15.4 },
  overdueYear: { amount: 220, gst: 20 },
  basisChangedOn: '2026-07-01',
}
const CONTRACTORS = {
  contractors: [
    {
      driverID: newID(),
      name: 'Kim Lee',
      businessName: 'Lee Haulage',
      abn: '51824753556',
      address: null,
      paid: 0,
      gst: 0,
    },
    { driverID: newID(), name: 'Ray Doe', businessName: null, abn: null, address: '1 Kent St', paid: 39.6, gst: 3.6 },
  ],
  paid: 39.6,
  gst: 3.6,
}
const ROW = {
  rowID: 'one',
  day: '2026-11-09',
  customerID,
  customer: 'Anna Bright',
  refId: '10482',
  invoiceID,
  invoice: 'INV-000123',
  adjustment: null,
  transaction: null,
  runOrderID: null,
  runOrder: null,
  runNumber: null,
  amount: 120,
  gst: 10.91,
  bags: 0,
}

const CASH = {
  received: { ...nothing('cash'), amount: 200, count: 3 },
  reversed: { ...nothing('reversed'), amount: 25, count: 1 },
  refunded: { ...nothing('refunds'), amount: 20, count: 1 },
  disputed: { ...nothing('disputes'), amount: 60, count: 1 },
}

const answer = ({ endpoint }: Sent) => {
  if (endpoint === salesReport) return ok(SALES)
  if (endpoint === debtsReport) return ok(DEBTS)
  if (endpoint === gstReport) return ok(GST)
  if (endpoint === collectionsReport)
    return ok({ weeks: [], bags: 41, collected: { count: 30, rows: {} }, missed: { count: 2, rows: {} } })
  if (endpoint === cashReport) return ok({ types: [{ paymentType: 'CARD', ...CASH }], ...CASH })
  if (endpoint === contractorsReport) return ok(CONTRACTORS)
  if (endpoint === roundsReport) return ok({ rounds: [], sales: nothing('sales'), cost: nothing('sales') })
  if (endpoint === listBankLines) return ok({ items: [], page: 1, perPage: 1, total: 14, unmatched: 14 })
  if (endpoint === reportRows)
    return ok({ items: [ROW], page: 1, perPage: 25, total: 1, totalAmount: 120, totalGst: 10.91, totalBags: 0 })
  if (endpoint === customersReported)
    return ok({
      items: [
        {
          customerID,
          refId: '10482',
          fullName: 'Anna Bright',
          status: 'ACTIVE',
          email: null,
          accountType: 'PERSONAL',
          canceledAt: null,
          remindNotes: 'Pays on Friday',
          mobilePhone: null,
          owing: 80,
          ageing: AGES.map((age) => ({ age, owing: age === '1-30' ? 80 : 0 })),
        },
      ],
      page: 1,
      perPage: 25,
      total: 1,
      totalOwing: 80,
    })
  return refused('not_found')
}
const open = (
  at: string,
  answering: Parameters<typeof showOffice>[1]['answer'] = answer,
  firm: Pick<Parameters<typeof showOffice>[1], 'depots' | 'user'> = {},
) =>
  showOffice(
    <Routes>
      <Route
        path="/reports/*"
        element={<ReportsRoutes notFound={<p>Not here</p>} moneyReports={<p>A card of another feature</p>} />}
      />
    </Routes>,
    { at, answer: answering, ...firm },
  )
const inRow = async (name: RegExp | string) => within((await screen.findByRole('cell', { name })).closest('tr')!)

test('The reports’ page shows this year’s and this quarter’s figures, each leading to its report', async () => {
  const { sentTo } = open('/reports')
  expect(await screen.findByRole('link', { name: /Total sales\s*\$120\.00/ })).toHaveAttribute('href', '/reports/sales')
  expect(await screen.findByRole('link', { name: /Overdue\s*2 customers/ })).toHaveAttribute(
    'href',
    '/reports/customers/overdue',
  )
  expect(await screen.findByRole('link', { name: /GST \(1A\)\s*\$5\.45/ })).toHaveAttribute('href', '/reports/gst')
  expect(await screen.findByRole('link', { name: /Bank files\s*14/ })).toHaveAttribute('href', '/bank')
  expect(screen.getByText('A card of another feature')).toBeVisible()
  expect(sentTo(salesReport)[0]!.input).toEqual(YEAR)
  expect(sentTo(gstReport)[0]!.input).toEqual(QUARTER)
})

test('Money received names what went back by its cause, and the reports’ page shows what is left of it', async () => {
  open('/reports')
  const card = await screen.findByRole('link', { name: /Money received\s*\$95\.00/ })
  await userEvent.setup().click(card)
  const total = await inRow('Total')
  expect(total.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Total',
    '$200.00',
    '$25.00',
    '$20.00',
    '$60.00',
    '$95.00',
  ])
  expect(screen.getByRole('columnheader', { name: 'Disputes' })).toBeVisible()
  expect(total.getByRole('link', { name: '$60.00' })).toHaveAttribute('href', '/reports/rows?figure=disputes')
})

test('Sales by month lead to the invoices behind them; months to come are left out', async () => {
  open('/reports/sales')
  const november = await inRow('Nov 2026')
  expect(november.getByRole('link', { name: '$120.00' })).toHaveAttribute(
    'href',
    '/reports/rows?figure=sales&from=2026-11-01&to=2026-11-30',
  )
  expect((await inRow('Oct 2026')).queryByRole('link')).toBeNull()
  expect(screen.queryByRole('cell', { name: 'Dec 2026' })).toBeNull()
  expect(screen.getByRole('img', { name: 'Chart: Total sales. The table below has the same figures.' })).toBeVisible()
})

test('Year and quarter are chosen in the address, so that a report can be sent to a colleague', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/reports/sales')
  await inRow('Nov 2026')
  await user.selectOptions(screen.getByLabelText('Quarter'), 'Jan–Mar 2027')
  await waitFor(() => expect(sentTo(salesReport).at(-1)!.input).toEqual({ from: '2027-01-01', to: '2027-03-31' }))
  expect(location.search).toBe('?year=2026&quarter=3')
  await user.selectOptions(screen.getByLabelText('Financial year'), '2025–26')
  await waitFor(() => expect(sentTo(salesReport).at(-1)!.input).toEqual({ from: '2026-01-01', to: '2026-03-31' }))
})

test('GST shows both bases beside each other, the firm’s own marked, and says when it is not registered', async () => {
  open('/reports/gst')
  const oneA = await inRow('GST on sales, and on recovered bad debts')
  expect(oneA.getByText('1A')).toBeVisible()
  for (const [amount, basis] of [
    ['$5.45', 'CASH'],
    ['$10.91', 'ACCRUAL'],
  ] as const)
    expect(oneA.getByRole('link', { name: amount })).toHaveAttribute(
      'href',
      `/reports/rows?figure=gst&basis=${basis}&from=2026-10-01&to=2026-12-31`,
    )
  expect(screen.getByRole('columnheader', { name: 'Cash basis (yours)' })).toBeVisible()
  expect(screen.getByText('Not registered for GST')).toBeVisible()
})

test('P52, P53, P54 GST says what Bagrun knows of purchases, and what no figure counts', async () => {
  open('/reports/gst')
  const oneB = await inRow('GST on these purchases and in bad debts')
  for (const link of oneB.getAllByRole('link', { name: '$3.60' }))
    expect(link).toHaveAttribute('href', '/reports/rows?figure=purchases&from=2026-10-01&to=2026-12-31')
  expect(screen.getByText('Of $15.40 in card fees Stripe stated no GST, so none is counted.')).toBeVisible()
  expect(screen.getByText(/^The basis was changed on 01\/07\/2026\. .* is in no figure/)).toBeVisible()
  expect(screen.getByText(/^\$220\.00 has been overdue .* Its \$20\.00 GST is in no figure\./)).toBeVisible()
})

test('P55 A contractor without an ABN is flagged in what contractors were paid', async () => {
  open('/reports/contractors')
  const ray = await inRow('Ray Doe')
  expect(ray.getByText('ABN missing')).toBeVisible()
  expect(ray.getByText('$39.60')).toBeVisible()
  expect(screen.getByText('1 without ABN')).toBeVisible()
  expect((await inRow('Kim Lee')).getByText('51 824 753 556')).toBeVisible()
})

test('The rows behind a figure link to their invoices and customers, with their sum', async () => {
  const { sentTo } = open('/reports/rows?figure=sales&from=2026-11-01&to=2026-11-30&page=2')
  expect(await screen.findByRole('link', { name: 'INV-000123' })).toHaveAttribute('href', `/invoices/${invoiceID}`)
  expect(screen.getByRole('link', { name: 'Anna Bright' })).toHaveAttribute('href', `/customers/${customerID}`)
  expect(screen.getAllByText('$120.00')).toHaveLength(2)
  expect(sentTo(reportRows)[0]!.input).toEqual({ ...NOVEMBER, page: 2, perPage: 100 })
})

test('P54 The rows behind G11 say which are card fees and which a driver’s tax invoice', async () => {
  const nobody = { ...ROW, customerID: null, customer: null, refId: null, invoiceID: null, invoice: null }
  const items = [
    { ...nobody, rowID: 'fees', transaction: null, amount: 2.92, gst: 0.27 },
    { ...nobody, rowID: 'rcti', transaction: 'T000157', amount: 110, gst: 10 },
    { ...nobody, rowID: 'note', transaction: 'T000160', amount: -110, gst: -10 },
  ]
  open('/reports/rows?figure=purchases&from=2026-10-01&to=2026-12-31', () =>
    ok({ items, page: 1, perPage: 100, total: 3, totalAmount: 2.92, totalGst: 0.27, totalBags: 0 }),
  )
  expect((await inRow('Card fees')).getByText('$2.92')).toBeVisible()
  expect((await inRow('Driver’s tax invoice')).getByText('T000157')).toBeVisible()
  expect((await inRow('Adjustment note for a driver’s tax invoice')).getByText('T000160')).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Customer' })).toBeNull()
})

test('A figure that does not exist is no page', async () => {
  open('/reports/rows?figure=luck')
  expect(await screen.findByText('Not here')).toBeVisible()
})

test('A customers’ report has what they owe by age, and the notes about reminding', async () => {
  const { sentTo } = open('/reports/customers/overdue')
  const row = within((await screen.findByRole('link', { name: 'Anna Bright' })).closest('tr')!)
  expect(row.getByText('Pays on Friday')).toBeVisible()
  expect(row.getAllByText('$80.00')).toHaveLength(2)
  expect(sentTo(customersReported)[0]!.input).toMatchObject({ kind: 'overdue', sort: '-owing', perPage: 100 })
})

test.each(['/reports', '/reports/sales', '/reports/customers/blocked', '/reports/rows?figure=debts'])(
  '%s says how long it has been adding up, once that takes long',
  async (at) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-18T01:00:00Z') })
    let addedUp = () => undefined as void
    const slow = new Promise<void>((done) => (addedUp = done))
    open(at, (sent) => slow.then(() => answer(sent)))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/Adding up/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(screen.getByText(/^Adding up.*: 5 s so far\.$/)).toBeVisible()
    addedUp()
    await waitFor(() => expect(screen.queryByText(/Adding up/)).toBeNull())
  },
)

const TOO_LONG = 'This takes too long. Please ask for less, or try again later.'
/** The first answer of that endpoint is this one. */
function failingFirst(endpoint: Endpoint, failure: RefusalCode) {
  let failed = false
  return (sent: Sent) => {
    if (sent.endpoint !== endpoint || failed) return answer(sent)
    failed = true
    return refused(failure)
  }
}
const tryAgain = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))

test.each([
  ['too_slow', TOO_LONG],
  ['unavailable', 'Please try again shortly.'],
] as const)('One figure answered “%s” says why on its card; the others are shown', async (failure, words) => {
  const { toasts } = open('/reports', failingFirst(salesReport, failure))
  expect(await screen.findByText(words)).toBeVisible()
  expect(await screen.findByRole('link', { name: /GST \(1A\)\s*\$5\.45/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /Overdue\s*2 customers/ })).toBeVisible()
  expect(toasts).toEqual([])
  await tryAgain()
  expect(await screen.findByRole('link', { name: /Total sales\s*\$120\.00/ })).toBeVisible()
  expect(screen.queryByText(words)).toBeNull()
})

test('A report that takes too long keeps its period, so that less can be asked for', async () => {
  let asked = 0
  const { toasts } = open('/reports/sales', (sent) => {
    if (sent.endpoint === salesReport) asked += 1
    return sent.endpoint === salesReport && sent.input['to'] === YEAR.to ? refused('too_slow') : answer(sent)
  })
  expect(await screen.findByText(TOO_LONG)).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  expect(toasts).toEqual([])
  await tryAgain()
  await waitFor(() => expect(asked).toBe(2))
  expect(await screen.findByText(TOO_LONG)).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Quarter'), '1')
  expect((await inRow('Nov 2026')).getByRole('link', { name: '$120.00' })).toBeVisible()
  expect(screen.queryByText(TOO_LONG)).toBeNull()
})

test.each([
  ['/reports/customers/overdue', customersReported, 'Anna Bright'],
  ['/reports/rows?figure=debts', reportRows, 'Anna Bright'],
])('The list at %s that takes too long keeps its frame, and is asked for again', async (at, endpoint, row) => {
  const { toasts } = open(at, failingFirst(endpoint, 'too_slow'))
  expect(await screen.findByText(TOO_LONG)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible()
  expect(toasts).toEqual([])
  await tryAgain()
  expect(await screen.findByRole('link', { name: row })).toBeVisible()
})

test('The file of debts has the names of the screen', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'))
  // In a browser a download does not leave the page; here it would.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  open('/reports/debts')
  expect(await screen.findByText('Not due yet')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]!.text()).toContain('\nNot due yet,')
})

test('A report of one depot is asked for with it, and another period keeps it', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/reports/sales', answer, { depots: DEPOTS })
  await user.selectOptions(await screen.findByLabelText('Depot'), 'North')
  await waitFor(() => expect(sentTo(salesReport).at(-1)!.input).toEqual({ ...YEAR, depotID: NORTH }))
  await user.selectOptions(screen.getByLabelText('Quarter'), 'Oct–Dec 2026')
  await waitFor(() => expect(sentTo(salesReport).at(-1)!.input).toEqual({ ...QUARTER, depotID: NORTH }))
  expect(screen.getByText('Oct–Dec 2026 · North')).toBeInTheDocument()
})

test('GST is the firm’s, so its report has no choice of depot', async () => {
  open('/reports/gst', answer, { depots: DEPOTS })
  await screen.findByLabelText('Quarter')
  expect(screen.queryByLabelText('Depot')).toBeNull()
})

test('A user of one depot sees the figures of it, and asks for none of the whole firm', async () => {
  const { sentTo } = open('/reports', answer, { depots: DEPOTS, user: OF_NORTH })
  expect(await screen.findByRole('link', { name: /Total sales\s*\$120\.00/ })).toBeVisible()
  for (const endpoint of [gstReport, contractorsReport, listBankLines]) expect(sentTo(endpoint)).toEqual([])
  expect(screen.queryByRole('link', { name: /GST|Bank files|contractors/ })).toBeNull()
})
