import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HomePage } from '#client/features/home/home-page.tsx'
import { listDepots } from '#contract/v1/depots.ts'
import { getHome, type Home } from '#contract/v1/home.ts'
import { alertWords } from '#domain/alerts.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'
import { makeHomeRun, makeTask } from '../../fixtures/answers/home.ts'
import { RUN_ID } from '../../fixtures/answers/runs.ts'
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const nextWeeks = makeHomeRun({
  runOrderID: '01890000-0000-7000-8000-00000000a002',
  readableID: '2026-11-W4-1',
  status: 'draft',
  weekNumber: 4,
  fromDate: '2026-11-23',
  toDate: '2026-11-29',
})

const show = (home: Partial<Home>, mailServer: boolean | undefined = true) =>
  showOffice(<HomePage />, { at: '/', home, answer: () => ok(undefined), config: { mailServer } })
const titles = (tasks: HTMLElement) =>
  within(tasks)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('strong')!.textContent)

test('Home asks the server one question, and which depots there are while next week has no run', async () => {
  const asked = async (runs: Home['runs']) => {
    const { sent } = show({ runs })
    await screen.findByRole('region', { name: 'To do' })
    cleanup()
    return [...new Set(sent.map(({ endpoint }) => endpoint.path))]
  }
  expect(await asked([makeHomeRun(), nextWeeks])).toEqual([getHome.path])
  expect(await asked([makeHomeRun()])).toEqual([getHome.path, listDepots.path])
})

test('This week’s runs have links to their pages and show their exceptions; next week’s are not listed', async () => {
  show({ runs: [makeHomeRun({ exceptions: 3 }), nextWeeks] })
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
  show({ runs: [makeHomeRun()] })
  const task = within((await screen.findByText('Next week has no run yet')).closest('li')!)
  expect(task.getByText('Week 4, November · 23–29 Nov')).toBeVisible()
  expect(task.getByRole('link', { name: /^Generate run/ })).toHaveAttribute(
    'href',
    '/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4',
  )
})

test('A draft for next week has a link to it; its no pickups have a link to their list', async () => {
  show({ runs: [makeHomeRun(), nextWeeks], noPickups: 4 })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /^No pickups next week 4/ })).toHaveAttribute(
      'href',
      '/no-pickups?yearNumber=2026&monthNumber=11&weekNumber=4',
    ),
  )
  const draft = within(screen.getByText('Week 4, November · 23–29 Nov is still a draft').closest('li')!)
  expect(draft.getByText(/^Starts Mon 23\/11 · \d+ stops?$/)).toBeVisible()
  expect(draft.getByRole('link')).toHaveAttribute('href', `/run-orders/${nextWeeks.runOrderID}`)
  expect(screen.queryByText('Next week has no run yet')).toBeNull()
})

test('Requests for suburbs that are not served are a task, which says since when the oldest waits', async () => {
  show({ tasks: [makeTask('suburb-requests', 2, { oldest: '2026-11-12' })] })
  const task = within((await screen.findByText('2 requests for suburbs you don’t serve')).closest('li')!)
  expect(task.getByText('Left on the registration page · oldest Thu 12/11')).toBeVisible()
  expect(task.getByRole('link')).toHaveAttribute('href', '/customer-requests/suburbs')
})

test('A task that came today does not say since when', async () => {
  show({ tasks: [makeTask('cases', 1, { oldest: '2026-11-18' })] })
  const task = within((await screen.findByText('1 case to answer')).closest('li')!)
  expect(task.getByText('Customers reported something or asked')).toBeVisible()
})

test('Drivers to pay are counted in the menu only', async () => {
  show({ runs: [makeHomeRun(), { ...nextWeeks, status: 'active' }], tasks: [makeTask('drivers-to-pay', 4)] })
  expect(await screen.findByText('Nothing to do right now.')).toBeVisible()
})

test('The most urgent task comes first: exceptions before a draft that starts next week', async () => {
  show({ runs: [makeHomeRun(), nextWeeks], tasks: [makeTask('exceptions', 3)] })
  expect(titles(await screen.findByRole('region', { name: 'To do' }))).toEqual([
    '3 exceptions to decide',
    'Week 4, November · 23–29 Nov is still a draft',
  ])
})

const toRemind = [makeTask('mails-kept', 609), makeTask('exceptions', 2), makeTask('payment-reminders', 47)]
const remindersDue = {
  alertID: '00000000-0000-7000-8000-000000000001',
  kind: 'reminders-due' as const,
  subject: '2026-11-18',
  ...alertWords('reminders-due', {}),
  openedAt: '2026-11-18T00:00:00Z',
  lastSeenAt: '2026-11-18T00:00:00Z',
  endedAt: null,
  resolution: null,
}

test('Emails that were not sent are the first task, and reminders that can be sent are a task', async () => {
  show({ nextWeek: null, tasks: toRemind, alerts: [remindersDue] })
  expect(titles(await screen.findByRole('region', { name: 'To do' }))).toEqual([
    '609 emails weren’t sent',
    '2 exceptions to decide',
    '47 overdue invoices are ready for a reminder',
  ])
})

test('Without a mail server, that is why reminders wait for the office', async () => {
  show({ nextWeek: null, tasks: [makeTask('payment-reminders', 47)], alerts: [remindersDue] }, false)
  const task = (await screen.findByText('47 overdue invoices are ready for a reminder')).closest('li')!
  expect(within(task).getByText('No mail server is set up')).toBeVisible()
})

test('Until the server has said whether there is a mail server, nothing is said of it', async () => {
  showOffice(<HomePage />, {
    at: '/',
    home: {
      nextWeek: null,
      tasks: [makeTask('payment-reminders', 47), makeTask('mails-kept', 3)],
      alerts: [remindersDue],
    },
    answer: () => ok(undefined),
    config: { mailServer: undefined },
  })
  expect(await screen.findByText('3 emails weren’t sent')).toBeVisible()
  expect(screen.queryByText(/mail server/)).toBeNull()
})

test('Reminders of payments are no task before they are due', async () => {
  show({ nextWeek: null, tasks: toRemind })
  expect(titles(await screen.findByRole('region', { name: 'To do' }))).toEqual([
    '609 emails weren’t sent',
    '2 exceptions to decide',
  ])
})

test('Invoices overdue or to send, and runs not invoiced, are tasks; unpaid invoices are a figure', async () => {
  show({
    unpaidInvoices: 40,
    tasks: [
      makeTask('invoices-overdue', 3, { amount: 125.5 }),
      makeTask('invoices-to-send', 40, { amount: 125.5, oldest: '2026-11-02' }),
      makeTask('unbilled-runs', 2, { amount: 923 }),
    ],
  })
  const tasks = within(await screen.findByRole('region', { name: 'To do' }))
  expect(tasks.getByText('$125.50 owing')).toBeVisible()
  expect(tasks.getByRole('link', { name: 'Review: 3 invoices overdue' })).toHaveAttribute(
    'href',
    '/invoices?overdue=true',
  )
  expect(tasks.getByText('$923.00 to invoice')).toBeVisible()
  expect(tasks.getByRole('link', { name: 'Review: 2 completed runs aren’t invoiced yet' })).toHaveAttribute(
    'href',
    '/invoices/unbilled-runs',
  )
  expect(screen.getByRole('link', { name: 'Unpaid invoices 40' })).toHaveAttribute(
    'href',
    '/invoices?status=waiting_payment',
  )
  expect(tasks.getByText('Neither emailed nor printed · $125.50 owing · oldest Mon 2/11')).toBeVisible()
  expect(tasks.getByRole('link', { name: 'Review: 40 invoices to send or print' })).toHaveAttribute(
    'href',
    '/invoices?delivery=undelivered&status=waiting_payment&kind=invoice',
  )
})

test('A completed run says what became of every stop, and who was not reached is a task', async () => {
  const run = makeHomeRun({
    status: 'completed',
    stops: 35,
    planned: 92,
    done: 34,
    notDone: 1,
    moved: 51,
    removed: 6,
    open: 0,
  })
  show({ runs: [run], notReached: [{ ...run, toMail: 48, toCall: 3 }] })
  expect(await screen.findByText('34 of 92 done')).toBeVisible()
  expect(screen.getByText('34 done · 1 not done · 51 moved · 6 removed')).toBeVisible()
  const task = within((await screen.findByText('51 customers not reached haven’t been told')).closest('li')!)
  expect(task.getByText('48 to email · 3 to call · Week 3, November · 16–22 Nov')).toBeVisible()
  expect(task.getByRole('link')).toHaveAttribute('href', `/run-orders/${RUN_ID}/not-reached`)
})

test('Without a mail server no email to customers who were not reached is promised', async () => {
  show({ notReached: [{ ...makeHomeRun({ status: 'completed' }), toMail: 48, toCall: 3 }] }, false)
  expect(await screen.findByText(/^48 with email addresses · 3 to call · /)).toBeVisible()
})

test('Emails to customers who were not reached that were kept are not counted as to be sent', async () => {
  show({ notReached: [{ ...makeHomeRun({ status: 'completed' }), toMail: 0, kept: 48, toCall: 3 }] })
  expect(await screen.findByText('51 customers not reached haven’t been told')).toBeVisible()
  expect(screen.getByText(/^48 emails not sent · 3 to call · /)).toBeVisible()
})

test('Without a task the page says so', async () => {
  show({ runs: [makeHomeRun(), { ...nextWeeks, status: 'active' }] })
  expect(await screen.findByText('Nothing to do right now.')).toBeVisible()
})

test('A week with an archived run counts as having a run, and its stops are counted', async () => {
  show({ runs: [nextWeeks, makeHomeRun({ status: 'archived', done: 42, open: 0 })] })
  expect(await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })).toHaveAttribute(
    'href',
    `/run-orders/${RUN_ID}`,
  )
  expect(screen.getByText('42 of 42 done')).toBeVisible()
  expect(screen.queryByText('No run this week yet')).toBeNull()
})

test('A next week with an archived run is not offered to be generated', async () => {
  show({ runs: [makeHomeRun(), { ...nextWeeks, status: 'archived' }] })
  await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })
  expect(screen.queryByText('Next week has no run yet')).toBeNull()
})
