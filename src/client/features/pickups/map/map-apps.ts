import { sentences } from '#client/ui/core/texts.ts'
import { deviceStorage } from '#client/api/browser-storage.ts'
import { isToDo, stopsToCome, type Stop } from '../stops.ts'
import { placeOf } from '#domain/known-place.ts'
import { addressOf, MAP_KEY, type Destination, type DeviceKind } from '../map-links.ts'

/** The app's own map, or an app of the phone's: `geo` is whichever Android opens a point with. */
export type MapApp = keyof typeof MAP_WORDS

/** A stop and those to drive to after it. */
export type Leg = readonly [Stop, ...Stop[]]

/** Three stops: an app of the phone shows no more of them on the way. From a finished stop nothing follows. */
export function legFrom(stop: Stop, stops: readonly Stop[]): Leg {
  if (!isToDo(stop)) return [stop]
  return [stop, ...stopsToCome(stops).filter(({ assignmentID }) => assignmentID !== stop.assignmentID)].slice(0, 3) as [
    Stop,
    ...Stop[],
  ]
}

/** Directions in an app of the phone. @param leg the stop, and those that follow it: Google takes three */
export function directionsLink(app: Exclude<MapApp, 'here'>, leg: readonly [Destination, ...Destination[]]): string {
  const [to, ...ahead] = leg.map((stop) => {
    const place = placeOf(stop)
    return encodeURIComponent(place ? `${place.latitude},${place.longitude}` : addressOf(stop))
  }) as [string, ...string[]]
  switch (app) {
    case 'google': {
      const waypoints = [to, ...ahead].slice(0, -1).join('%7C')
      return `https://www.google.com/maps/dir/?api=1&destination=${ahead.at(-1) ?? to}${waypoints && `&waypoints=${waypoints}`}`
    }
    case 'apple':
      return `https://maps.apple.com/?daddr=${to}&dirflg=d`
    case 'geo':
      return `geo:${placeOf(leg[0]) ? to.replace('%2C', ',') : '0,0'}?q=${to}`
  }
}

export const MAP_WORDS = sentences({
  here: 'Map in this app',
  google: 'Google Maps, the next stops',
  apple: 'Apple Maps',
  geo: 'The phone’s map app',
})

/** What can open a stop on a device of this kind. */
export function mapsOn(kind: DeviceKind): MapApp[] {
  switch (kind) {
    case 'android':
      return ['here', 'google', 'geo']
    case 'ios':
      return ['here', 'google', 'apple']
    case 'other':
      return ['here', 'google']
  }
}

export const isMapApp = (name: string | null): name is MapApp => name !== null && name in MAP_WORDS

/** @param app null: asked each time */
export function chooseMap(app: MapApp | null): void {
  if (app === null) deviceStorage.removeItem(MAP_KEY)
  else deviceStorage.setItem(MAP_KEY, app)
}
