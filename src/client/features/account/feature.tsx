import type { ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { AccountPage } from './account-page.tsx'
import { accountWords } from './account-words.ts'

addWords('account', accountWords)

/** Of the customer. */
export const accountFeature = {
  routes: ({
    profile,
    homePath,
    ledgerPath,
    casesPath,
    payAll,
  }: {
    profile: Profile
    homePath: string
    ledgerPath: string
    casesPath: string
    payAll: ReactNode
  }) => [
    {
      path: homePath,
      element: <AccountPage known={profile} ledgerPath={ledgerPath} casesPath={casesPath} payAll={payAll} />,
    },
  ],
}
