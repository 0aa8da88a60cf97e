import { render } from '@testing-library/react'
import { useState } from 'react'
import { userEvent } from '@testing-library/user-event'
import type { Answer } from '#client/api/answers.ts'
import { appWords } from '#client/app/app-words.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { ProfilePage } from '#client/features/profile/profile-page.tsx'
import { profileWords } from '#client/features/profile/profile-words.ts'
import { Toasts } from '#client/ui/core/toasts.tsx'
import type { OwnSession } from '#contract/v1/account.ts'
import { listSessions } from '#contract/v1/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getSecondFactor, type SecondFactor } from '#contract/v1/second-factor.ts'
import type { Profile } from '#contract/v1/session.ts'
import { makeProfile, makeSession } from '../../fixtures/answers/profile.ts'
import { ok, pageOfRows, type Sent } from '../../support/office-screen.tsx'

addWords('app', appWords)
addWords('profile', profileWords)

interface Fixture {
  profile?: Partial<Profile>
  sessions?: readonly OwnSession[]
  factor?: Partial<SecondFactor>
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
  onRefresh = () => ({}),
  answer = () => ok(undefined, 204),
}: Fixture = {}) {
  const now = {
    sessions: [...sessions],
    factor: { totpSince: null, recoveryCodesLeft: 0, passkeys: [], required: false, ...factor } as SecondFactor,
  }
  const sent: Sent[] = []
  const refreshed: unknown[] = []
  const call = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const one = { endpoint, input, options: {} }
    sent.push(one)
    const own = await answer(one)
    if (endpoint === listSessions) return own.kind === 'ok' ? pageOfRows(now.sessions) : own
    if (endpoint === getSecondFactor) return own.kind === 'ok' ? ok(now.factor) : own
    return own
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
    return <ProfilePage access={{ call: call as never, profile: current, refreshProfile }} />
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
    user: userEvent.setup(),
    sentTo: (endpoint: Endpoint) => sent.filter((one) => one.endpoint === endpoint).map(({ input }) => input),
  }
}
