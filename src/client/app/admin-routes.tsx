import { lazy, useMemo, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { officeUserOf } from '#contract/office-access.ts'
import { type Area, permits } from '#domain/office-roles.ts'
import { addDays, dayOf } from '#domain/dates.ts'
import { autopayOfCustomer } from '#client/features/autopay/feature.tsx'
import { casesOfCustomer } from '#client/features/cases/feature.tsx'
import { devicesOfRun } from '#client/features/devices/feature.tsx'
import { exceptionsOfRun } from '#client/features/exceptions/feature.tsx'
import { invoiceActsOfCustomer, invoicesOfCustomer } from '#client/features/invoices/feature.tsx'
import { mailsOfCustomer, MailsPart, mailTroubleOfCustomer } from '#client/features/mails/feature.tsx'
import { incomesOfDriver } from '#client/features/pays/feature.tsx'
import { pushOfCustomer } from '#client/features/push/feature.tsx'
import { SearchButton } from '#client/features/search/search-button.tsx'
import { SearchEverywhere } from '#client/features/search/search-everywhere.tsx'
import { ledgerOfCustomer, paymentActsOfCustomer } from '#client/features/transactions/feature.tsx'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { OfficeProvider } from '#client/shells/office.tsx'
import { useHome } from '#client/shells/use-home.ts'
import { useServerInProfile } from '#client/shells/use-server-in-profile.ts'
import { PageActs, useNotYours } from '#client/shells/role.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { keepToastsClearOfActs } from '#client/shells/toasts-clear-of-acts.ts'
import { useInter } from '#client/ui/office/inter.ts'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { t } from '#client/ui/core/texts.ts'
import { fetchPhoto } from './fetch-photo.ts'
import { NoPage, NotFound } from './not-found.tsx'
import { csvPlaces, moneyReportsOf, officeFeatures, searchPlaces } from './office-features.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'
import { refreshProfile, screenCall } from './sign-in.ts'

keepToastsClearOfActs()

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))

const parts: OfficeParts = {
  exceptionsOf: exceptionsOfRun(fetchPhoto),
  devicesOf: devicesOfRun,
  incomesOf: incomesOfDriver,
  invoicesOf: invoicesOfCustomer,
  invoiceActsOf: invoiceActsOfCustomer,
  ledgerOf: ledgerOfCustomer,
  paymentActsOf: paymentActsOfCustomer,
  autopayOf: autopayOfCustomer,
  casesOf: casesOfCustomer,
  mails: <MailsPart />,
  mailsOf: mailsOfCustomer,
  pushOf: pushOfCustomer,
  mailTroubleOf: mailTroubleOfCustomer,
}

const NOTHING = () => null

/** The parts of a page about money, for a user whose role does not include it. */
const withoutMoney: OfficeParts = {
  ...parts,
  incomesOf: NOTHING,
  invoicesOf: NOTHING,
  invoiceActsOf: NOTHING,
  ledgerOf: NOTHING,
  paymentActsOf: NOTHING,
  autopayOf: NOTHING,
}

const mayRead = (profile: Profile, area: Area) => permits(officeUserOf(profile).officeRole, area, 'read')
const mayOpen = (profile: Profile, { area, shows = area, ofTheFirm }: OfficeFeature) =>
  mayRead(profile, shows) && (ofTheFirm !== 'pages' || officeUserOf(profile).depotID === null)

/** The office stays open while the server is restarted with a mail server, or without. */
function FollowMailServer() {
  useServerInProfile(useHome().data?.mailServer)
  return null
}

/** A page of the office that the user's role or depot does not include. */
const NotOfTheUser = () => <NoPage title={useNotYours()} />

/** What the acts of each feature's pages change. */
const ACTS = new Map(
  officeFeatures.map((feature) => [
    feature,
    { area: feature.area, depot: feature.ofTheFirm === undefined ? ('any' as const) : ('firm' as const) },
  ]),
)

export default function AdminRoutes({ profile }: { profile: Profile }) {
  useInter()
  const office = useMemo(() => ({ call: screenCall, profile, refreshProfile }), [profile])
  const [searching, setSearching] = useState(false)
  const { menu, moneyMenu } = useMenu(profile)
  // Until the second factor is set up the server answers nothing else, so only that page is open. The component tree
  // stays the same, because the page shows some things only once.
  const isClosed = profile.secondFactorMissing === true
  const tools = (close: () => void) => (
    <SearchButton
      onOpen={() => {
        close()
        setSearching(true)
      }}
    />
  )
  const around = {
    ...office,
    fetchPhoto,
    notFound: <NotFound />,
    homePath: paths.home(),
    parts: mayRead(profile, 'money') ? parts : withoutMoney,
    csvPlaces,
    moneyReports: moneyReportsOf(officeFeatures.filter((feature) => mayOpen(profile, feature))),
  }
  return (
    <MantineRoom>
      <OnlineFrame
        profile={profile}
        menu={isClosed ? [] : menu}
        more={isClosed ? undefined : { title: t('Money and cases'), entries: moneyMenu }}
        tools={isClosed ? undefined : tools}
      >
        <OfficeProvider office={office}>
          {isClosed ? null : <FollowMailServer />}
          {isClosed ? null : (
            <SearchEverywhere
              places={searchPlaces}
              opened={searching}
              onOpen={() => setSearching(true)}
              onClose={() => setSearching(false)}
            />
          )}
          <Routes>
            <Route path={paths.profile()} element={<ProfileScreen profile={profile} />} />
            {isClosed ? (
              <Route path="*" element={<Navigate to={paths.profile()} replace />} />
            ) : (
              <>
                {officeFeatures.flatMap((feature) =>
                  (feature.routes?.(around) ?? []).map(({ path, element }) => (
                    <Route
                      key={path}
                      path={path}
                      element={
                        mayOpen(profile, feature) ? (
                          <PageActs value={ACTS.get(feature)!}>{element}</PageActs>
                        ) : (
                          <NotOfTheUser />
                        )
                      }
                    />
                  )),
                )}
                {/* Addresses of a driver's or a customer's page lead to the office's page with the same content. */}
                <Route path={paths.pickups()} element={<Navigate to={officePaths.activeRuns()} replace />} />
                <Route path="/schedules" element={<Navigate to={officePaths.calendar()} replace />} />
                <Route path="*" element={<NotFound />} />
              </>
            )}
          </Routes>
        </OfficeProvider>
      </OnlineFrame>
    </MantineRoom>
  )
}

/** The menu of the spec (section 2), without entries whose screens do not exist, and the group below it. */
function useMenu(profile: Profile) {
  const { config } = profile
  const [tomorrow] = useState(() => addDays(dayOf(new Date(), config.timeZone), 1))
  return useMemo(() => {
    const entriesOf = (which: 'menu' | 'moneyMenu') =>
      officeFeatures
        .filter((feature) => mayOpen(profile, feature))
        .flatMap(({ [which]: entry }) => (entry === undefined ? [] : { ...entry, to: entry.to({ config, tomorrow }) }))
    return { menu: entriesOf('menu'), moneyMenu: entriesOf('moneyMenu') }
  }, [profile, config, tomorrow])
}
