import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { HomeIcon } from '#client/ui/core/icons.tsx'
import { HomePage } from './home-page.tsx'

/** Loaded with the menu, because it is the office's first screen. */
export const homeFeature: OfficeFeature = {
  area: 'shared',
  menu: { label: 'Home', icon: <HomeIcon />, to: () => '/', exact: true },
  routes: ({ homePath }) => [
    {
      path: homePath,
      element: <HomePage />,
    },
  ],
}
