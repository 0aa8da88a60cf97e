import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'

const BankRoutes = lazyScreen(async () => ({
  words: { bank: (await import('./bank-words.ts')).bankWords },
  screen: (await import('./bank-routes.tsx')).default,
}))

export const bankFeature: OfficeFeature = {
  routes: () => [{ path: `${officePaths.bank()}/*`, element: <BankRoutes /> }],
}
