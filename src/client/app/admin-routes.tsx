import { lazy, Suspense, useMemo, useState, type ComponentType } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Navigate, Route, Routes } from 'react-router-dom'
import { importUnsent } from '#contract/v1/unsent.ts'
import type { Profile } from '#contract/v1/session.ts'
import { addDays, dayOf } from '#domain/dates.ts'
import { HomePage } from '#client/features/home/home-page.tsx'
import { homeWords } from '#client/features/home/home-words.ts'
import { SearchButton } from '#client/features/search/search-button.tsx'
import { SearchEverywhere } from '#client/features/search/search-everywhere.tsx'
import { searchWords } from '#client/features/search/search-words.ts'
import { OfficeProvider } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { shellsWords } from '#client/shells/shells-words.ts'
import { termsWords } from '#client/shells/terms-words.ts'
import { keepToastsClearOfActs } from '#client/shells/toasts-clear-of-acts.ts'
import { HomeIcon } from '#client/ui/core/icons.tsx'
import {
  CustomersIcon,
  DriversIcon,
  RequestsIcon,
  RunsIcon,
  PackagesIcon,
  SettingsIcon,
  SuburbsIcon,
} from '#client/ui/office/office-icons.tsx'
import { fetchPhoto } from './fetch-photo.ts'
import { addWords } from './i18n.ts'
import { NotFound } from './not-found.tsx'
import { officeWords } from './office-words.ts'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'
import { refreshProfile, screenCall } from './sign-in.ts'
import type { Words } from './words.ts'

keepToastsClearOfActs()
addWords('home', homeWords)
addWords('office', officeWords)
addWords('search', searchWords)
addWords('shells', shellsWords)
addWords('terms', termsWords)

/** The screens of one feature with its words, loaded when it is first opened. */
function screens<Noun extends keyof Words, Props extends object>(
  noun: Noun,
  load: () => Promise<{ words: Words[Noun]; screen: ComponentType<Props> }>,
) {
  return lazy(async () => {
    const { words, screen } = await load()
    addWords(noun, words)
    return { default: screen }
  })
}

const Customers = screens('customers', async () => ({
  words: (await import('#client/features/customers/customers-words.ts')).customersWords,
  screen: (await import('#client/features/customers/customers-routes.tsx')).default,
}))
const Requests = screens('requests', async () => ({
  words: (await import('#client/features/requests/requests-words.ts')).requestsWords,
  screen: (await import('#client/features/requests/requests-routes.tsx')).default,
}))
const Drivers = screens('drivers', async () => ({
  words: (await import('#client/features/drivers/drivers-words.ts')).driversWords,
  screen: (await import('#client/features/drivers/drivers-routes.tsx')).default,
}))
const Suburbs = screens('suburbs', async () => ({
  words: (await import('#client/features/suburbs/suburbs-words.ts')).suburbsWords,
  screen: (await import('#client/features/suburbs/suburbs-routes.tsx')).default,
}))
const Packages = screens('services', async () => ({
  words: (await import('#client/features/packages/packages-words.ts')).packagesWords,
  screen: (await import('#client/features/packages/packages-routes.tsx')).default,
}))
/** The run's own page and its commands have words of their own. */
const Runs = screens('runs', async () => {
  addWords('runPage', (await import('#client/features/runs/page/run-page-words.ts')).runPageWords)
  addWords('acts', (await import('#client/features/runs/acts/acts-words.ts')).actsWords)
  return {
    words: (await import('#client/features/runs/runs-words.ts')).runsWords,
    screen: (await import('#client/features/runs/runs-routes.tsx')).default,
  }
})
const RunExceptions = screens('exceptions', async () => ({
  words: (await import('#client/features/exceptions/exceptions-words.ts')).exceptionsWords,
  screen: (await import('#client/features/exceptions/run-exceptions.tsx')).RunExceptions,
}))
const Exceptions = screens('exceptions', async () => ({
  words: (await import('#client/features/exceptions/exceptions-words.ts')).exceptionsWords,
  screen: (await import('#client/features/exceptions/exceptions-page.tsx')).ExceptionsPage,
}))
const RunDevices = screens('phones', async () => ({
  words: (await import('#client/features/devices/devices-words.ts')).devicesWords,
  screen: (await import('#client/features/devices/run-devices.tsx')).RunDevices,
}))
const Devices = screens('phones', async () => ({
  words: (await import('#client/features/devices/devices-words.ts')).devicesWords,
  screen: (await import('#client/features/devices/devices-page.tsx')).DevicesPage,
}))
const Pays = screens('pays', async () => ({
  words: (await import('#client/features/pays/pays-words.ts')).paysWords,
  screen: (await import('#client/features/pays/pays-list.tsx')).PaysList,
}))
const NoPickups = screens('noPickups', async () => ({
  words: (await import('#client/features/no-pickups/no-pickups-words.ts')).noPickupsWords,
  screen: (await import('#client/features/no-pickups/no-pickups-routes.tsx')).default,
}))
const PickupRequests = screens('pickupRequests', async () => ({
  words: (await import('#client/features/pickup-requests/pickup-requests-words.ts')).pickupRequestsWords,
  screen: (await import('#client/features/pickup-requests/pickup-requests-routes.tsx')).default,
}))
const Settings = screens('settings', async () => ({
  words: (await import('#client/features/settings/settings-words.ts')).settingsWords,
  screen: (await import('#client/features/settings/settings-routes.tsx')).default,
}))
const Imports = screens('imports', async () => ({
  words: (await import('#client/features/imports/imports-words.ts')).importsWords,
  screen: (await import('#client/features/imports/import-page.tsx')).ImportPage,
}))
const Mails = screens('mails', async () => ({
  words: (await import('#client/features/mails/mails-words.ts')).mailsWords,
  screen: (await import('#client/features/mails/mails-page.tsx')).MailsPage,
}))
const UnsentImport = screens('unsentImport', async () => ({
  words: (await import('#client/features/unsent-import/unsent-import-words.ts')).unsentImportWords,
  screen: (await import('#client/features/unsent-import/unsent-import-page.tsx')).UnsentImportPage,
}))

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))

/** The office's routes. Further entries of the menu (spec 2) are added with their screens. */
export default function AdminRoutes({ profile }: { profile: Profile }) {
  const office = useMemo(() => ({ call: screenCall, profile, refreshProfile }), [profile])
  const { timeZone } = profile.config
  const [searching, setSearching] = useState(false)
  const menu = useMenu(profile)
  // Until the second factor is set up the server answers nothing else, so only that page is open. The component tree
  // stays the same, so that what is shown only once on that page stays visible.
  const isClosed = profile.secondFactorMissing === true
  const tools = (close: () => void) => (
    <SearchButton
      onOpen={() => {
        close()
        setSearching(true)
      }}
    />
  )
  return (
    <OnlineFrame profile={profile} menu={isClosed ? [] : menu} tools={isClosed ? undefined : tools}>
      <OfficeProvider office={office}>
        {isClosed ? null : (
          <SearchEverywhere opened={searching} onOpen={() => setSearching(true)} onClose={() => setSearching(false)} />
        )}
        <Routes>
          <Route path={paths.profile()} element={<ProfileScreen profile={profile} />} />
          {isClosed ? (
            <Route path="*" element={<Navigate to={paths.profile()} replace />} />
          ) : (
            <>
              <Route
                path={paths.home()}
                element={
                  <HomePage
                    timeZone={timeZone}
                    mailsPath={officePaths.mails()}
                    importPath={officePaths.importUnsent()}
                  />
                }
              />
              <Route path={officePaths.importCustomers()} element={<Imports key="customers" kind="customers" />} />
              <Route path={officePaths.importSuburbs()} element={<Imports key="suburbs" kind="suburbs" />} />
              <Route
                path={`${officePaths.customers()}/*`}
                element={<Customers fetchPhoto={fetchPhoto} notFound={<NotFound />} />}
              />
              <Route path={`${officePaths.requests()}/*`} element={<Requests notFound={<NotFound />} />} />
              <Route path={`${officePaths.drivers()}/*`} element={<Drivers incomesOf={incomesOf} />} />
              <Route path={officePaths.incomes()} element={<Pays />} />
              {/* Addresses of a driver's or a customer's page lead to the office's page with the same content. */}
              <Route path={paths.pickups()} element={<Navigate to={officePaths.activeRuns()} replace />} />
              <Route path="/schedules" element={<Navigate to={officePaths.calendar()} replace />} />
              <Route path={`${officePaths.suburbs()}/*`} element={<Suburbs />} />
              <Route path={`${officePaths.services()}/*`} element={<Packages />} />
              <Route path={officePaths.exceptions()} element={<Exceptions fetchPhoto={fetchPhoto} />} />
              <Route path={officePaths.phones()} element={<Devices />} />
              <Route path={`${officePaths.pickupRequests()}/*`} element={<PickupRequests />} />
              <Route path={`${officePaths.noPickups()}/*`} element={<NoPickups />} />
              <Route
                path={`${officePaths.runs()}/*`}
                element={
                  <Runs
                    fetchPhoto={fetchPhoto}
                    exceptionsOf={exceptionsOf}
                    phonesOf={devicesOf}
                    notFound={<NotFound />}
                  />
                }
              />
              <Route path={`${officePaths.settings()}/*`} element={<Settings mails={<Mails />} />} />
              <Route
                path={officePaths.importUnsent()}
                element={
                  <UnsentImport
                    send={(part) => screenCall(importUnsent, part)}
                    homePath={paths.home()}
                    timeZone={timeZone}
                  />
                }
              />
              <Route path="*" element={<NotFound />} />
            </>
          )}
        </Routes>
      </OfficeProvider>
    </OnlineFrame>
  )
}

/** Passed into a run's page, which stays while the exceptions load. */
const exceptionsOf = (runOrderID: string) => (
  <Suspense fallback={null}>
    <RunExceptions runOrderID={runOrderID} fetchPhoto={fetchPhoto} />
  </Suspense>
)

/** Passed into a driver's page, which stays while the incomes load. */
const incomesOf = (driverID: string) => (
  <Suspense fallback={null}>
    <Pays driverID={driverID} />
  </Suspense>
)

const devicesOf = (runOrderID: string) => (
  <Suspense fallback={null}>
    <RunDevices runOrderID={runOrderID} />
  </Suspense>
)

/** The spec's menu (section 2), without entries whose screens do not exist. */
function useMenu({ config }: Profile) {
  const { t } = useTranslation('office')
  const [tomorrow] = useState(() => addDays(dayOf(new Date(), config.timeZone), 1))
  return useMemo(
    () => [
      { label: t('home'), to: paths.home(), icon: <HomeIcon />, exact: true },
      {
        label: t('customers'),
        to: officePaths.customersAtFirst({ perPage: config.pageSize, tomorrow }),
        icon: <CustomersIcon />,
      },
      { label: t('requests'), to: officePaths.requests(), icon: <RequestsIcon /> },
      { label: t('drivers'), to: officePaths.drivers(), icon: <DriversIcon /> },
      { label: t('suburbs'), to: officePaths.suburbs(), icon: <SuburbsIcon /> },
      { label: t('services'), to: officePaths.services(), icon: <PackagesIcon /> },
      { label: t('runs'), to: officePaths.runs(), also: officePaths.noPickups(), icon: <RunsIcon /> },
      { label: t('settings'), to: officePaths.settings(), icon: <SettingsIcon /> },
    ],
    [t, config, tomorrow],
  )
}
