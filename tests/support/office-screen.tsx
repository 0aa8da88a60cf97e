import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import type { CallOptions } from '#client/api/call.ts'
import { createQueryClient } from '#client/api/query-client.ts'
import { OfficeProvider } from '#client/shells/office.tsx'
import { Toasts } from '#client/ui/core/toasts.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Depot, listDepots } from '#contract/v1/depots.ts'
import { getHome, type Home } from '#contract/v1/home.ts'
import type { Profile } from '#contract/v1/session.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import { makeHome } from '../fixtures/answers/home.ts'
import { makeProfile } from '../fixtures/answers/profile.ts'

/** One API call of a screen. */
export interface Sent {
  readonly endpoint: Endpoint
  readonly input: Record<string, unknown>
  readonly options: CallOptions
}

export const ok = (value: unknown, status = 200): Answer<unknown> => ({ kind: 'ok', value, status, etag: null })
export const pageOfRows = (items: readonly unknown[], total = items.length) =>
  ok({ items, page: 1, perPage: 25, total })
export const lineBroke: Answer<unknown> = { kind: 'offline', why: 'network' }

/** A refusal in the server's format. */
export function refused(
  code: RefusalCode,
  more: { fields?: Record<string, string>; message?: string } = {},
): Answer<unknown> {
  const { status, message } = refusals[code]
  return { kind: 'refused', status, problem: { code, message, ...more }, retryAfterMs: null }
}

/** The window is a phone's, of which media queries know only that it is narrow; until `vi.unstubAllGlobals()`. */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

interface OfficeScreenOptions {
  /** The address it is opened at. */
  at?: string
  /** The server's response to each call. */
  answer: (sent: Sent) => Answer<unknown> | Promise<Answer<unknown>>
  /** What waits for the office, which menus and tabs count. */
  home?: Partial<Home>
  /** Switches and limits that the profile names. */
  config?: Partial<Profile['config']>
  /** Those of a firm with several yards. */
  depots?: readonly Depot[]
  /** Active customers in suburbs of no depot. */
  customersOfNone?: number
  /** The user's role, and the one depot that they see. */
  user?: Pick<Profile, 'officeRole' | 'depotID'>
}

/**
 * Renders an office screen in the real shells, with the real router and address bar; only the server is replaced by
 * `answer`.
 */
export function showOffice(
  screen: ReactNode,
  { at = '/', answer, home, config, depots = [], customersOfNone = 0, user }: OfficeScreenOptions,
) {
  // A text area that grows with its text waits for the fonts, which this test browser does not have.
  if (document.fonts === undefined)
    Object.defineProperty(document, 'fonts', {
      value: Object.assign(new EventTarget(), { load: async () => [] }),
      configurable: true,
    })
  history.pushState(null, '', at)
  // Seen once in many runs, in a process that ran other files before: the screens below Routes are then empty.
  if (!location.href.endsWith(at)) throw new Error(`The address stayed ${location.href}. Closed: ${window.closed}.`)
  const sent: Sent[] = []
  const toasts: string[] = []
  let profilesAsked = 0
  const call = async (endpoint: Endpoint, input: Record<string, unknown>, options: CallOptions = {}) => {
    const one = { endpoint, input, options }
    sent.push(one)
    if (endpoint === listDepots) return ok({ items: depots, customersOfNone })
    return endpoint === getHome ? ok(makeHome(home)) : answer(one)
  }
  const made = makeProfile({ role: 'ADMIN', fullName: 'Olive Office', ...user })
  const profile = { ...made, config: { ...made.config, ...config } }
  const office = { call: call as never, profile, refreshProfile: async () => void (profilesAsked += 1) }
  render(
    <BrowserRouter>
      <MantineProvider env="test">
        <QueryClientProvider
          client={createQueryClient({ call: call as never, onRefused: (message) => toasts.push(message) })}
        >
          <OfficeProvider office={office}>{screen}</OfficeProvider>
        </QueryClientProvider>
        <Toasts label="Messages" close="Close" />
      </MantineProvider>
    </BrowserRouter>,
  )
  return {
    sent,
    /** The calls to one endpoint, in order. */
    sentTo: (endpoint: Endpoint) => sent.filter((one) => one.endpoint === endpoint),
    /** What the red toasts said of answers that the screen asked for. */
    toasts,
    profilesAsked: () => profilesAsked,
  }
}
