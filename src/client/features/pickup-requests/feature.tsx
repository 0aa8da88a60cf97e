import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'

const PickupRequestsRoutes = lazyScreen(async () => (await import('./pickup-requests-routes.tsx')).default)

export const pickupRequestsFeature: OfficeFeature = {
  area: 'runs',
  routes: () => [{ path: `${officePaths.pickupRequests()}/*`, element: <PickupRequestsRoutes /> }],
}
