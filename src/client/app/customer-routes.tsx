import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { AccountPage } from '#client/features/account/account-page.tsx'
import { accountWords } from '#client/features/account/account-words.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { NotFound } from './not-found.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'

addWords('account', accountWords)

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))

/** A customer's routes. Collections, no pickups and invoices (spec 2) are added with their screens. */
export default function CustomerRoutes({ profile }: { profile: Profile }) {
  return (
    <OnlineFrame profile={profile} menu={[]} offersInstall>
      <Routes>
        <Route path={paths.home()} element={<AccountPage known={profile} />} />
        <Route path={paths.profile()} element={<ProfileScreen profile={profile} />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </OnlineFrame>
  )
}
