import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

const SuburbsRoutes = lazyScreen(async () => (await import('./suburbs-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11z" />
    <circle cx="12" cy="10" r="2.4" />
  </Icon>
)

export const suburbsFeature: OfficeFeature = {
  area: 'settings',
  shows: 'shared',
  menu: { label: 'Suburbs', icon, to: suburbsPaths.list },
  routes: () => [{ path: `${suburbsPaths.list()}/*`, element: <SuburbsRoutes /> }],
  search: { suburb: { list: suburbsPaths.list, one: suburbsPaths.one } },
  csv: { kind: 'suburbs', path: suburbsPaths.import(), list: suburbsPaths.list() },
}
