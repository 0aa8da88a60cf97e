import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import type { Role } from '#domain/words.ts'
import type { SessionState } from '#client/features/session/session.ts'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { titleFirm } from '#client/ui/core/page-title.ts'
import { Toasts } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { CameFrom } from './came-from.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { knownFirm } from './firm-memory.ts'
import { NotFound } from './not-found.tsx'
import { isForAnybody, isForSignedOut, isInsideApp, isSetUpWithoutSession, paths } from './paths.ts'
import { useSession } from './session.ts'

/** Longest delay of the first render, ms. */
const LONGEST_MS = 3000

/**
 * Loads what a driver's first screen needs before React renders: the driver's chunk, the database and the data of the
 * screen. Resolves when the app may render; errors are reported where the data is used.
 */
export async function beginDriversStart({ token, onOffline, profile }: SessionState): Promise<void> {
  if (profile?.role !== 'DRIVER' || (token === null && !onOffline)) return
  await Promise.race([
    beginFirstScreenOf(profile).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, LONGEST_MS)),
  ])
}

async function beginFirstScreenOf(profile: Profile): Promise<void> {
  const { beginFirstScreen } = await driversPart()
  await beginFirstScreen(profile)
}

/** The chunk of the driver's screens. */
export interface DriversPart {
  readonly default: ComponentType<{ profile: Profile }>
  beginFirstScreen(profile: Profile): Promise<void>
}

let loaded: DriversPart | null = null

/** The page has loaded the driver's screens with itself. */
export function haveDriversPart(part: DriversPart): void {
  loaded = part
}

async function driversPart(): Promise<DriversPart> {
  if (loaded !== null) return loaded
  const { default: Part, beginFirstScreen } = await import('./driver-routes.tsx')
  return (loaded = { default: Part, beginFirstScreen })
}

const LateDriverPart = lazy(driversPart)

/** Renders a loaded chunk at once; React.lazy would suspend the first render even then. */
function DriverPart({ profile }: { profile: Profile }) {
  const [Part] = useState(() => loaded?.default ?? LateDriverPart)
  return <Part profile={profile} />
}

/** Three route tables in three chunks: no role loads another role's screens. */
const ROUTES_OF = {
  DRIVER: DriverPart,
  ADMIN: lazy(() => import('./admin-routes.tsx')),
  CUSTOMER: lazy(() => import('./customer-routes.tsx')),
} satisfies Record<Role, unknown>

const AskWho = lazy(() => import('./ask-who.tsx'))
const PublicRoutes = lazy(() => import('./public-routes.tsx'))

/** Sign-in pages redirect a signed-in user to their home page, and clear nothing (screens.md, "For everyone"). */
function OnlySignedOut() {
  const { token, profile } = useSession()
  const came = useLocation().state as CameFrom | null
  if (token === null) return <PublicRoutes />
  const goBack = came !== null && (came.userID === null || came.userID === profile?.userID)
  return <Navigate to={goBack ? came.from : paths.home()} replace />
}

function Inside() {
  const { token, profile, onOffline, ended, lastDriver } = useSession()
  const location = useLocation()
  if (token === null && !onOffline) {
    if (!isInsideApp(location.pathname)) return <NotFound />
    if (isSetUpWithoutSession(location.pathname, location.search)) return <PublicRoutes />
    const came: CameFrom = { from: location.pathname + location.search, userID: lastDriver?.userID ?? null }
    return <Navigate to={paths.login()} replace state={ended === 'asked' ? null : came} />
  }
  if (profile === null) return <AskWho />
  const RoutesOfRole = ROUTES_OF[profile.role]
  return <RoutesOfRole key={profile.userID} profile={profile} />
}

/** The tables below match the whole address, so one catch-all route must not consume a part of it. */
function Anywhere() {
  const { pathname, search } = useLocation()
  if (isForAnybody(pathname, search)) return <PublicRoutes />
  return isForSignedOut(pathname) ? <OnlySignedOut /> : <Inside />
}

function useFirmTitle(): void {
  const name = useSession().profile?.business.name
  useEffect(() => {
    const known = name ?? knownFirm()?.name
    if (known) titleFirm(known)
  }, [name])
}

function Root() {
  useFirmTitle()
  return (
    <ErrorBoundary>
      <Toasts label={t('Messages')} close={t('Close')} />
      <Suspense fallback={<FullPageSpinner label={t('Loading')} />}>
        <Routes>
          <Route path="*" element={<Anywhere />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

export function App() {
  return (
    // The data router is not used: it adds 14 KiB to every driver's load, and the driver's screens use no loaders.
    <BrowserRouter>
      <Root />
    </BrowserRouter>
  )
}
