import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runsColumns } from '#client/features/runs/runs-columns.tsx'
import { RunsPage } from '#client/features/runs/runs-page.tsx'
import { listRuns } from '#contract/v1/runs.ts'
import { pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'
import { makeRunRow, RUN_ID } from '../../fixtures/answers/runs.ts'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T01:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const show = (rows: readonly unknown[], at = '/run-orders') =>
  showOffice(<RunsPage />, { at, answer: ({ endpoint }: Sent) => pageOfRows(endpoint === listRuns ? rows : []) })

test('A run shows its dates, progress and bags, and has a link to its page', async () => {
  show([makeRunRow()])
  const link = await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })
  expect(link).toHaveAttribute('href', `/run-orders/${RUN_ID}`)
  const row = within(link.closest('tr')!)
  expect(row.getByText('17 of 42')).toBeVisible()
  expect(row.getByText('active')).toBeVisible()
  expect(row.getByText('21')).toBeVisible()
})

test('What became of a run’s stops adds up in its row, those to do too', async () => {
  show([makeRunRow({ planned: 90, done: 29, notDone: 3, moved: 5, removed: 1, open: 52 })])
  const row = (await screen.findByText('29 of 90')).closest('tr')!
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('To do')
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  const at = cells.indexOf('29 of 90')
  expect(cells.slice(at, at + 5)).toEqual(['29 of 90', '3', '5', '1', '52'])
})

test('The newest runs come first, all except archived ones; a chosen filter is in the address', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([makeRunRow()])
  await screen.findByRole('link', { name: 'Week 3, November · 16–22 Nov' })
  expect(sentTo(listRuns).at(-1)!.input).toEqual({ sort: '-fromDate' })
  const states = screen.getByLabelText('Status')
  expect(
    within(states)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'draft', 'active', 'completed', 'archived'])
  await user.selectOptions(states, 'archived')
  await waitFor(() => expect(sentTo(listRuns).at(-1)!.input).toEqual({ sort: '-fromDate', status: 'archived' }))
  expect(location.search).toContain('status=archived')
})

test('A business without a run gets a link to generate its first one', async () => {
  show([])
  const nothing = (await screen.findByText('No runs yet')).parentElement!
  expect(within(nothing).getByRole('link', { name: 'Generate run' })).toHaveAttribute('href', '/run-orders/new')
})

test('The list’s file names a run with its year, as every file does', () => {
  const run = runsColumns('Australia/Sydney').find(({ id }) => id === 'readableID')!
  expect(run.csv!(makeRunRow())).toBe('Week 3, November · 16–22 Nov 2026')
})
