import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunNew } from '#client/features/runs/generate/run-new.tsx'
import { RunPage } from '#client/features/runs/page/run-page.tsx'
import { RunsPage } from '#client/features/runs/runs-page.tsx'
import type { Depot } from '#contract/v1/depots.ts'
import { listDrivers } from '#contract/v1/drivers.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import { previewRun } from '#contract/v1/runs-plan.ts'
import { getRun, listRuns } from '#contract/v1/runs.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { DEPOTS, NORTH, OF_NORTH, SOUTH } from '../../fixtures/answers/depots.ts'
import { makeDriver } from '../../fixtures/answers/drivers.ts'
import { calendarOf, DAN, makePreview, makeRun, makeRunRow, PRIYA, RUN_ID } from '../../fixtures/answers/runs.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const WEEK_4 = { yearNumber: 2026, monthNumber: 11, weekNumber: 4 }
/** North has a draft for week 4; week 3 had one run for every depot. */
const RUNS = [
  makeRunRow(),
  makeRunRow({
    ...WEEK_4,
    runOrderID: '01890000-0000-7000-8000-00000000a002',
    readableID: '2026-11-W4-1',
    status: 'draft',
    fromDate: '2026-11-23',
    toDate: '2026-11-29',
    depotID: NORTH,
  }),
]

interface Fixture {
  at?: string
  depots?: readonly Depot[]
  user?: typeof OF_NORTH
  runs?: readonly unknown[]
}

const show = ({ at = '/run-orders/new', depots = DEPOTS, user, runs = RUNS }: Fixture = {}) =>
  showOffice(
    <Routes>
      <Route path="/run-orders" element={<RunsPage />} />
      <Route path="/run-orders/new" element={<RunNew />} />
      <Route path="/run-orders/:runOrderID" element={<RunPage runOrderID={RUN_ID} />} />
    </Routes>,
    {
      at,
      depots,
      ...(user && { user }),
      answer: ({ endpoint, input }: Sent) => {
        if (endpoint === listCalendar) return pageOfRows(calendarOf(Number(input['yearNumber'])))
        if (endpoint === listRuns) return pageOfRows(runs)
        if (endpoint === listDrivers)
          return pageOfRows([
            makeDriver({ driverID: DAN, weekNumbers: [4], depotID: SOUTH }),
            makeDriver({ driverID: PRIYA, fullName: 'Priya Nair', weekNumbers: [4], depotID: NORTH }),
          ])
        if (endpoint === previewRun)
          return ok(makePreview({ weekNumber: Number(input['weekNumber']), monthNumber: Number(input['monthNumber']) }))
        if (endpoint === getRun) return ok(makeRun([], { status: 'draft', depotID: NORTH }))
        if (endpoint === generateRun) return ok(makeRun([], { ...WEEK_4, depotID: SOUTH }), 201)
        return refused('not_found')
      },
    },
  )

const generate = () => screen.findByRole('button', { name: 'Generate 3 stops' })

test('A run of one depot is previewed and generated with it, and offers only its drivers', async () => {
  const user = userEvent.setup()
  const { sentTo } = show({ at: '/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4' })
  await generate()
  expect(screen.getByLabelText('Depot')).toHaveDisplayValue('All depots')
  expect(within(screen.getByLabelText('Driver for run 1')).getAllByRole('option')).toHaveLength(2)
  await user.selectOptions(screen.getByLabelText('Depot'), 'South')
  await waitFor(() => expect(sentTo(previewRun).at(-1)!.input).toEqual({ ...WEEK_4, depotID: SOUTH }))
  expect(location.search).toBe(`?yearNumber=2026&monthNumber=11&weekNumber=4&depotID=${SOUTH}`)
  await user.click(await generate())
  await waitFor(() => expect(sentTo(generateRun)).toHaveLength(1))
  expect(sentTo(generateRun)[0]!.input).toEqual({
    ...WEEK_4,
    depotID: SOUTH,
    drivers: [{ runNumber: 1, driverID: DAN }],
  })
})

test('Only the drivers of the run’s depot are offered', async () => {
  show({ at: `/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4&depotID=${SOUTH}` })
  await generate()
  expect(
    within(screen.getByLabelText('Driver for run 1'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dan Green'])
})

test('The week’s runs that are named are those that collect the same customers', async () => {
  const user = userEvent.setup()
  show({ at: '/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4' })
  await generate()
  expect(screen.getByText(/already has a run: Week 4, November · 23–29 Nov · North \(draft\)\./)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Depot'), 'South')
  await generate()
  expect(screen.queryByText(/already has a run/)).toBeNull()
})

test('The next week without a run of the depot is proposed', async () => {
  const { sentTo } = show({ at: `/run-orders/new?depotID=${SOUTH}` })
  await generate()
  expect(sentTo(previewRun)[0]!.input).toEqual({ ...WEEK_4, depotID: SOUTH })
})

test('A user of one depot has nothing to choose, and the server sets it', async () => {
  const { sentTo } = show({ user: OF_NORTH, runs: [] })
  await generate()
  expect(screen.queryByLabelText('Depot')).toBeNull()
  expect(sentTo(previewRun)[0]!.input).toEqual(WEEK_4)
})

test('A firm without depots has nothing to choose', async () => {
  show({ depots: [], runs: [makeRunRow()] })
  await generate()
  expect(screen.queryByLabelText('Depot')).toBeNull()
})

test('The list of runs says whose customers each collects, and filters by it', async () => {
  const user = userEvent.setup()
  const { sentTo } = show({ at: '/run-orders' })
  const inRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  expect((await inRow(/Week 4/)).getByText('North')).toBeVisible()
  expect((await inRow(/Week 3/)).getByText('All')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Depot'), 'North')
  await waitFor(() => expect(sentTo(listRuns).at(-1)!.input).toMatchObject({ depotID: NORTH }))
})

test('Without depots the list of runs has neither the column nor the filter', async () => {
  show({ at: '/run-orders', depots: [] })
  expect(await screen.findByRole('row', { name: /Week 3/ })).toBeVisible()
  expect(screen.queryByText('Depot')).toBeNull()
})

test('The page of a run says its depot', async () => {
  show({ at: `/run-orders/${RUN_ID}` })
  expect(await screen.findByText('North')).toBeVisible()
})
