import { useEffect } from 'react'
import { firstScreen } from '#client/ui/core/first-screen.ts'

/**
 * Fetches and stores the profile once when the shell loads (spec 4), after the first paint because it needs the
 * contract's schemas.
 */
export function useFreshProfile(token: string | null): void {
  useEffect(() => {
    if (token === null) return undefined
    let ended = false
    void firstScreen()
      .then(() => import('./sign-in.ts'))
      .then(({ refreshProfile }) => (ended ? undefined : refreshProfile()))
    // A request after a sign-out would only be refused.
    return () => {
      ended = true
    }
  }, [token])
}
