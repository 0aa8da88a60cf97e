import { useEffect, useMemo, type ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { ProfilePage } from '#client/features/profile/profile-page.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { screenIsShown } from '#client/ui/core/first-screen.ts'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import { saveFile } from './save-file.ts'
import { useSession } from './session.ts'
import { refreshProfile, screenCall } from './sign-in.ts'

interface ProfileScreenProps {
  profile: Profile
  right?: ReactNode
  /** See ProfilePage. */
  ofCustomer?: ReactNode
  ofDriver?: ReactNode
}

/** /profile of every role, loaded when it is opened: not in a driver's precache (tools/shared/budget.mjs). */
export default function ProfileScreen({ profile, right, ofCustomer, ofDriver }: ProfileScreenProps) {
  const { token } = useSession()
  // Opened first, as by reloading it, it waits for no other screen: what a driver agreed to is shown with it.
  useEffect(screenIsShown, [])
  const access = useMemo(() => ({ call: screenCall, profile, refreshProfile, saveFile }), [profile])
  if (token !== null) return <ProfilePage access={access} right={right} ofCustomer={ofCustomer} ofDriver={ofDriver} />
  // The server does not know of a driver who went on offline; this phone does.
  return (
    <>
      <PageHeader title={t('Your profile')} right={right} />
      <PageContent>
        <OfflineNotice
          title={t('Sign in first')}
          why={t('You’re working offline. Sign in again to open your profile.')}
        />
      </PageContent>
    </>
  )
}
