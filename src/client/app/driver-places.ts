import type { Profile } from '#contract/v1/session.ts'
import { deviceStorage } from '#client/api/browser-storage.ts'
import { createDriverPlaces, type DriverPlaces, locateInBrowser } from '#client/features/places/driver-places.ts'
import { driverCall } from './driver-call.ts'

const opened = new Map<string, DriverPlaces>()

/** The positions of this driver that wait on this phone. @param now by the server's clock, which gives them their day */
export function driverPlaces({ userID, config }: Profile, now: () => Date): DriverPlaces {
  const known = opened.get(userID)
  if (known) return known
  const places = createDriverPlaces({
    userID,
    timeZone: config.timeZone,
    storage: deviceStorage,
    call: driverCall(userID),
    locate: locateInBrowser,
    now,
  })
  opened.set(userID, places)
  return places
}
