/** The target of a tap on the address: the maps app of this phone (screens.md, "Driver"). */
export type DeviceKind = 'android' | 'ios' | 'other'

/** iPads report themselves as Macs; a Mac has no touch screen. */
export function deviceKind(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  if (/Android/i.test(browser.userAgent)) return 'android'
  const isIPad = /Macintosh/.test(browser.userAgent) && browser.maxTouchPoints > 1
  return /iPhone|iPad|iPod/.test(browser.userAgent) || isIPad ? 'ios' : 'other'
}

export function mapsLink(stop: { address: string; suburb: string; postcode: string }, kind: DeviceKind): string {
  const place = encodeURIComponent(`${stop.address}, ${stop.suburb} ${stop.postcode}, Australia`)
  switch (kind) {
    case 'android':
      return `geo:0,0?q=${place}`
    case 'ios':
      return `https://maps.apple.com/?q=${place}`
    case 'other':
      return `https://www.google.com/maps/search/?api=1&query=${place}`
  }
}
