import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { MenuCount } from '#client/shells/menu-count.tsx'
import { Icon } from '#client/ui/core/icons.tsx'
import { paysPaths } from './pays-paths.ts'

const PaysList = lazyScreen(async () => (await import('./pays-list.tsx')).PaysList)

const PaymentsList = lazyScreen(async () => (await import('./payments-list.tsx')).PaymentsList)

const icon = (
  <Icon>
    <path d="M4 7.5h16v11H4zM4 7.5l11-3v3M16 13h.01" />
  </Icon>
)

export const paysFeature: OfficeFeature = {
  area: 'money',
  moneyMenu: {
    label: 'Driver pay',
    icon,
    to: officePaths.incomes,
    count: <MenuCount kind="drivers-to-pay" />,
  },
  routes: () => [
    { path: officePaths.incomes(), element: <PaysList /> },
    { path: paysPaths.payments(), element: <PaymentsList /> },
  ],
}

/** A part of a driver's page, which stays while this loads. */
export const incomesOfDriver: OfficeParts['incomesOf'] = (driverID) => (
  <Suspense fallback={null}>
    <PaysList driverID={driverID} />
  </Suspense>
)
