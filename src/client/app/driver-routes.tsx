import { type ComponentType, lazy, Suspense, use, useCallback, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { incomesFeature } from '#client/features/incomes/feature.tsx'
import { pickupsFeature } from '#client/features/pickups/feature.tsx'
import { PhotosNotSaved } from '#client/features/pickups/photo-taking.tsx'
import { useAppBadge } from '#client/features/sync/app-badge.ts'
import { useBackgroundSync } from '#client/features/sync/background-sync.ts'
import { RevokedPage, syncFeature } from '#client/features/sync/feature.tsx'
import { DeviceWarnings } from '#client/features/sync/device-warnings.tsx'
import { useSyncStatus } from '#client/features/sync/sync-status.ts'
import { StatusChip } from '#client/features/sync/status-chip.tsx'
import { UnprotectedNote } from '#client/features/sync/unprotected-note.tsx'
import { shownWeek } from '#client/offline/week.ts'
import { type Device, takeSignIn } from '#client/offline/store/device.ts'
import { noteUnsent, signInOf } from '#client/offline/store/device-database.ts'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { Button } from '#client/ui/core/button.tsx'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { MessageScreen } from '#client/ui/core/message-screen.tsx'
import { t } from '#client/ui/core/texts.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { DriverNotices, DriverOffer, EXPIRED } from './driver-notices.tsx'
import {
  driverDevice,
  forgetDriverDevice,
  openedDevice,
  openReplaced,
  useDeviceTrouble,
  type DriverDevice,
} from './driver-device.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { fetchPhoto } from './fetch-photo.ts'
import { isInstalled, isIOS } from './install.ts'
import { NotFound } from './not-found.tsx'
import { paths } from './paths.ts'
import { saveFile } from './save-file.ts'
import { mendSignInCopy } from './phone.ts'
import { session, useSession } from './session.ts'
import { Shell } from './shell.tsx'
import { useDriverPlaces } from './use-driver-places.ts'
import { useFreshProfile } from './use-fresh-profile.ts'
import { usePageFromItsTop } from './use-page-from-its-top.ts'

/** In the menu's order. */
const features = [pickupsFeature, incomesFeature, syncFeature]

const menu = features.flatMap(({ menu }) => (menu === null ? [] : { ...menu, to: paths[menu.path]() }))

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))
const loadLearning = () => import('#client/features/places/learn-places.tsx').catch(() => null)
const Nothing: ComponentType<{ places: unknown }> = () => null
// Without signal, on a phone that has not loaded the whole app yet, the stops are shown without them.
const LearnOffer = lazy(async () => ({ default: (await loadLearning())?.LearnOffer ?? Nothing }))
const LearnSetting = lazy(async () => ({ default: (await loadLearning())?.LearnSetting ?? Nothing }))
const UnsentHere = lazy(() => import('./unsent-here.tsx').catch(() => ({ default: () => null })))
const loadLogout = () => import('./driver-logout.tsx')
const DriverLogout = lazy(loadLogout)

/** Without signal, on a phone that has not loaded the whole app yet: the screen the driver works on stays. */
const logoutIsAway = () =>
  showFailure(t('Logging out needs a connection'), t('Your work is saved on this phone. Reload once you’re online.'))

const TAKEN_BACK = [paths.pickups(), paths.map(), paths.order(), paths.ready(), paths.incomes(), paths.profile()]

/**
 * Opens the database and reads the first screen's data before React renders, so that a slow phone renders once, with
 * the stops.
 */
export async function beginFirstScreen({ userID }: Profile): Promise<void> {
  const { device } = await driverDevice(userID)
  await shownWeek(device).begin()
}

/**
 * Reads the first screen of a database that replaced a deleted one and keeps it, because on a full disk later queries
 * may fail. Throws when it can't be read.
 */
async function readFirst(device: Device): Promise<void> {
  const week = shownWeek(device)
  await week.begin()
  week.read()
}

/** All of these screens but the profile work without signal (offline.md, "What the driver sees of it"). */
export default function DriverRoutes({ profile }: { profile: Profile }) {
  // The screens are not mounted again: the answer to a tap of the old database must be shown, and a dialog stays open.
  const [, setOpenings] = useState(0)
  const { userID } = profile
  const reopen = useCallback(async () => {
    if (await openReplaced(userID, readFirst)) setOpenings((count) => count + 1)
  }, [userID])
  return (
    <ErrorBoundary onRetry={forgetDriverDevice}>
      <Suspense fallback={<Opening />}>
        <WithDevice profile={profile} onReopen={reopen} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A database that takes longer to open, ms, may never answer. */
const OPENS_WITHIN_MS = 15_000

/** Shown until the database opens; where an older version has it, until that one closes it. */
function Opening() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), OPENS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  const isBlocked = useDeviceTrouble() === 'blocked'
  if (!isBlocked && !isLate) return <FullPageSpinner label={t('Loading')} />
  return (
    <MessageScreen
      title={t(isBlocked ? 'Open in another window' : 'Still loading')}
      actions={<Button onClick={() => location.reload()}>{t('Try again')}</Button>}
    >
      {t(
        isBlocked
          ? 'An older version of the app is open in another window or tab. Close that one and it continues here. What is saved is safe.'
          : 'This phone’s storage isn’t answering. Try again, or restart the phone. What is saved is safe.',
      )}
    </MessageScreen>
  )
}

interface OfDriver {
  profile: Profile
  onReopen: () => Promise<void>
}

function WithDevice({ profile, onReopen }: OfDriver) {
  const { device, sync } = openedDevice(profile.userID) ?? use(driverDevice(profile.userID))
  return <DriverScreens profile={profile} device={device} sync={sync} onReopen={onReopen} />
}

function DriverScreens({ profile, device, sync, onReopen }: DriverDevice & OfDriver) {
  const navigate = useNavigate()
  const { userID } = profile
  const { token } = useSession()
  const [leaving, setLeaving] = useState(false)
  const trouble = useDeviceTrouble()
  const isFailing = trouble === 'full' || trouble === 'broken'
  const status = useSyncStatus(device)
  useFreshProfile(token)
  usePageFromItsTop()
  useAppBadge(device)
  useBackgroundSync(device)
  useEffect(() => {
    if (status === undefined) return
    if (status.database !== 'deleted') noteUnsent(device, status)
    // The database was deleted under the open page. The watchdog puts what is in memory into a new one.
    else sync.wake('asked')
  }, [device, status, sync])
  useEffect(() => {
    if (trouble === 'replaced') void onReopen()
  }, [trouble, onReopen])
  const endedSignIn = status?.endedSignIn ?? null
  useEffect(() => {
    // The office revoked the phone, and everything that could be sent was sent.
    if (token !== null && endedSignIn !== null && token.endsWith(endedSignIn)) void session.end('revoked')
  }, [token, endedSignIn])
  useEffect(() => {
    // The same driver has signed in again, so waiting events may be sent. While the storage fails the copy of the
    // sign-in can't be written; this runs again once it works, and until then this window has it.
    if (token !== null && isFailing) {
      takeSignIn(device, signInOf(profile.userID, token, profile))
      sync.wake('signed-in')
    }
    if (token !== null && !isFailing)
      void firstScreen()
        .then(() => mendSignInCopy(profile, token))
        .then(() => sync.wake('signed-in'))
        .catch(() => undefined)
  }, [token, profile, device, sync, isFailing])

  const places = useDriverPlaces(profile, device)
  const noteStop = useCallback(
    (assignmentID: string) => void places?.noteStop(assignmentID).then(() => places.send()),
    [places],
  )
  const lastPullAt = status?.lastPullAt
  useEffect(() => {
    // There is signal, so what waits is sent.
    if (lastPullAt) void places?.send()
  }, [places, lastPullAt])

  const fetchRules = useCallback(
    async (runOrderID: string) => (await import('./round-rules.ts')).fetchRoundRules(device, userID, runOrderID),
    [device, userID],
  )
  useEffect(() => {
    if (!lastPullAt) return
    void firstScreen()
      .then(() => import('./round-rules.ts'))
      .then(({ keepRoundRules }) => keepRoundRules(device, userID))
      // Without it the order is looked for by straight lines.
      .catch(() => undefined)
  }, [device, userID, lastPullAt])
  const lastSentAt = status?.lastSentAt
  useEffect(() => {
    if (!lastPullAt && !lastSentAt) return
    void firstScreen()
      .then(() => import('./round-rules.ts'))
      .then(({ tellOwnOrders }) => tellOwnOrders(device, userID))
      // Without it the office and customers are told no time while the driver drives in another order.
      .catch(() => undefined)
  }, [device, userID, lastPullAt, lastSentAt])

  const chip = <StatusChip device={device} to={paths.unsent()} />
  const offer = <DriverOffer status={status} businessName={profile.business.name} />
  const around = {
    device,
    sync,
    chip,
    offer: (
      <>
        {offer}
        <UnprotectedNote device={device} to={paths.ready()} />
        {places === null ? null : (
          <Suspense fallback={null}>
            <LearnOffer places={places} />
          </Suspense>
        )}
      </>
    ),
    paths,
    timeZone: profile.config.timeZone,
    fetchPhoto,
    onOutcome: noteStop,
    fetchRules,
    saveFile,
    renderOthers: (onFound: (any: boolean) => void) => (
      <Suspense fallback={null}>
        <UnsentHere except={userID} onFound={onFound} />
      </Suspense>
    ),
    installed: isInstalled(),
    installFirst: isIOS() && !isInstalled(),
  }
  const signInAgain = () => {
    if (token === null) void navigate(paths.login())
    else void session.end(status?.pauseCode === EXPIRED ? 'expired' : 'unauthenticated')
  }

  return (
    <Shell
      profile={profile}
      menu={menu}
      onLogout={() => void loadLogout().then(() => setLeaving(true), logoutIsAway)}
      notices={
        <>
          <PhotosNotSaved device={device} />
          <DeviceWarnings
            device={device}
            trouble={trouble === 'none' || trouble === 'blocked' ? null : trouble === 'full' ? 'full' : 'broken'}
            installed={isInstalled()}
            onTryAgain={() => sync.wake('asked')}
            otherwise={<DriverNotices status={status} onSignIn={signInAgain} onProbe={sync.drainNow} offer={offer} />}
          />
        </>
      }
    >
      <Routes>
        {/* An emptied phone would show wrong facts on other screens. */}
        {status?.kind === 'revoked'
          ? TAKEN_BACK.map((path) => (
              <Route
                key={path}
                path={path}
                element={<RevokedPage status={status} chip={chip} unsentPath={paths.unsent()} />}
              />
            ))
          : null}
        <Route path={paths.home()} element={<Navigate to={paths.pickups()} replace />} />
        {features
          .flatMap(({ routes }) => routes(around))
          .map(({ path, element }) => (
            <Route key={path} path={path} element={element} />
          ))}
        <Route
          path={paths.profile()}
          element={
            <ErrorBoundary home={paths.home()} head={<PageHeader title={t('Your profile')} right={chip} />}>
              <ProfileScreen
                profile={profile}
                right={chip}
                ofDriver={
                  places === null ? null : (
                    <Suspense fallback={null}>
                      <LearnSetting places={places} />
                    </Suspense>
                  )
                }
              />
            </ErrorBoundary>
          }
        />
        <Route path="*" element={<NotFound />} />
      </Routes>
      {leaving ? (
        <Suspense fallback={null}>
          <DriverLogout device={device} sync={sync} onLeft={places?.forget} onClose={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </Shell>
  )
}
