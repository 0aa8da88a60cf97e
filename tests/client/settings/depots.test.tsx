import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { type Admin, getAdmin, listAdmins, updateAdmin } from '#contract/v1/admins.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { createDepot, deleteDepot, type Depot, updateDepot } from '#contract/v1/depots.ts'
import { DEPOTS, NORTH, OF_NORTH, SOUTH } from '../../fixtures/answers/depots.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const NORA: Admin = {
  adminID: '01890000-0000-7000-8000-0000000b0001',
  firstName: 'Nora',
  lastName: 'North',
  fullName: 'Nora North',
  email: 'nora@example.com',
  ...OF_NORTH,
  lastSeenAt: null,
  invited: false,
  createdAt: '2026-11-01T00:00:00Z',
  version: 3,
}
const CHANGED = {
  auditID: '01890000-0000-7000-8000-0000000c0001',
  at: '2026-11-19T02:00:00Z',
  actorID: null,
  actor: 'Olive Office',
  action: 'suburb.update',
  subjectKind: 'suburb',
  subjectID: '01890000-0000-7000-8000-0000000c0002',
  subject: 'Wahroonga 2076',
  before: { depotID: '01890000-0000-7000-8000-0000000d0009' },
  after: { depotID: SOUTH },
}

const open = (at: string, depots: readonly Depot[] = DEPOTS, user?: typeof OF_NORTH) =>
  showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes mails={<p>The emails</p>} />} />
    </Routes>,
    {
      at,
      depots,
      ...(user && { user }),
      answer: ({ endpoint }: Sent) => {
        if (endpoint === listAdmins)
          return pageOfRows([NORA, { ...NORA, adminID: '2', fullName: 'Olive', depotID: null }])
        if (endpoint === getAdmin) return ok(NORA)
        if (endpoint === listAudit) return pageOfRows([CHANGED])
        if (endpoint === deleteDepot) return refused('depot_in_use')
        return ok({ ...DEPOTS[0], version: 2 })
      },
    },
  )

test('The depots are listed with their place and how much belongs to each', async () => {
  open('/settings/depots')
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(await screen.findByRole('row', { name: /North/ }))).toEqual(['North', '-33.7, 151.1', '3', '2', '1'])
  expect(cells(screen.getByRole('row', { name: /South/ }))).toEqual(['South', '–', '3', '2', '1'])
})

test('A firm with one yard is told that it needs none', async () => {
  open('/settings/depots', [])
  expect(await screen.findByText(/A firm with one yard needs none/)).toBeVisible()
})

test('A depot is added with the place pasted from a map; a text without a pair is refused at its box', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/depots/new')
  const form = within(await screen.findByRole('form', { name: 'New depot' }))
  await user.type(form.getByLabelText(/^Name/), 'West')
  await user.type(form.getByLabelText(/^Place/), 'the yard')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Paste a latitude and a longitude/)).toBeVisible()
  await user.clear(form.getByLabelText(/^Place/))
  await user.type(form.getByLabelText(/^Place/), '-33.8, 150.9')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(createDepot)).toHaveLength(1))
  expect(sentTo(createDepot)[0]!.input).toEqual({ name: 'West', place: { latitude: -33.8, longitude: 150.9 } })
})

test('A cleared place is sent as none, with the version that the form was opened on', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(`/settings/depots/${NORTH}`)
  await user.clear(await screen.findByLabelText(/^Place/))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateDepot)).toHaveLength(1))
  expect(sentTo(updateDepot)[0]).toMatchObject({ input: { depotID: NORTH, place: null }, options: { ifMatch: 1 } })
})

test('A depot that something belongs to is not deleted, and the server’s reason is shown', async () => {
  const user = userEvent.setup()
  open(`/settings/depots/${NORTH}`)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete North?' })).getByRole('button', { name: 'Delete' }),
  )
  expect(await screen.findByText(/belong to this depot, so it can’t be deleted/)).toBeVisible()
})

test('The users’ list says what each sees; an owner sees every depot', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(`/settings/users/${NORA.adminID}`)
  const sees = await screen.findByLabelText('Sees')
  expect(sees).toHaveDisplayValue('North')
  expect(screen.getByText('Every depot', { selector: 'td' })).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Owner' }))
  expect(screen.queryByLabelText('Sees')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateAdmin)).toHaveLength(1))
  expect(sentTo(updateAdmin)[0]!.input).toEqual({ adminID: NORA.adminID, officeRole: 'OWNER', depotID: null })
})

test('Without depots the users’ pages do not speak of them', async () => {
  open(`/settings/users/${NORA.adminID}`, [])
  expect(await screen.findByRole('combobox', { name: 'Role' })).toBeVisible()
  expect(screen.queryByLabelText('Sees')).toBeNull()
  expect(screen.queryByText('Sees')).toBeNull()
})

test('The audit log names the depot that a suburb came to, and says where one is gone', async () => {
  const user = userEvent.setup()
  open('/settings/audit')
  await user.click(await screen.findByRole('button', { name: 'Suburb changed' }))
  const row = await screen.findByRole('row', { name: /^Depot/ })
  await waitFor(() =>
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Deleted', 'South']),
  )
})

test('A user of one depot finds the emails in the settings, and nothing of the whole firm', async () => {
  open('/settings', DEPOTS, OF_NORTH)
  expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'Emails',
    'Data sources and licences',
  ])
})

test('Another page of the settings tells a user of one depot that it is not theirs, and asks the server nothing', async () => {
  const { sent } = open('/settings/business', DEPOTS, OF_NORTH)
  expect(await screen.findByText(/Your role or your depot doesn’t include this/)).toBeVisible()
  expect(sent.map(({ endpoint }) => endpoint.path)).toEqual([])
})
