import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShortestOrder } from '#client/features/runs/route/shortest-order.tsx'
import type { RunChange } from '#client/features/runs/page/run-types.ts'
import { getRoundRules } from '#contract/v1/round-rules.ts'
import type { Run } from '#contract/v1/runs.ts'
import { madeRules, SUBURB_ID } from '../../fixtures/answers/round-rules.ts'
import { madeRun, madeStop, stopID } from '../../fixtures/answers/run-page.ts'
import { ok, refused, showOffice } from '../../support/office-screen.tsx'
import { SearchHere } from '../../support/search-here.ts'

beforeEach(() => void vi.stubGlobal('Worker', SearchHere))
afterEach(() => void vi.unstubAllGlobals())

/** Five stops of one street, driven from end to end and back again today. */
const STREET = [0, 4, 1, 3, 2]
const placed = (n: number, along: number, more: object = {}) =>
  madeStop(n, { latitude: -33.75, longitude: 151.1 + along / 100, ...more })
const inTheStreet = (more: Partial<Run> = {}) =>
  madeRun({ jobs: STREET.map((along, at) => placed(at + 1, along)), ...more })

function open(run: Run, rules: ReturnType<typeof madeRules> = madeRules(run)) {
  const changes: RunChange[] = []
  showOffice(
    <ShortestOrder
      run={run}
      edit={async (change) => {
        changes.push(change)
        return ok(run) as never
      }}
      onClose={() => undefined}
    />,
    { answer: ({ endpoint }) => (endpoint === getRoundRules ? ok(rules) : refused('not_found')) },
  )
  return { changes, user: userEvent.setup(), dialog: () => screen.findByRole('dialog', { name: 'Shortest order' }) }
}

const numbers = (order: readonly string[] | undefined) =>
  order?.map((assignmentID) => [1, 2, 3, 4, 5].find((n) => stopID(n) === assignmentID))

test('today’s order stands beside the shortest, and nothing changes before it is used', async () => {
  const { changes, user, dialog } = open(inTheStreet())
  const shown = within(await dialog())
  expect(await shown.findByText(/^7.2 km and 14 minutes less/)).toBeVisible()
  expect(shown.getByText('12 km · 34 min')).toBeVisible()
  expect(shown.getByText('4.8 km · 20 min')).toBeVisible()
  expect(changes).toEqual([])

  await user.click(shown.getByRole('button', { name: 'Use this order' }))
  const order = numbers(changes[0]?.jobs?.order)!
  expect([order, order.toReversed()]).toContainEqual([1, 3, 5, 4, 2])
  expect(await shown.findByText(/^The run has this order now\./)).toBeVisible()

  await user.click(shown.getByRole('button', { name: 'Undo' }))
  expect(numbers(changes[1]?.jobs?.order)).toEqual([1, 2, 3, 4, 5])
  expect(await shown.findByRole('button', { name: 'Use this order' })).toBeVisible()
})

test('stops with an outcome stay first, and only what is left is ordered', async () => {
  const run = inTheStreet({ status: 'active' })
  run.jobs[1] = { ...run.jobs[1]!, state: 'done', outcome: 'COLLECTED' }
  const { changes, user, dialog } = open(run)
  const use = await within(await dialog()).findByRole('button', { name: 'Use this order' })
  await vi.waitFor(() => expect(use).toBeEnabled())
  await user.click(use)
  const order = numbers(changes[0]?.jobs?.order)!
  expect(order[0]).toBe(2)
  expect([order.slice(1), order.slice(1).toReversed()]).toContainEqual([1, 3, 5, 4])
})

test('stops without a place are counted', async () => {
  const run = inTheStreet()
  run.jobs.push(madeStop(6), madeStop(7))
  const { dialog } = open(run)
  expect(await within(await dialog()).findByText(/^2 stops have no place on the map/)).toBeVisible()
})

test('with fewer than three places the office is told how places come to be known', async () => {
  const { dialog } = open(madeRun())
  const shown = within(await dialog())
  expect(await shown.findByText(/^Fewer than three of these stops have a place/)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Use this order' })).toBeDisabled()
})

test('an order that is the shortest already is said to be, and can’t be used again', async () => {
  const { dialog } = open(madeRun({ jobs: [0, 1, 2, 3].map((along, at) => placed(at + 1, along)) }))
  const shown = within(await dialog())
  expect(await shown.findByText('Nothing shorter was found.')).toBeVisible()
  expect(shown.getByRole('button', { name: 'Use this order' })).toBeDisabled()
})

/** So many hundredths of a degree along the street. */
const at = (along: number) => ({ latitude: -33.75, longitude: 151.1 + along / 100 })

test('an order from the depot to the tip includes the ways there, and says so', async () => {
  const run = inTheStreet()
  const rules = madeRules(run, { depot: at(5), tip: at(0) })
  rules.drivers[0] = { ...rules.drivers[0]!, startsAt: 'depot', endsAt: 'tip' }
  const { changes, user, dialog } = open(run, rules)
  const shown = within(await dialog())
  expect(await shown.findByText('Kilometres and time are from the depot to the tip, leaving at 07:00.')).toBeVisible()
  expect(shown.getByText('6 km · 22 min')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Use this order' }))
  expect(numbers(changes[0]?.jobs?.order)).toEqual([2, 4, 5, 3, 1])
})

test('a depot, tip or home that is chosen but not set is named, with where to set it', async () => {
  const run = inTheStreet()
  const rules = madeRules(run)
  rules.drivers[0] = { ...rules.drivers[0]!, startsAt: 'home', endsAt: 'tip' }
  const { dialog } = open(run, rules)
  const shown = within(await dialog())
  expect(await shown.findByText(/^Tom Reyes’s home isn’t set.* Set it on the driver’s page\.$/)).toBeVisible()
  expect(shown.getByText(/^The tip isn’t set.* Set it under Settings, Collections\.$/)).toBeVisible()
  expect(shown.getByText(/from the first stop to the last stop/)).toBeVisible()
})

test('wishes are kept even on a longer way, and those that contradict each other are named', async () => {
  const run = madeRun({ jobs: [0, 1, 2, 3].map((along, n) => placed(n + 1, along)) })
  const wishing = (wishes: Record<number, string>) => {
    const rules = madeRules(run)
    for (const [n, orderWish] of Object.entries(wishes))
      rules.customers[Number(n) - 1] = { ...rules.customers[Number(n) - 1]!, orderWish }
    return rules
  }
  const { changes, user, dialog } = open(run, wishing({ 3: 'first', 2: 'first', 4: '07:01' }))
  const shown = within(await dialog())
  expect(await shown.findByText(/more, because it keeps more of the wishes/)).toBeVisible()
  expect(shown.getByText('Customer 3 and Customer 2 both wish to be first. Only Customer 2 is.')).toBeVisible()
  expect(shown.getByText(/^Customer 4 wishes to be reached before 07:01, and is reached at 07:/)).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Use this order' }))
  expect(numbers(changes[0]?.jobs?.order)?.[0]).toBe(2)
})

test('a street that the office wants driven whole is finished before it is left', async () => {
  const jobs = [
    placed(1, 0, { address: '1 Low Street' }),
    placed(2, 1, { address: '2 High Street' }),
    placed(3, 2, { address: '3 Low Street' }),
    placed(4, 3, { address: '4 High Street' }),
  ]
  const run = madeRun({ jobs })
  const streets = [{ suburbID: SUBURB_ID, name: 'High St', way: 'both-sides' as const }]
  const { changes, user, dialog } = open(run, madeRules(run, { streets }))
  const use = await within(await dialog()).findByRole('button', { name: 'Use this order' })
  await vi.waitFor(() => expect(use).toBeEnabled())
  await user.click(use)
  const order = numbers(changes[0]?.jobs?.order)!
  expect(Math.abs(order.indexOf(2) - order.indexOf(4))).toBe(1)
})

test('stops at one point are said to be', async () => {
  const { dialog } = open(madeRun({ jobs: [1, 2, 3].map((n) => placed(n, 0)) }))
  expect(await within(await dialog()).findByText(/^All these stops are at one point/)).toBeVisible()
})

test('a round begun today goes on from the last stop recorded', async () => {
  const run = inTheStreet({ status: 'active' })
  const doneAt = new Date().toISOString()
  run.jobs[1] = { ...run.jobs[1]!, state: 'done', outcome: 'COLLECTED', doneAt }
  const { dialog } = open(run)
  const shown = within(await dialog())
  expect(await shown.findByText(/from Customer 2 \(recorded last\) to the last stop/)).toBeVisible()
})
