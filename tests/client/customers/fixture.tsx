import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { vi } from 'vitest'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Customer } from '#contract/v1/customers.ts'
import type { Package } from '#contract/v1/packages.ts'
import type { Suburb } from '#contract/v1/suburbs.ts'
import type { Profile } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import type { CallOptions } from '#client/api/call.ts'
import { createQueryClient } from '#client/api/query-client.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import CustomersRoutes from '#client/features/customers/customers-routes.tsx'
import { customersWords } from '#client/features/customers/customers-words.ts'
import { OfficeProvider } from '#client/shells/office.tsx'
import { shellsWords } from '#client/shells/shells-words.ts'
import { termsWords } from '#client/shells/terms-words.ts'
import { Toasts } from '#client/ui/core/toasts.tsx'

// Whole forms are typed, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 })

addWords('customers', customersWords)
addWords('shells', shellsWords)
addWords('terms', termsWords)

export const ANNA = '01890000-0000-7000-8000-00000000c001'
export const BEN = '01890000-0000-7000-8000-00000000c002'
const SUBURB = '01890000-0000-7000-8000-00000000b001'
const PACKAGE = '01890000-0000-7000-8000-00000000e001'

export const makeCustomer = (changes: Partial<Customer> = {}): Customer => ({
  customerID: ANNA,
  refId: '10482',
  fullName: 'Anna Green',
  company: null,
  address: '12 Hill Street',
  suburbID: SUBURB,
  suburb: 'Wahroonga',
  state: 'NSW',
  postcode: '2076',
  mobilePhone: '0412 345 678',
  email: 'anna@example.com',
  hasEmail: true,
  weekNumber: 2,
  runNumber: 1,
  stopOrder: 4,
  status: 'ACTIVE',
  accountType: 'PERSONAL',
  invoiceType: '1A',
  serviceType: 'GARDEN_BAG',
  productID: PACKAGE,
  servicePackage: 'Garden bag',
  collectionScheme: 'MONTHLY',
  origin: 'NEW',
  accountBalance: -25,
  nextPickUp: '2026-11-09',
  totalSales: 0,
  createdAt: '2026-01-05T00:00:00Z',
  title: null,
  firstName: 'Anna',
  lastName: 'Green',
  homePhone: null,
  startDate: '2026-01-05',
  propertyManagement: false,
  doNotRemind: false,
  doNotSendInvoiceEmail: false,
  paymentScheme: 'POSTPAID',
  amount: 25,
  notes: null,
  adminNotes: null,
  features: [],
  sourceOfLead: null,
  ownWeek: false,
  cycle: { collectionScheme: 'MONTHLY', due: { yearNumber: 2026, monthNumber: 11 } },
  due: { yearNumber: 2026, monthNumber: 11 },
  photos: [],
  canceledAt: null,
  statusReason: null,
  version: 3,
  warnings: [],
  ...changes,
})

export const WAHROONGA: Suburb = {
  suburbID: SUBURB,
  label: 'Wahroonga',
  postCode: '2076',
  state: 'NSW',
  weekNumber: 2,
  customers: 1,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
  warnings: [],
}
export const GARDEN_BAG: Package = {
  productID: PACKAGE,
  name: 'Garden bag',
  serviceType: 'GARDEN_BAG',
  isPublic: true,
  features: [],
  paymentScheme: 'POSTPAID',
  publicPaymentScheme: null,
  collectionScheme: 'MONTHLY',
  publicCollectionScheme: null,
  price: 25,
  retired: false,
  customers: 1,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
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
  screens: ReactNode = <CustomersRoutes notFound={null} fetchPhoto={async () => null} />,
): { sent: Sent[]; at: () => string } {
  const sent: Sent[] = []
  let at = ''
  const call = async (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Answer<unknown>> => {
    sent.push({ method: endpoint.method, path: endpoint.path, input, options })
    const value = office(endpoint, input)
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
          <OfficeProvider office={{ call: call as never, profile: PROFILE }}>
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
