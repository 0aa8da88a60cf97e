import { type ReactNode, Suspense } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { LinkPlace } from './link-place.tsx'

const ChargesRoutes = lazyScreen(async () => (await import('./charges-routes.tsx')).default)
const CustomerAutopay = lazyScreen(async () => (await import('./customer-autopay.tsx')).CustomerAutopay)
const OwnAutopayPage = lazyScreen(async () => (await import('./own-autopay-page.tsx')).OwnAutopayPage)
const OwnAutopayLink = lazyScreen(async () => (await import('./own-link.tsx')).OwnAutopayLink)

const icon = (
  <Icon>
    <path d="M3.5 6.5h17v11h-17zM3.5 10.5h17M7 14.5h4" />
  </Icon>
)

export const autopayFeature: OfficeFeature = {
  area: 'money',
  ofTheFirm: 'pages',
  moneyMenu: { label: 'Charges', icon, to: () => officePaths.charges() },
  routes: ({ notFound }) => [{ path: `${officePaths.charges()}/*`, element: <ChargesRoutes notFound={notFound} /> }],
}

/** A part of a customer's page, which stays while it loads. */
export const autopayOfCustomer: OfficeParts['autopayOf'] = (customer) => (
  <Suspense fallback={null}>
    <CustomerAutopay customer={customer} />
  </Suspense>
)

export const ownAutopayFeature = {
  routes: ({ autopayPath, payAll, profile }: { autopayPath: string; payAll: ReactNode; profile: Profile }) => [
    { path: autopayPath, element: <OwnAutopayPage payAll={payAll} sendsMail={profile.config.mailServer} /> },
  ],
}

/** The way to it on a customer's other pages. */
export const autopayLink = (path: string): ReactNode => (
  <Suspense fallback={<LinkPlace />}>
    <OwnAutopayLink path={path} />
  </Suspense>
)
