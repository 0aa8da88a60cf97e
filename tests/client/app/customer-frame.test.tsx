import type { ReactNode } from 'react'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProfile } from '#client/app/customer-profile.tsx'
import { session } from '#client/app/session.ts'
import { accountCards } from '#client/features/account/feature.tsx'
import { NextCollection } from '#client/features/schedules/next-collection.tsx'
import { WithHelp } from '#client/shells/customer-help.tsx'
import { OfficeProvider } from '#client/shells/office.tsx'
import { getProfile, type Profile } from '#contract/v1/session.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

const business = { name: 'Green Bags', logoUrl: null, phone: '+61298765432' }
const known = makeProfile({ role: 'CUSTOMER', accountBalance: -50, business })
afterEach(() => vi.restoreAllMocks())

const renderAs = (profile: Profile, shown: ReactNode) =>
  render(
    <MemoryRouter>
      <OfficeProvider office={{ call: (() => undefined) as never, profile }}>{shown}</OfficeProvider>
    </MemoryRouter>,
  )

test('The profile is asked for once, for the page and for what is stored of it', async () => {
  vi.spyOn(session, 'state').mockReturnValue({ ...session.state(), token: 'a-token' })
  const know = vi.spyOn(session, 'know').mockImplementation(() => undefined)
  const { sentTo } = showOffice(
    <>
      <CustomerProfile />
      {accountCards({ profile: known, ledgerPath: '/ledger', casesPath: '/cases', payAll: null })}
    </>,
    { answer: () => ok({ ...known, accountBalance: 12 }) },
  )
  expect(screen.getByText(/^You owe /)).toBeVisible()
  expect(screen.getByText('$50.00')).toBeVisible()
  expect(await screen.findByText('$12.00')).toBeVisible()
  expect(know.mock.calls).toEqual([[{ ...known, accountBalance: 12 }]])
  expect(sentTo(getProfile)).toHaveLength(1)
})

test('How to reach the firm stands at the foot: the office’s form, and its number where there is one', () => {
  const show = (profile: Profile) => renderAs(profile, <WithHelp>A page</WithHelp>)
  const { unmount } = show(known)
  expect(screen.getByRole('link', { name: 'Ask the office' })).toHaveAttribute('href', '/cases/new/other')
  expect(screen.getByRole('link', { name: 'Call 02 9876 5432' })).toHaveAttribute('href', 'tel:+61298765432')
  unmount()
  show(makeProfile({ role: 'CUSTOMER' }))
  expect(screen.getByRole('contentinfo').textContent).toBe('Ask the office')
})

test('A blocked customer, who is asked to call, has the number there', () => {
  const nothing = { coming: [], past: [], pastTotal: 0, usually: null, underWay: null, requestable: null }
  renderAs(
    known,
    <NextCollection
      schedule={{ ...nothing, status: 'BLOCKED' }}
      next={null}
      now={new Date('2026-11-10T00:00:00Z')}
      today="2026-11-10"
      isStale={false}
    />,
  )
  expect(screen.getByText('Your service is on hold. Please call us.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call 02 9876 5432' })).toBeVisible()
})
