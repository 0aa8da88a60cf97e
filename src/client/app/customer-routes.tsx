import { lazy, useEffect, useMemo } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { accountCards } from '#client/features/account/feature.tsx'
import { autopayLink, ownAutopayFeature } from '#client/features/autopay/feature.tsx'
import { ownCasesFeature, reportCollection } from '#client/features/cases/feature.tsx'
import { ownInvoicesFeature } from '#client/features/invoices/feature.tsx'
import { ownNoPickupsFeature } from '#client/features/no-pickups/feature.tsx'
import {
  payAll,
  payOwed,
  payNowFor,
  paySelected,
  transferFor,
  withConfirming,
  waysToPay,
} from '#client/features/payments/feature.tsx'
import { leavePush, pushOnThisDevice, seePush } from '#client/features/push/feature.tsx'
import { ownScheduleFeature } from '#client/features/schedules/feature.tsx'
import { ownLedgerFeature } from '#client/features/transactions/feature.tsx'
import { WithHelp } from '#client/shells/customer-help.tsx'
import { CustomerNotice } from '#client/shells/customer-notice.tsx'
import { OfficeProvider } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { t } from '#client/ui/core/texts.ts'
import { CustomerProfile } from './customer-profile.tsx'
import { fetchPhoto } from './fetch-photo.ts'
import { CustomerInstallNotice } from './customer-install-notice.tsx'
import { isInstalled, isIOS } from './install.ts'
import { useCustomerManifest } from './install-as.ts'
import { NotFound } from './not-found.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'
import { usePageFromItsTop } from './use-page-from-its-top.ts'
import { screenCall } from './sign-in.ts'

const features = [
  ownScheduleFeature,
  ownLedgerFeature,
  ownNoPickupsFeature,
  ownInvoicesFeature,
  ownAutopayFeature,
  ownCasesFeature,
]

const menu = [ownScheduleFeature.menu(paths.schedules()), ownNoPickupsFeature.menu, ownInvoicesFeature.menu]

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))

export default function CustomerRoutes({ profile }: { profile: Profile }) {
  const office = useMemo(() => ({ call: screenCall, profile }), [profile])
  // Notifications on this browser belong to who uses it now.
  useEffect(() => void seePush(screenCall, profile.userID), [profile.userID])
  useCustomerManifest(profile.business.name)
  usePageFromItsTop()
  const around = {
    profile,
    fetchPhoto,
    schedulesPath: paths.schedules(),
    account: accountCards({ profile, ledgerPath: paths.ledger(), casesPath: officePaths.cases(), payAll: payOwed }),
    notFound: <NotFound />,
    ledgerPath: paths.ledger(),
    payNowFor,
    payAll,
    transferFor,
    paySelected,
    withConfirming,
    waysToPay,
    autopayPath: paths.autopay(),
    autopayLink: autopayLink(paths.autopay()),
    reportCollection,
  }
  return (
    <OnlineFrame
      profile={profile}
      menu={menu}
      more={{ title: t('Help'), entries: [{ ...ownCasesFeature.menu, label: t('Questions and problems') }] }}
      notice={<CustomerInstallNotice name={profile.business.name} />}
      beforeLogout={leavePush}
    >
      <OfficeProvider office={office}>
        <CustomerProfile />
        <WithHelp>
          <CustomerNotice />
          <Routes>
            <Route path={paths.home()} element={<Navigate to={paths.schedules()} replace />} />
            {features
              .flatMap(({ routes }) => routes(around))
              .map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
            <Route
              path={paths.profile()}
              element={<ProfileScreen profile={profile} ofCustomer={pushOnThisDevice(isIOS() && !isInstalled())} />}
            />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </WithHelp>
      </OfficeProvider>
    </OnlineFrame>
  )
}
