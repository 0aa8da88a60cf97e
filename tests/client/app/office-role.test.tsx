import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AdminRoutes from '#client/app/admin-routes.tsx'
import { session } from '#client/app/session.ts'
import { screenCall } from '#client/app/sign-in.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { refusals } from '#domain/refusals.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const userWith = (officeRole: OfficeRole) => makeProfile({ role: 'ADMIN', officeRole })
const asOurs = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Bagrun': '1', 'Content-Type': 'application/json' } })

/** The office's code is loaded by the first test that needs it. */
const LOADED = { timeout: 60_000 }

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  Dexie.dependencies.indexedDB = indexedDB
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  await session.begin('a-token', userWith('OWNER'))
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).endsWith('/v1/users/profile')
      ? asOurs(200, userWith('DISPATCHER'))
      : String(url).includes('/v1/invoices')
        ? asOurs(403, { code: 'office_role', message: refusals.office_role.message })
        : asOurs(503, { code: 'unavailable', message: refusals.unavailable.message }),
  )
})

afterEach(() => session.end('asked'))

const show = (officeRole: OfficeRole, at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AdminRoutes profile={userWith(officeRole)} />
    </MemoryRouter>,
  )
const entry = (name: string) => screen.queryAllByRole('link', { name: new RegExp(`^${name}`) })

test('The menu has what the role includes, and another page says that it does not', async () => {
  show('DISPATCHER', '/invoices')
  expect(
    await screen.findByText('Your role doesn’t include this. Ask an owner if you need it.', {}, LOADED),
  ).toBeVisible()
  for (const name of ['Customers', 'Weekly Runs', 'Suburbs', 'Cases']) expect(entry(name), name).not.toEqual([])
  for (const name of ['Invoices', 'Payments', 'Bank', 'Driver pay', 'Reports', 'Settings'])
    expect(entry(name), name).toEqual([])
})

test('A page that the role only reads has no button that adds something', async () => {
  show('ACCOUNTS', '/suburbs')
  expect(await screen.findByRole('heading', { name: 'Suburbs' }, LOADED)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'New suburb' })).toBeNull()
})

test('An owner adds a suburb there', async () => {
  show('OWNER', '/suburbs')
  expect(await screen.findByRole('link', { name: 'New suburb' }, LOADED)).toBeVisible()
})

test('A refusal by role ends no session, and fetches the profile, which has the new role', async () => {
  await screenCall(listInvoices, {})
  await waitFor(() => expect(session.state().profile?.officeRole).toBe('DISPATCHER'))
  expect(session.state().token).toBe('a-token')
})
