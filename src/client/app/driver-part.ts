/**
 * The only imports of the driver's part: screens and the phone's databases. The driver's page has loaded it at its
 * start; any other page fetches it here when it is needed (src/tools/start-scripts.mjs).
 */
export const driverRoutes = () => import('./driver-routes.tsx')
export const phonePart = () => import('./phone.ts')
