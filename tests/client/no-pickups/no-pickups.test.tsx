import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { noPickupsColumns } from '#client/features/no-pickups/no-pickups-columns.tsx'
import NoPickupsRoutes from '#client/features/no-pickups/no-pickups-routes.tsx'
import { getCustomer } from '#contract/v1/customers.ts'
import { createNoPickup, deleteNoPickup, getNoPickup, listNoPickups, updateNoPickup } from '#contract/v1/no-pickups.ts'
import { newID } from '#domain/identifiers.ts'
import { calendarOr, COMING, COMING_IN_LIST, COMING_WORDS, NEXT_YEAR } from '../../fixtures/answers/calendar.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const anna = newID()
const kept = {
  noPickupID: newID(),
  refId: '31',
  customerID: anna,
  customer: 'Anna Bright',
  yearNumber: NEXT_YEAR,
  monthNumber: 12,
  weekNumber: 2,
  from: COMING.from,
  to: COMING.to,
  cutoff: '2026-12-05T13:00:00Z',
  reason: 'Away',
  late: true,
  createdAt: '2026-11-01T10:30:00',
  by: 'OFFICE',
  createdBy: 'Olive Office',
  version: 4,
}

function show(at: string, command: (sent: Sent) => ReturnType<typeof ok> = () => ok(kept)) {
  return showOffice(
    <Routes>
      <Route path="/no-pickups/*" element={<NoPickupsRoutes />} />
    </Routes>,
    {
      at,
      answer: calendarOr((sent) => {
        if (sent.endpoint === listNoPickups) return pageOfRows([kept])
        if (sent.endpoint === getNoPickup) return ok(kept)
        if (sent.endpoint === getCustomer)
          return ok({ customerID: anna, fullName: 'Anna Bright', suburb: 'Castle Hill', refId: '10482' })
        return sent.endpoint.method === 'GET' ? pageOfRows([]) : command(sent)
      }),
    },
  )
}

test('Its own number, in the list and the CSV, is not called as the customer’s is', () => {
  const titles = noPickupsColumns('2026-11-01').map(({ title }) => title)
  expect(titles).toContain('Number')
  expect(titles).not.toContain('Ref ID')
})

test('The list shows which customer needs no pickup in which week, which came late, who added it and when', async () => {
  const { sentTo } = show(`/no-pickups?yearNumber=${NEXT_YEAR}&monthNumber=12&weekNumber=2`)
  const row = within((await screen.findByRole('link', { name: 'Anna Bright' })).closest('tr')!)
  expect(await row.findByText(COMING_IN_LIST)).toBeVisible()
  expect(row.getByText('Late', { selector: 'span' })).toBeVisible()
  expect(row.getByText('Olive Office')).toBeVisible()
  expect(row.getByText('01/11/2026 10:30')).toBeVisible()
  expect(sentTo(listNoPickups)[0]!.input).toMatchObject({
    yearNumber: String(NEXT_YEAR),
    monthNumber: '12',
    weekNumber: '2',
  })
})

test('The list is filtered by one week of the calendar, with year and month', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/no-pickups')
  await user.click(await screen.findByRole('combobox', { name: 'Week' }))
  await user.click(await screen.findByRole('option', { name: COMING_WORDS }))
  await waitFor(() =>
    expect(sentTo(listNoPickups).at(-1)!.input).toMatchObject({
      yearNumber: String(NEXT_YEAR),
      monthNumber: '12',
      weekNumber: '2',
    }),
  )
})

test('A new one needs customer and week; a missing one is an error before anything is sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/no-pickups/new?customerID=${anna}`, () => refused('no_pickup_taken'))
  const form = within(await screen.findByRole('dialog', { name: 'New no pickup' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findAllByText('This field is mandatory')).toHaveLength(1)
  expect(sentTo(createNoPickup)).toHaveLength(0)
  await user.click(form.getByRole('combobox', { name: 'Week' }))
  await user.click(await screen.findByRole('option', { name: COMING_WORDS }))
  await user.type(form.getByLabelText('Reason'), 'Away')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('There’s already a no pickup for this week.')).toBeVisible()
  const { yearNumber, monthNumber, weekNumber } = COMING
  expect(sentTo(createNoPickup)).toMatchObject([
    { input: { customerID: anna, yearNumber, monthNumber, weekNumber, reason: 'Away' } },
  ])
})

test('Only changed fields are sent, with the version that was shown', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/no-pickups/${kept.noPickupID}`)
  const form = within(await screen.findByRole('dialog', { name: 'No pickup: Anna Bright' }))
  expect(form.getByText(/the driver sees “Customer cancelled”/)).toBeVisible()
  await user.clear(form.getByLabelText('Reason'))
  await user.type(form.getByLabelText('Reason'), 'In hospital')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(updateNoPickup)).toMatchObject([
      { input: { noPickupID: kept.noPickupID, reason: 'In hospital' }, options: { ifMatch: 4 } },
    ]),
  )
  expect(sentTo(updateNoPickup)[0]!.input).not.toHaveProperty('weekNumber')
})

test('One is withdrawn after a confirmation', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/no-pickups/${kept.noPickupID}`)
  await user.click(
    within(await screen.findByRole('dialog', { name: 'No pickup: Anna Bright' })).getByRole('button', {
      name: 'Withdraw',
    }),
  )
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Withdraw Anna Bright’s no pickup?' })).getByRole('button', {
      name: 'Withdraw',
    }),
  )
  await waitFor(() =>
    expect(sentTo(deleteNoPickup)).toMatchObject([{ input: { noPickupID: kept.noPickupID }, options: { ifMatch: 4 } }]),
  )
})
