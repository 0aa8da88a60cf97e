import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'

const RunDevices = lazyScreen(async () => (await import('./run-devices.tsx')).RunDevices)
const DevicesPage = lazyScreen(async () => (await import('./devices-page.tsx')).DevicesPage)

export const devicesFeature: OfficeFeature = {
  area: 'runs',
  routes: () => [{ path: officePaths.devices(), element: <DevicesPage /> }],
}

/** A part of a run's page, which stays while this loads. */
export const devicesOfRun: OfficeParts['devicesOf'] = (runOrderID) => (
  <Suspense fallback={null}>
    <RunDevices runOrderID={runOrderID} />
  </Suspense>
)
