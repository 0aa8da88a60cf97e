import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AdminRoutes from '#client/app/admin-routes.tsx'
import { session } from '#client/app/session.ts'
import { refreshProfile, screenCall } from '#client/app/sign-in.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { refusals } from '#domain/refusals.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const admin = makeProfile({ role: 'ADMIN', fullName: 'Olive Office', firstName: 'Olive', lastName: 'Office' })
const missing = { ...admin, secondFactorMissing: true }
const asOurs = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Bagrun': '1', 'Content-Type': 'application/json' } })

/** The server requires a second step of this admin; only the requests that set one up are answered. */
let asked: string[]
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  Dexie.dependencies.indexedDB = indexedDB
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  await session.begin('a-token', admin)
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url))
    if (String(url).endsWith('/v1/users/profile')) return asOurs(200, missing)
    if (String(url).includes('/v1/users/'))
      return asOurs(503, { code: 'unavailable', message: refusals.unavailable.message })
    return asOurs(409, { code: 'second_factor_missing', message: refusals.second_factor_missing.message })
  })
})

afterEach(() => session.end('asked'))

function Where() {
  return <output>{useLocation().pathname}</output>
}

const show = (profile: typeof admin, at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AdminRoutes profile={profile} />
      <Where />
    </MemoryRouter>,
  )

test('An admin without the required second step gets the profile page, and nothing else', async () => {
  show(missing, '/customers')
  expect(
    await screen.findByRole('heading', { name: 'Set up a second step to continue' }, { timeout: 30_000 }),
  ).toBeVisible()
  expect(screen.getByText('/profile')).toBeInTheDocument()
  for (const name of ['Customers', 'Weekly Runs', 'Settings']) expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Logout' })).not.toEqual([])
})

test('A refusal for the missing second step fetches the profile again, which says so from then on', async () => {
  expect(session.state().profile?.secondFactorMissing).toBeUndefined()
  await screenCall(listRuns, {})
  await waitFor(() => expect(session.state().profile?.secondFactorMissing).toBe(true))
  expect(session.state().token).toBe('a-token')
})

test('Fetching the profile by its own call starts no other fetch of it', async () => {
  await refreshProfile()
  expect(asked).toHaveLength(1)
})

test('A session that ends after its 90 days says so', async () => {
  vi.stubGlobal('fetch', async () =>
    asOurs(401, { code: 'session_expired', message: refusals.session_expired.message }),
  )
  await screenCall(listRuns, {})
  expect(session.state()).toMatchObject({ token: null, ended: 'expired' })
})
