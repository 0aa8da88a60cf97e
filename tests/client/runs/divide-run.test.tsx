import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getRoundRules } from '#contract/v1/round-rules.ts'
import type { Run } from '#contract/v1/runs.ts'
import { divideRun } from '#domain/round-division.ts'
import type { DivisionRequest, DivisionSaid } from '#client/features/runs/route/ask-division.ts'
import { DivideRun } from '#client/features/runs/route/divide-run.tsx'
import { applyChange } from '#client/features/runs/page/run-change.ts'
import type { RunChange } from '#client/features/runs/page/run-types.ts'
import { madeRules } from '../../fixtures/answers/round-rules.ts'
import { madeRun, madeStop, PRIYA, stopID, TOM } from '../../fixtures/answers/run-page.ts'
import { ok, refused, showOffice } from '../../support/office-screen.tsx'

/** The worker's own division, in this thread: happy-dom has no workers. */
class DivideHere extends EventTarget {
  postMessage(asked: DivisionRequest) {
    let looks = 0
    const division = divideRun({ ...asked, progress: () => (looks += 1) / 60 })
    const data: DivisionSaid = { division }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
}

beforeEach(() => void vi.stubGlobal('Worker', DivideHere))
afterEach(() => void vi.unstubAllGlobals())

/** Three stops at each of two places; Tom has all of them. */
const placed = (n: number, more: object = {}) =>
  madeStop(n, { latitude: -33.75, longitude: 151.1 + (n % 2) / 10 + n / 10_000, ...more })
const toms = (more: Partial<Run> = {}) => madeRun({ jobs: [1, 2, 3, 4, 5, 6].map((n) => placed(n)), ...more })

const nameOf = (driverID: string) => (driverID === TOM ? 'Tom Reyes' : 'Priya Nair')

/** The run's page, which carries changes out as the server does. */
function Page({ run: first, onChange }: { run: Run; onChange: (change: RunChange) => void }) {
  const [run, setRun] = useState(first)
  return (
    <>
      <button onClick={() => setRun({ ...run, version: run.version + 1 })}>Somebody changes the run</button>
      <DivideRun
        run={run}
        edit={async (change) => {
          onChange(change)
          const next = { ...applyChange(run, change, nameOf), version: run.version + 1 }
          setRun(next)
          return ok(next) as never
        }}
        onClose={() => undefined}
      />
    </>
  )
}

async function open(run: Run, rules = madeRules(run)) {
  const changes: RunChange[] = []
  showOffice(<Page run={run} onChange={(change) => changes.push(change)} />, {
    answer: ({ endpoint }) => (endpoint === getRoundRules ? ok(rules) : refused('not_found')),
  })
  const user = userEvent.setup()
  const shown = within(await screen.findByRole('dialog', { name: 'Divide among drivers' }))
  await shown.findByRole('group', { name: 'Drivers who take part' })
  return { changes, user, shown }
}

const row = (shown: ReturnType<typeof within>, name: string) =>
  within(shown.getByText(name, { selector: 'td' }).closest('tr')!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('a division is proposed, used in one request, and undone by one click', async () => {
  const run = toms()
  const { changes, user, shown } = await open(run)
  expect(shown.getByRole('checkbox', { name: 'Tom Reyes' })).toBeChecked()
  expect(shown.getByRole('checkbox', { name: 'Priya Nair' })).not.toBeChecked()
  await user.click(shown.getByRole('checkbox', { name: 'Priya Nair' }))
  await user.click(shown.getByRole('button', { name: 'Look for a division' }))
  expect(await shown.findByText('Nothing changes before you use it.')).toBeVisible()
  expect(row(shown, 'Tom Reyes').slice(0, 4)).toEqual(['Tom Reyes', '1', '6 → 3', '6 → 3'])
  expect(row(shown, 'Priya Nair').slice(0, 4)).toEqual(['Priya Nair', '2', '0 → 3', '0 → 3'])
  expect(changes).toEqual([])

  await user.click(shown.getByRole('button', { name: 'Use this division' }))
  expect(await shown.findByText('The run is divided this way now.')).toBeVisible()
  const { assign, edit, order } = changes[0]!.jobs!
  const given = assign![0]!.assignmentIDs
  expect(assign).toHaveLength(1)
  expect(assign![0]!.driverID).toBe(PRIYA)
  expect(
    [
      [1, 3, 5],
      [2, 4, 6],
    ].map((half) => half.map(stopID)),
  ).toContainEqual([...given].sort())
  expect(edit).toEqual(given.map((assignmentID) => ({ assignmentID, runNumber: 2 })))
  expect([...order!].sort()).toEqual([1, 2, 3, 4, 5, 6].map(stopID))

  await user.click(shown.getByRole('button', { name: 'Undo' }))
  expect(await shown.findByRole('button', { name: 'Look for a division' })).toBeVisible()
  const divided = applyChange(run, changes[0]!, nameOf)
  const where = ({ jobs }: Run) =>
    jobs.map((stop) => [stop.assignmentID, stop.driverID, stop.runNumber, stop.stopOrder])
  expect(where(applyChange(divided, changes[1]!, nameOf))).toEqual(where(run))
})

test('trucks that are too small and ties to somebody else are said', async () => {
  const run = toms()
  const rules = madeRules(run)
  rules.drivers[0] = { ...rules.drivers[0]!, truckBags: 4, startsAt: 'depot' }
  rules.customers[0] = { ...rules.customers[0]!, driverID: PRIYA }
  const { user, shown } = await open(run, rules)
  await user.click(shown.getByRole('button', { name: 'Look for a division' }))
  expect(await shown.findByText('Tom Reyes’s truck is too small by 2 bags.')).toBeVisible()
  expect(shown.getByText(/^Customer 1 is always with Priya Nair, who doesn’t take part/)).toBeVisible()
  expect(shown.getByText(/^The depot isn’t set/)).toBeVisible()
})

test('without a driver or a place there is nothing to use', async () => {
  const { user, shown } = await open(madeRun())
  await user.click(shown.getByRole('button', { name: 'Look for a division' }))
  expect(await shown.findByText('None of these stops has a place on the map.')).toBeVisible()
  expect(shown.getByRole('button', { name: 'Use this division' })).toBeDisabled()
  await user.click(shown.getByRole('checkbox', { name: 'Tom Reyes' }))
  await user.click(shown.getByRole('checkbox', { name: 'Priya Nair' }))
  expect(shown.getByRole('button', { name: 'Look for a division' })).toBeDisabled()
})

test('a run that changed since the proposal is divided anew', async () => {
  const { changes, user, shown } = await open(toms())
  await user.click(shown.getByRole('button', { name: 'Look for a division' }))
  expect(await shown.findByRole('button', { name: 'Use this division' })).toBeVisible()
  screen.getByText('Somebody changes the run').click()
  expect(await shown.findByText('The run has been changed since. Look again.')).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Use this division' })).toBeNull()
  expect(changes).toEqual([])
})

test('a recorded stop keeps driver, run number and place', async () => {
  const run = toms()
  run.jobs[3] = { ...run.jobs[3]!, state: 'done', outcome: 'COLLECTED' }
  const { changes, user, shown } = await open(run)
  await user.click(shown.getByRole('checkbox', { name: 'Tom Reyes' }))
  await user.click(shown.getByRole('checkbox', { name: 'Priya Nair' }))
  await user.click(shown.getByRole('button', { name: 'Look for a division' }))
  await user.click(await shown.findByRole('button', { name: 'Use this division' }))
  const { assign, edit, order } = changes[0]!.jobs!
  expect(assign!.flatMap(({ assignmentIDs }) => assignmentIDs).sort()).toEqual([1, 2, 3, 5, 6].map(stopID))
  expect(edit!.map(({ assignmentID }) => assignmentID)).not.toContain(stopID(4))
  expect(order![0]).toBe(stopID(4))
})
