import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { paysPaths } from './pays-paths.ts'

const words = async () => ({ pays: (await import('./pays-words.ts')).paysWords })

const PaysList = lazyScreen(async () => ({
  words: await words(),
  screen: (await import('./pays-list.tsx')).PaysList,
}))

const PaymentsList = lazyScreen(async () => ({
  words: await words(),
  screen: (await import('./payments-list.tsx')).PaymentsList,
}))

export const paysFeature: OfficeFeature = {
  routes: () => [
    { path: officePaths.incomes(), element: <PaysList /> },
    { path: paysPaths.payments(), element: <PaymentsList /> },
  ],
}

/** A part of a driver's page, which stays while this loads. */
export const incomesOfDriver: OfficeParts['incomesOf'] = (driverID) => (
  <Suspense fallback={null}>
    <PaysList driverID={driverID} />
  </Suspense>
)
