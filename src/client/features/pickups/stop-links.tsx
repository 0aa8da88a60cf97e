import { useTranslation } from '#client/ui/core/use-translation.ts'
import { MAX_FILES } from '#domain/limits.ts'
import { mapsLink, deviceKind } from './maps-link.ts'
import type { Stop } from './stops.ts'
import styles from './next-stop.module.css'

interface StopLinksProps {
  stop: Stop
  onPhoto: () => void
  /** Opens the access photos, where there are any. */
  access?: (() => void) | undefined
}

/** Map, Call, Photo: used before the outcome is known. */
export function StopLinks({ stop, onPhoto, access }: StopLinksProps) {
  const { t } = useTranslation('pickups')
  const map = mapsLink(stop, deviceKind(navigator))
  return (
    <div className={styles.links}>
      <a
        className={styles.link}
        href={map}
        {...(map.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {t('map')}
      </a>
      {stop.mobilePhone === null ? null : (
        <a className={styles.link} href={`tel:${stop.mobilePhone}`}>
          {t('call')}
        </a>
      )}
      <button type="button" className={styles.link} onClick={onPhoto}>
        {t('photo', { count: stop.photosShown.length, max: MAX_FILES })}
      </button>
      {access && stop.accessPhotos.length > 0 ? (
        <button type="button" className={styles.link} onClick={access}>
          {t('accessPhoto', { count: stop.accessPhotos.length })}
        </button>
      ) : null}
    </div>
  )
}
