import { MAX_FILES } from '#domain/limits.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Stop } from './stops.ts'
import styles from './next-stop.module.css'

/** Decides the maps app that an address opens (screens.md, "Driver"). */
type DeviceKind = 'android' | 'ios' | 'other'

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

interface StopLinksProps {
  stop: Stop
  onPhoto: () => void
  /** Absent where there are no access photos. */
  access?: (() => void) | undefined
}

/** Links used before the outcome is known. */
export function StopLinks({ stop, onPhoto, access }: StopLinksProps) {
  const map = mapsLink(stop, deviceKind(navigator))
  return (
    <div className={styles.links}>
      <a
        className={styles.link}
        href={map}
        {...(map.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {t('Map')}
      </a>
      {stop.mobilePhone === null ? null : (
        <a className={styles.link} href={`tel:${stop.mobilePhone}`}>
          {t('Call')}
        </a>
      )}
      <button type="button" className={styles.link} onClick={onPhoto}>
        {t('Photo {{count}}/{{max}}', { count: stop.photosShown.length, max: MAX_FILES })}
      </button>
      {access && stop.accessPhotos.length > 0 ? (
        <button type="button" className={styles.link} onClick={access}>
          {plural(stop.accessPhotos.length, 'Access photo', 'Access photos')}
        </button>
      ) : null}
    </div>
  )
}
