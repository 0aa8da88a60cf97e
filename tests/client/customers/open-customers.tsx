import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { getPlace } from '#contract/v1/places.ts'
import type { Profile } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import type { CallOptions } from '#client/api/call.ts'
import { createQueryClient } from '#client/api/query-client.ts'
import CustomersRoutes from '#client/features/customers/customers-routes.tsx'
import type { OfficeParts } from '#client/shells/office-feature.ts'
import { OfficeProvider } from '#client/shells/office.tsx'
import { Toasts } from '#client/ui/core/toasts.tsx'

/** What other features show on a customer's page, by name. */
const PARTS: OfficeParts = {
  exceptionsOf: () => null,
  devicesOf: () => null,
  incomesOf: () => null,
  invoicesOf: ({ fullName }) => <p>Invoices of {fullName}</p>,
  invoiceActsOf: () => <button type="button">Settle</button>,
  ledgerOf: () => <p>The ledger</p>,
  paymentActsOf: () => <button type="button">Record payment</button>,
  autopayOf: ({ fullName }) => <p>Automatic payment of {fullName}</p>,
  casesOf: () => null,
  mails: null,
  pushOf: () => <p>Notifications</p>,
  mailsOf: () => <p>The emails</p>,
  mailTroubleOf: () => null,
}

const PROFILE: Profile = {
  userID: '01890000-0000-7000-8000-00000000f001',
  fullName: 'Olive Office',
  role: 'ADMIN',
  email: null,
  accountBalance: 0,
  business: { name: 'Green Bags', logoUrl: null },
  config: {
    pageSize: 25,
    timeZone: 'Australia/Sydney',
    allowRegister: true,
    allowReAssignDriver: true,
    maxFiles: 5,
    maxUploadBytes: 20_971_520,
  },
}

export interface Sent {
  readonly method: string
  readonly path: string
  readonly input: Record<string, unknown>
  readonly options: CallOptions | undefined
}

/** Nothing happened with the customer, and their place is not known, unless the test says so. */
const NOTHING: Readonly<Record<string, unknown>> = {
  [getTimeline.path]: { items: [], next: null, lastContact: null },
  [getPlace.path]: { place: null, farFromOthers: null, waiting: 0 },
}

type Office = (endpoint: Endpoint, input: Record<string, unknown>) => unknown

export const refused = (
  status: number,
  code: string,
  message: string,
  fields?: Record<string, string>,
): Answer<unknown> => ({
  kind: 'refused',
  status,
  problem: { code, message, ...(fields === undefined ? {} : { fields }) },
  retryAfterMs: null,
})

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && 'kind' in value && (value as { kind: string }).kind === 'refused'

/** The customers' screens with a server that answers as given; `sent` lists all requests. */
export function openCustomers(
  address: string,
  office: Office,
  screens: ReactNode = <CustomersRoutes notFound={null} fetchPhoto={async () => null} parts={PARTS} />,
  config: Partial<Profile['config']> = {},
  user: Pick<Profile, 'officeRole'> = {},
): { sent: Sent[]; at: () => string } {
  const sent: Sent[] = []
  let at = ''
  const call = async (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Answer<unknown>> => {
    sent.push({ method: endpoint.method, path: endpoint.path, input, options })
    const value = (await office(endpoint, input)) ?? NOTHING[endpoint.path]
    return isAnswer(value) ? value : { kind: 'ok', value, status: 200, etag: null }
  }
  function Place() {
    const { pathname, search } = useLocation()
    useEffect(() => {
      at = pathname + search
    })
    return null
  }
  render(
    <MemoryRouter initialEntries={[address]}>
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient({ call: call as never, onRefused: () => undefined })}>
          <OfficeProvider
            office={{ call: call as never, profile: { ...PROFILE, ...user, config: { ...PROFILE.config, ...config } } }}
          >
            <Routes>
              <Route path="/customers/*" element={screens} />
              <Route path="/customer-requests/*" element={screens} />
            </Routes>
            <Place />
            <Toasts label="Messages" close="Close" />
          </OfficeProvider>
        </QueryClientProvider>
      </MantineProvider>
    </MemoryRouter>,
  )
  return { sent, at: () => at }
}

export const pageOf = (items: readonly unknown[]) => ({ items, page: 1, perPage: 25, total: items.length })
