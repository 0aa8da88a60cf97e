import { useMemo, type ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { ProfilePage } from '#client/features/profile/profile-page.tsx'
import { profileWords } from '#client/features/profile/profile-words.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { addWords } from '#client/ui/core/i18n.ts'
import { saveFile } from './save-file.ts'
import { useSession } from './session.ts'
import { refreshProfile, screenCall } from './sign-in.ts'

addWords('profile', profileWords)

interface ProfileScreenProps {
  profile: Profile
  right?: ReactNode
  /** See ProfilePage. */
  ofCustomer?: ReactNode
}

/** /profile of every role, loaded when it is opened: not in a driver's precache (tools/shared/budget.mjs). */
export default function ProfileScreen({ profile, right, ofCustomer }: ProfileScreenProps) {
  const { token } = useSession()
  const access = useMemo(() => ({ call: screenCall, profile, refreshProfile, saveFile }), [profile])
  if (token !== null) return <ProfilePage access={access} right={right} ofCustomer={ofCustomer} />
  // The server does not know of a driver who went on offline; this phone does.
  return (
    <>
      <PageHeader title={profileWords.title} right={right} />
      <PageContent>
        <OfflineNotice title={profileWords.offlineDriver} why={profileWords.offlineDriverWhy} />
      </PageContent>
    </>
  )
}
