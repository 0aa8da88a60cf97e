import type { Profile } from '#contract/v1/session.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { AccountPage } from './account-page.tsx'
import { accountWords } from './account-words.ts'

addWords('account', accountWords)

/** Of the customer. */
export const accountFeature = {
  routes: ({ profile, homePath }: { profile: Profile; homePath: string }) => [
    { path: homePath, element: <AccountPage known={profile} /> },
  ],
}
