import { createContext, useContext, type ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import type { Call } from '#client/api/call.ts'

/** Passed to every screen of the office. */
export interface Office {
  readonly call: Call
  readonly profile: Profile
  /** Call after a change of the firm's name, logo or time zone, which the frame shows too. */
  readonly refreshProfile?: () => Promise<unknown>
}

const OfficeContext = createContext<Office | undefined>(undefined)

export function OfficeProvider({ office, children }: { office: Office; children: ReactNode }) {
  return <OfficeContext value={office}>{children}</OfficeContext>
}

export function useOffice(): Office {
  const office = useContext(OfficeContext)
  if (office === undefined) throw new Error('This screen is used outside the office.')
  return office
}
