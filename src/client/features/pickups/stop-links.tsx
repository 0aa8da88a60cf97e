import { MAX_FILES } from '#domain/limits.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from './addresses.ts'
import { placeOf } from '#domain/known-place.ts'
import { chosenMap, deviceKind, mapsLink } from './map-links.ts'
import { MapLink } from './map/map-link.tsx'
import type { Stop } from './stops.ts'
import styles from './next-stop.module.css'

interface StopLinksProps {
  stop: Stop
  /** All stops of its run. */
  stops: readonly Stop[]
  paths: DriverPaths
  onPhoto: () => void
  /** Absent where there are no access photos. */
  access?: (() => void) | undefined
}

/** Links used before the outcome is known. */
export function StopLinks({ stop, stops, paths, onPhoto, access }: StopLinksProps) {
  const map = mapsLink(stop, deviceKind(navigator))
  const byAddress = (
    <a
      className={buttonLook('plain')}
      href={map}
      {...(map.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {t('Map')}
    </a>
  )
  return (
    <div className={styles.links}>
      {placeOf(stop) === null && chosenMap() === null ? (
        byAddress
      ) : (
        <MapLink stop={stop} stops={stops} paths={paths} otherwise={byAddress} />
      )}
      {stop.mobilePhone === null ? null : (
        <a className={buttonLook('plain')} href={`tel:${stop.mobilePhone}`}>
          {t('Call')}
        </a>
      )}
      <button type="button" className={buttonLook('plain')} onClick={onPhoto}>
        {t('Photo {{count}}/{{max}}', { count: stop.photosShown.length, max: MAX_FILES })}
      </button>
      {access && stop.accessPhotos.length > 0 ? (
        <button type="button" className={buttonLook('plain')} onClick={access}>
          {plural(stop.accessPhotos.length, 'Access photo', 'Access photos')}
        </button>
      ) : null}
    </div>
  )
}
