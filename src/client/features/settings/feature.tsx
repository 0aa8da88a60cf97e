import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { settingsPaths } from './settings-paths.ts'

const SettingsRoutes = lazyScreen(async () => (await import('./settings-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2.2" />
    <circle cx="9" cy="17" r="2.2" />
  </Icon>
)

export const settingsFeature: OfficeFeature = {
  area: 'settings',
  ofTheFirm: 'acts',
  menu: { label: 'Settings', icon, to: settingsPaths.index },
  routes: ({ parts }) => [{ path: `${settingsPaths.index()}/*`, element: <SettingsRoutes mails={parts.mails} /> }],
}
