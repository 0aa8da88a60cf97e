import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { hadDriver } from './phone-port.ts'

/**
 * The unsent work of this phone's drivers, where one was here. Asked each time the login page opens, because a driver may
 * have signed in and out since. Signing in works even if this part can't be loaded.
 */
export function UnsentOfDrivers(): ReactNode {
  const [UnsentHere, setUnsentHere] = useState<ComponentType | null>(null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      if (!(await hadDriver())) return
      const part = await (await import('./phone.ts')).unsentHere()
      if (!gone) setUnsentHere(() => part.default)
    }
    load().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  return UnsentHere === null ? null : <UnsentHere />
}
