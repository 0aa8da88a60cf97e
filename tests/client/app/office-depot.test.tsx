import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import AdminRoutes from '#client/app/admin-routes.tsx'
import { refusals } from '#domain/refusals.ts'
import { OF_NORTH } from '../../fixtures/answers/depots.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

/** The office's code is loaded by the first test that needs it. */
const LOADED = { timeout: 60_000 }

beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 'unavailable', message: refusals.unavailable.message }), {
        status: 503,
        headers: { 'X-Bagrun': '1', 'Content-Type': 'application/json' },
      }),
  ),
)

const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AdminRoutes profile={makeProfile({ role: 'ADMIN', ...OF_NORTH })} />
    </MemoryRouter>,
  )
const entry = (name: string) => screen.queryAllByRole('link', { name: new RegExp(`^${name}`) })

test('The menu of a user of one depot has nothing of the whole firm, and its pages say that they are not theirs', async () => {
  show('/bank')
  expect(await screen.findByText(/^Your role or your depot doesn’t include this/, {}, LOADED)).toBeVisible()
  for (const name of ['Customers', 'Drivers', 'Suburbs', 'Weekly Runs', 'Reports', 'Invoices', 'Payments', 'Cases'])
    expect(entry(name), name).not.toEqual([])
  for (const name of ['Reminders', 'Charges', 'Bank', 'Price changes']) expect(entry(name), name).toEqual([])
})

test('They add a suburb to their depot', async () => {
  show('/suburbs')
  expect(await screen.findByRole('link', { name: 'New suburb' }, LOADED)).toBeVisible()
})

test('The services, which every depot has, are shown to them without a button that adds one', async () => {
  show('/service-packages')
  expect(await screen.findByRole('heading', { name: 'Services' }, LOADED)).toBeVisible()
  expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
})
