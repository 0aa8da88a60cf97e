import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { RunNew } from '#client/features/runs/generate/run-new.tsx'
import { listDrivers } from '#contract/v1/drivers.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import { previewRun } from '#contract/v1/runs-plan.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { makeDriver } from '../../fixtures/answers/drivers.ts'
import {
  calendarOf,
  DAN,
  makePlanned,
  makePreview,
  makeRun,
  makeRunRow,
  type Preview,
  PRIYA,
  RUN_ID,
} from '../../fixtures/answers/runs.ts'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

interface Fixture {
  at?: string
  runs?: readonly unknown[]
  weeks?: (year: number) => readonly CalendarSetting[]
  preview?: (input: Record<string, unknown>) => Preview | Answer<unknown> | Promise<Preview>
  generate?: () => Answer<unknown>
  page?: ComponentType
}

function show({
  at = '/run-orders/new',
  runs = [makeRunRow()],
  weeks = calendarOf,
  preview = () => makePreview(),
  generate = () =>
    ok(makeRun([], { readableID: '2026-11-W4-1', weekNumber: 4, fromDate: '2026-11-23', toDate: '2026-11-29' }), 201),
  page: Page = () => <h1>The run’s page</h1>,
}: Fixture = {}) {
  const drivers = [
    makeDriver({ driverID: DAN, weekNumbers: [4] }),
    makeDriver({ driverID: PRIYA, fullName: 'Priya Nair', weekNumbers: [1] }),
    makeDriver({ driverID: RUN_ID, fullName: 'Gone Away', employmentEndDate: '2026-01-31' }),
  ]
  const answer = async ({ endpoint, input }: Sent) => {
    if (endpoint === listCalendar) return pageOfRows(weeks(Number(input['yearNumber'])))
    if (endpoint === listRuns) return pageOfRows(runs)
    if (endpoint === listDrivers) return pageOfRows(drivers)
    if (endpoint === previewRun) {
      const made = await preview(input)
      return 'kind' in made ? made : ok(made)
    }
    return generate()
  }
  return showOffice(
    <Routes>
      <Route path="/run-orders/new" element={<RunNew />} />
      <Route path="/run-orders/:runOrderID" element={<Page />} />
    </Routes>,
    { at, answer },
  )
}

const generateButton = () => screen.findByRole('button', { name: 'Generate 3 stops' })

test('The next week without a run is proposed, and its stops are shown before anything is stored', async () => {
  const { sentTo } = show()
  await generateButton()
  expect(sentTo(previewRun).map(({ input }) => input)).toEqual([{ yearNumber: 2026, monthNumber: 11, weekNumber: 4 }])
  expect(screen.getByLabelText('Week')).toHaveDisplayValue('Week 4 · 23/11 – 29/11')
  expect(within(screen.getByRole('region', { name: 'Run 1' })).getByText('2 stops')).toBeVisible()
  expect(sentTo(generateRun)).toHaveLength(0)
})

test('Only weeks of the calendar can be chosen', async () => {
  const user = userEvent.setup()
  const { sentTo } = show()
  await generateButton()
  await user.selectOptions(screen.getByLabelText('Month'), '12')
  await waitFor(() =>
    expect(sentTo(previewRun).at(-1)!.input).toEqual({ yearNumber: 2026, monthNumber: 12, weekNumber: 4 }),
  )
  expect(within(screen.getByLabelText('Week')).getAllByRole('option')).toHaveLength(4)
  expect(location.search).toBe('?yearNumber=2026&monthNumber=12&weekNumber=4')
})

test('The week named in the address is chosen; one that has a run says that only the other customers are taken', async () => {
  show({
    at: '/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=3',
    preview: () => makePreview({ weekNumber: 3 }),
  })
  expect(await screen.findByText(/This week already has a run: Week 3, November · 16–22 Nov/)).toBeVisible()
})

test('After another driver is chosen the preview is fetched with that driver, and all shown drivers are sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = show({
    preview: ({ drivers }) =>
      drivers === undefined
        ? makePreview()
        : makePreview({
            rounds: [
              { runNumber: 1, stops: 2, driverID: DAN, driver: 'Dan Green' },
              { runNumber: 2, stops: 1, driverID: PRIYA, driver: 'Priya Nair' },
            ],
          }),
  })
  await generateButton()
  const box = screen.getByLabelText('Driver for run 2')
  expect(box).toHaveDisplayValue('Unassigned')
  expect(screen.queryByRole('option', { name: /Gone Away/ })).toBeNull()
  await user.selectOptions(box, PRIYA)
  expect(screen.getByText('Priya Nair doesn’t work in week 4.')).toBeVisible()
  await waitFor(() =>
    expect(sentTo(previewRun).at(-1)!.input).toMatchObject({ drivers: [{ runNumber: 2, driverID: PRIYA }] }),
  )
  await user.type(screen.getByLabelText('Description'), 'Spring')
  await user.click(await generateButton())
  await screen.findByText('The run’s page')
  const [sent] = sentTo(generateRun)
  expect(sent!.input).toEqual({
    yearNumber: 2026,
    monthNumber: 11,
    weekNumber: 4,
    description: 'Spring',
    drivers: [
      { runNumber: 1, driverID: DAN },
      { runNumber: 2, driverID: PRIYA },
    ],
  })
  expect(sent!.options.idempotencyKey).toBeTruthy()
  expect(location.pathname).toBe(`/run-orders/${RUN_ID}`)
  expect(screen.getByText(/^Week 4, November · 23–29 Nov.* generated$/)).toBeVisible()
})

test('The run being made doesn’t refuse itself while its page is loaded', async () => {
  const user = userEvent.setup()
  let asked = 0
  const cannot = 'There’s already a draft for this week.'
  let load: (page: { default: () => ReactNode }) => void = () => undefined
  const loaded = new Promise<{ default: () => ReactNode }>((resolve) => (load = resolve))
  show({
    preview: () => (asked++ === 0 ? makePreview() : makePreview({ stops: [], rounds: [], cannot })),
    page: lazy(() => loaded),
  })
  await user.click(await generateButton())
  await waitFor(() => expect(asked).toBe(2))
  await act(() => new Promise((later) => setTimeout(later)))
  expect(screen.queryByText('Cannot generate run')).toBeNull()
  expect(screen.getByText('Generating 3 stops…')).toBeVisible()
  act(() => load({ default: () => <h1>The run’s page</h1> }))
  expect(await screen.findByText('The run’s page')).toBeVisible()
})

test('Stops say why they are due, and one with a no pickup that it leaves the run when it is marked active', async () => {
  const user = userEvent.setup()
  show({
    preview: () =>
      makePreview({
        stops: [
          makePlanned(1, { because: 'requested' }),
          makePlanned(2, { noPickup: { reason: 'Away', late: false } }),
        ],
        rounds: [{ runNumber: 1, stops: 2, driverID: DAN, driver: 'Dan Green' }],
      }),
  })
  await screen.findByRole('button', { name: 'Generate 2 stops' })
  const round = within(screen.getByRole('region', { name: 'Run 1' }))
  expect(round.getByText('2 stops · 1 no pickup')).toBeVisible()
  const [first, second] = round.getAllByRole('listitem')
  expect(within(first!).getByText('requested')).toBeVisible()
  expect(within(second!).getByText('No pickup: Away')).toBeVisible()
  expect(within(second!).getByText('Shifted when the run is marked active.')).toBeVisible()
  await user.click(round.getByText('Stops in run 1'))
})

test('Customers left out are counted by reason, with their names', async () => {
  const user = userEvent.setup()
  const { customerID, refId, customer, address, suburb } = makePlanned(9)
  show({
    preview: () =>
      makePreview({
        leftOut: [
          {
            reason: 'blocked',
            message: 'blocked',
            count: 3,
            customers: [{ customerID, refId, customer, address, suburb }],
          },
        ],
      }),
  })
  await user.click(
    await screen.findByText((_, element) => element?.tagName === 'SUMMARY' && element.textContent === '3 blocked'),
  )
  expect(await screen.findByRole('link', { name: 'Customer 9' })).toHaveAttribute('href', `/customers/${customerID}`)
  expect(screen.getByText('and 2 more')).toBeVisible()
})

test('A week for which no run can be made says why, and the button is disabled', async () => {
  const { sentTo } = show({
    preview: () => makePreview({ cannot: 'There is a draft for this week already.', stops: [], rounds: [] }),
  })
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('Cannot generate run')).toBeVisible()
  expect(within(box).getByText('There is a draft for this week already.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Generate run' })).toBeDisabled()
  expect(sentTo(generateRun)).toHaveLength(0)
})

test('A refusal of the server is shown on the page, and every choice is kept', async () => {
  const user = userEvent.setup()
  const refusal = refused('cannot_generate_run')
  if (refusal.kind === 'refused') refusal.problem.reason = 'Somebody was quicker.'
  show({ generate: () => refusal })
  await user.type(await screen.findByLabelText('Description'), 'Spring')
  await user.click(await generateButton())
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('Somebody was quicker.')).toBeVisible()
  expect(screen.getByLabelText('Description')).toHaveValue('Spring')
})

test('After a broken connection everything is as before, and generating again sends the same request', async () => {
  const user = userEvent.setup()
  let tries = 0
  const { sentTo } = show({ generate: () => (++tries === 1 ? lineBroke : ok(makeRun([]), 201)) })
  await user.click(await generateButton())
  await waitFor(() => expect(sentTo(generateRun)).toHaveLength(1))
  await user.click(await generateButton())
  await screen.findByText('The run’s page')
  const [first, second] = sentTo(generateRun)
  expect(second!.options.idempotencyKey).toBe(first!.options.idempotencyKey)
})

test('Without a calendar nothing can be chosen, and the page has a link to the calendar', async () => {
  show({ weeks: () => [] })
  expect(await screen.findByRole('link', { name: 'Open calendar' })).toHaveAttribute('href', '/settings/calendar')
})

test('A preview that takes long says how long it has been looking', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-18T01:00:00Z') })
  let answered: (preview: Preview) => void = () => undefined
  show({ preview: () => new Promise((done) => (answered = done)) })
  await screen.findByRole('status', { name: 'Checking who’s due…' })
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(screen.getByText('Looking at all customers. This can take a minute: 5 s so far.')).toBeVisible()
  answered(makePreview())
  await generateButton()
  expect(screen.queryByText(/Looking at all customers/)).toBeNull()
})

test('A preview that takes too long says so in its place, and is asked for again', async () => {
  let asked = 0
  const { toasts } = show({
    preview: () => {
      asked += 1
      return asked === 1 ? refused('too_slow') : makePreview()
    },
  })
  expect(await screen.findByText('This takes too long. Please ask for less, or try again later.')).toBeVisible()
  expect(toasts).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await generateButton()).toBeEnabled()
})
