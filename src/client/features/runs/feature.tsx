import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const RunsRoutes = lazyScreen(async () => (await import('./runs-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7M8 15.5l2.4 2.2 5-4.4" />
  </Icon>
)

export const runsFeature: OfficeFeature = {
  area: 'runs',
  menu: { label: 'Weekly Runs', icon, to: officePaths.runs, also: officePaths.noPickups() },
  routes: ({ fetchPhoto, parts, notFound }) => [
    {
      path: `${officePaths.runs()}/*`,
      element: (
        <RunsRoutes
          fetchPhoto={fetchPhoto}
          exceptionsOf={parts.exceptionsOf}
          devicesOf={parts.devicesOf}
          notFound={notFound}
        />
      ),
    },
  ],
  search: { run: { list: officePaths.runs, one: officePaths.run } },
}
