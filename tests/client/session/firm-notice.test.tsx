import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { RegisterPage } from '#client/features/register/register-page.tsx'
import { LoginPage } from '#client/features/session/login-page.tsx'
import { CustomerNotice } from '#client/shells/customer-notice.tsx'
import { OfficeProvider } from '#client/shells/office.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const notice = 'No collections on 26 January; Monday’s are on Tuesday.'
const firm = { name: 'Green Bags', logoUrl: null, setUpNeeded: false, notice }
const never = () => new Promise<never>(() => undefined)

afterEach(() => vi.useRealTimers())

test('The firm’s notice stands above the form for signing in', () => {
  render(
    <MemoryRouter>
      <LoginPage
        firm={firm}
        send={never}
        onSignedIn={() => undefined}
        registerPath={null}
        forgotPath="/forgot-password"
        endedByServer={false}
        offlineDriver={null}
        onGoOffline={() => undefined}
      />
    </MemoryRouter>,
  )
  expect(screen.getByRole('complementary', { name: 'Notice' })).toHaveTextContent(notice)
})

test('It stands above the form for registering', () => {
  const calls = { form: never, packages: never, suburbs: never, register: never, askForSuburb: never, pay: never }
  render(
    <MemoryRouter>
      <RegisterPage firm={firm} calls={{ ...calls, leave: () => undefined }} loginPath="/login" />
    </MemoryRouter>,
  )
  expect(screen.getByRole('complementary', { name: 'Notice' })).toHaveTextContent(notice)
})

test('A customer sees it until the end of its last day in the business’s time zone, also from an earlier visit', () => {
  const made = makeProfile({ role: 'CUSTOMER' })
  const profile = { ...made, business: { ...made.business, notice: { text: notice, until: '2027-01-26' } } }
  const shownAt = (instant: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
    const { unmount } = render(
      <OfficeProvider office={{ call: never as never, profile }}>
        <CustomerNotice />
      </OfficeProvider>,
    )
    const isShown = screen.queryByRole('complementary', { name: 'Notice' }) !== null
    unmount()
    return isShown
  }
  // Summer time in Sydney: the day ends at 13:00 UTC.
  expect([shownAt('2027-01-26T12:59:59Z'), shownAt('2027-01-26T13:00:00Z')]).toEqual([true, false])
})
