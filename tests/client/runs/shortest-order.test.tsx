import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roundSearch } from '#domain/round-order.ts'
import type { OrderAsked, OrderFound } from '#client/features/runs/route/ask-order.ts'
import { ShortestOrder } from '#client/features/runs/route/shortest-order.tsx'
import type { RunChange } from '#client/features/runs/page/run-types.ts'
import type { Run } from '#contract/v1/runs.ts'
import { madeRun, madeStop, stopID } from '../../fixtures/answers/run-page.ts'
import { ok, refused, showOffice } from '../../support/office-screen.tsx'

/** The worker's own search, in this thread: happy-dom has no workers. */
class SearchHere extends EventTarget {
  postMessage({ stops, travel }: OrderAsked) {
    const search = roundSearch(stops, travel)
    for (let step = 0; step < 20 && !search.isDone(); step++) search.improve(100)
    const { before, withoutPlace } = search
    const data: OrderFound = { before, after: search.best(), withoutPlace, isDone: true }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
}

beforeEach(() => void vi.stubGlobal('Worker', SearchHere))
afterEach(() => void vi.unstubAllGlobals())

/** Five stops of one street, driven from end to end and back again today. */
const STREET = [0, 4, 1, 3, 2]
const placed = (n: number, along: number, more: object = {}) =>
  madeStop(n, { latitude: -33.75, longitude: 151.1 + along / 100, ...more })
const inTheStreet = (more: Partial<Run> = {}) =>
  madeRun({ jobs: STREET.map((along, at) => placed(at + 1, along)), ...more })

function open(run: Run) {
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
    { answer: () => refused('not_found') },
  )
  return { changes, user: userEvent.setup(), dialog: () => screen.findByRole('dialog', { name: 'Shortest order' }) }
}

const numbers = (order: readonly string[] | undefined) =>
  order?.map((assignmentID) => [1, 2, 3, 4, 5].find((n) => stopID(n) === assignmentID))

test('today’s order stands beside the shortest, and nothing changes before it is used', async () => {
  const { changes, user, dialog } = open(inTheStreet())
  const shown = within(await dialog())
  expect(await shown.findByText(/^7.2 km and 14 minutes less/)).toBeVisible()
  expect(shown.getByText('12 km · 0 h 34 min')).toBeVisible()
  expect(shown.getByText('4.8 km · 0 h 20 min')).toBeVisible()
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
