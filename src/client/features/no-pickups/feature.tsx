import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const NoPickupsRoutes = lazyScreen(async () => (await import('./no-pickups-routes.tsx')).default)
const OwnNoPickupsPage = lazyScreen(async () => (await import('./own-no-pickups-page.tsx')).default)

export const noPickupsFeature: OfficeFeature = {
  area: 'runs',
  routes: () => [{ path: `${officePaths.noPickups()}/*`, element: <NoPickupsRoutes /> }],
}

const icon = (
  <Icon>
    <path d="M8 4h8l2 16H6zM4 4h16M4 20 20 6" />
  </Icon>
)

export const ownNoPickupsFeature = {
  menu: { label: 'No Pickups', icon, to: officePaths.noPickups() },
  routes: () => [{ path: officePaths.noPickups(), element: <OwnNoPickupsPage /> }],
}
