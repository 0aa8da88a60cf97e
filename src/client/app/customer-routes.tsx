import { Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

export default function CustomerRoutes({ profile }: { profile: Profile }) {
  return (
    <Shell profile={profile} menu={[]} onLogout={() => undefined}>
      <Routes>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Shell>
  )
}
