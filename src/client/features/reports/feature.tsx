import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { reportsPaths } from './reports-paths.ts'

const ReportsRoutes = lazyScreen(async () => (await import('./reports-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 4v16h16M8.5 16v-4.5M13 16V7.5M17.5 16v-6.5" />
  </Icon>
)

export const reportsFeature: OfficeFeature = {
  area: 'money',
  menu: { label: 'Reports', icon, to: reportsPaths.home },
  routes: ({ notFound, moneyReports }) => [
    {
      path: `${reportsPaths.home()}/*`,
      element: <ReportsRoutes notFound={notFound} moneyReports={moneyReports} />,
    },
  ],
}
