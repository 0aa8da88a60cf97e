import { render } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { userEvent } from '@testing-library/user-event'
import type { Answer } from '#client/api/answers.ts'
import { ProfilePage } from '#client/features/profile/profile-page.tsx'
import { Toasts } from '#client/ui/core/toasts.tsx'
import type { OwnSession } from '#contract/v1/account.ts'
import { listSessions } from '#contract/v1/account.ts'
import { type CalendarFeed, getCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { getOwnAccount, type OwnAccount } from '#contract/v1/own-account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getSecondFactor, type SecondFactor } from '#contract/v1/second-factor.ts'
import type { Profile } from '#contract/v1/session.ts'
import { makeProfile, makeSession } from '../../fixtures/answers/profile.ts'
import { ok, pageOfRows, type Sent } from '../../support/office-screen.tsx'

const ACCOUNT: OwnAccount = {
  refId: '10482',
  address: '12 Banksia Street',
  suburb: 'Wattle Grove',
  state: 'NSW',
  postcode: '2173',
  mobilePhone: '+61498765432',
  homePhone: null,
  status: 'ACTIVE',
  reminders: true,
  invoicesByEmail: true,
  invoicesToOther: false,
  signsInUntil: null,
  requests: { addressChange: null, closeAccount: null },
  version: 3,
}

interface Fixture {
  profile?: Partial<Profile>
  sessions?: readonly OwnSession[]
  factor?: Partial<SecondFactor>
  /** Of a customer. */
  account?: Partial<OwnAccount>
  feed?: CalendarFeed | null
  /** The changes in the profile when it is fetched again. */
  onRefresh?: () => Partial<Profile>
  /** The server's answer to all other requests. */
  answer?: (sent: Sent) => Answer<unknown> | Promise<Answer<unknown>>
}

/** Renders the page alone; only the server is replaced. Its lists are read again at each request. */
export function showProfile({
  profile = {},
  sessions = [makeSession({ current: true, device: 'Firefox on Linux' })],
  factor = {},
  account = {},
  feed = null,
  onRefresh = () => ({}),
  answer = () => ok(undefined, 204),
}: Fixture = {}) {
  const now = {
    sessions: [...sessions],
    account: { ...ACCOUNT, ...account },
    feed,
    factor: { totpSince: null, recoveryCodesLeft: 0, passkeys: [], required: false, ...factor } as SecondFactor,
  }
  const sent: Sent[] = []
  const refreshed: unknown[] = []
  const call = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const one = { endpoint, input, options: {} }
    sent.push(one)
    const own = await answer(one)
    if (endpoint === listSessions) return own.kind === 'ok' ? pageOfRows(now.sessions) : own
    if (endpoint === getOwnAccount) return own.kind === 'ok' ? ok(now.account) : own
    if (endpoint === getCalendarFeed) return own.kind === 'ok' ? ok({ feed: now.feed }) : own
    if (endpoint === getSecondFactor) return own.kind === 'ok' ? ok(now.factor) : own
    return own
  }
  const saved: [name: string, text: string][] = []
  const saveFile = async (name: string, text: string) => {
    saved.push([name, text])
    return name
  }
  const whole = makeProfile({
    role: 'ADMIN',
    fullName: 'Olive Office',
    firstName: 'Olive',
    lastName: 'Office',
    email: 'olive@example.com',
    ...profile,
  })
  function Page() {
    const [current, setCurrent] = useState(whole)
    const refreshProfile = async () => {
      refreshed.push(1)
      setCurrent({ ...whole, ...onRefresh() })
    }
    return (
      <MemoryRouter>
        <ProfilePage access={{ call: call as never, profile: current, refreshProfile, saveFile }} />
      </MemoryRouter>
    )
  }
  render(
    <>
      <Page />
      <Toasts label="Messages" close="Close" />
    </>,
  )
  return {
    now,
    sent,
    refreshed,
    saved,
    user: userEvent.setup(),
    sentTo: (endpoint: Endpoint) => sent.filter((one) => one.endpoint === endpoint).map(({ input }) => input),
  }
}
