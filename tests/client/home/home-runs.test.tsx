import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addWords } from '#client/ui/core/i18n.ts'
import { HomePage } from '#client/features/home/home-page.tsx'
import { homeWords } from '#client/features/home/home-words.ts'
import { termsWords } from '#client/shells/terms-words.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listInvoices, listUnbilledRuns } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listNotReached } from '#contract/v1/not-reached.ts'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { listSuburbRequests } from '#contract/v1/registration.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'
import { calendarOf, makeRunRow, RUN_ID } from '../../fixtures/answers/runs.ts'

addWords('home', homeWords)
addWords('terms', termsWords)
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const nextWeeks = makeRunRow({
  runOrderID: '01890000-0000-7000-8000-00000000a002',
  readableID: '2026-11-W4-1',
  status: 'draft',
  weekNumber: 4,
  fromDate: '2026-11-23',
  toDate: '2026-11-29',
})

function show(runs: readonly unknown[], exceptions = 0, archived: readonly unknown[] = [], money = false) {
  const answer = ({ endpoint, input }: Sent) => {
    if (endpoint === listInvoices && money)
      return ok({ items: [], page: 1, perPage: 1, total: input['overdue'] === 'true' ? 3 : 40, totalOwing: 125.5 })
    if (endpoint === listUnbilledRuns && money) return pageOfRows([], 2)
    if (endpoint === listRuns) return pageOfRows(input['status'] === 'archived' ? archived : runs)
    if (endpoint === listCalendar)
      return pageOfRows(input['yearNumber'] === undefined ? [] : calendarOf(Number(input['yearNumber'])))
    if (endpoint === listExceptions) return pageOfRows([], exceptions)
    if (endpoint === listNoPickups) return pageOfRows([], 4)
    return pageOfRows([])
  }
  return showOffice(
    <HomePage timeZone="Australia/Sydney" mailsPath="/settings/mails" importPath="/run-orders/unsent" />,
    { at: '/', answer },
  )
}

test('This week’s runs have links to their pages and show their exceptions; next week’s are not listed', async () => {
  show([makeRunRow(), nextWeeks], 3)
  expect(await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })).toHaveAttribute(
    'href',
    `/run-orders/${RUN_ID}`,
  )
  expect(screen.queryByText('2026-11-W4-1')).toBeNull()
  expect(await screen.findByRole('link', { name: '3 exceptions to decide' })).toHaveAttribute(
    'href',
    `/run-orders/exceptions?runOrderID=${RUN_ID}`,
  )
})

test('A next week without a run is a task, with a button to generate it', async () => {
  show([makeRunRow()])
  const task = within((await screen.findByText('Next week has no run yet')).closest('li')!)
  expect(task.getByText('Week 4, November · 23–29 Nov')).toBeVisible()
  expect(task.getByRole('link', { name: /^Generate run/ })).toHaveAttribute(
    'href',
    '/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4',
  )
})

test('A draft for next week has a link to it; its no pickups have a link to their list', async () => {
  const { sentTo } = show([makeRunRow(), nextWeeks])
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /^No pickups next week 4/ })).toHaveAttribute(
      'href',
      '/no-pickups?yearNumber=2026&monthNumber=11&weekNumber=4',
    ),
  )
  expect(sentTo(listNoPickups)[0]!.input).toEqual({ yearNumber: 2026, monthNumber: 11, weekNumber: 4, perPage: 1 })
  const draft = within(screen.getByText('Week 4, November · 23–29 Nov is still a draft').closest('li')!)
  expect(draft.getByText(/^Starts Mon 23\/11 · \d+ stops?$/)).toBeVisible()
  expect(draft.getByRole('link')).toHaveAttribute('href', `/run-orders/${nextWeeks.runOrderID}`)
  expect(screen.queryByText('Next week has no run yet')).toBeNull()
})

test('Requests for suburbs that are not served are a task', async () => {
  showOffice(<HomePage timeZone="Australia/Sydney" mailsPath="/settings/mails" importPath="/run-orders/unsent" />, {
    at: '/',
    answer: ({ endpoint }) => pageOfRows([], endpoint === listSuburbRequests ? 2 : 0),
  })
  const task = within((await screen.findByText('2 requests for suburbs you don’t serve')).closest('li')!)
  expect(task.getByRole('link')).toHaveAttribute('href', '/customer-requests/suburbs')
})

test('The most urgent task comes first: exceptions before a draft that starts next week', async () => {
  show([makeRunRow(), nextWeeks], 3)
  const tasks = await screen.findByRole('region', { name: 'To do' })
  await waitFor(() =>
    expect(
      within(tasks)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('strong')!.textContent),
    ).toEqual(['3 exceptions to decide', 'Week 4, November · 23–29 Nov is still a draft']),
  )
})

test('Emails that were not sent are the first task, and reminders that can be sent are a task', async () => {
  showOffice(<HomePage timeZone="Australia/Sydney" mailsPath="/settings/mails" importPath="/run-orders/unsent" />, {
    at: '/',
    answer: ({ endpoint, input }) => {
      if (endpoint === listMails) return pageOfRows([], input['status'] === 'kept' ? 609 : 0)
      if (endpoint === listExceptions) return pageOfRows([], 2)
      if (endpoint === listAlerts) return pageOfRows([{ kind: 'reminders-due' }])
      if (endpoint === listInvoices) return pageOfRows([], input['reminderDue'] === 'true' ? 47 : 0)
      return pageOfRows([])
    },
  })
  const tasks = await screen.findByRole('region', { name: 'To do' })
  await waitFor(() =>
    expect(
      within(tasks)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('strong')!.textContent),
    ).toEqual(['609 emails weren’t sent', '2 exceptions to decide', '47 overdue invoices are ready for a reminder']),
  )
})

test('Invoices overdue or to send, and runs not invoiced, are tasks; unpaid invoices are a figure', async () => {
  show([makeRunRow(), nextWeeks], 0, [], true)
  const tasks = within(await screen.findByRole('region', { name: 'To do' }))
  expect(await tasks.findByText('$125.50 owing')).toBeVisible()
  expect(tasks.getByRole('link', { name: 'Review: 3 invoices overdue' })).toHaveAttribute(
    'href',
    '/invoices?overdue=true',
  )
  expect(tasks.getByRole('link', { name: 'Review: 2 completed runs aren’t invoiced yet' })).toHaveAttribute(
    'href',
    '/invoices/unbilled-runs',
  )
  expect(screen.getByRole('link', { name: 'Unpaid invoices 40' })).toHaveAttribute(
    'href',
    '/invoices?status=waiting_payment',
  )
  expect(tasks.getByText('Neither emailed nor printed · $125.50 owing')).toBeVisible()
  expect(tasks.getByRole('link', { name: 'Review: 40 invoices to send or print' })).toHaveAttribute(
    'href',
    '/invoices?delivery=undelivered&status=waiting_payment&kind=invoice',
  )
})

test('A completed run says what became of every stop, and who was not reached is a task', async () => {
  const run = makeRunRow({
    status: 'completed',
    stops: 35,
    planned: 92,
    done: 34,
    notDone: 1,
    moved: 51,
    removed: 6,
    open: 0,
  })
  showOffice(<HomePage timeZone="Australia/Sydney" mailsPath="/settings/mails" importPath="/run-orders/unsent" />, {
    at: '/',
    answer: ({ endpoint, input }) => {
      if (endpoint === listRuns) return pageOfRows(input['status'] === 'archived' ? [] : [run])
      if (endpoint === listNotReached) return ok({ items: [{ ...run, toMail: 48, toCall: 3 }] })
      return pageOfRows([])
    },
  })
  expect(await screen.findByText('34 of 92 done')).toBeVisible()
  expect(screen.getByText('34 done · 1 not done · 51 moved · 6 removed')).toBeVisible()
  const task = within((await screen.findByText('51 customers not reached')).closest('li')!)
  expect(task.getByText('48 to email · 3 to call · Week 3, November · 16–22 Nov')).toBeVisible()
  expect(task.getByRole('link')).toHaveAttribute('href', `/run-orders/${RUN_ID}/not-reached`)
})

test('Without a task the page says so', async () => {
  show([
    makeRunRow(),
    makeRunRow({
      runOrderID: nextWeeks.runOrderID,
      status: 'active',
      weekNumber: 4,
      fromDate: '2026-11-23',
      toDate: '2026-11-29',
    }),
  ])
  expect(await screen.findByText('Nothing to do right now.')).toBeVisible()
})

test('A week with an archived run counts as having a run, and its stops are counted', async () => {
  show([nextWeeks], 0, [makeRunRow({ status: 'archived', done: 42, open: 0 })])
  expect(await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })).toHaveAttribute(
    'href',
    `/run-orders/${RUN_ID}`,
  )
  expect(screen.getByText('42 of 42 done')).toBeVisible()
  expect(screen.queryByText('No run this week yet')).toBeNull()
})

test('A next week with an archived run is not offered to be generated', async () => {
  show([makeRunRow()], 0, [{ ...nextWeeks, status: 'archived' }])
  await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })
  await screen.findByRole('link', { name: /^No pickups next week 4/ })
  expect(screen.queryByText('Next week has no run yet')).toBeNull()
})
