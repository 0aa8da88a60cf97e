import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const TransactionsRoutes = lazyScreen(async () => (await import('./transactions-routes.tsx')).default)
const Ledger = lazyScreen(async () => (await import('./ledger.tsx')).Ledger)
const CustomerPaymentActs = lazyScreen(async () => (await import('./customer-payment-acts.tsx')).CustomerPaymentActs)
const OwnLedgerPage = lazyScreen(async () => (await import('./own-ledger-page.tsx')).OwnLedgerPage)

const icon = (
  <Icon>
    <path d="M4 8.5h13M14 5.5l3 3-3 3M20 15.5H7M10 12.5l-3 3 3 3" />
  </Icon>
)

export const transactionsFeature: OfficeFeature = {
  area: 'money',
  moneyMenu: {
    label: 'Payments',
    icon,
    to: () => officePaths.transactions(),
  },
  routes: () => [{ path: `${officePaths.transactions()}/*`, element: <TransactionsRoutes /> }],
}

/** Parts of a customer's page, which stays while they load. */
export const ledgerOfCustomer: OfficeParts['ledgerOf'] = (customerID) => (
  <Suspense fallback={null}>
    <Ledger customerID={customerID} />
  </Suspense>
)

export const paymentActsOfCustomer: OfficeParts['paymentActsOf'] = (customer) => (
  <Suspense fallback={null}>
    <CustomerPaymentActs customer={customer} />
  </Suspense>
)

export const ownLedgerFeature = {
  routes: ({ ledgerPath }: { ledgerPath: string }) => [{ path: ledgerPath, element: <OwnLedgerPage /> }],
}
