import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { MenuCount } from '#client/shells/menu-count.tsx'
import { Icon } from '#client/ui/core/icons.tsx'

const BankRoutes = lazyScreen(async () => (await import('./bank-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M4 9.5 12 4.5l8 5M5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M4 19.5h16" />
  </Icon>
)

export const bankFeature: OfficeFeature = {
  area: 'money',
  ofTheFirm: 'pages',
  moneyMenu: {
    label: 'Bank',
    icon,
    to: officePaths.bank,
    count: <MenuCount kind="bank-lines" />,
  },
  routes: () => [{ path: `${officePaths.bank()}/*`, element: <BankRoutes /> }],
}
