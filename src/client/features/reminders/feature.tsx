import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'

const RemindersRoutes = lazyScreen(async () => (await import('./reminders-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0M12 5V3.5" />
  </Icon>
)

export const remindersFeature: OfficeFeature = {
  area: 'customers',
  ofTheFirm: 'pages',
  menu: { label: 'Reminders', icon, to: officePaths.reminders },
  routes: ({ notFound }) => [
    { path: `${officePaths.reminders()}/*`, element: <RemindersRoutes notFound={notFound} /> },
  ],
}
