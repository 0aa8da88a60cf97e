import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HomePage } from '#client/features/home/home-page.tsx'
import type { Home } from '#contract/v1/home.ts'
import { DEPOTS, NORTH, OF_NORTH, SOUTH } from '../../fixtures/answers/depots.ts'
import { makeHomeRun } from '../../fixtures/answers/home.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const show = (home: Partial<Home>, user?: typeof OF_NORTH, customersOfNone = 0) =>
  showOffice(<HomePage />, {
    home,
    depots: DEPOTS,
    customersOfNone,
    answer: () => ok(undefined),
    ...(user && { user }),
  })

/** The week from Monday, 23 November. */
const nextWeeks = (depotID: string | null) =>
  makeHomeRun({
    runOrderID: '01890000-0000-7000-8000-00000000a002',
    readableID: '2026-11-W4-1',
    status: 'draft',
    weekNumber: 4,
    fromDate: '2026-11-23',
    toDate: '2026-11-29',
    depotID,
  })

test('A week’s runs of two depots are told apart', async () => {
  show({
    runs: [
      makeHomeRun({ depotID: NORTH }),
      makeHomeRun({ depotID: SOUTH, runOrderID: '2', readableID: '2026-11-W3-2' }),
    ],
  })
  expect(await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov · North' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Week 3, November · 16–22 Nov · 2 · South' })).toBeVisible()
})

test('The depot that has no run next week yet is a task, with a button to generate it', async () => {
  show({ runs: [nextWeeks(NORTH)] })
  const task = within((await screen.findByText('South has no run next week yet')).closest('li')!)
  expect(task.getByRole('link', { name: /^Generate run/ })).toHaveAttribute(
    'href',
    `/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=4&depotID=${SOUTH}`,
  )
  expect(screen.queryByText('North has no run next week yet')).toBeNull()
  expect(screen.getByText('Week 4, November · 23–29 Nov · North is still a draft')).toBeVisible()
})

test('While next week has no run at all, each depot is a task of its own', async () => {
  show({ runs: [] })
  expect(await screen.findByText('North has no run next week yet')).toBeVisible()
  expect(screen.getByText('South has no run next week yet')).toBeVisible()
  expect(screen.queryByText('Next week has no run yet')).toBeNull()
})

test('Customers in suburbs of no depot are not forgotten when each depot has its run', async () => {
  show({ runs: [nextWeeks(NORTH), { ...nextWeeks(SOUTH), runOrderID: '3' }] }, undefined, 4)
  expect(await screen.findByText('The suburbs of no depot have no run next week yet')).toBeVisible()
})

test('A run of every depot leaves no depot without one', async () => {
  show({ runs: [nextWeeks(null)] })
  await screen.findByText(/is still a draft/)
  expect(screen.queryByText(/has no run/, { selector: 'li *' })).toBeNull()
})

test('A user of one depot reads which, and is told of its runs only', async () => {
  show({ runs: [], calendarUntil: null }, OF_NORTH)
  expect(await screen.findByText('North depot')).toBeVisible()
  expect(screen.getByText('North has no run this week yet')).toBeVisible()
  expect(screen.getByText('North has no run next week yet')).toBeVisible()
  // The calendar is the whole firm's.
  expect(screen.queryByText('The calendar is empty')).toBeNull()
  expect(screen.queryByText('Calendar until')).toBeNull()
})
