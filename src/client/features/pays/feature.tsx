import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'

const PaysList = lazyScreen(async () => ({
  words: { pays: (await import('./pays-words.ts')).paysWords },
  screen: (await import('./pays-list.tsx')).PaysList,
}))

export const paysFeature: OfficeFeature = {
  routes: () => [{ path: officePaths.incomes(), element: <PaysList /> }],
}

/** Part of a driver's page, which stays while this loads. */
export const incomesOfDriver: OfficeParts['incomesOf'] = (driverID) => (
  <Suspense fallback={null}>
    <PaysList driverID={driverID} />
  </Suspense>
)
