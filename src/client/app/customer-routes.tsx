import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { accountFeature } from '#client/features/account/feature.tsx'
import { NotFound } from './not-found.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'

/** A new feature adds its line here. */
const features = [accountFeature]

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))

/** A customer's routes. Collections, no pickups and invoices (spec 2) are added with their screens. */
export default function CustomerRoutes({ profile }: { profile: Profile }) {
  return (
    <OnlineFrame profile={profile} menu={[]} offersInstall>
      <Routes>
        {features
          .flatMap(({ routes }) => routes({ profile, homePath: paths.home() }))
          .map(({ path, element }) => (
            <Route key={path} path={path} element={element} />
          ))}
        <Route path={paths.profile()} element={<ProfileScreen profile={profile} />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </OnlineFrame>
  )
}
