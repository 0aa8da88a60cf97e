import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import PickupRequestsRoutes from '#client/features/pickup-requests/pickup-requests-routes.tsx'
import { getCustomer } from '#contract/v1/customers.ts'
import {
  createPickupRequest,
  deletePickupRequest,
  listPickupRequests,
  type PickupRequest,
} from '#contract/v1/pickup-requests.ts'
import { newID } from '#domain/identifiers.ts'
import { refusals } from '#domain/refusals.ts'
import { calendarOr, COMING, COMING_IN_LIST, COMING_WORDS } from '../../fixtures/answers/calendar.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const open: PickupRequest = {
  ...COMING,
  pickupRequestID: newID(),
  customerID: newID(),
  refId: '10482',
  customer: 'Anna Bright',
  suburb: 'Castle Hill',
  notes: 'Palm leaves',
  assignmentID: null,
  runOrderID: null,
  runOrder: null,
  createdAt: '2026-11-01T00:00:00Z',
}
const taken: PickupRequest = {
  ...open,
  pickupRequestID: newID(),
  customerID: newID(),
  customer: 'Ben Okafor',
  assignmentID: newID(),
  runOrderID: newID(),
  runOrder: '2026-11-W2-1',
}

function show(at: string, command: (sent: Sent) => ReturnType<typeof ok> = () => ok(open)) {
  return showOffice(
    <Routes>
      <Route path="/run-orders/pickup-requests/*" element={<PickupRequestsRoutes />} />
    </Routes>,
    {
      at,
      answer: calendarOr((sent) => {
        if (sent.endpoint === listPickupRequests) return pageOfRows([open, taken])
        if (sent.endpoint === getCustomer)
          return ok({ customerID: open.customerID, fullName: 'Anna Bright', suburb: 'Castle Hill', refId: '10482' })
        return sent.endpoint.method === 'GET' ? pageOfRows([]) : command(sent)
      }),
    },
  )
}

const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

test('An open request can be withdrawn; one that a run has taken has a link to its run', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/run-orders/pickup-requests')
  const other = await rowOf('Ben Okafor')
  expect(other.getByRole('link', { name: '2026-11-W2-1' })).toHaveAttribute('href', `/run-orders/${taken.runOrderID}`)
  expect(other.queryByRole('button')).toBeNull()
  expect(other.getByText(COMING_IN_LIST)).toBeVisible()
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: 'Withdraw Anna Bright’s request' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Withdraw Anna Bright’s pickup request?' })).getByRole('button', {
      name: 'Withdraw',
    }),
  )
  await waitFor(() =>
    expect(sentTo(deletePickupRequest)).toMatchObject([{ input: { pickupRequestID: open.pickupRequestID } }]),
  )
})

test('“Cannot generate pickup” is shown with its reason', async () => {
  const user = userEvent.setup()
  const { status, message } = refusals.cannot_generate_pickup
  const { sentTo } = show(`/run-orders/pickup-requests/new?customerID=${open.customerID}`, () => ({
    kind: 'refused',
    status,
    problem: { code: 'cannot_generate_pickup', message, reason: 'There’s already a request for this week.' },
    retryAfterMs: null,
  }))
  const form = within(await screen.findByRole('dialog', { name: 'New pickup request' }))
  await user.click(form.getByRole('combobox', { name: 'Week' }))
  await user.click(await screen.findByRole('option', { name: COMING_WORDS }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Cannot generate pickup: There’s already a request for this week.')).toBeVisible()
  const { yearNumber, monthNumber, weekNumber } = COMING
  expect(sentTo(createPickupRequest)).toMatchObject([
    { input: { customerID: open.customerID, yearNumber, monthNumber, weekNumber } },
  ])
})
