import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReactNode } from 'react'
import { DueSince } from '#client/features/runs/acts/add-due.tsx'
import { ActivateRun } from '#client/features/runs/acts/activate-run.tsx'
import { CompleteRun } from '#client/features/runs/acts/complete-run.tsx'
import { ArchiveRun, DeleteRun } from '#client/features/runs/acts/end-run.tsx'
import { ShiftStops } from '#client/features/runs/acts/shift-stops.tsx'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { activateRun, archiveRun, completeRun, deleteRun } from '#contract/v1/runs-office.ts'
import {
  addDue,
  previewActivation,
  previewCompletion,
  previewDue,
  previewShift,
  shiftJobs,
} from '#contract/v1/runs-plan.ts'
import { addDays } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { refusals } from '#domain/refusals.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import { calendarOr, COMING, COMING_WORDS } from '../../fixtures/answers/calendar.ts'
import { makePlanned, makePreview } from '../../fixtures/answers/runs.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const run = {
  runOrderID: newID(),
  readableID: '2026-11-W2-1',
  monthNumber: 11,
  weekNumber: 2,
  fromDate: '2026-11-09',
  toDate: '2026-11-15',
  version: 7,
}
const { from: _from, to: _to, ...comingWeek } = COMING
const anna = {
  assignmentID: newID(),
  customerID: newID(),
  refId: '10482',
  customer: 'Anna Bright',
  address: '14 Old Castle Rd',
  suburb: 'Castle Hill',
  reason: 'Away',
  to: comingWeek,
}
const activation = {
  refusal: null,
  stops: 3,
  shifted: [anna],
  undriven: [],
  drivers: [{ driverID: newID(), driver: 'Tom Reyes', stops: 3 }],
}
const completion = {
  refusal: null,
  outcomes: [
    { outcome: 'COLLECTED', stops: 2, bags: 5 },
    { outcome: 'EMPTY', stops: 1, bags: 0 },
  ],
  outstanding: [],
  charges: { stops: 3, amount: 150 },
  invoices: [
    { customerID: newID(), customer: 'Anna Bright', amount: 100, earlier: 30, inAdvance: 60, fromCredit: 20 },
    { customerID: newID(), customer: 'Ben Dale', amount: 50, earlier: 0, inAdvance: 0, fromCredit: 0 },
  ],
  withoutInvoice: [
    { customerID: newID(), customer: 'Cara Fox', why: 'collecting', collected: 2, size: 3 },
    { customerID: newID(), customer: 'Dan Hill', why: 'free', collected: 1, size: 1 },
  ],
  incomes: [{ driverID: newID(), driver: 'Tom Reyes', bags: 5, amount: 25.5, gst: 2.55 }],
  exceptions: 0,
  unsent: 0,
}

function show(
  act: ReactNode,
  answers: { activation?: object; completion?: object; command?: (sent: Sent) => ReturnType<typeof ok> } = {},
  config: { mailServer?: boolean } = {},
) {
  return showOffice(act, {
    config,
    answer: calendarOr((sent) => {
      if (sent.endpoint === previewActivation) return ok({ ...activation, ...answers.activation })
      if (sent.endpoint === previewCompletion) return ok({ ...completion, ...answers.completion })
      if (sent.endpoint === previewShift) return ok({ items: [anna] })
      return answers.command?.(sent) ?? ok({})
    }),
  })
}

test('Before a run is marked active the dialog says in the specification’s words who is shifted and where to', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const { sentTo } = show(<ActivateRun run={run} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: /^Start the run for 9–15 Nov( 2026)?\?$/ }))
  expect(await dialog.findByText(/All customers with no pickup will be shifted to next month/)).toBeVisible()
  const anna = (await dialog.findByText(/Anna Bright/)).closest('tr')!
  expect(await within(anna).findByText(COMING_WORDS)).toBeVisible()
  expect(within(anna).getByText('Away')).toBeVisible()
  expect(sentTo(activateRun)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Mark active' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(activateRun)).toMatchObject([{ input: { runOrderID: run.runOrderID }, options: { ifMatch: 7 } }])
})

test('A far week is counted from this week, whichever of its days today is', async () => {
  vi.setSystemTime(new Date(`${addDays(COMING.from, -48)}T02:00:00Z`))
  try {
    show(<ActivateRun run={run} onClose={() => undefined} />)
    expect(await screen.findByText('7 weeks away')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('Where no one has skipped the week, nothing is said about customers who are shifted', async () => {
  show(<ActivateRun run={run} onClose={() => undefined} />, { activation: { shifted: [] } })
  expect(await screen.findByText('No one has skipped this week.')).toBeVisible()
  expect(screen.queryByText(/will be shifted to next month/)).toBeNull()
})

test('Who completes a run without a role for money sees what is recorded, and no sums', async () => {
  const noMoney = { charges: undefined, invoices: undefined, incomes: undefined }
  show(<CompleteRun run={run} onClose={() => undefined} />, { completion: noMoney })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 stops, 5 bags')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Mark completed' })).toBeEnabled()
  expect(dialog.queryByText(/\$|NaN|Payable|Charged/)).toBeNull()
})

test('A round without a driver is named, and the run can’t be marked active', async () => {
  show(<ActivateRun run={run} onClose={() => undefined} />, {
    activation: {
      refusal: { code: 'driver_missing', message: 'Every stop needs a driver' },
      undriven: [{ runNumber: 2, stops: 12 }],
    },
  })
  expect(await screen.findByText('Run 2 has no driver yet (12 stops). Choose one first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark active' })).toBeDisabled()
})

test('When another admin was quicker nothing is done: the present state is fetched and shown', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const { sentTo } = show(<ActivateRun run={run} onClose={onClose} />, { command: () => refused('version_conflict') })
  await screen.findByText(/Anna Bright/)
  await user.click(screen.getByRole('button', { name: 'Mark active' }))
  expect(await screen.findByText(/The run has changed/)).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await waitFor(() => expect(sentTo(previewActivation).length).toBeGreaterThan(1))
})

test('A run whose stops all have an outcome is completed without a shift, after its money was shown', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const { sentTo } = show(<CompleteRun run={run} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: /^Complete the run for 9–15 Nov( 2026)?\?$/ }))
  expect(await dialog.findByText('2 stops, 5 bags')).toBeVisible()
  expect(dialog.getAllByText('$150.00')).toHaveLength(2)
  expect(
    dialog.getByText(
      '$60.00 of this run + $30.00 of earlier collections + $60.00 for collections in advance = $150.00',
    ),
  ).toBeVisible()
  expect(dialog.getByText('$25.50')).toBeVisible()
  expect(dialog.getByText('+ $2.55 GST')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Mark completed' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(completeRun)).toMatchObject([{ input: { outstanding: 'refuse' }, options: { ifMatch: 7 } }])
})

test('The invoices are shown before the run is completed, and why other customers get none', async () => {
  const user = userEvent.setup()
  show(<CompleteRun run={run} onClose={() => undefined} />)
  const invoices = within(await screen.findByRole('region', { name: '2 invoices' }))
  expect(invoices.getByText('Anna Bright').closest('tr')).toHaveTextContent('$100.00$20.00')
  expect(invoices.getByText('Total').closest('tr')).toHaveTextContent('$150.00$20.00')
  await user.click(screen.getByText('2 customers not invoiced yet (prepaid, no charge, or account not full)'))
  expect(screen.getByText('Cara Fox').closest('li')).toHaveTextContent('2 of 3 collections')
  expect(screen.getByText('Dan Hill').closest('li')).toHaveTextContent('No charge')
})

test('Without a mail server the dialog says that completing the run sends no email', async () => {
  show(<CompleteRun run={run} onClose={() => undefined} />, {}, { mailServer: false })
  expect(await screen.findByText(/No email goes out with this: no mail server is set up\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Set one up' })).toHaveAttribute('href', '/settings/mails')
})

test('Customers who were not reached come first in the dialog, and move only after the admin has agreed', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(<CompleteRun run={run} onClose={() => undefined} />, {
    completion: { outstanding: [{ ...anna, reason: NOT_REACHED }], exceptions: 2, unsent: 1 },
  })
  const moving = await screen.findByRole('heading', { name: '1 customer not reached moves to the next collection' })
  const [first, second] = screen.getAllByRole('heading', { level: 3 })
  expect([first, second!.textContent]).toEqual([moving, 'Recorded'])
  expect(within(moving.closest('section')!).getByText('Anna Bright')).toBeVisible()
  expect(screen.getByText(/^2 exceptions to decide\. You can decide them after completing too\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Review exceptions' })).toHaveAttribute(
    'href',
    `/run-orders/exceptions?runOrderID=${run.runOrderID}`,
  )
  expect(screen.getByText(/1 phone still has unsent work/)).toBeVisible()
  const complete = screen.getByRole('button', { name: 'Mark completed' })
  expect(complete).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Move 1 customer to the next collection' }))
  await user.click(complete)
  await waitFor(() => expect(sentTo(completeRun)).toMatchObject([{ input: { outstanding: 'shift' } }]))
})

test('Stops are shifted to each customer’s next period, or to a named week, with a reason', async () => {
  const user = userEvent.setup()
  const stops = [anna, { assignmentID: newID(), customer: 'M. Okafor' }]
  const onDone = vi.fn()
  const { sentTo } = show(
    <ShiftStops runOrderID={run.runOrderID} stops={stops} onClose={() => undefined} onDone={onDone} />,
  )
  const ids = stops.map(({ assignmentID }) => assignmentID)
  const dialog = within(await screen.findByRole('dialog', { name: 'Shift 2 stops' }))
  await user.type(dialog.getByLabelText('Reason'), 'Flood')
  await user.click(dialog.getByRole('button', { name: 'Shift' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sentTo(shiftJobs)[0]!.input).toEqual({ runOrderID: run.runOrderID, assignmentIDs: ids, reason: 'Flood' })
  await user.click(dialog.getByRole('combobox', { name: 'New week' }))
  await user.click(await screen.findByRole('option', { name: COMING_WORDS }))
  await user.click(dialog.getByRole('button', { name: 'Shift' }))
  await waitFor(() => expect(sentTo(shiftJobs)).toHaveLength(2))
  expect(sentTo(shiftJobs)[1]!.input).toMatchObject({ to: comingWeek })
})

test('A stop that was recorded in the meantime is not shifted: the refusal is shown in the form', async () => {
  const user = userEvent.setup()
  show(<ShiftStops runOrderID={run.runOrderID} stops={[anna]} onClose={() => undefined} onDone={() => undefined} />, {
    command: () => refused('job_has_outcome'),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Shift Anna Bright' }))
  await user.click(dialog.getByRole('button', { name: 'Shift' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('The driver has recorded an outcome for this stop.')
})

test('Records that contradict each other are decided first: the button is off, and nothing says that it can wait', async () => {
  const { status: _status, ...refusal } = refusals.records_contradict
  show(<CompleteRun run={run} onClose={() => undefined} />, {
    completion: { exceptions: 2, refusal: { code: 'records_contradict', ...refusal } },
  })
  expect(await screen.findByText(refusal.message)).toBeVisible()
  expect(screen.getByText(/^2 exceptions to decide\./)).toBeVisible()
  expect(screen.queryByText(/after completing too/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Mark completed' })).toBeDisabled()
})

test('A run with open exceptions is not archived: the dialog says how many and has a link to them', async () => {
  show(<ArchiveRun run={run} onClose={() => undefined} />, {
    command: ({ endpoint }) => (endpoint === listExceptions ? pageOfRows([], 2) : ok({})),
  })
  const dialog = within(await screen.findByRole('dialog', { name: /^Archive the run for 9–15 Nov( 2026)?\?$/ }))
  expect(await dialog.findByText(/2 exceptions are open/)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Review exceptions' })).toHaveAttribute(
    'href',
    `/run-orders/exceptions?runOrderID=${run.runOrderID}`,
  )
  expect(dialog.getByRole('button', { name: 'Archive' })).toBeDisabled()
})

test('An exception that arrives while the archive dialog is open is shown there instead of a toast', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  let open = 0
  const { sentTo } = show(<ArchiveRun run={run} onClose={onClose} />, {
    command: ({ endpoint }) => {
      if (endpoint === listExceptions) return pageOfRows([], open)
      if (open > 0 || endpoint !== archiveRun) return ok({})
      open = 1
      return refused('exceptions_open')
    },
  })
  const archive = await screen.findByRole('button', { name: 'Archive' })
  await waitFor(() => expect(archive).toBeEnabled())
  await user.click(archive)
  expect(await screen.findByText(/1 exception is open/)).toBeVisible()
  expect(sentTo(archiveRun)).toMatchObject([{ input: { runOrderID: run.runOrderID }, options: { ifMatch: 7 } }])
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByText('An error occurred.')).toBeNull()
})

test('A draft lists customers who became due since, at their places, and adds those that were listed', async () => {
  const user = userEvent.setup()
  let due = makePreview({
    stops: [
      makePlanned(1, { stopOrder: 12 }),
      makePlanned(2, { runNumber: 2, stopOrder: 3, driverID: null, driver: null }),
    ],
  })
  const { sentTo } = show(<DueSince run={run} />, {
    command: ({ endpoint }) => {
      if (endpoint === previewDue) return ok(due)
      due = makePreview({ stops: [], rounds: [], cannot: 'No more customers are due.' })
      return ok({})
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Review and add' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Add customers to the run for 9–15 Nov( 2026)?\?$/ }),
  )
  const first = within(await dialog.findByRole('list', { name: 'Run 1 · Dan Green' })).getByRole('listitem')
  expect(first).toHaveTextContent(/^12Customer 1/)
  expect(dialog.getByRole('list', { name: 'Run 2 · No driver' })).toBeVisible()
  expect(sentTo(addDue)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Add 2 customers' }))
  await waitFor(() =>
    expect(sentTo(addDue)).toMatchObject([
      { input: { runOrderID: run.runOrderID, customerIDs: [makePlanned(1).customerID, makePlanned(2).customerID] } },
    ]),
  )
  expect(await screen.findByText('Customers added')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByText(/more customers? (is|are) due/)).toBeNull())
})

test('A draft for which no customer became due shows nothing', async () => {
  const { sentTo } = show(<DueSince run={run} />, { command: () => ok(makePreview({ stops: [], rounds: [] })) })
  await waitFor(() => expect(sentTo(previewDue)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Review and add' })).toBeNull()
})

test('A draft is deleted with the version that was shown', async () => {
  const user = userEvent.setup()
  const onGone = vi.fn()
  const { sentTo } = show(<DeleteRun run={run} onClose={() => undefined} onGone={onGone} />)
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Delete the draft for 9–15 Nov( 2026)?\?$/ })).getByRole(
      'button',
      {
        name: 'Delete',
      },
    ),
  )
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(sentTo(deleteRun)).toMatchObject([{ input: { runOrderID: run.runOrderID }, options: { ifMatch: 7 } }])
})

test('Completing says how many emails confirm what was recorded, where a mail server is set', async () => {
  show(<CompleteRun run={run} onClose={() => undefined} />, { completion: { confirmations: 12 } })
  expect(await screen.findByText('12 emails are sent: what was recorded, with any new invoice.')).toBeVisible()
})
