import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { packagesPaths } from './packages-paths.ts'

const PackagesRoutes = lazyScreen(async () => (await import('./packages-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M5 8h14l-1.2 12H6.2zM9 8V6a3 3 0 0 1 6 0v2" />
  </Icon>
)

export const packagesFeature: OfficeFeature = {
  area: 'settings',
  shows: 'shared',
  ofTheFirm: 'acts',
  menu: { label: 'Services', icon, to: packagesPaths.list },
  routes: () => [{ path: `${packagesPaths.list()}/*`, element: <PackagesRoutes /> }],
}
