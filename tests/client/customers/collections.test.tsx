import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { customerSchedules, type ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { type Customer, getCustomer } from '#contract/v1/customers.ts'
import { createNoPickup, deleteNoPickup } from '#contract/v1/no-pickups.ts'
import { createPickupRequest, listPickupRequests } from '#contract/v1/pickup-requests.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { newID } from '#domain/identifiers.ts'
import { ANNA, makeCustomer } from '../../fixtures/answers/customers.ts'
import { openCustomers, pageOf, refused } from './open-customers.tsx'

const week = (yearNumber: number, monthNumber: number, more: Partial<ScheduledWeek> = {}): ScheduledWeek => {
  const day = (date: string) => `${yearNumber}-${String(monthNumber).padStart(2, '0')}-${date}`
  return {
    yearNumber,
    monthNumber,
    weekNumber: 2,
    from: day('11'),
    to: day('17'),
    cutoff: `${day('10')}T12:59:00Z`,
    serviceType: 'GARDEN_BAG',
    state: 'upcoming',
    ...more,
  }
}

const noPickupID = newID()
/** In the far future and past, so that no test depends on the day it runs on. */
const YEAR = [
  week(2001, 1, { state: 'missed', outcome: 'NO_ACCESS', reason: 'Locked gate', runOrderID: newID() }),
  week(2001, 2, { state: 'done', outcome: 'COLLECTED', pu: 3, runOrderID: newID() }),
  week(2100, 1),
  week(2100, 2, { state: 'skipped', noPickupID, reason: 'Away' }),
]

function openAnna(
  customer: Partial<Customer> = {},
  put: (path: string) => unknown = () => ({}),
  year: readonly ScheduledWeek[] = YEAR,
) {
  return openCustomers(`/customers/${ANNA}/collections`, (sent) => {
    if (sent.method !== 'GET') return put(sent.path)
    if (sent.path === customerSchedules.path) return year
    if (sent.path === getCustomer.path) return makeCustomer(customer)
    if (sent.path === listCalendar.path) return pageOf([{ ...week(2100, 1), calendarSettingID: newID(), version: 1 }])
    if (sent.path === listPickupRequests.path) return pageOf([])
    return sent.path === getTimeline.path ? undefined : pageOf([])
  })
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('Each past week is listed with outcome, bags, reason, and its run', async () => {
  openAnna()
  const past = await part('Last collections')
  await past.findByText('Locked gate')
  const rows = past.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Week 2, February · 11–17 Feb 2001.*Done.*3 bags/),
    expect.stringMatching(/Week 2, January · 11–17 Jan 2001.*Not collected.*No access.*Locked gate/),
  ])
  expect(within(rows[0]!).getByRole('link', { name: 'View run' })).toHaveAttribute(
    'href',
    `/run-orders/${YEAR[1]!.runOrderID}`,
  )
  expect(past.queryByRole('button')).toBeNull()
})

test('“No pickup” is stored for one coming week; a refusal is shown in its form', async () => {
  const user = userEvent.setup()
  const { sent } = openAnna({}, (path) =>
    path === createNoPickup.path ? refused(409, 'no_pickup_taken', 'There’s already a no pickup for this week.') : {},
  )
  await user.click(await (await part('Next collections')).findByRole('button', { name: 'No pickup' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'No pickup: Anna Green, week of Mon 11/01/2100' }))
  await user.type(dialog.getByLabelText('Reason'), 'Away')
  await user.click(dialog.getByRole('button', { name: 'No pickup' }))
  expect(await dialog.findByText('There’s already a no pickup for this week.')).toBeVisible()
  expect(sent.find(({ path, method }) => path === createNoPickup.path && method === 'POST')!.input).toEqual({
    customerID: ANNA,
    yearNumber: 2100,
    monthNumber: 1,
    weekNumber: 2,
    reason: 'Away',
  })
})

test('A no pickup is withdrawn in its row', async () => {
  const user = userEvent.setup()
  const { sent } = openAnna()
  await user.click(await (await part('Next collections')).findByRole('button', { name: 'Withdraw' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'DELETE')).toMatchObject({
      path: deleteNoPickup.path,
      input: { noPickupID },
    }),
  )
})

test('A pickup can be requested only for a customer who is collected on request', async () => {
  const user = userEvent.setup()
  const { sent } = openAnna({ collectionScheme: 'FLEXIBLE', due: null })
  await user.click(await screen.findByRole('button', { name: 'Request pickup' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request a pickup: Anna Green' }))
  await user.click(dialog.getByRole('combobox', { name: 'Week' }))
  await user.click(await screen.findByRole('option', { name: /^Week 2, January/ }))
  await user.click(dialog.getByRole('button', { name: 'Request pickup' }))
  await waitFor(() =>
    expect(
      sent.find(({ path, method }) => path === createPickupRequest.path && method === 'POST')!.input,
    ).toMatchObject({ customerID: ANNA, yearNumber: 2100, monthNumber: 1, weekNumber: 2 }),
  )
})

test('A customer with a cycle has no such button', async () => {
  openAnna()
  await part('Next collections')
  expect(screen.queryByRole('button', { name: 'Request pickup' })).toBeNull()
})

test('A current week that was collected already is listed among the past ones, and no “no pickup” is offered for it', async () => {
  openAnna({}, undefined, [
    week(2100, 1, { state: 'done', outcome: 'COLLECTED', pu: 1, runOrderID: newID() }),
    week(2100, 2),
  ])
  expect(await (await part('Last collections')).findByText('Week 2, January · 11–17 Jan 2100')).toBeVisible()
  expect((await part('Next collections')).getAllByRole('listitem')).toHaveLength(1)
})

test('The last three and the next two collections are shown beside each other, the others on request', async () => {
  const past = [1, 2, 3, 4, 5].map((month) => week(2001, month, { state: 'done', outcome: 'COLLECTED', pu: 1 }))
  const coming = [1, 2, 3, 4].map((month) => week(2100, month, month === 1 ? { state: 'skipped' } : {}))
  openAnna({}, undefined, [...past, ...coming])
  const [last, next] = [await part('Last collections'), await part('Next collections')]
  await last.findByText(/May · 11/)
  const months = (list: typeof last) =>
    list.getAllByRole('listitem').map(({ textContent }) => /, (\w+)/.exec(textContent)![1])
  expect(months(last)).toEqual(['May', 'April', 'March'])
  // A skipped week is shown beside the next two that are collected.
  expect(months(next)).toEqual(['January', 'February', 'March'])
  await userEvent.click(last.getByRole('button', { name: 'Show the past 12 months' }))
  await userEvent.click(next.getByRole('button', { name: 'Show the next 12 months' }))
  expect([months(last).length, months(next).length]).toEqual([5, 4])
})
