import { NOT_REACHED } from '#domain/run-figures.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { applyChange } from '#client/features/runs/page/run-change.ts'
import { RunPage } from '#client/features/runs/page/run-page.tsx'
import type { Progress } from '#client/features/runs/page/run-types.ts'
import { setRunNumbers } from '#contract/v1/customers.ts'
import { recordDone } from '#contract/v1/done.ts'
import { previewStopChange } from '#contract/v1/stop-change.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { listDrivers } from '#contract/v1/drivers.ts'
import { listOwnOrders } from '#contract/v1/own-orders.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { updateRun } from '#contract/v1/runs-office.ts'
import { listPastRuns, previewShift, shiftJobs } from '#contract/v1/runs-plan.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { madeStop, madeProgress, madeRun, PRIYA, runOrderID, stopID, TOM } from '../../fixtures/answers/run-page.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })

const drivers = [
  {
    driverID: TOM,
    fullName: 'Tom Reyes',
    weekNumbers: [2],
    employmentStartDate: '2025-01-01',
    employmentEndDate: null,
  },
  {
    driverID: PRIYA,
    fullName: 'Priya Nair',
    weekNumbers: [1],
    employmentStartDate: '2025-01-01',
    employmentEndDate: null,
  },
]

beforeEach(() => {
  sessionStorage.clear()
  // There is no layout here: every line counts as visible.
  vi.stubGlobal('scrollTo', () => undefined)
})

interface Fixture {
  run?: Run
  progress?: (run: Run) => Progress
  answer?: (sent: Sent) => Answer<unknown> | Promise<Answer<unknown>> | undefined
  at?: string
}

async function show({ run = madeRun(), progress = madeProgress, answer, at = '/' }: Fixture = {}) {
  const office = { run }
  const shown = showOffice(
    <RunPage runOrderID={runOrderID} exceptions={<p>The records</p>} devices={<p>The ledger</p>} />,
    {
      at,
      answer: (sent) => {
        const said = answer?.(sent)
        if (said !== undefined) return said
        if (sent.endpoint === getRun) return ok(office.run)
        if (sent.endpoint === listDrivers) return pageOfRows(drivers)
        if (sent.endpoint === listCalendar || sent.endpoint === listInvoices) return pageOfRows([])
        if (sent.endpoint === runProgress) return ok(progress(office.run))
        if (sent.endpoint === updateRun)
          return ok((office.run = { ...applyChange(office.run, sent.input, nobody), version: office.run.version + 1 }))
        return refused('not_found')
      },
    },
  )
  await screen.findByRole('table')
  // The drivers to choose from are requested beside the run.
  await waitFor(() => expect(shown.sentTo(listDrivers)).not.toHaveLength(0))
  return { ...shown, office, user: userEvent.setup() }
}

const nobody = () => null
const names = () => [...document.querySelectorAll('[data-stop] [data-name]')].map((name) => name.textContent)
const name = (n: number) => screen.getByRole('button', { name: `Customer ${n}` })

test('The stops are grouped by round under their drivers, with the totals at the foot', async () => {
  await show()
  expect(names()).toEqual([1, 2, 3, 4, 5].map((n) => `Customer ${n}`))
  expect(screen.getByRole('heading', { name: 'Run 1 · Tom Reyes' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Run 2 · Priya Nair' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Driver' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Totals' })).toHaveTextContent('5 stops 0 bags$125.00 expected')
})

test('A round with several drivers has a column for the driver of each stop', async () => {
  const run = madeRun()
  const stops = run.jobs.map((stop) =>
    stop.assignmentID === stopID(2) ? { ...stop, driverID: PRIYA, driver: 'Priya Nair' } : stop,
  )
  await show({ run: { ...run, jobs: stops } })
  expect(screen.getByRole('heading', { name: 'Run 1 · Tom Reyes, Priya Nair' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Driver' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Driver for Customer 2' })).toHaveValue(PRIYA)
})

test('Unsaved edits are shown in the bar at the foot, with the totals', async () => {
  const { user } = await show({ answer: ({ endpoint }) => (endpoint === updateRun ? lineBroke : undefined) })
  await user.click(screen.getByRole('button', { name: /^Amount for Customer 1:/ }))
  await user.keyboard('27.5{Enter}')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(again.closest('[data-acts]')).toContainElement(screen.getByRole('group', { name: 'Totals' }))
})

test('Alt and an arrow key move a stop at once, the focus stays on it, and the order is sent with the version', async () => {
  const { sentTo, user } = await show()
  name(2).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(names().slice(0, 3)).toEqual(['Customer 1', 'Customer 3', 'Customer 2']))
  expect(screen.getByText('Customer 2 is now stop 3 of run 1.')).toBeInTheDocument()
  await waitFor(() => expect(name(2)).toHaveFocus())
  expect(sentTo(updateRun)[0]).toMatchObject({
    input: { runOrderID, jobs: { order: [1, 3, 2].map(stopID) } },
    options: { ifMatch: 7 },
  })
})

test('Past the end of a round a stop goes to the next round and its driver', async () => {
  const { sentTo, user } = await show()
  name(3).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(1))
  expect(sentTo(updateRun)[0]!.input).toMatchObject({
    jobs: {
      order: [3, 4, 5].map(stopID),
      edit: [{ assignmentID: stopID(3), runNumber: 2 }],
      assign: [{ assignmentIDs: [stopID(3)], driverID: PRIYA }],
    },
  })
})

test('A stop is moved to a numbered place by its menu', async () => {
  const { sentTo, user } = await show()
  await user.click(screen.getByRole('button', { name: 'Actions for Customer 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to position…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Customer 1' })
  await user.clear(within(dialog).getByLabelText('Position'))
  await user.type(within(dialog).getByLabelText('Position'), '3')
  await user.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sentTo(updateRun)[0]?.input).toMatchObject({ jobs: { order: [2, 3, 1].map(stopID) } }))
})

test('An amount is edited in its row: Enter saves, Esc cancels, an invalid one stays with a message', async () => {
  const { sentTo, user } = await show()
  const amount = () => screen.getByRole('button', { name: /^Amount for Customer 1:/ })
  await user.click(amount())
  await user.keyboard('99{Escape}')
  expect(amount()).toHaveTextContent('$25.00')
  await user.click(amount())
  await user.keyboard('a lot{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('This field must be Number')
  await user.clear(screen.getByRole('textbox', { name: 'Amount for Customer 1' }))
  await user.keyboard('27.5{Enter}')
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(1))
  expect(sentTo(updateRun)[0]!.input).toMatchObject({ jobs: { edit: [{ assignmentID: stopID(1), amount: 27.5 }] } })
})

test('When another admin edited another stop, our edit is sent again on the new version by itself', async () => {
  const theirs = madeRun({
    version: 8,
    jobs: madeRun().jobs.map((stop) =>
      stop.assignmentID === stopID(5) ? { ...stop, adminNotes: 'Theirs', version: 2 } : stop,
    ),
  })
  let told = false
  const { sentTo, user, office } = await show({
    answer: ({ endpoint }) => {
      if (endpoint !== updateRun || told) return undefined
      told = true
      office.run = theirs
      return refused('version_conflict')
    },
  })
  await user.click(screen.getByRole('button', { name: /^Notes to driver for Customer 1:/ }))
  await user.keyboard('Gate left{Enter}')
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(2))
  expect(sentTo(updateRun).map(({ options }) => options.ifMatch)).toEqual([7, 8])
  expect(await screen.findByText('Theirs')).toBeVisible()
  expect(screen.queryByText(/not saved yet/)).toBeNull()
})

test('When another admin edited the same amount, theirs is shown and ours waits to be saved or dropped', async () => {
  const theirs = madeRun({
    version: 8,
    jobs: madeRun().jobs.map((stop) => (stop.assignmentID === stopID(1) ? { ...stop, amount: 30, version: 2 } : stop)),
  })
  let told = false
  const { sentTo, user, office } = await show({
    answer: ({ endpoint }) => {
      if (endpoint !== updateRun || told) return undefined
      told = true
      office.run = theirs
      return refused('version_conflict')
    },
  })
  await user.click(screen.getByRole('button', { name: /^Amount for Customer 1:/ }))
  await user.keyboard('27.5{Enter}')
  expect(await screen.findByText('1 unsaved change')).toBeVisible()
  expect(screen.getByText('Amount for Customer 1: $27.50')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Amount for Customer 1: \$30.00/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(2))
  expect(sentTo(updateRun)[1]).toMatchObject({
    input: { jobs: { edit: [{ assignmentID: stopID(1), amount: 27.5 }] } },
    options: { ifMatch: 8 },
  })
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull())
})

test('A stop that another admin has removed already counts as removed without another question', async () => {
  const first = madeRun().jobs[0]!
  const theirs = madeRun({
    version: 8,
    jobs: madeRun().jobs.filter(({ assignmentID }) => assignmentID !== first.assignmentID),
  })
  const { sentTo, user, office } = await show({
    answer: ({ endpoint }) => {
      if (endpoint !== updateRun) return undefined
      office.run = theirs
      return refused('version_conflict')
    },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Remove Customer 1?' })).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Customer 1' })).toBeNull())
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull())
  expect(screen.queryByText(/not saved yet/)).toBeNull()
  expect(sentTo(updateRun)).toHaveLength(1)
})

test('A stop that another admin has removed can’t be shifted: a message says so, and the run is fetched again', async () => {
  const theirs = madeRun({ version: 8, jobs: madeRun().jobs.slice(1) })
  const { user, office } = await show({
    answer: ({ endpoint }) => {
      if (endpoint !== shiftJobs) return undefined
      office.run = theirs
      return refused('fields_invalid', { fields: { assignmentIDs: 'This stop isn’t on this run' } })
    },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 1' }))
  await user.click(screen.getByRole('button', { name: 'Shift…' }))
  await user.click(await screen.findByRole('button', { name: 'Shift' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Someone else removed it. The run is up to date now.')).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: 'Select Customer 1' })).toBeNull()
})

test('An edit sent over a broken connection is kept, and can be sent again', async () => {
  let dead = true
  const { sentTo, user } = await show({
    answer: ({ endpoint }) => (endpoint === updateRun && dead ? lineBroke : undefined),
  })
  await user.click(screen.getByRole('button', { name: 'Actions for Customer 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change driver…' }))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Driver for Customer 1' }),
    'Priya Nair (not in week 2)',
  )
  expect(await screen.findByText('Priya Nair for Customer 1')).toBeVisible()
  expect(
    screen.getByText('The server didn’t answer. Try again when you’re back online, or discard the changes.'),
  ).toBeVisible()
  dead = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(2))
  expect(sentTo(updateRun)[1]!.input).toMatchObject({
    jobs: { assign: [{ assignmentIDs: [stopID(1)], driverID: PRIYA }] },
  })
})

test('Selected stops, a range by Shift, are given to a driver, removed after a question, and shifted together', async () => {
  const { sentTo, user } = await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 2' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 4' }))
  await user.keyboard('{/Shift}')
  const bulk = within(screen.getByRole('group', { name: '3 stops selected' }))
  await user.selectOptions(bulk.getByRole('combobox'), 'Tom Reyes')
  await waitFor(() =>
    expect(sentTo(updateRun)[0]?.input).toMatchObject({
      jobs: { assign: [{ assignmentIDs: [2, 3, 4].map(stopID), driverID: TOM }] },
    }),
  )
  await user.click(bulk.getByRole('button', { name: 'Remove' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Remove 3 stops?' })).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() => expect(sentTo(updateRun)[1]?.input).toMatchObject({ jobs: { remove: [2, 3, 4].map(stopID) } }))
  await user.click(screen.getByRole('checkbox', { name: 'Select run 2' }))
  await user.click(screen.getByRole('button', { name: 'Shift…' }))
  await user.click(await screen.findByRole('button', { name: 'Shift' }))
  await waitFor(() => expect(sentTo(shiftJobs)).toHaveLength(1))
})

test('Shifting one stop says to which week it goes; the week it went to is named in the list', async () => {
  const week = { yearNumber: 2026, monthNumber: 12, weekNumber: 2 }
  const gone = madeStop(2, { state: 'shifted', shiftedTo: week })
  const { user } = await show({
    run: madeRun({ status: 'active', jobs: [madeStop(1), gone] }),
    answer: ({ endpoint, input }) => {
      if (endpoint === previewShift) return ok({ items: [{ assignmentID: stopID(1), to: week }] })
      return endpoint === listCalendar && input['yearNumber'] === 2026
        ? pageOfRows([{ ...week, from: '2026-12-07', to: '2026-12-13' }])
        : undefined
    },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 1' }))
  await user.click(screen.getByRole('button', { name: 'Shift…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Shift Customer 1' }))
  expect(await dialog.findByText('Next collection: Week 2, December · 7–13 Dec 2026')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /No longer on this run \(1\)/ }))
  expect(screen.getByText('Shifted to Week 2, December · 7–13 Dec 2026')).toBeVisible()
})

test('A customer already on the run is refused, and another one with the reason, both in the dialog', async () => {
  const customers = [1, 8].map((n) => ({
    customerID: madeStop(n).customerID,
    fullName: `Customer ${n}`,
    refId: `${n}`,
    suburb: 'Castle Hill',
  }))
  const { sentTo, user } = await show({
    answer: ({ endpoint, input }) => {
      if (endpoint.path === '/v1/users/customers') return pageOfRows(customers)
      if (endpoint.path === '/v1/users/customers/{customerID}')
        return ok(customers.find(({ customerID }) => customerID === input['customerID']))
      if (endpoint !== updateRun) return undefined
      const no = refused('cannot_generate_pickup')
      return no.kind === 'refused' ? { ...no, problem: { ...no.problem, reason: 'Customer blocked' } } : no
    },
  })
  await user.click(screen.getByRole('button', { name: 'Add customer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add customer' }))
  const pick = async (label: RegExp) => {
    await user.clear(dialog.getByLabelText('Customer', { selector: 'input' }))
    await user.type(dialog.getByLabelText('Customer', { selector: 'input' }), 'Custo')
    await user.click(await screen.findByRole('option', { name: label }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
  }
  await pick(/^Customer 1,/)
  expect(await dialog.findByText('This customer is already added. Please check again!')).toBeVisible()
  expect(sentTo(updateRun)).toHaveLength(0)
  await pick(/^Customer 8,/)
  expect(await dialog.findByText('Cannot generate pickup: Customer blocked')).toBeVisible()
})

test('The driven order of a past run is applied; the present order can be saved for coming runs', async () => {
  const { sentTo, user } = await show({
    answer: ({ endpoint }) => {
      if (endpoint === listPastRuns)
        return ok({
          items: [
            {
              runOrderID: stopID(90),
              readableID: '2026-10-W2-1',
              runWeek: { monthNumber: 10, weekNumber: 2, fromDate: '2026-10-12', toDate: '2026-10-18' },
              fromDate: '2026-10-12',
              toDate: '2026-10-18',
              met: 4,
            },
          ],
        })
      return endpoint === setRunNumbers ? ok({ changed: 5, unchanged: 0 }) : undefined
    },
  })
  await user.click(screen.getByRole('button', { name: 'Order' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As driven last time' }))
  expect(await screen.findByText('4 of 5 customers')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use this order' }))
  await waitFor(() => expect(sentTo(updateRun)[0]?.input).toMatchObject({ jobs: { orderFrom: stopID(90) } }))
  expect(await screen.findByText(/^Order copied from Week 2, October · 12–18 Oct/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Order' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save order for future runs' }))
  await user.click(await screen.findByRole('button', { name: 'Save order for future runs' }))
  await waitFor(() => expect(sentTo(setRunNumbers)).toHaveLength(1))
  expect(sentTo(setRunNumbers)[0]!.input).toEqual({
    customers: [1, 2, 3, 4, 5].map((n) => ({
      customerID: madeStop(n).customerID,
      runNumber: n < 4 ? 1 : 2,
      stopOrder: n < 4 ? n : n - 3,
    })),
  })
})

test('The files and the table of a run are named by its week', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  // In a browser a download does not leave the page; here it would.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await show()
  expect(screen.getByRole('table', { name: /^Stops of Week 2, November · 9–15 Nov/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('Week 2, November · 9–15 Nov 2026.csv')
  clicked.mockRestore()
})

test('The filter is in the address, and the totals follow it', async () => {
  const stops = [
    madeStop(1),
    madeStop(2, { outcome: 'COLLECTED', state: 'completed', pu: 3 }),
    madeStop(3, { suburb: 'Hornsby' }),
  ]
  const { user } = await show({ run: madeRun({ status: 'completed', jobs: stops }), at: '/?suburb=Hornsby' })
  expect(names()).toEqual(['Customer 3'])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await user.click(screen.getByRole('button', { name: 'Done 1' }))
  expect(names()).toEqual(['Customer 2'])
  expect(location.search).toBe('?state=done')
  const totals = screen.getByRole('group', { name: 'Totals' })
  expect(totals).toHaveTextContent('1 stop of 33 bags$75.00 charged')
  // Stops that completing moved are not expected any more, so that figure would say less than was planned.
  expect(totals).not.toHaveTextContent('expected')
  expect(await screen.findByText('$75.00 charged')).toBeVisible()
})

test('Expected, recorded and billed amounts are shown apart at the foot and in the summary', async () => {
  const off = {
    noPickup: { noPickupID: stopID(70), reason: null, late: true },
    customerCancelledAt: '2026-11-09T01:00:00Z',
  }
  const stops = [
    madeStop(1, { outcome: 'COLLECTED', state: 'done', pu: 3, extraAmount: 10 }),
    madeStop(2, { outcome: 'NOT_OUT', state: 'done' }),
    madeStop(3),
    madeStop(4, off),
    madeStop(5, { state: 'shifted' }),
    madeStop(6, { serviceType: 'RUBBISH_REMOVAL', amount: 120, outcome: 'COLLECTED', state: 'done', pu: 1 }),
  ]
  await show({ run: madeRun({ status: 'active', jobs: stops, attemptFee: 8.5 }) })
  const totals = await screen.findByRole('group', { name: 'Totals' })
  expect(totals).toHaveTextContent('$195.00 expected$213.50 recorded (incl. $10.00 extra)')
  expect(await screen.findByText('$213.50 recorded · $195.00 expected')).toBeVisible()
})

describe('A run whose stops have all been recorded', () => {
  const recorded = { outcome: 'COLLECTED', state: 'done', pu: 1 } as const
  const ready = { status: 'active', doneAt: '2026-11-12T01:00:00.000Z' } as const
  const asked = 'Every stop has an outcome. Check the run, then mark it completed.'

  test('is to be checked and completed', async () => {
    await show({ run: madeRun({ ...ready, jobs: [madeStop(1, recorded)] }) })
    expect(screen.getByText(asked)).toBeVisible()
  })

  test('can’t be completed while two phones contradict each other', async () => {
    const event = { ...recordOf(80), code: 'contradicts', decision: 'open' } as const
    await show({ run: madeRun({ ...ready, jobs: [madeStop(1, { ...recorded, events: [event] })] }) })
    expect(
      screen.getByText('Every stop has an outcome. Decide where two phones disagree, then mark the run completed.'),
    ).toBeVisible()
    expect(screen.queryByText(asked)).toBeNull()
  })
})

const recordOf = (n: number) =>
  ({
    eventID: stopID(n),
    assignmentID: stopID(1),
    deviceID: 'phone-1',
    seq: n,
    type: 'done',
    payload: { pu: 1 },
    payloadBytes: null,
    actorID: TOM,
    actor: 'Tom Reyes',
    occurredAt: '2026-11-12T01:00:00.000Z',
    receivedAt: '2026-11-12T01:00:00.000Z',
    clockOffset: 0,
    countedAt: null,
    appBuild: 'b1',
    result: 'applied',
    code: null,
    decision: null,
  }) as const

async function recordsOf(events: readonly object[]): Promise<string[]> {
  const stop = { state: 'done', outcome: 'COLLECTED', pu: 1, outcomeEventID: stopID(82) } as const
  const jobs = [madeStop(1, { ...stop, events } as never)]
  await show({ run: madeRun({ status: 'active', jobs }), at: `/?stop=${stopID(1)}` })
  const records = within((await screen.findByRole('heading', { name: 'Records' })).closest('section')!)
  const said = records.getAllByRole('listitem').map((line) => line.textContent)
  cleanup()
  return said
}

test('Of two phones that disagree no record is said to count before the office has decided', async () => {
  const noAccess = { ...recordOf(80), type: 'not-collected', payload: { outcome: 'NO_ACCESS' }, deviceID: 'phone-2' }
  const first = recordOf(81)
  const last = { ...recordOf(82), payload: { pu: 2 }, code: 'contradicts', decision: 'open' }
  expect(await recordsOf([noAccess, first, last])).toEqual([
    expect.stringMatching(/^Done, 2 bagsto decide/),
    expect.stringMatching(/^Done, 1 bagreplaced/),
    expect.stringMatching(/^No accessto decide/),
  ])
  const decided = await recordsOf([
    { ...noAccess, decision: 'dismiss' },
    first,
    { ...last, decision: null, code: null },
  ])
  expect(decided).toEqual([
    expect.stringMatching(/^Done, 2 bagscounts.*Undo$/),
    expect.stringMatching(/^Done, 1 bagreplaced/),
    expect.stringMatching(/^No accessdismissed.*(?<!Undo)$/),
  ])
})

test('Photos of a stop have the same numbers beside the pictures and in the records, where one can be undone', async () => {
  const photo = (place: number) =>
    ({ ...recordOf(place), type: 'photo', payload: { photoID: stopID(place + 10) } }) as const
  const shown = [80, 81].map((place) => ({ photoID: stopID(place + 10), url: '', takenAt: '2026-11-17T22:00:00Z' }))
  const jobs = [madeStop(1, { photos: shown, events: [photo(80), photo(81)] } as never)]
  await show({ run: madeRun({ status: 'active', jobs }), at: `/?stop=${stopID(1)}` })
  const partOf = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('section')!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await partOf('Photos')).toEqual([
    expect.stringMatching(/Photo 1 · 17\/11\/2026/),
    expect.stringMatching(/Photo 2 · 17\/11\/2026/),
  ])
  expect(await partOf('Records')).toEqual([expect.stringMatching(/^Photo 2.*Undo$/), expect.stringMatching(/^Photo 1/)])
})

test('After completing, the run says which of its invoices are still to be sent, and leads to them', async () => {
  await show({
    run: madeRun({ status: 'completed' }),
    answer: ({ endpoint, input }) =>
      endpoint === listInvoices && input['delivery'] === 'undelivered'
        ? ok({ items: [], page: 1, perPage: 1, total: 27, totalAmount: 1009, totalOwing: 989 })
        : undefined,
  })
  expect(await screen.findByText('27 unpaid invoices, $989.00 owing, are neither emailed nor printed.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Send or print' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/invoices\?runOrderID=.*&delivery=undelivered&status=waiting_payment&kind=invoice$/),
  )
})

test('A completed run is drawn once, together with what is to be sent', async () => {
  const run = madeRun({ status: 'completed' })
  let arrive: (answer: Answer<unknown>) => void = () => undefined
  const invoices = new Promise<Answer<unknown>>((resolve) => (arrive = resolve))
  showOffice(<RunPage runOrderID={runOrderID} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getRun) return ok(run)
      if (endpoint === listDrivers) return pageOfRows(drivers)
      return endpoint === listInvoices ? invoices : refused('not_found')
    },
  })
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible()
  await screen.findByRole('heading', { level: 1, name: /Week/ })
  expect(screen.queryByRole('table')).toBeNull()
  arrive(ok({ items: [], page: 1, perPage: 1, total: 27, totalAmount: 1009, totalOwing: 989 }))
  expect(await screen.findByRole('table')).toBeVisible()
  expect(screen.getByText('27 unpaid invoices, $989.00 owing, are neither emailed nor printed.')).toBeVisible()
})

test('A question asked while the live figures are loading stays when they arrive', async () => {
  const run = madeRun({ status: 'active' })
  let arrive: (answer: Answer<unknown>) => void = () => undefined
  const figures = new Promise<Answer<unknown>>((resolve) => (arrive = resolve))
  showOffice(<RunPage runOrderID={runOrderID} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getRun) return ok(run)
      if (endpoint === listDrivers) return pageOfRows(drivers)
      return endpoint === runProgress ? figures : refused('not_found')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark completed' }))
  expect(await screen.findByRole('dialog', { name: /^Complete the run/ })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  arrive(ok(madeProgress(run)))
  expect(await screen.findByRole('table', { hidden: true })).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: /^Complete the run/ })).toBeVisible()
})

test('The stops of a completed run can’t be changed', async () => {
  await show({
    run: madeRun({ status: 'completed', jobs: [madeStop(1, { state: 'completed', outcome: 'COLLECTED', pu: 1 })] }),
  })
  expect(screen.queryByRole('button', { name: /^Amount for|^Notes to driver for|^Move / })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add customer' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Archive' })).toBeVisible()
})

test('A stop without records says whether nothing is recorded yet or they were moved to files', async () => {
  const { user } = await show({
    run: madeRun({
      status: 'archived',
      jobs: [madeStop(1, { state: 'completed', outcome: 'COLLECTED', pu: 1 }), madeStop(2)],
    }),
  })
  await user.click(name(1))
  const first = within(await screen.findByRole('dialog', { name: 'Customer 1' }))
  expect(first.getByText(/were moved to files. On the server, npm run archive-events can read them back/)).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(name(2))
  const second = within(await screen.findByRole('dialog', { name: 'Customer 2' }))
  expect(second.getByText('Nothing recorded yet.')).toBeVisible()
})

test('Customers who left the run are in a closed section with the reason and the week they are shifted to', async () => {
  const gone = madeStop(2, {
    state: 'shifted',
    reason: 'Flood',
    shiftedTo: { yearNumber: 2026, monthNumber: 12, weekNumber: 2 },
  })
  const noPickup = { noPickupID: stopID(70), reason: 'away', late: false }
  const skipped = madeStop(4, { ...gone, assignmentID: stopID(4), noPickup, reason: 'No pickup: away for Christmas' })
  const { user } = await show({
    run: madeRun({ jobs: [madeStop(1), gone, madeStop(3, { noPickup }), skipped] }),
  })
  expect(names()).toEqual(['Customer 1', 'Customer 3'])
  expect(screen.getByText('No pickup: away')).toBeVisible()
  // With those, the foot has as many as "All 4" above the table.
  expect(screen.getByRole('button', { name: 'All 4' })).toBeVisible()
  expect(screen.getByRole('group', { name: 'Totals' })).toHaveTextContent('2 stops + 2 no longer on this run')
  await user.click(screen.getByRole('button', { name: /No longer on this run \(2\)/ }))
  expect(screen.getByText('Shifted to Week 2, December 2026: Flood')).toBeVisible()
  expect(screen.getByText('No pickup: away for Christmas · next in Week 2, December 2026')).toBeVisible()
})

test('A phone’s record appears without a reload, and text being typed is kept', async () => {
  let news: Partial<Progress> = {}
  const { user } = await show({ run: madeRun({ status: 'active' }), progress: (run) => madeProgress(run, news) })
  await user.click(screen.getByRole('button', { name: /^Notes to driver for Customer 1:/ }))
  await user.keyboard('half a se')
  news = {
    cursor: 'c2',
    jobs: [madeStop(1, { version: 2, outcome: 'COLLECTED', state: 'done', pu: 2, doneAt: '2026-11-09T01:00:00Z' })],
    exceptions: 1,
  }
  await waitFor(() => expect(document.querySelector(`[data-stop="${stopID(1)}"]`)).toHaveTextContent(/Done/))
  expect(screen.getByRole('textbox', { name: 'Notes to driver for Customer 1' })).toHaveValue('half a se')
  await user.click(await screen.findByRole('button', { name: 'Show exceptions' }))
  expect(screen.getByText('The records')).toBeVisible()
})

test('The phones of an active run are shown on its page on request', async () => {
  const { user } = await show({ run: madeRun({ status: 'active' }) })
  await user.click(await screen.findByRole('button', { name: 'Show phones' }))
  expect(screen.getByText('The ledger')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hide phones' }))
  expect(screen.queryByText('The ledger')).toBeNull()
})

test.each(['completed', 'archived'] as const)(
  'Of a run that is %s the phones’ present state is not shown',
  async (status) => {
    const held = {
      deviceID: 'phone-1',
      driverID: TOM,
      driver: 'Tom Reyes',
      unsent: 3,
      lastSeenAt: '2026-11-20T01:00:00Z',
      oldestUnsentAt: '2026-11-20T00:00:00Z',
      clockWarning: true,
      clockOffset: 900_000,
    }
    const counts = { driverID: TOM, driver: 'Tom Reyes', planned: 3, done: 3, bags: 4, phones: [held] }
    const away = { ...counts, driverID: PRIYA, driver: 'Priya Nair', planned: 0, done: 0, bags: 0 }
    await show({
      run: madeRun({ status }),
      progress: (run) => madeProgress(run, { drivers: [counts, away] as unknown as Progress['drivers'] }),
    })
    const cards = await screen.findByRole('region', { name: 'Drivers’ progress' })
    expect(within(cards).getByText('3 of 3 done')).toBeInTheDocument()
    expect(cards).not.toHaveTextContent(/seen|unsent|clock|Priya/)
    expect(screen.queryByRole('button', { name: 'Show phones' })).toBeNull()
    expect(screen.queryByText(/with unsent work/)).toBeNull()
  },
)

test('The chips of a completed run add up, and a driver who reached nobody keeps the card', async () => {
  const moved = { state: 'shifted', reason: NOT_REACHED } as const
  const run = madeRun({ status: 'completed' })
  const [first, second, third, fourth, fifth] = run.jobs
  const jobs = [
    { ...first!, state: 'completed', outcome: 'COLLECTED', pu: 1 } as const,
    { ...second!, state: 'completed', outcome: 'NO_ACCESS' } as const,
    { ...third!, state: 'cancelled' } as const,
    { ...fourth!, ...moved },
    { ...fifth!, ...moved },
  ]
  const nothing = { planned: 2, stops: 0, done: 0, notDone: 0, moved: 2, removed: 0, open: 0, bags: 0, phones: [] }
  await show({
    run: { ...run, jobs },
    progress: (of) => madeProgress(of, { drivers: [{ ...nothing, driverID: PRIYA, driver: 'Priya Nair' }] }),
  })
  const chips = within(screen.getByRole('group', { name: 'State' })).getAllByRole('button')
  expect(chips.map(({ textContent }) => textContent)).toEqual(['All 5', 'Done 1', 'Not done 1', 'Moved 2', 'Removed 1'])
  expect(screen.getByText('1 done · 1 not done · 2 moved · 1 removed')).toBeVisible()
  const cards = await screen.findByRole('region', { name: 'Drivers’ progress' })
  expect(within(cards).getByText('0 done · 2 moved')).toBeVisible()
  expect(screen.getByRole('link', { name: '2 customers not reached' })).toHaveAttribute(
    'href',
    `/run-orders/${runOrderID}/not-reached`,
  )
})

test('The chips of an active run add up to the figures beside its name, a no pickup among the stops to do', async () => {
  const noPickup = { noPickupID: stopID(70), reason: null, late: true }
  await show({
    run: madeRun({
      status: 'active',
      jobs: [
        madeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 1 }),
        madeStop(2),
        madeStop(3, { noPickup }),
        madeStop(4, { state: 'shifted', noPickup }),
      ],
    }),
  })
  expect(within(screen.getByRole('banner')).getByText('1 done · 1 moved · 2 to do')).toBeVisible()
  const chips = within(screen.getByRole('group', { name: 'State' })).getAllByRole('button')
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    'All 4',
    'To do 2',
    'including no pickup 1',
    'Done 1',
    'Moved 1',
  ])
})

test('A lost connection is shown, and recovers by itself', async () => {
  let lost = false
  await show({
    run: madeRun({ status: 'active' }),
    answer: ({ endpoint }) => (endpoint === runProgress && lost ? lineBroke : undefined),
  })
  expect(await screen.findByText(/^Live · updated/)).toBeVisible()
  lost = true
  expect(await screen.findByText(/^No connection since/)).toBeVisible()
  lost = false
  expect(await screen.findByText(/^Live · updated/)).toBeVisible()
})

test('The office records an outcome for a driver as its own record, and sends the same one after a broken connection', async () => {
  let dead = true
  const { sentTo, user } = await show({
    run: madeRun({ status: 'active' }),
    answer: ({ endpoint, input }) => {
      if (endpoint === previewStopChange) {
        const { pu } = input['change'] as { pu: number }
        return ok({
          bills: { before: null, after: pu * 25 },
          pays: [{ driver: 'Tom Reyes', before: 0, after: pu * 4 }],
        })
      }
      if (endpoint !== recordDone) return undefined
      if (dead) return lineBroke
      const [event] = input['events'] as { eventID: string }[]
      return ok({
        results: [{ eventID: event!.eventID, result: 'applied' }],
        dataEpoch: 'e',
        backedUpThrough: null,
        receivedAt: '2026-11-09T01:00:00Z',
      })
    },
  })
  await user.click(name(2))
  const drawer = within(await screen.findByRole('dialog', { name: 'Customer 2' }))
  await user.selectOptions(drawer.getByLabelText('Outcome'), 'Done')
  await user.clear(drawer.getByLabelText('Bags'))
  await user.type(drawer.getByLabelText('Bags'), '3')
  expect(
    await drawer.findByText('Completing the run bills $75.00 for this stop. Tom Reyes is paid $12.00.'),
  ).toBeVisible()
  expect(sentTo(recordDone)).toEqual([])
  await user.click(drawer.getByRole('button', { name: 'Record' }))
  await waitFor(() => expect(sentTo(recordDone)).toHaveLength(1))
  dead = false
  await user.click(drawer.getByRole('button', { name: 'Record' }))
  await waitFor(() => expect(sentTo(recordDone)).toHaveLength(2))
  const [first, second] = sentTo(recordDone).map(({ input }) => input)
  expect(first).toMatchObject({
    runOrderID,
    deviceID: expect.stringMatching(/^office-/),
    events: [{ type: 'done', pu: 3, assignmentID: stopID(2), seq: 1, v: 1 }],
  })
  expect(second!['events']).toEqual(first!['events'])
  expect(await screen.findByText('Recorded')).toBeVisible()
})

/** Tom's tap at the first stop, from his phone. */
const TAPPED = {
  eventID: stopID(80),
  assignmentID: stopID(1),
  deviceID: 'phone',
  seq: 4,
  type: 'done',
  payload: { pu: 2 },
  payloadBytes: null,
  actorID: TOM,
  actor: 'Tom Reyes',
  occurredAt: '2026-11-09T01:00:00Z',
  receivedAt: '2026-11-09T02:00:00Z',
  countedAt: null,
  clockOffset: 900_000,
  appBuild: null,
  result: 'applied',
  code: null,
  decision: null,
} as const

test('A time that can’t be right is not beside a clock that is said to be correct', async () => {
  const done = { ...TAPPED, occurredAt: '2025-10-05T01:00:00Z', countedAt: '2026-11-09T01:40:00Z', clockOffset: 0 }
  await show({
    run: madeRun({ status: 'active', jobs: [madeStop(1, { state: 'done', outcome: 'COLLECTED', events: [done] })] }),
    at: `/?stop=${stopID(1)}`,
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Customer 1' }))
  expect(drawer.getByText(/The phone’s time can’t be right/)).toBeVisible()
  expect(drawer.getByText('correct when it was sent')).toBeVisible()
})

test('The office undoes a record by one of its own, and the history has both', async () => {
  const done = TAPPED
  const { sentTo, user } = await show({
    run: madeRun({
      status: 'active',
      jobs: [madeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 2, events: [done] })],
    }),
    at: `/?stop=${stopID(1)}`,
    answer: ({ endpoint }) =>
      endpoint === previewStopChange
        ? ok({ bills: { before: 50, after: null }, pays: [{ driver: 'Tom Reyes', before: 8, after: 0 }] })
        : endpoint === recordDone
          ? ok({
              results: [{ eventID: stopID(81), result: 'applied' }],
              dataEpoch: 'e',
              backedUpThrough: null,
              receivedAt: '2026-11-09T03:00:00Z',
            })
          : undefined,
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Customer 1' }))
  expect(drawer.getByText('clock 15 min behind')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Undo' }))
  const question = within(await screen.findByRole('dialog', { name: 'Undo “Done, 2 bags”?' }))
  expect(
    await question.findByText(
      'Completing the run no longer bills $50.00 for this stop. Tom Reyes is no longer paid $8.00.',
    ),
  ).toBeVisible()
  expect(sentTo(previewStopChange)[0]?.input).toMatchObject({ change: { type: 'undo', undoes: stopID(80) } })
  await user.click(question.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sentTo(recordDone)[0]?.input).toMatchObject({
      events: [{ type: 'undo', undoes: stopID(80), assignmentID: stopID(1) }],
    }),
  )
})

test('A record is not saved while the money shown belongs to other values', async () => {
  let answerLater: () => void = () => undefined
  const later = new Promise<void>((resolve) => (answerLater = resolve))
  const { sentTo, user } = await show({
    run: madeRun({ status: 'active' }),
    answer: ({ endpoint, input }) => {
      if (endpoint !== previewStopChange) return undefined
      const { pu } = input['change'] as { pu: number }
      const answer = ok({ bills: { before: null, after: pu * 25 }, pays: [] })
      return pu === 1 ? answer : later.then(() => answer)
    },
  })
  await user.click(name(2))
  const drawer = within(await screen.findByRole('dialog', { name: 'Customer 2' }))
  const save = () => drawer.getByRole('button', { name: 'Record' })
  await user.selectOptions(drawer.getByLabelText('Outcome'), 'Done')
  expect(await drawer.findByText(/^Completing the run bills \$25\.00/)).toBeVisible()
  await waitFor(() => expect(save()).toBeEnabled())
  await user.type(drawer.getByLabelText('Bags'), '2{Enter}')
  expect(save()).toBeDisabled()
  answerLater()
  expect(await drawer.findByText(/bills \$300\.00/)).toBeVisible()
  await waitFor(() => expect(save()).toBeEnabled())
  expect(sentTo(recordDone)).toEqual([])
})

test('A recorded stop gets another driver once the changed pay is shown and confirmed', async () => {
  const { sentTo, user } = await show({
    run: madeRun({
      status: 'active',
      jobs: [madeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 2 }), madeStop(2)],
    }),
    answer: ({ endpoint }) =>
      endpoint === previewStopChange
        ? ok({
            bills: { before: 50, after: 50 },
            pays: [
              { driver: 'Tom Reyes', before: 8, after: 0 },
              { driver: 'Priya Nair', before: 0, after: 8 },
            ],
          })
        : undefined,
  })
  for (const stop of [1, 2]) await user.click(screen.getByRole('checkbox', { name: `Select Customer ${stop}` }))
  const bulk = within(screen.getByRole('group', { name: '2 stops selected' }))
  await user.selectOptions(bulk.getByRole('combobox'), PRIYA)
  const question = within(await screen.findByRole('dialog', { name: 'Give 2 stops to Priya Nair?' }))
  expect(question.getByText('1 of them is recorded already.')).toBeVisible()
  expect(await question.findByText('Tom Reyes is no longer paid $8.00. Priya Nair is paid $8.00.')).toBeVisible()
  expect(sentTo(previewStopChange)[0]?.input).toMatchObject({
    assignmentID: stopID(1),
    change: { type: 'driver', driverID: PRIYA, others: [] },
  })
  expect(sentTo(updateRun)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Change driver' }))
  await waitFor(() =>
    expect(sentTo(updateRun)[0]?.input).toMatchObject({
      jobs: { assign: [{ assignmentIDs: [1, 2].map(stopID), driverID: PRIYA }] },
    }),
  )
})

test('A recorded stop moved into another driver’s run number asks first', async () => {
  const { sentTo, user } = await show({
    run: madeRun({
      status: 'active',
      jobs: [
        madeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 2 }),
        madeStop(2, { runNumber: 2, driverID: PRIYA, driver: 'Priya Nair' }),
      ],
    }),
    answer: ({ endpoint }) =>
      endpoint === previewStopChange
        ? ok({ bills: { before: 50, after: 50 }, pays: [{ driver: 'Tom Reyes', before: 8, after: 8 }] })
        : undefined,
  })
  name(1).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const question = within(await screen.findByRole('dialog', { name: 'Give Customer 1 to Priya Nair?' }))
  expect(await question.findByText('Tom Reyes is paid $8.00, as before.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sentTo(updateRun)).toEqual([])
})

test('Another price of a recorded stop shows what it bills and pays, and is saved once that is confirmed', async () => {
  const { sentTo, user } = await show({
    run: madeRun({ status: 'active', jobs: [madeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 2 })] }),
    answer: ({ endpoint }) =>
      endpoint === previewStopChange
        ? ok({ bills: { before: 50, after: 60 }, pays: [{ driver: 'Tom Reyes', before: 8, after: 8 }] })
        : undefined,
  })
  await user.click(screen.getByRole('button', { name: /^Amount for Customer 1:/ }))
  await user.clear(screen.getByRole('textbox', { name: 'Amount for Customer 1' }))
  await user.type(screen.getByRole('textbox', { name: 'Amount for Customer 1' }), '30{Enter}')
  const dialog = () => screen.findByRole('dialog', { name: 'Change the price of Customer 1 from $25.00 to $30.00?' })
  expect(
    await within(await dialog()).findByText(
      'Completing the run bills $60.00 for this stop instead of $50.00. Tom Reyes is paid $8.00, as before.',
    ),
  ).toBeVisible()
  expect(sentTo(updateRun)).toEqual([])
  await user.click(within(await dialog()).getByRole('button', { name: 'Change price' }))
  await waitFor(() =>
    expect(sentTo(updateRun)[0]?.input).toMatchObject({ jobs: { edit: [{ assignmentID: stopID(1), amount: 30 }] } }),
  )
})

test('A run being driven says when its driver will be at the next, the last and an opened stop', async () => {
  const run = madeRun({ status: 'active' })
  const driven = (n: number, minutesAgo: number) => ({
    state: 'done' as const,
    outcome: 'COLLECTED' as const,
    pu: 1,
    doneAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    assignmentID: stopID(n),
    outcomeEventID: stopID(80),
    events: [
      {
        eventID: stopID(80),
        assignmentID: stopID(n),
        deviceID: 'phone-1',
        seq: 1,
        type: 'done',
        payload: { pu: 1 },
        payloadBytes: null,
        actorID: TOM,
        actor: 'Tom Reyes',
        occurredAt: '2026-11-12T01:00:00Z',
        receivedAt: '2026-11-12T01:00:00Z',
        clockOffset: 0,
        countedAt: null,
        appBuild: null,
        result: 'applied' as const,
        code: null,
        decision: null,
      },
    ],
  })
  const stops = run.jobs.map((stop) => ({
    ...stop,
    ...(stop.assignmentID === stopID(1) ? driven(1, 5) : {}),
  }))
  const tom = { driverID: TOM, driver: 'Tom Reyes', stops: 3, bags: 1, phones: [] }
  const figures = { planned: 3, done: 1, notDone: 0, moved: 0, removed: 0, open: 2 }
  const { user } = await show({
    run: { ...run, jobs: stops },
    progress: (now) => madeProgress(now, { drivers: [{ ...tom, ...figures }] }),
    answer: ({ endpoint }) => (endpoint === listOwnOrders ? ok({ items: [] }) : undefined),
  })
  expect(await screen.findByText(/^Next stop about \d\d:\d\d, last about \d\d:\d\d$/)).toBeVisible()
  await user.click(name(2))
  expect(within(await screen.findByRole('dialog')).getByText(/^about \d\d:\d\d$/)).toBeVisible()
})
