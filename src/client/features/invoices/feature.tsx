import { Suspense, type ReactNode } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type Invoice, type ListedInvoice } from '#contract/v1/invoices.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { Icon } from '#client/ui/core/icons.tsx'
import { MenuCount } from '#client/shells/menu-count.tsx'
import { invoicesPaths } from './invoices-paths.ts'

const InvoicesRoutes = lazyScreen(async () => (await import('./invoices-routes.tsx')).default)
const InvoicesList = lazyScreen(async () => (await import('./invoices-list.tsx')).InvoicesList)
const CustomerInvoiceActs = lazyScreen(async () => (await import('./customer-invoice-acts.tsx')).CustomerInvoiceActs)
const OwnInvoicesRoutes = lazyScreen(async () => (await import('./own-invoices-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M6 3.5h12v17l-2.4-1.6L13.2 20.5 12 19.7l-1.2.8-2.4-1.6L6 20.5zM9 8.5h6M9 12h6M9 15.5h3" />
  </Icon>
)

export const invoicesFeature: OfficeFeature = {
  area: 'money',
  moneyMenu: {
    label: 'Invoices',
    icon,
    to: () => officePaths.invoices(),
    count: <MenuCount kind="invoices-overdue" />,
  },
  routes: ({ fetchPhoto, notFound }) => [
    { path: `${officePaths.invoices()}/*`, element: <InvoicesRoutes fetchPhoto={fetchPhoto} notFound={notFound} /> },
  ],
  search: { invoice: { list: () => officePaths.invoices(), one: officePaths.invoice } },
  csv: { kind: 'invoices', path: invoicesPaths.import(), list: officePaths.invoices() },
}

/** Parts of a customer's page, which stays while they load. */
export const invoicesOfCustomer: OfficeParts['invoicesOf'] = ({ customerID }) => (
  <Suspense fallback={null}>
    <InvoicesList customerID={customerID} />
  </Suspense>
)

export const invoiceActsOfCustomer: OfficeParts['invoiceActsOf'] = (customer) => (
  <Suspense fallback={null}>
    <CustomerInvoiceActs customer={customer} />
  </Suspense>
)

export const ownInvoicesFeature = {
  menu: { label: 'Invoices', icon, to: officePaths.invoices() },
  routes: ({
    fetchPhoto,
    ledgerPath,
    notFound,
    payNowFor,
    payAll,
    transferFor,
    paySelected,
    withConfirming,
    waysToPay,
    autopayLink,
  }: {
    fetchPhoto: FetchPhoto
    ledgerPath: string
    notFound: ReactNode
    payNowFor: (invoice: Pick<Invoice, 'invoiceID' | 'owing'>) => ReactNode
    payAll: ReactNode
    transferFor: (invoice: Invoice) => ReactNode
    paySelected: (rows: readonly ListedInvoice[]) => ReactNode
    withConfirming: (show: (invoiceIDs: ReadonlySet<string>) => ReactNode) => ReactNode
    waysToPay: ReactNode
    autopayLink: ReactNode
  }) => [
    {
      path: `${officePaths.invoices()}/*`,
      element: (
        <OwnInvoicesRoutes
          fetchPhoto={fetchPhoto}
          ledgerPath={ledgerPath}
          notFound={notFound}
          payNowFor={payNowFor}
          payAll={payAll}
          transferFor={transferFor}
          paySelected={paySelected}
          withConfirming={withConfirming}
          waysToPay={waysToPay}
          autopayLink={autopayLink}
        />
      ),
    },
  ],
}
