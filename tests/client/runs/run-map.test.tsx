import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { applyChange } from '#client/features/runs/page/run-change.ts'
import { RunMapPage } from '#client/features/runs/map/run-map-page.tsx'
import { listDrivers } from '#contract/v1/drivers.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { previewShift, shiftJobs } from '#contract/v1/runs-plan.ts'
import { updateRun } from '#contract/v1/runs-office.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { madeProgress, madeRun, madeStop, PRIYA, runOrderID, stopID, TOM } from '../../fixtures/answers/run-page.ts'
import { ok, pageOfRows, refused, showOffice } from '../../support/office-screen.tsx'

const employed = { weekNumbers: [1, 2], employmentStartDate: '2025-01-01', employmentEndDate: null }
const drivers = [
  { driverID: TOM, fullName: 'Tom Reyes', ...employed },
  { driverID: PRIYA, fullName: 'Priya Nair', ...employed },
]
const placed = (n: number, more: object = {}) => madeStop(n, { latitude: -33.75, longitude: 151 + n / 100, ...more })

/** This test browser has no WebGL, so that the list is all there is. */
async function open(run: Run, at = `/run-orders/${runOrderID}/map`) {
  const office = { run }
  const shown = showOffice(
    <Routes>
      <Route path="/run-orders/:id/map" element={<RunMapPage runOrderID={runOrderID} />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    {
      at,
      answer: ({ endpoint, input }) => {
        if (endpoint === getRun) return ok(office.run)
        if (endpoint === listDrivers) return pageOfRows(drivers)
        if (endpoint === listCalendar) return pageOfRows([])
        if (endpoint === runProgress) return ok(madeProgress(office.run))
        if (endpoint === previewShift) return ok({ items: [] })
        if (endpoint === updateRun)
          return ok(
            (office.run = { ...applyChange(office.run, input, () => 'Priya Nair'), version: office.run.version + 1 }),
          )
        return refused('not_found')
      },
    },
  )
  await screen.findByRole('region', { name: 'Stops on the map' })
  return { ...shown, user: userEvent.setup() }
}

const done = { state: 'done', outcome: 'COLLECTED', doneAt: '2026-11-10T00:12:00Z' } as const
const running = (jobs: Run['jobs']) => madeRun({ status: 'active', activatedAt: '2026-11-09T00:00:00Z', jobs })

test('without WebGL a sentence says so, and the list has every stop with its driver counted', async () => {
  await open(running([placed(1), placed(2, done), placed(3, { driverID: null, driver: null })]))
  expect(screen.getByText(/^This browser can’t draw a map/)).toBeVisible()
  const legend = within(screen.getByRole('list', { name: 'Drivers on the map' })).getAllByRole('listitem')
  expect(legend.map(({ textContent }) => textContent)).toEqual([
    'Tom Reyes2 stops',
    'No driver1 stop',
    'Paler: done',
    '×: not done',
  ])
  expect(screen.getByRole('button', { name: '2 Customer 2' })).toBeVisible()
})

test('stops ticked in the list get another driver, and recorded ones among them stay', async () => {
  const { user, sentTo } = await open(running([placed(1), placed(2, done), placed(3)]))
  for (const n of [1, 2, 3]) await user.click(screen.getByRole('checkbox', { name: `Select Customer ${n}` }))
  const bar = screen.getByRole('group', { name: '3 stops selected' })
  expect(bar).toHaveTextContent('1 of them is recorded and can’t move.')
  await user.selectOptions(within(bar).getByRole('combobox', { name: 'Driver for the selected stops' }), PRIYA)
  await waitFor(() => expect(sentTo(updateRun)).toHaveLength(1))
  expect(sentTo(updateRun)[0]!.input).toMatchObject({
    jobs: { assign: [{ assignmentIDs: [stopID(1), stopID(3)], driverID: PRIYA }] },
  })
  expect(await screen.findByText('2 stops assigned to Priya Nair')).toBeVisible()
})

test('the selected stops are shifted to another week by the dialog of the list', async () => {
  const { user, sentTo } = await open(running([placed(1), placed(2), placed(3)]))
  await user.click(screen.getByRole('checkbox', { name: 'Select run 1' }))
  await user.click(screen.getByRole('button', { name: 'Shift…' }))
  expect(await screen.findByRole('dialog', { name: 'Shift 3 stops' })).toBeVisible()
  expect(sentTo(previewShift)[0]!.input).toMatchObject({ assignmentIDs: [1, 2, 3].map(stopID) })
  expect(sentTo(shiftJobs)).toEqual([])
})

test('only recorded stops selected: no act is offered', async () => {
  const { user } = await open(running([placed(1, done)]))
  await user.click(screen.getByRole('checkbox', { name: 'Select Customer 1' }))
  const bar = screen.getByRole('group', { name: '1 stop selected' })
  expect(
    within(bar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Clear'])
})

test('stops without a place are counted, each with the way to set it', async () => {
  await open(running([placed(1), madeStop(2), madeStop(3)]))
  expect(screen.getByRole('heading', { name: '2 stops have no place yet' })).toBeVisible()
  const { customerID } = madeStop(2)
  expect(screen.getByRole('link', { name: 'Set place: Customer 2' })).toHaveAttribute(
    'href',
    `/customers/${customerID}`,
  )
})

test('where no stop has a place, a sentence says what to do', async () => {
  await open(madeRun())
  expect(screen.getByText('No stop has a place yet')).toBeVisible()
})

test('a completed run is only looked at', async () => {
  await open(madeRun({ status: 'completed', jobs: [placed(1, done)] }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Select an area' })).toBeNull()
})

test('the filter of the run’s page holds here and on the way back', async () => {
  await open(running([placed(1), placed(2, done)]), `/run-orders/${runOrderID}/map?state=done`)
  expect(screen.queryByRole('button', { name: '1 Customer 1' })).toBeNull()
  expect(screen.getByRole('link', { name: /List of the stops/ })).toHaveAttribute(
    'href',
    `/run-orders/${runOrderID}?state=done`,
  )
})
