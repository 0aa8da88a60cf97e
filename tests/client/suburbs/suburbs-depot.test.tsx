import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import SuburbsRoutes from '#client/features/suburbs/suburbs-routes.tsx'
import type { Depot } from '#contract/v1/depots.ts'
import { createSuburb, getSuburb, listSuburbs, type Suburb, updateSuburb } from '#contract/v1/suburbs.ts'
import { DEPOTS, NORTH, OF_NORTH, SOUTH } from '../../fixtures/answers/depots.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const WAHROONGA: Suburb = {
  suburbID: '01890000-0000-7000-8000-0000000e0001',
  label: 'Wahroonga',
  postCode: '2076',
  state: 'NSW',
  weekNumber: 3,
  depotID: NORTH,
  customers: 5,
  streets: [],
  createdAt: '2026-11-01T00:00:00Z',
  version: 4,
}

const show = (at: string, depots: readonly Depot[] = DEPOTS, user?: typeof OF_NORTH) =>
  showOffice(
    <Routes>
      <Route path="/suburbs/*" element={<SuburbsRoutes />} />
    </Routes>,
    {
      at,
      depots,
      ...(user && { user }),
      answer: ({ endpoint }: Sent) => {
        if (endpoint === listSuburbs) return pageOfRows([WAHROONGA])
        return ok(endpoint === getSuburb ? WAHROONGA : { ...WAHROONGA, version: 5 })
      },
    },
  )

test('A suburb is moved to another depot, or to none', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/suburbs/${WAHROONGA.suburbID}`)
  const form = within(await screen.findByRole('form', { name: 'Edit Wahroonga' }))
  expect(await form.findByLabelText('Depot')).toHaveDisplayValue('North')
  await user.selectOptions(form.getByLabelText('Depot'), 'None')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateSuburb)).toHaveLength(1))
  expect(sentTo(updateSuburb)[0]!.input).toEqual({ suburbID: WAHROONGA.suburbID, depotID: null })
})

test('The list of suburbs shows and filters by the depot', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/suburbs')
  expect(within(await screen.findByRole('row', { name: /Wahroonga/ })).getByText('North')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Depot'), 'South')
  await waitFor(() => expect(sentTo(listSuburbs).at(-1)!.input).toEqual({ depotID: SOUTH }))
})

test('A user of one depot adds a suburb without choosing one, and has no filter and no import', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/suburbs/new', DEPOTS, OF_NORTH)
  const form = within(await screen.findByRole('form', { name: 'New suburb' }))
  await user.type(form.getByLabelText(/^Suburb/), 'Epping')
  await user.type(form.getByLabelText(/^Postcode/), '2121')
  expect(screen.queryByLabelText('Depot')).toBeNull()
  expect(screen.queryByText('Import CSV')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(createSuburb)).toHaveLength(1))
  // Another depot than their own, or none, the server would not know.
  expect(sentTo(createSuburb)[0]!.input).not.toHaveProperty('depotID')
})

test('Without depots the suburbs’ pages do not speak of them', async () => {
  show('/suburbs/new', [])
  expect(await screen.findByRole('form', { name: 'New suburb' })).toBeVisible()
  expect(screen.queryByText('Depot')).toBeNull()
})
