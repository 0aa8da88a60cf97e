import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'

const RunExceptions = lazyScreen(async () => (await import('./run-exceptions.tsx')).RunExceptions)
const ExceptionsPage = lazyScreen(async () => (await import('./exceptions-page.tsx')).ExceptionsPage)

export const exceptionsFeature: OfficeFeature = {
  area: 'runs',
  routes: ({ fetchPhoto }) => [{ path: officePaths.exceptions(), element: <ExceptionsPage fetchPhoto={fetchPhoto} /> }],
}

/** A part of a run's page, which stays while this loads. */
export const exceptionsOfRun =
  (fetchPhoto: FetchPhoto): OfficeParts['exceptionsOf'] =>
  (runOrderID) => (
    <Suspense fallback={null}>
      <RunExceptions runOrderID={runOrderID} fetchPhoto={fetchPhoto} />
    </Suspense>
  )
