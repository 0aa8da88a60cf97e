import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { HomeIcon } from '#client/ui/core/icons.tsx'
import { HomePage } from './home-page.tsx'
import { homeWords } from './home-words.ts'

addWords('home', homeWords)

/** Loaded with the menu, because it is the office's first screen. */
export const homeFeature: OfficeFeature = {
  menu: { label: 'Home', icon: <HomeIcon />, to: () => '/', exact: true },
  routes: ({ homePath }) => [
    {
      path: homePath,
      element: <HomePage />,
    },
  ],
}
