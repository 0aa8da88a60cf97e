import type { MaybePlaced } from '#domain/known-place.ts'
import { deviceStorage } from '#client/api/browser-storage.ts'

/** What "Map" on a stop opens of itself (screens.md, "Driver"); `map/map-apps.ts` is what the driver chooses. */

/** Decides the maps apps that there are. */
export type DeviceKind = 'android' | 'ios' | 'other'

/** iPads report themselves as Macs; a Mac has no touch screen. */
export function deviceKind(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  if (/Android/i.test(browser.userAgent)) return 'android'
  const isIPad = /Macintosh/.test(browser.userAgent) && browser.maxTouchPoints > 1
  return /iPhone|iPad|iPod/.test(browser.userAgent) || isIPad ? 'ios' : 'other'
}

export interface Destination extends MaybePlaced {
  address: string
  suburb: string
  postcode: string
}

export const addressOf = ({ address, suburb, postcode }: Destination) => `${address}, ${suburb} ${postcode}, Australia`

/** Shows an address, which the phone's map app looks for. */
export function mapsLink(stop: Destination, kind: DeviceKind): string {
  const address = encodeURIComponent(addressOf(stop))
  switch (kind) {
    case 'android':
      return `geo:0,0?q=${address}`
    case 'ios':
      return `https://maps.apple.com/?q=${address}`
    case 'other':
      return `https://www.google.com/maps/search/?api=1&query=${address}`
  }
}

export const MAP_KEY = 'rr-map'

/** What the driver chose on this phone, a `MapApp`; null: nothing yet. */
export const chosenMap = (): string | null => deviceStorage.getItem(MAP_KEY)
