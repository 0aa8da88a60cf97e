import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import OwnNoPickupsPage from '#client/features/no-pickups/own-no-pickups-page.tsx'
import { deleteNoPickup, listNoPickups } from '#contract/v1/no-pickups.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const row = (monthNumber: number, more: object) => ({
  noPickupID: newID(),
  refId: String(monthNumber),
  customerID: newID(),
  customer: 'Anna Bright',
  yearNumber: 2027,
  monthNumber,
  weekNumber: 2,
  from: `2027-${String(monthNumber).padStart(2, '0')}-08`,
  to: `2027-${String(monthNumber).padStart(2, '0')}-14`,
  cutoff: inAnHour(),
  reason: null,
  late: false,
  createdAt: '2026-11-01T10:30:00',
  by: 'CUSTOMER',
  version: 2,
  ...more,
})

function show(...rows: ReturnType<typeof row>[]) {
  return showOffice(<OwnNoPickupsPage />, {
    at: '/no-pickups',
    answer: ({ endpoint }) => (endpoint === listNoPickups ? pageOfRows(rows) : ok(undefined)),
  })
}
const rowOf = async (week: string) => within((await screen.findByText(week)).closest('tr')!)

test('A customer reads which weeks are skipped, by whom, and undoes one before its cut-off', async () => {
  const user = userEvent.setup()
  const mine = row(11, { reason: 'Away' })
  const { sentTo } = show(mine)
  const line = await rowOf('Week of Mon 08/11/2027')
  expect(screen.getByRole('columnheader', { name: 'Reason' })).toBeVisible()
  expect(line.getByText('Away')).toBeVisible()
  expect(line.getByText('On time')).toBeVisible()
  expect(line.getByText('You')).toBeVisible()
  expect(line.getByText('01/11/2026 10:30')).toBeVisible()
  await user.click(line.getByRole('button', { name: 'Undo: week of Mon 08/11/2027' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Undo the no pickup in the week of Mon 08/11/2027?' }),
  )
  await user.click(question.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sentTo(deleteNoPickup)).toMatchObject([{ input: { noPickupID: mine.noPickupID }, options: { ifMatch: 2 } }]),
  )
})

test('One that the driver was told late, or whose cut-off has passed, can’t be undone', async () => {
  show(row(3, { late: true, by: 'OFFICE' }), row(2, { cutoff: '2026-01-01T00:00:00Z' }))
  const late = await rowOf('Week of Mon 08/03/2027')
  expect(late.getByText('Driver told')).toBeVisible()
  expect(late.getByText('Office')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument()
})

test('The reason is a column only where a week has one, and a few weeks aren’t exported', async () => {
  show(row(11, {}))
  await rowOf('Week of Mon 08/11/2027')
  expect(screen.queryByRole('columnheader', { name: 'Reason' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
})
