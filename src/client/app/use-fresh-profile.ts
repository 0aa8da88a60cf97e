import { useEffect } from 'react'
import type { Role } from '#domain/words.ts'

/**
 * The profile is asked once when the shell loads, and stored (spec 4). A driver's is asked in the background: a refusal must not
 * take his stops away, the sending that meets it next pauses and says "Sign in to send" (offline.md, "Sending").
 */
export function useFreshProfile(role: Role, token: string | null): void {
  useEffect(() => {
    if (token === null) return
    void import('./sign-in.ts').then(({ refreshProfile }) => refreshProfile({ quietly: role === 'DRIVER' }))
  }, [role, token])
}
