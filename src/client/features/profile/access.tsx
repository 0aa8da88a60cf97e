import { createContext, useContext, type ReactNode } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import type { Call } from '#client/api/call.ts'

/** Passed to the page's sections. Their answers are private and never stored on the device. */
export interface Access {
  readonly call: Call
  readonly profile: Profile
  /** Call after a change of name or email, and once a second step is set up. */
  readonly refreshProfile: () => Promise<unknown>
  /** Saves a file on the device; returns its name, or null when that was given up. */
  readonly saveFile: (name: string, text: string) => Promise<string | null>
}

const AccessContext = createContext<Access | undefined>(undefined)

export function AccessProvider({ access, children }: { access: Access; children: ReactNode }) {
  return <AccessContext value={access}>{children}</AccessContext>
}

export function useAccess(): Access {
  const access = useContext(AccessContext)
  if (access === undefined) throw new Error('This section is used outside the profile page.')
  return access
}
