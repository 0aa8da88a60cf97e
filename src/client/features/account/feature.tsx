import type { ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import { AccountCards } from './account-cards.tsx'

interface Around {
  profile: Profile
  /** The page that explains the balance. */
  ledgerPath: string
  /** The page for reporting that something was wrong. */
  casesPath: string
  payAll: ReactNode
}

/** A part of the customer's home page. */
export const accountCards = ({ profile, ...around }: Around): ReactNode => <AccountCards known={profile} {...around} />
