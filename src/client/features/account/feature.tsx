import type { ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { AccountCards } from './account-cards.tsx'
import { accountWords } from './account-words.ts'

addWords('account', accountWords)

interface Around {
  profile: Profile
  /** Where the balance is explained. */
  ledgerPath: string
  /** Where something that was wrong is reported. */
  casesPath: string
  /** The button that pays what is owed. */
  payAll: ReactNode
}

/** Of the customer: a part of their home page. */
export const accountCards = ({ profile, ...around }: Around): ReactNode => <AccountCards known={profile} {...around} />
