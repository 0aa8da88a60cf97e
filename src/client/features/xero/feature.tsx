import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { xeroPaths } from './xero-paths.ts'

const XeroRoutes = lazyScreen(async () => (await import('./xero-routes.tsx')).default)
const XeroCard = lazyScreen(async () => (await import('./xero-card.tsx')).XeroCard)

export const xeroFeature: OfficeFeature = {
  area: 'money',
  ofTheFirm: 'pages',
  routes: ({ notFound }) => [{ path: `${xeroPaths.home()}/*`, element: <XeroRoutes notFound={notFound} /> }],
  moneyReport: (
    <Suspense fallback={null}>
      <XeroCard />
    </Suspense>
  ),
}
