import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { runCsv } from '#client/features/runs/run-csv.ts'
import { RunSheet } from '#client/features/runs/sheet/run-sheet.tsx'
import type { Run } from '#contract/v1/runs.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'
import { makeRun, makeStop, PRIYA, RUN_ID } from '../../fixtures/answers/runs.ts'

const ofPriya = { driverID: PRIYA, driver: 'Priya Nair', runNumber: 2 }
const show = (stops: Run['jobs']) => showOffice(<RunSheet runOrderID={RUN_ID} />, { answer: () => ok(makeRun(stops)) })
const sheetOf = (driver: string) =>
  screen.findByRole('region', { name: new RegExp(`^Week 3, November · 16–22 Nov.* · ${driver}$`) })
const namesIn = (sheet: HTMLElement) =>
  within(sheet)
    .getAllByText(/^Customer \d+$/)
    .map(({ textContent }) => textContent)

test('Each driver has a separate part, with the stops in the order they are driven and the firm’s name', async () => {
  show([makeStop(2), makeStop(1, { adminNotes: 'Gate on the left' }), makeStop(3, ofPriya)])
  const dan = await sheetOf('Dan Green')
  expect(namesIn(dan)).toEqual(['Customer 1', 'Customer 2'])
  expect(within(dan).getByText('Green Round Pty Ltd')).toBeVisible()
  expect(within(dan).getByText('Gate on the left')).toBeVisible()
  expect(
    within(dan)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      'No',
      'Customer',
      'Address',
      'Notes to driver',
      'Bags',
      'Done',
      'Bag MT',
      'Not out',
      'No access',
      'Other',
      'Extra $',
    ]),
  )
  expect(namesIn(await sheetOf('Priya Nair'))).toEqual(['Customer 3'])
})

test('One driver’s part alone can be printed, without the stops that are done', async () => {
  const user = userEvent.setup()
  show([makeStop(1, { outcome: 'COLLECTED', pu: 2, state: 'done' }), makeStop(2), makeStop(3, ofPriya)])
  await sheetOf('Priya Nair')
  await user.selectOptions(screen.getByLabelText('Driver'), 'Dan Green')
  expect(screen.queryByRole('region', { name: /Priya/ })).toBeNull()
  await user.click(screen.getByLabelText('To do only'))
  expect(namesIn(await sheetOf('Dan Green'))).toEqual(['Customer 2'])
})

test('Customers who left the run are not printed, and one with a no pickup is marked as not to be visited', async () => {
  show([
    makeStop(1, { state: 'shifted' }),
    makeStop(2, { state: 'cancelled' }),
    makeStop(3, { noPickup: { noPickupID: RUN_ID, reason: 'Away', late: false } }),
  ])
  const sheet = await sheetOf('Dan Green')
  expect(namesIn(sheet)).toEqual(['Customer 3'])
  expect(within(sheet).getByText('NO PICKUP: Away')).toBeVisible()
})

test('The run’s file has a line for every stop, and no cell that a spreadsheet would calculate', () => {
  const text = runCsv(
    makeRun([
      makeStop(2, { adminNotes: '=HYPERLINK("http://example.com")' }),
      makeStop(1, { state: 'shifted', shiftedTo: { yearNumber: 2026, monthNumber: 12, weekNumber: 3 } }),
      makeStop(3, { outcome: 'NO_ACCESS', doneAt: new Date(2026, 10, 18, 9, 5).toISOString() }),
    ]),
  )
  const [head, first, second, third] = text.split('\r\n')
  expect(head).toMatch(/^Run number,No,Customer,Address,/)
  expect(first).toContain('2026-12-W3')
  expect(second).toContain(`"'=HYPERLINK(""http://example.com"")"`)
  expect(second).toContain(',0412 345 678,')
  expect(third).toContain(',No access,2026-11-18 09:05,')
})
