import type { Profile } from '#contract/v1/session.ts'
import { deviceStorage } from '#client/api/browser-storage.ts'
import { createDriverPlaces, type DriverPlaces, locateInBrowser } from '#client/features/places/driver-places.ts'
import { session } from './session.ts'
import { backgroundCall } from './sign-in.ts'

const opened = new Map<string, DriverPlaces>()

/** Of this driver on this phone. */
export function driverPlaces({ userID, config }: Profile): DriverPlaces {
  const known = opened.get(userID)
  if (known) return known
  const places = createDriverPlaces({
    userID,
    timeZone: config.timeZone,
    storage: deviceStorage,
    call: async (endpoint, input, options) =>
      // A driver who went on without a session sends later, with the next one.
      session.state().token === null || session.state().profile?.userID !== userID
        ? { kind: 'offline', why: 'stopped' }
        : backgroundCall(endpoint, input, options),
    locate: locateInBrowser,
    now: () => new Date(),
  })
  opened.set(userID, places)
  return places
}
