import { useEffect, useState } from 'react'
import type { Profile } from '#contract/v1/session.ts'
import type { Device } from '#client/offline/store/device.ts'
import { serverNow, weekInMemory } from '#client/offline/week.ts'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import type { DriverPlaces } from '#client/features/places/driver-places.ts'

/** Null: the firm does not learn places, the phone has no position, or it is not loaded yet: after the first screen. */
export function useDriverPlaces(profile: Profile, device: Device): DriverPlaces | null {
  const [places, setPlaces] = useState<DriverPlaces | null>(null)
  const learns = profile.config.learnsPlaces === true && 'geolocation' in navigator
  useEffect(() => {
    if (!learns) return undefined
    let isShown = true
    void firstScreen()
      .then(() => import('./driver-places.ts'))
      .then(
        ({ driverPlaces }) =>
          isShown &&
          setPlaces(driverPlaces(profile, () => serverNow(device, weekInMemory(device) ?? { meta: new Map() }))),
      )
      // Without signal at the first start of a build it is loaded at the next one.
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [learns, profile, device])
  return learns ? places : null
}
