import { lazy, Suspense } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, Navigate, Outlet, Route, RouterProvider, Routes, useLocation } from 'react-router-dom'
import type { Role } from '#domain/words.ts'
import { FullPageSpinner } from '#client/ui/full-page-spinner.tsx'
import { cssVariablesResolver, theme } from '#client/ui/theme.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound } from './not-found.tsx'
import { isInsideApp, paths } from './paths.ts'
import { useSession } from './session.ts'

/** Three tables, three chunks: nobody loads another role's screens. */
const ROUTES_OF = {
  DRIVER: lazy(() => import('./driver-routes.tsx')),
  ADMIN: lazy(() => import('./admin-routes.tsx')),
  CUSTOMER: lazy(() => import('./customer-routes.tsx')),
} satisfies Record<Role, unknown>

/** Sign-in pages send home whoever is signed in, and clear nothing (screens.md). */
function OnlySignedOut() {
  const { token } = useSession()
  const from: unknown = (useLocation().state as { from?: unknown } | null)?.from
  return token === null ? <Outlet /> : <Navigate to={typeof from === 'string' ? from : paths.home()} replace />
}

/** Everything behind the sign-in. */
function Inside() {
  const { token, profile, onOffline } = useSession()
  const location = useLocation()
  const { t } = useTranslation('app')
  if (token === null && !onOffline) {
    if (!isInsideApp(location.pathname)) return <NotFound />
    return <Navigate to={paths.login()} replace state={{ from: location.pathname + location.search }} />
  }
  if (profile === null) return <FullPageSpinner label={t('loading')} />
  const RoutesOfRole = ROUTES_OF[profile.role]
  return <RoutesOfRole key={profile.userID} profile={profile} />
}

function Root() {
  const { t } = useTranslation('app')
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullPageSpinner label={t('loading')} />}>
        <Routes>
          <Route element={<OnlySignedOut />}></Route>
          <Route path="*" element={<Inside />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

const router = createBrowserRouter([{ path: '*', element: <Root /> }])

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
