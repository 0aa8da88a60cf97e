import { useEffect } from 'react'
import { firstScreen } from '#client/ui/first-screen.ts'

/**
 * The profile is fetched once when the shell loads, and stored (spec 4). After the first paint: it needs the contract's
 * schemas.
 */
export function useFreshProfile(token: string | null): void {
  useEffect(() => {
    if (token === null) return
    void firstScreen()
      .then(() => import('./sign-in.ts'))
      .then(({ refreshProfile }) => refreshProfile())
  }, [token])
}
