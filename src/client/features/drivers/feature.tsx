import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const DriversRoutes = lazyScreen(async () => (await import('./drivers-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l3.5 3.5v3h-7.5" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17" cy="17.5" r="2" />
  </Icon>
)

export const driversFeature: OfficeFeature = {
  area: 'settings',
  shows: 'shared',
  menu: { label: 'Drivers', icon, to: officePaths.drivers },
  routes: ({ parts }) => [
    { path: `${officePaths.drivers()}/*`, element: <DriversRoutes incomesOf={parts.incomesOf} /> },
  ],
  search: { driver: { list: officePaths.drivers, one: officePaths.driver } },
}
