import { useEffect } from 'react'
import { firstScreen } from '#client/ui/core/first-screen.ts'

/**
 * The profile is fetched once when the shell loads, and stored (spec 4). After the first paint: it needs the contract's
 * schemas.
 */
export function useFreshProfile(token: string | null): void {
  useEffect(() => {
    if (token === null) return undefined
    let ended = false
    void firstScreen()
      .then(() => import('./sign-in.ts'))
      .then(({ refreshProfile }) => (ended ? undefined : refreshProfile()))
    // Signed out before the first paint: a request without a token would only be refused.
    return () => {
      ended = true
    }
  }, [token])
}
