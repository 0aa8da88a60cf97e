import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'

const NoPickupsRoutes = lazyScreen(async () => ({
  words: { noPickups: (await import('./no-pickups-words.ts')).noPickupsWords },
  screen: (await import('./no-pickups-routes.tsx')).default,
}))

export const noPickupsFeature: OfficeFeature = {
  routes: () => [{ path: `${officePaths.noPickups()}/*`, element: <NoPickupsRoutes /> }],
}
