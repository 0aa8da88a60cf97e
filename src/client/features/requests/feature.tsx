import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const RequestsRoutes = lazyScreen(async () => (await import('./requests-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 5h16v11H9l-5 4zM8 9.5h8M8 12.5h5" />
  </Icon>
)

export const requestsFeature: OfficeFeature = {
  area: 'customers',
  menu: { label: 'Customer requests', icon, to: officePaths.requests },
  routes: ({ notFound }) => [{ path: `${officePaths.requests()}/*`, element: <RequestsRoutes notFound={notFound} /> }],
  search: { request: { list: officePaths.requests, one: officePaths.request } },
}
