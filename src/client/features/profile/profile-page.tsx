import { lazy, type ReactNode, Suspense, useState } from 'react'
import { listSessions } from '#contract/v1/account.ts'
import { getSecondFactor } from '#contract/v1/second-factor.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { AccessProvider, type Access, useAccess } from './access.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnDetails } from './own-details.tsx'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'
import { Told } from './told.tsx'
import { useLoaded } from './use-loaded.ts'
import styles from './profile-page.module.css'

/** Loaded by customers only. */
const OfCustomer = lazy(() => import('./of-customer.tsx'))

interface ProfilePageProps {
  access: Access
  /** At the right end of the header: a driver's status chip. */
  right?: ReactNode
  /** Sections of other features on a customer's page. */
  ofCustomer?: ReactNode
  /** The same on a driver's. */
  ofDriver?: ReactNode
}

/**
 * /profile of every role. It uses plain elements, because a driver's app contains neither Mantine nor React Query. It
 * needs a connection and is in no driver's precache.
 */
export function ProfilePage({ access, right, ofCustomer, ofDriver }: ProfilePageProps) {
  const isCustomer = access.profile.role === 'CUSTOMER'
  return (
    <>
      <PageHeader title={t('Your profile')} right={right} />
      <PageContent wide={isCustomer}>
        <Stack className={styles.page}>
          <AccessProvider access={access}>
            {isCustomer ? (
              <Suspense fallback={<FullPageSpinner label={t('Loading')} />}>
                <OfCustomer more={ofCustomer} />
              </Suspense>
            ) : (
              <>
                {ofDriver}
                <OfStaff />
              </>
            )}
          </AccessProvider>
        </Stack>
      </PageContent>
    </>
  )
}

function OfStaff() {
  const { profile } = useAccess()
  const sessions = useLoaded(listSessions)
  const factor = useLoaded(getSecondFactor)
  const missing = profile.secondFactorMissing === true
  // The section stays first after it is set up: moving it would lose the recovery codes it shows.
  const [isFirst, setFirst] = useState(missing)
  if (missing && !isFirst) setFirst(true)
  const secondStep = factor.value === undefined ? null : <SecondStep factor={factor.value} again={factor.again} />
  return (
    <>
      <Told trouble={sessions.trouble ?? factor.trouble} />
      {missing ? (
        <Note tone="warn">
          <h2>{t('Set up a second step to continue')}</h2>
          <p>
            {t('Every admin needs a passkey or an authenticator app. Set one up here; then everything else opens.')}
          </p>
        </Note>
      ) : null}
      {isFirst ? secondStep : null}
      <OwnDetails />
      <ChangePassword onChanged={sessions.again} />
      {/* Both are shown together, so that nothing moves. If one fails, the other is still shown. */}
      {sessions.value === undefined || (factor.value === undefined && factor.trouble === null) ? null : (
        <>
          {isFirst ? null : secondStep}
          <Sessions sessions={sessions.value.items} again={sessions.again} />
        </>
      )}
    </>
  )
}
