import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const PriceChangesRoutes = lazyScreen(async () => (await import('./price-changes-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 17l5-5 4 4 7-8M15 8h5v5" />
  </Icon>
)

export const priceChangesFeature: OfficeFeature = {
  area: 'money',
  ofTheFirm: 'pages',
  moneyMenu: { label: 'Price changes', icon, to: officePaths.priceChanges },
  routes: ({ notFound }) => [
    { path: `${officePaths.priceChanges()}/*`, element: <PriceChangesRoutes notFound={notFound} /> },
  ],
}
